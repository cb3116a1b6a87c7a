//! The lab of Traybit: contest timing of whole programs, and the experiments that the design rests on.

pub mod contest;
pub mod experiment;

/// The median of some numbers, which are sorted: between the middle two where their number is even, 0 where there are none.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        count => f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]),
    }
}

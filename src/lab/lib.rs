//! The lab of Traybit: contest timing of whole programs, and the experiments that the design rests on.

pub mod contest;
pub mod experiment;

/// The median of some numbers: the mean of the middle two if their count is even, 0 if there are none.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        count => f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]),
    }
}

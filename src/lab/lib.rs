//! The lab of Traybit: contest timing of whole programs, and the experiments that the design rests on.

pub mod contest;
pub mod experiment;

use serde::Serialize;

/// The median of some numbers, which are sorted: between the middle two where their number is even, 0 where there are none.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        count => f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]),
    }
}

/// Records as lines of comma-separated values; structs get a line with the names of their fields before them.
///
/// # Errors
/// A sentence without its full stop.
fn csv_text(records: impl IntoIterator<Item = impl Serialize>) -> Result<String, String> {
    let unwritable = |error: csv::Error| format!("the table of values cannot be written: {error}");
    let mut writer = csv::Writer::from_writer(Vec::new());
    records.into_iter().try_for_each(|record| writer.serialize(record)).map_err(unwritable)?;
    let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

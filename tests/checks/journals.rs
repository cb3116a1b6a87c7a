//! Journals of batches.

use traybit_app::report::batch::{Record, records};

/// Checks a journal, perhaps cut off.
pub fn check(data: &[u8]) {
    let Ok((found, end)) = records("journal", data) else { return };
    assert!(end <= data.len() && found.iter().all(Record::is_sound));
    let mut lines = Vec::new();
    for record in &found {
        serde_json::to_writer(&mut lines, record).expect("a record can be written as JSON");
        lines.push(b'\n');
    }
    let (again, all) = records("again", &lines).expect("what was written can be read");
    assert_eq!((again.len(), all), (found.len(), lines.len()));
    // A time may be off by its last digit.
    let untimed = |record: &Record| Record { seconds: 0.0, ..record.clone() };
    assert!(found.iter().zip(&again).all(|(one, other)| untimed(one) == untimed(other)));
}

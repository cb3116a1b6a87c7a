//! Numbers for people to read.

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    in_thousands(&number.to_string())
}

/// Digits with commas between thousands.
pub fn in_thousands(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

//! Lines of integers.

use std::ffi::OsStr;
use std::io::{Cursor, Error, Read, repeat};
use std::os::unix::ffi::OsStrExt;

use proptest::prelude::any;
use proptest::{collection, prop_assert_eq, proptest, sample};

use traybit_core::{InputError, shown};
use traybit_sliding::formats::lines::{LineFormat, Lines};

const FORMAT: LineFormat =
    LineFormat { count: 4, expected: "4 integers", range: None, hint: Some((2, "; hint")) };
const SMALL: LineFormat = LineFormat { count: 2, expected: "2 integers", range: Some("1 to 9"), hint: None };

/// Gives one byte at a time, so that every line crosses refills and none is short.
struct Drops<R>(R);

impl<R: Read> Read for Drops<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        self.0.read(&mut buffer[..1])
    }
}

fn all(reader: impl Read, format: &LineFormat) -> (Vec<[u32; 4]>, Option<InputError>) {
    let mut lines = Lines::new("f", reader);
    let mut read = Vec::new();
    loop {
        match lines.read(format) {
            Ok(Some(values)) => read.push(values),
            Ok(None) => return (read, None),
            Err(error) => return (read, Some(error)),
        }
    }
}

fn sentence(text: impl AsRef<[u8]>, format: &LineFormat) -> String {
    all(text.as_ref(), format).1.map_or_else(|| "fine".to_owned(), |error| error.to_string())
}

#[test]
fn blanks_tabs_line_ends_and_long_integers_are_fine() {
    let text = "1 2 3 4\n\t 5\t6  7 \t8 \r\n0000000000000000000000000001 10 99999999 100000000\n4294967295 99999999999999999999 4294967296 7";
    let expected =
        vec![[1, 2, 3, 4], [5, 6, 7, 8], [1, 10, 99_999_999, 100_000_000], [u32::MAX, u32::MAX, u32::MAX, 7]];
    assert_eq!(all(text.as_bytes(), &FORMAT), (expected.clone(), None));
    assert_eq!(all(Drops(text.as_bytes()), &FORMAT), (expected, None));
    assert_eq!(all(&b""[..], &FORMAT), (vec![], None));
}

#[test]
fn errors_quote_the_text() {
    let expected = "f, line 2: expected 4 integers, found";
    for (line, found) in [
        ("\n", "an empty line"),
        (" \t", "an empty line"),
        ("\r\n", "an empty line"),
        ("1 2 3", "3 integers"),
        ("1", "1 integer"),
        ("1 2", "2 integers; hint"),
        ("1 2 3 4 5", "more than 4 integers"),
        ("1 -2 3 4", r#""-2""#),
        ("+1 2 3 4", r#""+1""#),
        ("1 2.5 3 4", r#""2.5""#),
        ("1 2.5\r\n", r#""2.5""#),
        ("1 2 3 4\r", r#""\r""#),
        ("1 2 3 4\r5", r#""\r5""#),
        ("1,2,3,4", r#""1,2,3,4""#),
        ("1 2 3 x\0\u{e9}", r#""x\x00\xc3\xa9""#),
        ("1 2 3 4\u{c}", r#""4\x0c""#),
        ("abcdefghijklmnopqrstuvwxyz 1", r#""abcdefghijklmnopqrstuvwx…""#),
    ] {
        assert_eq!(sentence(format!("1 2 3 4\n{line}"), &FORMAT), format!("{expected} {found}"));
    }
    assert_eq!(
        sentence("1 9999999999999", &SMALL),
        r#"f, line 1: expected 2 integers, each 1 to 9, found an integer far too large, "9999999999999""#
    );
}

#[test]
fn an_integer_may_be_longer_than_the_buffer() {
    let digits = |count: usize| vec![b'7'; count];
    let text = [&digits(200_000)[..], b" 1 2 ", &vec![b'0'; 200_000], b"9\n"].concat();
    assert_eq!(all(&text[..], &FORMAT), (vec![[u32::MAX, 1, 2, 9]], None));
    let text = [&digits(200_000)[..], b"x"].concat();
    let found = sentence(text, &FORMAT);
    assert_eq!(found, format!("f, line 1: expected 4 integers, found \"{}…\"", "7".repeat(24)));
}

#[test]
fn endless_streams_end_at_their_first_fault() {
    for byte in [0, b'\n', b'a', 0xff] {
        assert!(all(repeat(byte), &FORMAT).1.is_some());
    }
    assert!(all(repeat(b'9'), &SMALL).1.is_some());
}

#[test]
fn a_failing_read_is_unreadable() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> Result<usize, Error> {
            Err(Error::other("broken"))
        }
    }
    let error = Some(InputError::Unreadable("f: cannot be read: broken".to_owned()));
    assert_eq!(all(Fails, &FORMAT), (vec![], error.clone()));
    assert_eq!(all(Cursor::new("1 2 3 4\n5").chain(Fails), &FORMAT), (vec![[1, 2, 3, 4]], error));
}

#[test]
fn names_are_shown_without_control_characters() {
    assert_eq!(shown(OsStr::from_bytes("a b\u{e9}".as_bytes())), "a b\u{e9}");
    assert_eq!(shown(OsStr::from_bytes(b"a\n\x1b[\xff")), "a\\n\\u{1b}[\\xff");
    assert_eq!(shown(OsStr::new("")), "(empty name)");
}

/// The grammar in other words.
fn plain(text: &[u8]) -> Option<Vec<[u32; 4]>> {
    let lines = text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n');
    lines
        .filter(|_| !text.is_empty())
        .map(|line| {
            let words = std::str::from_utf8(line).ok()?.split([' ', '\t']).filter(|word| !word.is_empty());
            let numbers = words.map(|word| {
                let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
                digits.then(|| word.parse().unwrap_or(u32::MAX))
            });
            numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
        })
        .collect()
}

proptest! {
    #[test]
    fn both_readers_follow_the_grammar(
        text in collection::vec(sample::select(&b"0123456789 19  \t\n\n 7777 x"[..]), 0..60)
    ) {
        let (read, error) = all(&text[..], &FORMAT);
        prop_assert_eq!(plain(&text), error.is_none().then(|| read.clone()));
        prop_assert_eq!(all(Drops(&text[..]), &FORMAT).0, read);
    }

    #[test]
    fn any_bytes_give_an_answer(bytes in collection::vec(any::<u8>(), 0..200)) {
        for format in [&FORMAT, &SMALL] {
            let (read, error) = all(&bytes[..], format);
            let (dropped, drop_fault) = all(Drops(&bytes[..]), format);
            prop_assert_eq!((read, error.is_some()), (dropped, drop_fault.is_some()));
        }
    }
}

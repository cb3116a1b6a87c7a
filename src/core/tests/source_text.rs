//! Sentences that show a line of a file.

use traybit_core::source_text::{Line, SourceText, Spot, quoted};

#[test]
fn sentences_show_the_line_and_point_at_the_column() {
    let source = SourceText::new("f", b"one\r\n  a\tb c \n").unwrap();
    let lines: Vec<Line<'_>> = source.lines().collect();
    assert_eq!(lines.iter().map(|line| line.text).collect::<Vec<_>>(), ["one", "  a\tb c ", ""]);
    let words = lines[1].words(3);
    assert_eq!(
        words.iter().map(|word| (word.text, word.at.column)).collect::<Vec<_>>(),
        [("b", 4), ("c", 6)]
    );
    assert_eq!(lines[1].end().column, 7);
    assert_eq!(
        source.error(words[0].at, "x", &quoted(words[0].text)).to_string(),
        "f, line 2, column 5: expected x, found \"b\"\n      a\u{fffd}b c\n        ^"
    );
    assert_eq!(
        source.wrong_character(lines[0].end(), "more").to_string(),
        "f, line 1, column 4: expected more, found the end of the line\n    one\n       ^"
    );
}

#[test]
fn long_lines_are_cut_on_both_sides() {
    let text = format!("{}!{}", "a".repeat(100), "b".repeat(100));
    let source = SourceText::new("f", text.as_bytes()).unwrap();
    let line = source.lines().next().unwrap();
    let told = source.wrong_character(Spot { line, column: 100 }, "a").to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "f, line 1, column 101: expected a, found \"!\"");
    assert_eq!(lines[1], format!("    …{}!{}…", "a".repeat(36), "b".repeat(35)));
    assert_eq!(lines[2].chars().count() - 1, 4 + 1 + 36);
    assert_eq!(quoted(&"a\u{1b}".repeat(20)), format!("\"{}…\"", "a\\u{1b}".repeat(12)));
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_line() {
    let told = SourceText::new("f", b"a\nb\xff\xfec").unwrap_err().to_string();
    assert_eq!(told, r#"f, line 2, column 2: expected text in UTF-8, found "\xff\xfec""#);
}

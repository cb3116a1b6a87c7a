//! Refused files, with the place and the key phrase of each message.

use proptest::prelude::any;
use proptest::{collection, proptest, sample};

use super::read::DOOR;
use traybit_core::{InputError, Shape, Size};
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::formats::{drawing, drawn, gnome, huarong, read, rush_hour};
use traybit_sliding::puzzle::Flaw;
use traybit_sliding::{Parts, Puzzle};

/// Asserts that a message begins with the place and contains the phrase.
fn says(text: impl AsRef<[u8]>, message: &str, place: &str, phrase: &str) {
    let text = String::from_utf8_lossy(text.as_ref());
    assert!(message.starts_with(&format!("f{place}: ")), "{text}: {message}");
    assert!(message.contains(phrase), "{text}: {message}");
}

fn refusal<T>(read: Result<T, InputError>) -> String {
    read.map_or_else(|error| error.to_string(), |_| "fine".to_owned())
}

#[test]
fn drawings() {
    let tall = format!("tray:\n{}", ".\n".repeat(257));
    let wide = format!("tray:\n{}", ".".repeat(257));
    let many = format!("exit >: a b c\ntray:\nabc{}\ngoal: a leaves, b leaves, c leaves\n", ">".repeat(99));
    let (lists, out) = ("tray:\na.b\n", "exit >: a b\ntray:\n");
    let item = "with a comma before the next one, found";
    for (text, place, phrase) in [
        ("", "", "a section `tray:`, found none"),
        ("hello\n", ", line 1, column 1", "a section (title,"),
        ("tray:\na.\n\n.b\n", ", line 4, column 1", "a row without floor is drawn as #"),
        (" walls: x", ", line 1, column 2", "found \"walls\"\n     walls: x\n     ^"),
        ("tray:\na\ntray:\nb", ", line 3, column 1", "no second tray, found one beside that of line 1"),
        ("gate: a\ntray:\na", ", line 1, column 1", "`gate +: a b` with one visible character"),
        ("exit ab: a\ntray:\na", ", line 1, column 1", "`exit +: a b` with one visible character"),
        ("gate +:\nexit +:\ntray:\na", ", line 2, column 1", "a second one for +"),
        (
            "title:  a\u{1b}[2J\ntray:\na",
            ", line 1, column 10",
            "without control characters, found \"\\u{1b}\"",
        ),
        ("across: a; b\ntray:\na", ", line 1, column 10", "names of blocks"),
        ("tray: ab", ", line 1, column 7", "a drawing on the lines after `tray:`, found \"ab\""),
        ("tray:\n\nab", ", line 1, column 6", "found no row of it"),
        ("goal:\ntray:\na", ", line 1, column 6", "or a list after it, found no row of it"),
        (&tall, ", line 258, column 1", "1 to 256 rows, found one row more"),
        (&wide, ", line 2, column 257", "1 to 256 columns, found one column more"),
        ("tray:\na,\n", ", line 2, column 2", "a block's name, `.`, `#`, a blank or a gate's mark"),
        ("tray:\na\tb\n", ", line 2, column 2", "found \"\\t\"\n    a\u{fffd}b\n     ^"),
        ("tray:\na.a\n", ", line 2, column 3", "found a part that lies by itself"),
        ("tray:\na.\n..\nfloor:\n..\n", ", line 5, column 1", "in the tray's box, 2×2, found no row but 1"),
        ("tray:\na.\ngoal:\n.a\n..\n", ", line 5, column 1", "in the tray's box, 1×2, found one row more"),
        ("tray:\na.\ngoal:\n..a\n", ", line 4, column 3", "found one column more"),
        ("tray:\na.\nfloor:\n#.\n", ", line 4, column 1", "since block a stands there, found \"#\""),
        ("tray:\na.\nfloor:\n.\n", ", line 4, column 2", ". as in the tray, found the end of the line"),
        ("tray:\na.\nfloor:\na.\n", ", line 4, column 1", "`.`, `#`, a blank or a gate's mark, found \"a\""),
        ("gate +: b\ntray:\nab\nfloor:\n+.\n", ", line 5, column 1", "where a gate does not admit it"),
        ("tray:\naa.\n..b\ngoal:\n..a\n..a\n", ", line 5, column 3", "has in the tray, 1×2, found 2×1"),
        ("tray:\na.\ngoal:\n.c\n", ", line 4, column 2", "the name of a block of the tray, found \"c\""),
        ("gate +: b\ntray:\na+b\ngoal:\n.a.\n", ", line 5, column 2", "in the goal at cell 0 1"),
        ("tray:\na#.\ngoal:\n..a\ngoal:\n.a\n", ", line 6, column 2", "in goal 2 at cell 0 1"),
        (&format!("{lists}down: q"), ", line 3, column 7", "the name of a block of the tray, found \"q\""),
        (&format!("{lists}exit >: a q"), ", line 3, column 11", "the name of a block of the tray"),
        (&format!("{lists}across: a\nfixed: ba"), ", line 4, column 9", "names before, found \"a\""),
        (&format!("{lists}goal: a 0"), ", line 3, column 9", item),
        (&format!("{lists}goal: a 0 1 b 0 0"), ", line 3, column 13", item),
        (&format!("{lists}goal: a 0 1,"), ", line 3, column 13", item),
        (&format!("{lists}goal: a 0 3"), ", line 3, column 11", "a column of 0 to 2, found \"3\""),
        (&format!("{lists}goal: a -1 0"), ", line 3, column 9", "a row of 0 to 0, found \"-1\""),
        (&format!("{lists}goal: a 99999999999 0"), ", line 3, column 9", "a row of 0 to 0"),
        (&format!("{lists}goal: ab 0 0"), ", line 3, column 7", "a block of the tray, found \"ab\""),
        (&format!("{lists}goal: a leaves"), ", line 3, column 7", "such as `exit >: a`, found none"),
        (&format!("{lists}goal: a 0 0,b 0 0"), ", line 3, column 13", "blocks a and b both take cell 0"),
        (&format!("{lists}goal: a 0 0, a 0 1"), ", line 3, column 14", "block a is named twice in the goal"),
        ("tray:\naa.\ngoal: a 0 2", ", line 3, column 7", "it would reach past the edge of the tray"),
        (
            &format!("{out}aab>>\ngoal: a leaves, b leaves\n"),
            ", line 4, column 17",
            "beside the blocks before",
        ),
        (&format!("{out}ab.>\ngoal: a leaves, b 0 3\n"), ", line 4, column 17", "a and b both take cell 0"),
        (&many, ", line 4, column 27", "at most 10000 ways together, found more"),
    ] {
        says(text, &refusal(drawn::read("f", text.as_bytes())), place, phrase);
    }
    says("\\xff", &refusal(drawn::read("f", b"tray:\n\xff")), ", line 2, column 1", "UTF-8, found \"\\xff\"");
}

#[test]
fn rush_hour_boards() {
    let straight = "the car B to be straight and at least 2 cells long, found";
    for (text, place, phrase) in [
        ("", "", "a Rush Hour board, found none"),
        ("AA..\nAA..\n", ", line 2, column 1", "one board a file"),
        ("AA.. 12", ", line 1, column 6", "a board alone, or `MOVES BOARD NUMBER`, found \"12\""),
        ("AA...", ", line 1, column 1", "a square of characters"),
        ("AA./..", ", line 1, column 5", "rows of 3 characters, as the first has, found one of 2"),
        ("/", ", line 1, column 1", "1 to 256 rows and columns, found 1×0"),
        ("AA./.1.", ", line 1, column 6", "a car's letter, . or o for a free cell, x or # for a wall"),
        ("AA./.B.", ", line 1, column 6", straight),
        ("AAB/.BB", ", line 1, column 3", straight),
        ("B.B/AA.", ", line 1, column 1", straight),
        ("7 BBoo 12", ", line 1, column 3", "a car A, which has to get to the right edge, found none"),
        (".A/.A", ", line 1, column 2", "the car A lying along its row"),
        ("AA.#/", ", line 1, column 1", "in the goal at cell 0 3, where there is no floor"),
    ] {
        says(text, &refusal(rush_hour::read("f", text.as_bytes())), place, phrase);
    }
}

#[test]
fn trays_and_goals() {
    let swapped = "were the tray and the goal swapped?";
    for (text, line, phrase) in [
        ("", 1, "2 integers (height, width), found the end of the file"),
        ("5\n", 1, "found 1 integer"),
        ("0 0 1 1\n", 1, swapped),
        ("5 99999999999\n", 1, "each 1 to 256, found an integer far too large"),
        ("5 4\n0 0 1 99999999999\n", 2, "each 0 to 255, found an integer far too large"),
        ("0 4\n", 1, "a height and a width of 1 to 256, found 0 4"),
        ("4 257\n", 1, "a height and a width of 1 to 256, found 4 257"),
        ("5 4\n0 0 1\n", 2, "4 integers (top row, left column, bottom row, right column), found 3"),
        ("5 4\n1 0 0 0\n", 2, "a top-left corner, then a bottom-right corner, found 1 0 0 0"),
        ("5 4\n0 0 5 0\n", 2, "inside the tray (rows 0 to 4, columns 0 to 3), found 0 0 5 0"),
        ("5 4\n0 0 0 65536\n", 2, "found 0 0 0 65536"),
        ("5 4\n4 3 4 3\n0 0 1 1\n1 1 2 2\n", 4, "overlaps 0 0 1 1 of line 3 at cell 1 1"),
    ] {
        says(text, &refusal(read_tray("f", text.as_bytes())), &format!(", line {line}"), phrase);
    }
    let tray = Some(Size { height: 5, width: 4 });
    for (text, size, line, phrase) in [
        ("5 4\n0 0 0 0\n", tray, 1, swapped),
        ("0 0 0 0\n0 0\n", tray, 2, "found 2 integers"),
        ("0 0 0 0\n0 0 0 0\n", tray, 2, "overlaps 0 0 0 0 of line 1 at cell 0 0"),
        ("0 0 0 256", None, 1, "inside the largest tray (rows 0 to 255, columns 0 to 255)"),
    ] {
        says(text, &refusal(read_goal("f", text.as_bytes(), size)), &format!(", line {line}"), phrase);
    }
}

/// A change to a puzzle, and a phrase of the message.
type Change = (fn(&mut Parts), &'static str);

fn changed(change: fn(&mut Parts)) -> Result<Puzzle, Flaw> {
    let mut parts = drawn::read("f", b"gate +: b\ntray:\naa+\n.bb\n").unwrap().into_parts();
    change(&mut parts);
    Puzzle::new(parts)
}

#[test]
fn parts_that_make_no_puzzle() {
    let cases: [Change; 6] = [
        (|parts| parts.size.width = 300, "1 to 256 cells either way, not 2 by 300"),
        (|parts| parts.floor.clear(), "1 to 256 cells either way, not 2 by 3"),
        (|parts| parts.blocks[1].name = 'a', "two blocks are called a"),
        (|parts| parts.gates[0].admits.push('z'), "admits a block z, and the tray has none"),
        (|parts| parts.blocks[0].shape = Shape::of(&[(0, 0), (1, 1)]).0, "block a are not all connected"),
        (|parts| parts.blocks[1].anchor = (0, 1), "blocks a and b both take cell 0 1 at the start"),
    ];
    for (change, phrase) in cases {
        let sentence = changed(change).unwrap_err().sentence;
        assert!(sentence.contains(phrase), "{sentence}");
    }
    let ordered = changed(|parts| parts.gates[0].admits = vec!['b', 'a', 'b']).unwrap();
    assert_eq!(ordered.gates[0].admits, ['a', 'b']);
    let [one, other] = &ordered.blocks[..] else { panic!("two blocks") };
    let apart = changed(|_| ()).unwrap();
    assert!(ordered.are_equal(one, other) && !apart.are_equal(one, other));
}

type Write<'a> = &'a dyn Fn(&Puzzle) -> String;

#[test]
fn puzzles_that_a_format_cannot_express() {
    let cases: [Change; 5] = [
        (|parts| parts.blocks[1].name = '\n', "can be called \"\\n\" in a drawing"),
        (|parts| parts.gates[0].mark = ',', "can be called \",\" in a drawing"),
        (|parts| parts.gates[0].mark = 'b', "shows a gate as b, and something else is called so too"),
        (|parts| parts.title = Some(" a".to_owned()), "a title on one line, without blanks round it"),
        (|parts| parts.title = Some("a\nb".to_owned()), "a title on one line, without blanks round it"),
    ];
    for (change, phrase) in cases {
        let mut parts = drawn::read("f", b"gate +:\ntray:\nab+\n").unwrap().into_parts();
        change(&mut parts);
        let sentence = drawing::write(&Puzzle::new(parts).unwrap()).unwrap_err();
        assert!(sentence.contains(phrase), "{sentence}");
    }
    let tray = |puzzle: &Puzzle| course::write(puzzle).unwrap_err();
    let board = |puzzle: &Puzzle| rush_hour::write(puzzle).unwrap_err();
    let goal = "a car A at the right edge of its row and nothing else";
    let code = |puzzle: &Puzzle| huarong::write(puzzle).unwrap_err();
    let level = |puzzle: &Puzzle| gnome::write(puzzle).unwrap_err();
    let cases: [(Write<'_>, &str, &str); 26] = [
        (&tray, "tray:\na.\n.#\n", "no walls such as that at cell 1 1"),
        (&tray, "gate +:\ntray:\na+\n", "no gates or exits such as that at cell 0 1"),
        (&tray, "tray:\naa\na.\n", "are rectangles, and block a is not"),
        (&tray, "fixed: b\ntray:\nab\n", "along rows and columns, and block b does not"),
        (&tray, "labels: a\ntray:\nab\n", "block a is distinguished from its equals"),
        (&tray, "tray:\na.\ngoal: a 0 0\ngoal: a 0 1\n", "there are 2 alternatives"),
        (&tray, "tray:\na.\n", "one goal, and there is none"),
        (&board, "gate +:\ntray:\nAA\n", "has no gates such as +"),
        (&board, "across: 1\ntray:\n11\n", "letters other than o and x, and not 1"),
        (&board, "tray:\nA.\n", "at least 2 cells long, and block A is not"),
        (&board, "tray:\nAA\n", "along their length, and block A does not"),
        (&board, "across: A B\ntray:\nAA.BB\n\ngoal: A 0 3\n", "here B of its row would do as well"),
        (&board, "across: A\nlabels: A\ntray:\nAA.\n", goal),
        (&board, "across: A\nlabels: A\ntray:\nAA..\ngoal: A 0 1\n", goal),
        (&board, "across: A\nlabels: A\ntray:\nAA..\ngoal: A 0 2\ngoal: A 0 1\n", goal),
        (&code, "tray:\naa\naa\n\ngoal: a 0 0\n", "a tray of 5×4 cells"),
        (&code, "tray:\naabb\naabb\n....\n....\n....\n\ngoal: a 3 1\n", "exactly one block of 2×2"),
        (&code, "tray:\naab.\naab.\n..b.\n....\n....\n\ngoal: a 3 1\n", "block b is another one"),
        (&code, "tray:\naa..\naa..\n....\n....\n....\n\ngoal: a 3 2\n", "at cell 3 1"),
        (&level, "tray:\nab\n..\n\ngoal: a 1 0\n", "no equal"),
        // These would be read as others.
        (&level, "labels: *\ntray:\n*.\n\ngoal: * 0 1\n", "no free row"),
        (&level, "labels: *\ntray:\n*.#\n\ngoal: * 0 1\n", "no free row"),
        (&level, "labels: *\ntray:\n*.\n..\n\ngoal: * 0 1\n", "no free row"),
        (&level, "labels: *\ntray:\n.*.\n#..\n\ngoal: * 0 0\n", "no free row"),
        (&level, "labels: *\ntray:\n*#.\n...\n\ngoal: * 0 2\n", "no free row"),
        (&level, "labels: *\ntray:\n|#.\n..*\n\ngoal: * 0 2\n", "no free row"),
    ];
    for (write, text, phrase) in cases {
        let sentence = write(&drawn::read("f", text.as_bytes()).unwrap());
        assert!(sentence.contains(phrase), "{sentence}");
    }
}

proptest! {
    #[test]
    fn any_bytes_give_an_answer(bytes in collection::vec(any::<u8>(), 0..200)) {
        let _ = read("f", &bytes[..]);
        let _ = rush_hour::read("f", &bytes);
        let _ = drawn::read("f", &[b"tray:\n", &bytes[..]].concat());
    }

    #[test]
    fn a_changed_character_gives_a_puzzle_or_a_message(
        place in 0..DOOR.len(),
        length in 0..4usize,
        with in sample::select(&["", "\n", " ", "a", "b", ".", "#", "+", ">", ",", ":", ";", "3", "\t", "\r", "木", "\u{301}", "goal: "][..])
    ) {
        let mut text = DOOR.to_owned();
        text.replace_range(place..(place + length).min(DOOR.len()), with);
        let _ = drawn::read("f", text.as_bytes());
    }
}

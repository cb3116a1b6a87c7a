//! Drawings that are read.

use proptest::prelude::any;
use proptest::{collection, proptest, sample};

use traybit_core::grid::Size;
use traybit_sliding::formats::drawn::read;
use traybit_sliding::puzzle::{Floor, Freedom, Gate, Puzzle, Target};

const DOOR: &str = "\
; A block that leaves.
title: Out by the door
source: made up
down:a
labels: b
gate +: ab
exit >: b

tray:\r
#####
#abb#
#.bb#
##+>#

floor:
#####
#...#
#...#
##+>
goal: b 1 1, a 2 3

goal:
.
 .bb
  bb
.+
goal: a 1 1
";

fn sentence(text: impl AsRef<[u8]>) -> String {
    read("f", text.as_ref()).map_or_else(|error| error.to_string(), |puzzle| format!("{puzzle:?}"))
}

fn puzzle(text: &str) -> Puzzle {
    read("f", text.as_bytes()).unwrap()
}

#[test]
fn every_section_is_taken_over() {
    let door = puzzle(DOOR);
    assert_eq!(door.title.as_deref(), Some("Out by the door"));
    assert_eq!(door.source.as_deref(), Some("made up"));
    assert_eq!(door.size, Size { height: 4, width: 5 });
    let names: String = door.blocks.iter().map(|block| block.name).collect();
    assert_eq!(names, "ab");
    assert_eq!((door.blocks[0].freedom, door.blocks[0].labelled), (Freedom::Down, false));
    assert_eq!((door.blocks[1].freedom, door.blocks[1].labelled), (Freedom::Both, true));
    assert_eq!(
        door.gates,
        [
            Gate { mark: '+', admits: vec!['a', 'b'], is_exit: false },
            Gate { mark: '>', admits: vec!['b'], is_exit: true }
        ]
    );
    let row: Vec<Floor> = (0..5).map(|column| door.floor_at((3, column))).collect();
    assert_eq!(row, [Floor::Wall, Floor::Wall, Floor::Gate(0), Floor::Gate(1), Floor::Wall]);
    let target = |block, anchor| Target { block, anchor };
    assert_eq!(
        door.goals,
        [vec![target(0, (2, 3)), target(1, (1, 1))], vec![target(1, (1, 2))], vec![target(0, (1, 1))]]
    );
}

#[test]
fn blanks_at_the_left_count_and_those_at_the_right_do_not() {
    let ragged = puzzle("tray:\n  aa  \t\n.\n");
    assert_eq!(ragged.size, Size { height: 2, width: 4 });
    assert_eq!(ragged.blocks[0].anchor, (0, 2));
    let open: Vec<usize> = (0..8).filter(|cell| ragged.floor[*cell] == Floor::Open).collect();
    assert_eq!(open, [2, 3, 4]);
    assert!(ragged.goals.is_empty());
}

#[test]
fn gates_may_lie_under_blocks() {
    let under = puzzle("gate +:a\ntray:\na+b\nfloor:\n++.\ngoal: a 0 1\n");
    assert_eq!(under.floor, [Floor::Gate(0), Floor::Gate(0), Floor::Open]);
    assert_eq!(puzzle("tray:\n木.\ngoal: 木 0 1\n").blocks[0].name, '木');
}

#[test]
fn several_blocks_leave_together() {
    // a b . > >      Both on the exit: one on each cell, either way round; or a there, and b beside it.
    let tray = "exit >: a b\ntray:\nab.>>\n";
    let both = puzzle(&format!("{tray}goal: a leaves, b leaves\n"));
    let listed = puzzle(&format!("{tray}goal: a 0 3, b 0 4\ngoal: a 0 4, b 0 3\n"));
    assert_eq!(both.goals, listed.goals);
    let mixed = puzzle(&format!("{tray}goal: b 0 2, a leaves\n"));
    assert_eq!(mixed.goals, puzzle(&format!("{tray}goal: a 0 3, b 0 2\ngoal: a 0 4, b 0 2\n")).goals);
    let narrow = read("f", b"exit >: a b\ntray:\naab>>\ngoal: a leaves, b leaves\n").unwrap_err().to_string();
    let expected = "line 4, column 17: expected a block that has room beside the blocks before it";
    assert!(narrow.contains(expected), "{narrow}");
    let wide = format!("exit >: a b c\ntray:\nabc{}\ngoal: a leaves, b leaves, c leaves\n", ">".repeat(99));
    let many = read("f", wide.as_bytes()).unwrap_err().to_string();
    assert!(many.contains("blocks that leave in at most 10000 ways together, found more"), "{many}");
}

#[test]
fn a_block_leaves_beside_those_that_are_listed_after_it() {
    let goals = |goal: &str| puzzle(&format!("exit >: a b\ntray:\nab.>>\ngoal: {goal}\n")).into_parts().goals;
    assert_eq!(goals("a leaves, b 0 3"), goals("a 0 4, b 0 3"));
    assert_eq!(goals("b 0 3, a leaves"), goals("a 0 4, b 0 3"));
    let alone = read("f", b"exit >: a b\ntray:\nab.>\ngoal: a leaves, b 0 3\n").unwrap_err().to_string();
    assert!(alone.contains("blocks a and b both take row 0, column 3 in the goal"), "{alone}");
}

#[test]
fn a_block_leaves_by_every_way_out() {
    let out =
        puzzle("exit >: b\nexit <: b\ngate -: b\ntray:\nbb.\n.>>\n->>\n.<.\ngoal: b leaves\ngoal: b 0 1\n");
    let anchors: Vec<(u16, u16)> = out.goals.iter().map(|goal| goal[0].anchor).collect();
    assert_eq!(anchors, [(1, 1), (2, 1), (0, 1)]);
}

#[test]
fn faults_of_sections_name_line_and_column() {
    for (text, told) in [
        ("", "f: expected a section `tray:`, found none"),
        (
            "hello\n",
            "f, line 1, column 1: expected a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment, found \"hello\"\n    hello\n    ^",
        ),
        (
            "tray:\na.\n\n.b\n",
            "f, line 4, column 1: expected a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment, found \".b\"; a drawing ends at an empty line or a comment, and a row without floor is drawn as #\n    .b\n    ^",
        ),
        (
            " walls: x",
            "f, line 1, column 2: expected a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment, found \"walls\"\n     walls: x\n     ^",
        ),
        (
            "tray:\na\ntray:\nb",
            "f, line 3, column 1: expected no second tray, found one beside that of line 1\n    tray:\n    ^",
        ),
        (
            "gate: a",
            "f, line 1, column 1: expected `gate +: a b` with one visible character that is none of . # ; : and ,, found \"gate: a\"\n    gate: a\n    ^",
        ),
        (
            "exit ab: a",
            "f, line 1, column 1: expected `exit +: a b` with one visible character that is none of . # ; : and ,, found \"exit ab: a\"\n    exit ab: a\n    ^",
        ),
        (
            "gate +:\nexit +:\n",
            "f, line 2, column 1: expected one gate or exit a mark, found a second one for +\n    exit +:\n    ^",
        ),
        (
            "title:  a\u{1b}[2J",
            "f, line 1, column 10: expected text without control characters, found \"\\u{1b}\"\n    title:  a\u{fffd}[2J\n             ^",
        ),
        (
            "across: a; b",
            "f, line 1, column 10: expected names of blocks, with or without blanks or commas between them, found \";\"\n    across: a; b\n             ^",
        ),
        (
            "tray: ab",
            "f, line 1, column 7: expected a drawing on the lines after `tray:`, found \"ab\"\n    tray: ab\n          ^",
        ),
        (
            "tray:\n\nab",
            "f, line 1, column 6: expected a drawing on the lines after `tray:`, found no row of it\n    tray:\n         ^",
        ),
        (
            "goal:\ntray:\na",
            "f, line 1, column 6: expected a drawing on the lines after `goal:`, or a list after it, found no row of it\n    goal:\n         ^",
        ),
    ] {
        assert_eq!(sentence(text), told);
    }
    let tall = format!("tray:\n{}", ".\n".repeat(257));
    assert_eq!(
        sentence(tall),
        "f, line 258, column 1: expected a drawing of 1 to 256 rows, found one row more\n    .\n    ^"
    );
    let wide = sentence(format!("tray:\n{}", ".".repeat(257)));
    assert!(wide.starts_with(
        "f, line 2, column 257: expected a drawing of 1 to 256 columns, found one column more\n"
    ));
    assert_eq!(sentence(b"tray:\n\xff"), "f, line 2, column 1: expected text in UTF-8, found \"\\xff\"");
}

#[test]
fn errors_in_drawings_point_at_a_cell() {
    for (text, told) in [
        (
            "tray:\na,\n",
            "f, line 2, column 2: expected a block's name, `.`, `#`, a blank or a gate's mark, found \",\"\n    a,\n     ^",
        ),
        (
            "tray:\na\tb\n",
            "f, line 2, column 2: expected a block's name, `.`, `#`, a blank or a gate's mark, found \"\\t\"\n    a\u{fffd}b\n     ^",
        ),
        (
            "tray:\na.a\n",
            "f, line 2, column 3: expected every cell of block a beside another one of it, found a part that lies by itself\n    a.a\n      ^",
        ),
        (
            "tray:\na.\n..\nfloor:\n..\n",
            "f, line 5, column 1: expected a drawing in the tray's box, 2×2, found no row but 1\n    ..\n    ^",
        ),
        (
            "tray:\na.\ngoal:\n.a\n..\n",
            "f, line 5, column 1: expected a drawing in the tray's box, 1×2, found one row more\n    ..\n    ^",
        ),
        (
            "tray:\na.\ngoal:\n..a\n",
            "f, line 4, column 3: expected a drawing in the tray's box, 1×2, found one column more\n    ..a\n      ^",
        ),
        (
            "tray:\na.\nfloor:\n#.\n",
            "f, line 4, column 1: expected `.` or a gate's mark, since block a stands there, found \"#\"\n    #.\n    ^",
        ),
        (
            "tray:\na.\nfloor:\n.\n",
            "f, line 4, column 2: expected . as in the tray, found the end of the line\n    .\n     ^",
        ),
        (
            "tray:\na.\nfloor:\na.\n",
            "f, line 4, column 1: expected `.`, `#`, a blank or a gate's mark, found \"a\"\n    a.\n    ^",
        ),
        (
            "gate +: b\ntray:\nab\nfloor:\n+.\n",
            "f, line 5, column 1: block a stands at the start at row 0, column 0, where a gate does not admit it\n    +.\n    ^",
        ),
        (
            "tray:\naa.\n..b\ngoal:\n..a\n..a\n",
            "f, line 5, column 3: expected block a with the shape that it has in the tray, 1×2, found 2×1\n    ..a\n      ^",
        ),
        (
            "tray:\na.\ngoal:\n.c\n",
            "f, line 4, column 2: expected the name of a block of the tray, found \"c\"\n    .c\n     ^",
        ),
        (
            "gate +: b\ntray:\na+b\ngoal:\n.a.\n",
            "f, line 5, column 2: block a stands in the goal at row 0, column 1, where a gate does not admit it\n    .a.\n     ^",
        ),
        (
            "tray:\na#.\ngoal:\n..a\ngoal:\n.a\n",
            "f, line 6, column 2: block a stands in goal 2 at row 0, column 1, where there is no floor\n    .a\n     ^",
        ),
    ] {
        assert_eq!(sentence(text), told);
    }
}

#[test]
fn faults_of_names_and_lists_point_at_a_word() {
    let expected = "expected a block's name, row and column, or its name and `leaves`, with a comma before the next one, found";
    for (lines, told) in [
        ("down: q", "line 3, column 7: expected the name of a block of the tray, found \"q\"\n    down: q\n          ^".to_owned()),
        ("exit >: a q", "line 3, column 11: expected the name of a block of the tray, found \"q\"\n    exit >: a q\n              ^".to_owned()),
        (
            "across: a\nfixed: ba",
            "line 4, column 9: expected a block that no list of across, down and fixed names before, found \"a\"\n    fixed: ba\n            ^".to_owned(),
        ),
        ("goal: a 0", format!("line 3, column 9: {expected} \"a 0\"\n    goal: a 0\n            ^")),
        ("goal: a 0 1 b 0 0", format!("line 3, column 13: {expected} \"a 0 1 b 0 0\"\n    goal: a 0 1 b 0 0\n                ^")),
        ("goal: a 0 1,", format!("line 3, column 13: {expected} nothing\n    goal: a 0 1,\n                ^")),
        ("goal: a 0 3", "line 3, column 11: expected a column of 0 to 2, found \"3\"\n    goal: a 0 3\n              ^".to_owned()),
        ("goal: a -1 0", "line 3, column 9: expected a row of 0 to 0, found \"-1\"\n    goal: a -1 0\n            ^".to_owned()),
        (
            "goal: a 99999999999999999999 0",
            "line 3, column 9: expected a row of 0 to 0, found \"99999999999999999999\"\n    goal: a 99999999999999999999 0\n            ^".to_owned(),
        ),
        ("goal: ab 0 0", "line 3, column 7: expected the name of a block of the tray, found \"ab\"\n    goal: ab 0 0\n          ^".to_owned()),
        (
            "goal: a leaves",
            "line 3, column 7: expected a section with the exit by which it leaves, such as `exit >: a`, found none\n    goal: a leaves\n          ^".to_owned(),
        ),
        (
            "goal: a 0 0,b 0 0",
            "line 3, column 13: blocks a and b both take row 0, column 0 in the goal\n    goal: a 0 0,b 0 0\n                ^".to_owned(),
        ),
        (
            "goal: a 0 0, a 0 1",
            "line 3, column 14: block a is named twice in the goal\n    goal: a 0 0, a 0 1\n                 ^".to_owned(),
        ),
    ] {
        assert_eq!(sentence(format!("tray:\na.b\n{lines}\n")), format!("f, {told}"));
    }
    assert_eq!(
        sentence("tray:\naa.\ngoal: a 0 2"),
        "f, line 3, column 7: block a stands in the goal at row 0, column 2, from where it would reach past the edge of the tray\n    goal: a 0 2\n          ^"
    );
}

/// A snake through the largest tray, and a comb: shapes whose cells have to be joined without going over all of them
/// for each.
#[test]
fn large_blocks_are_read_at_once() {
    let full = "a".repeat(256);
    let rows = |row: usize| match row % 4 {
        0 | 2 => full.clone(),
        1 => format!("{}a", ".".repeat(255)),
        _ => format!("a{}", ".".repeat(255)),
    };
    let snake: Vec<String> = (0..255).map(rows).collect();
    let snake = puzzle(&format!("tray:\n{}\n", snake.join("\n")));
    assert_eq!(snake.blocks[0].shape.area(), 128 * 256 + 127);
}

proptest! {
    #[test]
    fn any_bytes_give_an_answer(bytes in collection::vec(any::<u8>(), 0..200)) {
        let _ = read("f", &bytes);
        let _ = read("f", &[b"tray:\n", &bytes[..]].concat());
    }

    #[test]
    fn a_changed_character_gives_a_puzzle_or_a_fault(
        place in 0..DOOR.len(),
        length in 0..4usize,
        with in sample::select(&["", "\n", " ", "a", "b", ".", "#", "+", ">", ",", ":", ";", "3", "\t", "\r", "木", "\u{301}", "goal: "][..])
    ) {
        let mut text = DOOR.to_owned();
        text.replace_range(place..(place + length).min(DOOR.len()), with);
        let _ = read("f", text.as_bytes());
    }
}

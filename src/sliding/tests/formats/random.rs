//! Random puzzles, written and read back; files of every format, told apart.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{Error, Read, repeat};

use super::read::pair;
use traybit_core::{InputError, Shape, Size};
use traybit_sliding::formats::course::Placed;
use traybit_sliding::formats::grid;
use traybit_sliding::formats::{Format, course, drawing, drawn, read};
use traybit_sliding::{Cell, Floor, Parts, Puzzle, Target};

/// The puzzle with a title, and with a gate or an exit under a block that it admits, which leaves by it.
fn adorned(puzzle: &Puzzle, number: u64) -> Puzzle {
    let mut parts = in_reading_order(puzzle).into_parts();
    parts.title = Some("A title: with ; signs".to_owned());
    let admitted = parts
        .blocks
        .iter()
        .position(|block| parts.gates.first().is_some_and(|gate| gate.admits.contains(&block.name)));
    if let Some(block) = admitted {
        parts.gates[0].is_exit = !number.is_multiple_of(3);
        let piece = &parts.blocks[block];
        for cell in piece.shape.cells_at(piece.anchor) {
            parts.floor[parts.size.number(cell)] = Floor::Gate(0);
        }
        let exits: Vec<Cell> = parts.exit_anchors(piece).collect();
        parts.goals.extend(exits.into_iter().map(|anchor| vec![Target { block, anchor }]));
    }
    Puzzle::new(parts).unwrap_or_else(|_| in_reading_order(puzzle))
}

/// Puts the blocks of a puzzle into the reading order of their anchors.
fn in_reading_order(puzzle: &Puzzle) -> Puzzle {
    let mut parts = puzzle.clone().into_parts();
    parts.blocks.sort_by_key(|block| block.anchor);
    let places: HashMap<char, usize> = parts.blocks.iter().map(|block| block.name).zip(0..).collect();
    for target in parts.goals.iter_mut().flatten() {
        target.block = places[&puzzle.blocks[target.block].name];
    }
    Puzzle::new(parts).unwrap()
}

/// Puzzle whose names count as drawn.
fn named(puzzle: Puzzle) -> Puzzle {
    Puzzle::new(Parts { named: true, ..puzzle.into_parts() }).unwrap()
}

#[test]
fn drawings_and_pairs_are_read_back() {
    let (mut leaving, mut pairs) = (0, 0);
    for number in 0..500 {
        let Some(puzzle) = crate::puzzle(number).map(|puzzle| adorned(&puzzle, number)) else { continue };
        let text = drawing::write(&puzzle).unwrap();
        assert_eq!(Format::of(text.as_bytes()), Some(Format::Drawn));
        assert_eq!(drawn::read("f", text.as_bytes()).as_ref(), Ok(&puzzle), "{text}");
        assert_eq!(drawn::read("f", text.replace('\n', " \r\n").as_bytes()).as_ref(), Ok(&puzzle));
        leaving += usize::from(text.contains("leaves"));
        if let Ok((tray, goal)) = course::write(&puzzle) {
            let again = pair(&tray, &goal);
            let (tray_again, goal_again) = course::write(&again).unwrap();
            let lines = |goal: &str| goal.lines().map(str::to_owned).collect::<BTreeSet<_>>();
            assert_eq!((tray_again, lines(&goal_again)), (tray, lines(&goal)));
            let text = drawing::write(&again).unwrap();
            assert_eq!(drawn::read("f", text.as_bytes()), Ok(named(in_reading_order(&again))));
            pairs += 1;
        }
    }
    assert!(leaving > 20 && pairs > 50, "{leaving} with exits, {pairs} pairs");
}

#[test]
fn the_fullest_tray_is_written_and_read() {
    let size = Size::LARGEST;
    let blocks: Vec<Placed> = size.all().map(|cell| (Shape::rectangle(1, 1), cell)).collect();
    let goal: Vec<Placed> = blocks.iter().rev().cloned().collect();
    let puzzle = course::with_goal(course::tray(size, blocks), goal);
    let text = drawing::write(&puzzle).unwrap();
    // Without `assert_eq!`, which would print every block.
    assert!(drawn::read("f", text.as_bytes()) == Ok(named(puzzle.clone())));
    let (tray, goal) = course::write(&puzzle).unwrap();
    assert!(pair(&tray, &goal) == puzzle);
}

#[test]
fn as_many_goals_as_places_are_read_at_once() {
    let row = format!("{}\n", ">".repeat(256));
    let text =
        format!("exit >: b\nexit <: b\ntray:\nb{}\n{}goal: b leaves\n", "#".repeat(255), row.repeat(255));
    let puzzle = drawn::read("f", text.as_bytes()).unwrap();
    assert_eq!(puzzle.goals.len(), 255 * 256);
    let written = drawing::write(&puzzle).unwrap();
    assert!(written.ends_with("\ngoal: b leaves\n"));
    assert_eq!(drawn::read("f", written.as_bytes()), Ok(puzzle));
}

#[test]
fn forms_are_told_by_what_is_in_the_file() {
    for (text, format) in [
        ("5 4\n0 0 1 1\n", Some(Format::Tray)),
        ("\r\n 5\t4 \r\n", Some(Format::Tray)),
        ("0 0 1 1", Some(Format::Tray)),
        ("; 5 4\n  tray:\n1 2", Some(Format::Drawn)),
        ("5 4\ntray:\n1 2", Some(Format::Drawn)),
        ("AA..", Some(Format::RushHour)),
        ("\n\n60 AAoo 12\r\n\n", Some(Format::RushHour)),
        ("aab\na.b\n", None),
        ("AAb\n..b\n...\n", Some(Format::RushHour)),
        ("AAb\n..bc\n...\n", None),
        ("AA.b AA.b\n...b ...b\n.... ....\n", None),
        ("AA..\nAA..\n", None),
        ("AA.......\n.AA......\nAA.......\n", None),
        ("title: tray:\ngoal:\n", None),
        ("5 x\n0 0 1 1", None),
        ("", None),
        (" \n\t\r\n", None),
    ] {
        assert_eq!(Format::of(text.as_bytes()), format, "{text:?}");
    }
}

/// Fails after what it holds.
struct Breaks<'a>(&'a [u8]);

impl Read for Breaks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        if self.0.is_empty() { Err(Error::other("broken")) } else { self.0.read(buffer) }
    }
}

#[test]
fn each_form_is_read_and_others_are_refused() {
    let told = |text: &str| match read("f", text.as_bytes()) {
        Ok(tray) if !tray.named => format!("{} blocks in a tray", tray.blocks.len()),
        Ok(puzzle) => format!("{} blocks", puzzle.blocks.len()),
        Err(error) => error.to_string(),
    };
    for (text, place, phrase) in [
        ("1 2\n0 1 0 1", "1 blocks in a tray", ""),
        ("tray:\nab", "2 blocks", ""),
        ("AA../BB../", "2 blocks", ""),
        ("AA.b\n..bb\n....\n", "f, line 1, column 4: ", "the car b to be straight"),
        ("1 2\n0 1 0 2", "f, line 2: ", "a block inside the tray"),
        (
            "",
            "f, line 1: expected a tray",
            "or a Rush Hour board (a single line, or rows with a car A), found the end",
        ),
        ("\naab\na.b\n", "f, line 2: expected a tray", "found \"aab\""),
    ] {
        let told = told(text);
        assert!(told.starts_with(place) && told.contains(phrase), "{told}");
    }
    let rows = "\nAA.b\r\n..xb\n....\n";
    let board = |text: &str| read("f", text.as_bytes());
    assert_eq!(board(rows), board("AA.b/..xb/..../"));
    assert!(matches!(read("f", Breaks(b"1 2\n")), Err(InputError::Unreadable(_))));
}

#[test]
fn endless_files_are_refused() {
    for byte in [0, b'\n', b'7', b'A', 0xff] {
        assert!(read("f", repeat(byte)).is_err(), "{byte}");
    }
    let long = read("f", (&b"tray:\n"[..]).chain(repeat(b'a')));
    assert!(long.is_err_and(|error| error.to_string().contains("at most 16 MiB")));
    // A tray's integers may have any number of digits.
    let zeros = repeat(b'0').take(1 << 25);
    assert!(read("f", zeros.chain(&b"3 4\n0 0 0 0\n"[..])).is_ok_and(|tray| !tray.named));
}

#[test]
fn names_are_given_in_order() {
    let size = Size { height: 1, width: 70 };
    let puzzle = course::tray(size, size.all().map(|cell| (Shape::rectangle(1, 1), cell)));
    assert!(puzzle.goals.is_empty());
    assert!(puzzle.blocks.iter().map(|block| block.name).eq(grid::names().take(70)));
    let names: HashSet<char> = grid::names().collect();
    assert!(names.len() >= Size::LARGEST.cells() && names.iter().all(|name| grid::can_be_drawn(*name)));
}

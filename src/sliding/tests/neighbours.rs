//! Formats of neighbouring programs: GNOME Klotski levels, Huarong codes, lists of Rush Hour boards.

use crate::{KLOTSKI, drawing, solved};
use traybit_sliding::formats::{Format, gnome, huarong, read, rush_hour};
use traybit_sliding::{Metric, Puzzle};

fn puzzle(text: &str) -> Puzzle {
    read("f", text.as_bytes()).expect(text)
}

fn shortest(puzzle: &Puzzle, metric: Metric) -> usize {
    solved(puzzle, metric).expect("a solution").1
}

#[test]
fn codes_and_boards_are_one_another() {
    let klotski = drawing(KLOTSKI);
    assert_eq!(huarong::write(&klotski).as_deref(), Ok("1A9BF0C00\n"));
    // The best-known board of the index, by both of its codes.
    assert_eq!(huarong::write_short(&klotski).as_deref(), Ok("4WVE1\n"));
    for code in ["1A9BF0C00", "4WVE1", "1a9bf0c00\n"] {
        let read = puzzle(code);
        assert_eq!(Format::of(code.as_bytes()), Some(Format::Huarong));
        assert_eq!((read.blocks.len(), &read.goals), (10, &klotski.goals), "{code}");
        assert_eq!(huarong::write(&read).as_deref(), Ok("1A9BF0C00\n"));
        assert_eq!(shortest(&read, Metric::Path), 81);
    }
}

/// The `ShortCode` of a number.
fn short(number: u64) -> String {
    let digits: Vec<char> = "123456789ABCDEFGHJKMNPQRSTUVWXYZ".chars().collect();
    (0..5).rev().map(|place| digits[(number >> (5 * place) & 31) as usize]).collect()
}

#[test]
fn the_index_has_all_boards_and_no_other() {
    let step = huarong::BOARDS / 40;
    for number in (0..40).map(|part| part * step + part).chain([huarong::BOARDS - 1]) {
        let board = huarong::read("f", short(number).as_bytes()).expect("a board");
        assert_eq!(huarong::write_short(&board), Ok(short(number) + "\n"));
        let code = huarong::write(&board).expect("a code");
        assert_eq!(huarong::read("f", code.as_bytes()).as_ref(), Ok(&board));
    }
    assert!(huarong::write(&puzzle("VZ7Z1")).unwrap_err().contains("huarong-short"));
    assert!(huarong::read("f", short(huarong::BOARDS).as_bytes()).is_err());
    // No room for the 2×2 block, blocks that overlap, one free cell, more bits than cells.
    for wrong in ["3A9BF0C00", "1A9BF0C01", "0FFFFFFFF", "F00000000", "1A9BF", "1I9BF0C00"] {
        let read = huarong::read("f", wrong.as_bytes());
        assert!(read.is_err() || wrong.len() == 5, "{wrong}: {read:?}");
    }
}

/// A level whose block passes a gate and then turns, as written in the program's source.
const LEVEL: &str = "######\n#a**b#\n#a**b#\n#c  d#\n##--##\n    ..\n    ..\n";

#[test]
fn levels_are_read_and_written() {
    let level = puzzle(LEVEL);
    assert_eq!(Format::of(LEVEL.as_bytes()), Some(Format::Gnome));
    assert_eq!((level.size.height, level.size.width, level.blocks.len()), (7, 6, 5));
    assert_eq!(level.gates[0].admits, ['*']);
    assert_eq!((shortest(&level, Metric::Slide), shortest(&level, Metric::Step)), (2, 6));
    let source: Vec<String> = LEVEL.lines().map(|row| format!("  \"{row:<6}\" +\n")).collect();
    assert_eq!(puzzle(&source.concat()), level);
    assert!(level.blocks.is_sorted_by_key(|block| block.anchor));
    assert_eq!(gnome::write(&level).as_deref(), Ok(LEVEL));
    let told = gnome::read("f", b"###\n#*#\n#.#\n#.#\n");
    assert!(told.is_err_and(|told| told.to_string().contains("a block * and cells . of its shape")));
}

#[test]
fn the_block_of_a_level_is_told_apart_from_its_equals() {
    // Block b would be there in one slide.
    let level = "######\n#*b .#\n#    #\n######\n";
    assert_eq!(shortest(&puzzle(level), Metric::Slide), 2);
    assert_eq!(gnome::write(&puzzle(level)).as_deref(), Ok(level));
}

#[test]
fn blocks_of_a_level_are_any_characters() {
    let level = "#######\n#*;{x0.#\n#  : ,#\n#######\n";
    let read = puzzle(level);
    assert_eq!((Format::of(level.as_bytes()), read.blocks.len()), (Some(Format::Gnome), 7));
    assert_eq!(gnome::write(&read).as_deref(), Ok(level));
}

#[test]
fn a_list_states_its_moves() {
    let free = "o".repeat(26);
    let list = format!("1 AAoooooooo{free} 5\n2 AAoBoooooB{free} 20\n");
    assert_eq!(Format::of(list.as_bytes()), Some(Format::RushHourList));
    let entries = rush_hour::read_list("f", list.as_bytes()).expect("a list");
    assert_eq!(entries.iter().map(|entry| (entry.line, entry.moves)).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
    for entry in &entries {
        assert_eq!(shortest(&entry.puzzle, Metric::Slide) as u64, entry.moves);
    }
    let single = read("f", list.as_bytes());
    assert!(single.is_err_and(|told| told.to_string().contains("`traybit batch` takes")));
    let wrong = rush_hour::read_list("f", b"1 AAoo 5\n2 AAo 5\n");
    assert!(wrong.is_err_and(|told| told.to_string().starts_with("f, line 2, column 3")));
}

//! Random puzzles, and what is left of them when they are written and read back.

use std::collections::{HashMap, HashSet};
use std::io::{Error, Read, repeat};

use proptest::prelude::{Just, Strategy, any};
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_sliding::formats::course::{Block, Goal, Tray};
use traybit_sliding::formats::drawn::goals::exit_anchors;
use traybit_sliding::formats::names;
use traybit_sliding::formats::{Content, Format, course, drawing, drawn, read, rush_hour};
use traybit_sliding::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};

/// Names of blocks in any order, and marks.
const NAMES: &str = "zaB3木+é\"x'o\\@~A-*=";
const MARKS: &str = ">%<&";

/// Numbers from which a puzzle is made; each list is gone through as often as needed.
#[derive(Clone, Debug)]
struct Seeds {
    size: Size,
    /// For each cell: 0 is a wall, 1 to 4 a gate, all else free.
    floor: Vec<u8>,
    /// For each cell: 0 is left free, others make blocks where equals touch.
    labels: Vec<u8>,
    numbers: Vec<u8>,
    goals: usize,
    leaves: bool,
}

fn seeds() -> impl Strategy<Value = Seeds> {
    (1..=7u16, 1..=7u16, any::<bool>()).prop_flat_map(|(height, width, has_floor)| {
        let cells = usize::from(height) * usize::from(width);
        let floor = collection::vec(if has_floor { 0..12u8 } else { 9..12u8 }, cells);
        let labels = collection::vec(0..4u8, cells);
        let numbers = collection::vec(any::<u8>(), 64);
        (Just(Size { height, width }), floor, labels, numbers, 0..12usize, any::<bool>()).prop_map(
            |(size, floor, labels, numbers, goals, leaves)| Seeds {
                size,
                floor,
                labels,
                numbers,
                goals,
                leaves,
            },
        )
    })
}

/// The puzzle that seeds stand for.
fn grown(seeds: &Seeds) -> Puzzle {
    let mut numbers = seeds.numbers.iter().copied().cycle();
    let mut next = || numbers.next().unwrap();
    let width = usize::from(seeds.size.width);
    let floor = seeds.floor.iter().map(|seed| match seed {
        0 => Floor::Wall,
        1..=4 => Floor::Gate(usize::from(*seed) - 1),
        _ => Floor::Open,
    });
    let floor: Vec<Floor> = floor.collect();
    let mut names: Vec<char> = NAMES.chars().collect();
    let turn = usize::from(next()) % names.len();
    names.rotate_left(turn);
    let blocks: Vec<Piece> = components(seeds)
        .into_iter()
        .zip(names)
        .map(|(cells, name)| {
            let (shape, anchor) = Shape::of(&cells);
            let freedom = [Freedom::Both, Freedom::Across, Freedom::Down, Freedom::Fixed, Freedom::Both];
            Piece {
                name,
                shape,
                anchor,
                freedom: freedom[usize::from(next()) % 5],
                labelled: next() % 4 == 0,
            }
        })
        .collect();
    let mut gates: Vec<Gate> = MARKS
        .chars()
        .map(|mark| Gate {
            mark,
            admits: blocks.iter().map(|block| block.name).filter(|_| next() % 3 == 0).collect(),
            is_exit: next() % 2 == 0,
        })
        .collect();
    for block in &blocks {
        for (row, column) in block.shape.cells_at(block.anchor) {
            if let Floor::Gate(gate) = floor[usize::from(row) * width + usize::from(column)] {
                gates[gate].admits.push(block.name);
            }
        }
    }
    let (title, source) = (Some("A title: with ; signs".to_owned()), None);
    let mut parts = Parts { title, source, floor, gates, blocks, ..Parts::open(seeds.size) };
    for _ in 0..seeds.goals {
        let mut goal = Vec::new();
        for block in 0..parts.blocks.len() {
            let anchor = (next() as u16 % parts.size.height, next() as u16 % parts.size.width);
            let target = Target { block, anchor };
            let with_it = [&goal[..], &[target]].concat();
            let tried = Parts { goals: vec![with_it.clone()], ..parts.clone() };
            if next() % 2 == 0 && Puzzle::new(tried).is_ok() {
                goal = with_it;
            }
        }
        parts.goals.push(goal);
    }
    if seeds.leaves && !parts.blocks.is_empty() {
        let block = usize::from(next()) % parts.blocks.len();
        let exits: Vec<Cell> = exit_anchors(&parts, &parts.blocks[block]).collect();
        parts.goals.extend(exits.into_iter().map(|anchor| vec![Target { block, anchor }]));
    }
    Puzzle::new(parts).expect("a valid puzzle")
}

/// Cells that touch and have one label, in the reading order of their first ones.
fn components(seeds: &Seeds) -> Vec<Vec<Cell>> {
    let (height, width) = (seeds.size.height, seeds.size.width);
    let number = |(row, column): Cell| usize::from(row) * usize::from(width) + usize::from(column);
    let mut labels = seeds.labels.clone();
    let mut found = Vec::new();
    for first in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let label = labels[number(first)];
        let mut cells = Vec::new();
        let mut open = vec![first];
        while let Some((row, column)) = open.pop() {
            let is_inside = row < height && column < width;
            let is_floor = is_inside && seeds.floor[number((row, column))] != 0;
            if label == 0 || !is_floor || labels[number((row, column))] != label {
                continue;
            }
            labels[number((row, column))] = 0;
            cells.push((row, column));
            open.extend([
                (row + 1, column),
                (row, column + 1),
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
            ]);
        }
        if !cells.is_empty() {
            found.push(cells);
        }
    }
    found
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

proptest! {
    #[test]
    fn drawings_are_read_back(seeds in seeds()) {
        let puzzle = grown(&seeds);
        let text = drawing::write(&puzzle).unwrap();
        prop_assert_eq!(Format::of(text.as_bytes()), Some(Format::Drawn));
        prop_assert_eq!(drawn::read("f", text.as_bytes()), Ok(puzzle.clone()), "{}", text);
        let ended = text.replace('\n', " \r\n");
        prop_assert_eq!(drawn::read("f", ended.as_bytes()), Ok(puzzle));
    }

    #[test]
    fn pairs_are_read_back(seeds in seeds()) {
        let rectangles = Seeds { floor: vec![9; seeds.floor.len()], ..seeds };
        let blocks = components(&rectangles).into_iter().map(|cells| Shape::of(&cells));
        let blocks = blocks.filter(|(shape, _)| shape.is_rectangle()).map(|(shape, (top, left))| {
            Block { top, left, height: shape.height(), width: shape.width() }
        });
        // From the last block to the first, since a tray keeps any order.
        let mut blocks: Vec<Block> = blocks.collect();
        blocks.reverse();
        let tray = Tray::new(rectangles.size, blocks.clone()).unwrap();
        blocks.truncate(rectangles.goals);
        let goal = Goal::new(rectangles.size, blocks).unwrap();
        let puzzle = course::puzzle(&tray, Some(&goal));
        prop_assert_eq!(course::write(&puzzle), Ok((tray, goal)));
        let text = drawing::write(&puzzle).unwrap();
        prop_assert_eq!(drawn::read("f", text.as_bytes()), Ok(named(in_reading_order(&puzzle))));
    }

    #[test]
    fn boards_are_read_back(seeds in seeds(), wall in 0..12usize) {
        let text = board(&seeds, wall);
        let Ok(puzzle) = rush_hour::read("f", text.as_bytes()) else {
            // There is no car that lies across, or the wall is where it has to get to.
            prop_assert!(!text.contains('A') || text.contains('#'), "{text}");
            return Ok(());
        };
        let written = rush_hour::write(&puzzle).unwrap();
        prop_assert_eq!(Format::of(written.as_bytes()), Some(Format::RushHour));
        prop_assert_eq!(rush_hour::read("f", written.as_bytes()), Ok(puzzle.clone()));
        let drawing = drawing::write(&puzzle).unwrap();
        prop_assert_eq!(drawn::read("f", drawing.as_bytes()), Ok(puzzle));
    }
}

/// Cars made of the straight components, the first that lies across called A, and a wall; `/` ends each row.
fn board(seeds: &Seeds, wall: usize) -> String {
    let (height, width) = (usize::from(seeds.size.height), usize::from(seeds.size.width));
    let mut cells = vec![vec!['.'; width]; height];
    if let Some(cell) = cells.iter_mut().flatten().nth(wall) {
        *cell = '#';
    }
    let mut names = ('B'..='Z').chain('p'..='w');
    let open = Seeds { floor: seeds.floor.iter().map(|_| 9).collect(), ..seeds.clone() };
    for cells_of_car in components(&open) {
        let (shape, _) = Shape::of(&cells_of_car);
        let is_car = shape.is_rectangle() && shape.height().min(shape.width()) == 1 && shape.area() > 1;
        if !is_car {
            continue;
        }
        let has_red = cells.iter().flatten().any(|c| *c == 'A');
        let name = if shape.height() == 1 && !has_red { Some('A') } else { names.next() };
        let places = || cells_of_car.iter().map(|cell| (usize::from(cell.0), usize::from(cell.1)));
        if let Some(name) = name
            && places().all(|(row, column)| cells[row][column] == '.')
        {
            places().for_each(|(row, column)| cells[row][column] = name);
        }
    }
    let rows: Vec<String> = cells.iter().map(String::from_iter).collect();
    format!("{}/\n", rows.join("/"))
}

#[test]
fn the_fullest_tray_is_written_and_read() {
    let size = Size::LARGEST;
    let cells = (0..256).flat_map(|row| (0..256).map(move |column| (row, column)));
    let blocks: Vec<Block> = cells.map(|(top, left)| Block { top, left, height: 1, width: 1 }).collect();
    let goal = Goal::new(size, blocks.iter().rev().copied().collect()).unwrap();
    let tray = Tray::new(size, blocks).unwrap();
    let puzzle = course::puzzle(&tray, Some(&goal));
    let text = drawing::write(&puzzle).unwrap();
    // Without `assert_eq!`, which would print every block.
    assert!(drawn::read("f", text.as_bytes()) == Ok(named(puzzle.clone())));
    assert_eq!(course::write(&puzzle), Ok((tray, goal)));
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
        Ok(Content::Tray(tray)) => format!("{} blocks in a tray", tray.blocks().len()),
        Ok(Content::Puzzle(puzzle)) => format!("{} blocks", puzzle.blocks.len()),
        Err(error) => error.to_string(),
    };
    let formats = "expected a tray (2 integers first), a drawing (with a line `tray:`) or a Rush Hour board (a single line, or rows with a car A), found";
    assert_eq!(told("1 2\n0 1 0 1"), "1 blocks in a tray");
    assert_eq!(told("tray:\nab"), "2 blocks");
    assert_eq!(told("AA../BB../"), "2 blocks");
    let rows = "\nAA.b\r\n..xb\n....\n";
    let board = |text: &str| read("f", text.as_bytes());
    assert_eq!(board(rows), board("AA.b/..xb/..../"));
    let bent = "AA.b\n..bb\n....\n";
    assert!(told(bent).contains("f, line 1, column 4: expected the car b to be straight"), "{}", told(bent));
    assert_eq!(
        told("1 2\n0 1 0 2"),
        "f, line 2: expected a block inside the tray (rows 0 to 0, columns 0 to 1), found 0 1 0 2"
    );
    assert_eq!(told(""), format!("f, line 1: {formats} the end of the file"));
    assert_eq!(told("\naab\na.b\n"), format!("f, line 2: {formats} \"aab\""));
    assert_eq!(
        read("f", Breaks(b"1 2\n")),
        Err(InputError::Unreadable("f: cannot be read: broken".to_owned()))
    );
}

#[test]
fn endless_files_are_refused() {
    for byte in [0, b'\n', b'7', b'A', 0xff] {
        assert!(read("f", repeat(byte)).is_err(), "{byte}");
    }
    let long = read("f", (&b"tray:\n"[..]).chain(repeat(b'a')));
    assert_eq!(
        long,
        Err(InputError::Invalid("f: expected a drawing of at most 16 MiB, found more".to_owned()))
    );
    // A tray's integers may have any number of digits.
    let zeros = repeat(b'0').take(1 << 25);
    assert!(matches!(read("f", zeros.chain(&b"3 4\n0 0 0 0\n"[..])), Ok(Content::Tray(_))));
}

#[test]
fn names_are_given_in_order() {
    let tray = Tray::new(
        Size { height: 1, width: 70 },
        (0..70).map(|left| Block { top: 0, left, height: 1, width: 1 }).collect(),
    );
    let puzzle = course::puzzle(&tray.unwrap(), None);
    assert!(puzzle.goals.is_empty());
    assert!(puzzle.blocks.iter().map(|block| block.name).eq(names::in_order().take(70)));
    let names: HashSet<char> = names::in_order().collect();
    assert!(names.len() >= Size::LARGEST.cells() && names.iter().all(|name| names::can_be_drawn(*name)));
}

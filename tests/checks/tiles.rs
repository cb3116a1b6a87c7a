//! Fuzzed boards of tiles, lists of them, and solutions: read, written, read again, and played by plain rules.

use std::iter::repeat_n;

use traybit_core::grid::LONGEST_SIDE;
use traybit_core::space::{Space, Walker};
use traybit_core::{Key, Size};
use traybit_tiles::bytes::{Bytes, Slides};
use traybit_tiles::checker::Game;
use traybit_tiles::formats::{FileFormat, read, read_list, write};
use traybit_tiles::solution::{Moves, RawMove, write as write_moves};
use traybit_tiles::space::Packed;
use traybit_tiles::{Arrangement, Board, Direction, Notation, in_tile_space};

use crate::parts::parts;

/// Cells of the largest boards that are played packed, and moves made there: more would take too long.
const MOST_CELLS: usize = 256;
const MOST_MOVES: usize = 32;
/// Moves made on plain boards.
const MOST_PLAIN_MOVES: usize = 2048;

const FORMATS: [FileFormat; 3] = [FileFormat::Course, FileFormat::Rows, FileFormat::Line];

/// Checks a board or a list, and moves.
pub fn check(data: &[u8]) {
    let [file, moves] = parts(data);
    for format in FORMATS {
        if let Ok(board) = read("board", file, Some(format)) {
            same_board(&board);
        }
    }
    for size in [None, Some(Size { height: 2, width: 3 })] {
        for entry in read_list("list", file, size).into_iter().flatten() {
            // Rows with bars between them have their own number and length.
            let has_size = entry.line.is_some() && !file.contains(&b'/');
            assert!(size.is_none_or(|size| !has_size || entry.board.size() == size));
            same_board(&entry.board);
        }
    }
    let listed = same_moves(moves);
    if let Ok(board) = read("board", file, None) {
        play(&board, &listed[..listed.len().min(MOST_PLAIN_MOVES)]);
        if board.size().cells() <= MOST_CELLS && board.is_plain() {
            let start = Arrangement::new(&board, &Board::blank_last(board.size()));
            let directions: Vec<Direction> =
                listed.iter().map(|step| step.direction).take(MOST_MOVES).collect();
            in_tile_space!(&start, false, space => walk_in(space, &start, &directions));
            match board.size().cells() {
                0..=16 => walk_in_bytes::<16>(&start, &directions),
                17..=32 => walk_in_bytes::<32>(&start, &directions),
                33..=64 => walk_in_bytes::<64>(&start, &directions),
                65..=96 => walk_in_bytes::<96>(&start, &directions),
                97..=128 => walk_in_bytes::<128>(&start, &directions),
                _ => walk_in_bytes::<MOST_CELLS>(&start, &directions),
            }
        }
    }
}

/// Checks that a board is valid, and the same in all file formats.
fn same_board(board: &Board) {
    let mut seen = vec![false; board.size().cells()];
    for tile in board.numbers().into_iter().flatten() {
        assert!(!std::mem::replace(&mut seen[usize::from(tile)], true), "{tile} twice");
    }
    assert_eq!(board.tiles()[board.blank()], 0);
    for format in FORMATS.into_iter().filter(|format| format.holds(board.size())) {
        assert_eq!(
            read("again", write(board, format).as_bytes(), Some(format)).as_ref(),
            Ok(board),
            "{format:?}"
        );
    }
    // A single row or column can be mistaken for a board of N rows or for one of the size N.
    if board.size().height > 1 && board.size().width > 1 {
        let usual = write(board, FileFormat::usual(board.size()));
        assert_eq!(read("again", usual.as_bytes(), None).as_ref(), Ok(board));
    }
    if board.is_plain() {
        let goal = Board::blank_last(board.size());
        assert_eq!(Arrangement::new(board, &goal).board(&goal), *board);
    }
}

/// A tile, if it is named, and where it moves.
type Step = (Option<u64>, Direction);

/// Checks the moves of a list up to its first error against a plain reading, and returns them.
fn same_moves(file: &[u8]) -> Vec<RawMove> {
    let unmarked = file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file);
    let lines = unmarked.split(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.split(|byte| *byte == b'#').next().expect("a first part").trim_ascii());
    let mut lines = lines.filter(|line| !line.is_empty()).peekable();
    // A list that begins with a row of a board has numbered moves, and boards between them.
    let is_row = |line: &[u8]| {
        line.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b'x')
    };
    let is_drawn = lines.peek().is_some_and(|line| is_row(line));
    let (mut listed, mut moves) = (Vec::new(), Moves::new("moves", file, None));
    for (line, number) in lines.filter(|line| !is_drawn || !is_row(line)).zip(1..) {
        let expected = if is_drawn {
            let step = line.strip_prefix(format!("{number}:").as_bytes()).and_then(plain_move);
            step.map(|step| vec![step])
        } else {
            plain_letters(line).or_else(|| Some(vec![plain_move(line)?]))
        };
        let Some(expected) = expected else {
            assert!(moves.next_move().is_err(), "{}", line.escape_ascii());
            return listed;
        };
        for expected in expected {
            let step = moves.next_move().expect("a line of moves").expect("a move");
            assert_eq!((step.tile.map(u64::from), step.direction), expected);
            listed.push(step);
        }
    }
    assert_eq!(moves.next_move(), Ok(None));
    listed
}

/// Reads a line of letters, each with a count or without.
fn plain_letters(line: &[u8]) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for word in str::from_utf8(line).ok()?.split_ascii_whitespace() {
        let mut pushes = Vec::new();
        for c in word.chars() {
            if c.is_ascii_digit() {
                let (_, count): &mut (Direction, String) = pushes.last_mut()?;
                count.push(c);
            } else {
                pushes.push((plain_direction(c)?, String::new()));
            }
        }
        for (direction, count) in pushes {
            let count = if count.is_empty() { 1 } else { count.parse().ok()? };
            if !(1..usize::from(LONGEST_SIDE)).contains(&count) {
                return None;
            }
            steps.extend(repeat_n((None, direction), count));
        }
    }
    Some(steps)
}

/// Reads a line that is a move.
fn plain_move(line: &[u8]) -> Option<Step> {
    let text = str::from_utf8(line).ok()?.to_ascii_uppercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words[..] {
        ["NORTH"] => Some((None, Direction::Down)),
        ["EAST"] => Some((None, Direction::Left)),
        ["SOUTH"] => Some((None, Direction::Up)),
        ["WEST"] => Some((None, Direction::Right)),
        [digits, letter] => {
            let mut digits = digits.chars().map(|c| c.to_digit(10).map(u64::from));
            let tile = digits.try_fold(0, |value, digit| Some((value * 10 + digit?).min(u32::MAX.into())))?;
            let mut letters = letter.chars();
            let direction = plain_direction(letters.next()?)?;
            letters.next().is_none().then_some((Some(tile), direction))
        }
        _ => None,
    }
}

fn plain_direction(letter: char) -> Option<Direction> {
    match letter.to_ascii_uppercase() {
        'U' => Some(Direction::Up),
        'D' => Some(Direction::Down),
        'L' => Some(Direction::Left),
        'R' => Some(Direction::Right),
        _ => None,
    }
}

/// Plays moves with the checker and on a plain list of cells.
fn play(board: &Board, moves: &[RawMove]) {
    let width = usize::from(board.size().width);
    let mut cells = board.tiles().to_vec();
    let mut game = Game::new(board);
    let mut made = Vec::new();
    for step in moves {
        let blank = cells.iter().position(|tile| *tile == 0).expect("a blank");
        let from = match step.direction {
            Direction::Up => Some(blank + width).filter(|&from| from < cells.len()),
            Direction::Down => blank.checked_sub(width),
            Direction::Left => Some(blank + 1).filter(|from| from % width > 0),
            Direction::Right => blank.checked_sub(1).filter(|_| blank % width > 0),
        };
        let from = from.filter(|&from| !board.is_wall(from));
        let from = from.filter(|&from| step.tile.is_none_or(|tile| tile == u32::from(cells[from])));
        let moved = game.apply(*step).ok();
        assert_eq!(moved, from.map(|from| cells[from]));
        if let Some(from) = from {
            cells.swap(blank, from);
            made.push(step.direction);
        }
    }
    let end = Board::new(board.size(), cells).expect("the tiles of a board");
    assert_eq!(game.missing(&end), None);
    for notation in [Notation::Tiles, Notation::Blank, Notation::Letters, Notation::Boards] {
        let text = write_moves(board, &made, notation);
        let mut again = Moves::new("again", text.as_bytes(), Some(board));
        for direction in &made {
            let step = again.next_move().expect("a move that was written").expect("as many as were made");
            assert_eq!(step.direction, *direction);
        }
        assert_eq!(again.next_move(), Ok(None));
    }
}

/// Makes moves on boards packed in a key and on a plain one.
fn walk_in<K: Key>(space: &Packed<K>, start: &Arrangement, directions: &[Direction]) {
    let (mut plain, mut state) = (start.clone(), space.start());
    let mut walker = Walker::new(space);
    for &direction in directions {
        assert_eq!(walker.is_goal(&state), plain.manhattan() == 0);
        let (mut homes, next) = (Vec::new(), walker.all(&state));
        for direction in Direction::ALL {
            let mut beside = plain.clone();
            let found = next.iter().find(|(_, step)| Direction::from(*step) == direction);
            assert_eq!(beside.slide(direction), found.is_some());
            let Some((successor, _)) = found else { continue };
            homes.clear();
            assert_eq!(space.homes(successor, &mut homes), beside.blank());
            assert_eq!(homes, beside.homes());
        }
        if let Some((successor, _)) = next.into_iter().find(|(_, step)| Direction::from(*step) == direction) {
            state = successor;
            plain.slide(direction);
        }
    }
}

/// Makes moves on boards packed in bytes and on a plain one.
fn walk_in_bytes<const N: usize>(start: &Arrangement, directions: &[Direction]) {
    let tables = Slides::new(start);
    let (mut plain, mut packed) = (start.clone(), tables.pack::<N>(start));
    for &direction in directions {
        assert_eq!(tables.slide(&packed, direction).is_some(), plain.slide(direction));
        packed = tables.after(&packed, direction);
        let fields = |board: &Bytes<N>| (board.homes, board.blank, board.hash, board.manhattan);
        assert_eq!(fields(&packed), fields(&tables.pack(&plain)));
    }
}

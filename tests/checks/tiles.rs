//! Fuzzed boards of tiles, lists of them, and solutions: read, written, read again, and played by plain rules.

use traybit_core::space::{Space, Walker};
use traybit_core::{Key, Size};
use traybit_tiles::bytes::Slides;
use traybit_tiles::checker::Game;
use traybit_tiles::formats::{FileFormat, read, read_list, write};
use traybit_tiles::solution::{Moves, RawMove, write as write_moves};
use traybit_tiles::space::Packed;
use traybit_tiles::{Arrangement, Board, Direction, Notation, in_bytes, in_tile_space};

use crate::parts::parts;

/// Cells of the largest boards that are played, and moves made on packed ones: more would take too long.
const MOST_CELLS: usize = 256;
const MOST_MOVES: usize = 32;

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
            assert!(size.is_none_or(|size| entry.line.is_none() || entry.board.size() == size));
            same_board(&entry.board);
        }
    }
    let listed = same_moves(moves);
    if let Ok(board) = read("board", file, None) {
        play(&board, &listed);
        if board.size().cells() <= MOST_CELLS && board.is_plain() {
            let start = Arrangement::new(&board, &Board::blank_last(board.size()));
            let directions: Vec<Direction> =
                listed.iter().map(|step| step.direction).take(MOST_MOVES).collect();
            in_tile_space!(&start, false, space => walk_in(space, &start, &directions));
            in_bytes!(board.size().cells(), N => walk_in_bytes::<N>(&start, &directions));
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

/// Checks the moves of a list up to its first error against a plain reading, and returns them.
fn same_moves(file: &[u8]) -> Vec<RawMove> {
    let mut lines =
        file.split(|byte| *byte == b'\n').filter(|line| is_long(line) || !line.trim_ascii().is_empty());
    let mut listed = Vec::new();
    let mut moves = Moves::new("moves", file);
    // A list that begins with a row of a board has numbered moves, and boards between them.
    let is_row = |line: &[u8]| {
        line.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b'x')
    };
    let is_drawn = lines.clone().next().is_some_and(|line| is_row(line) && !is_long(line));
    let mut lines = lines.by_ref().filter(|line| !is_drawn || !is_row(line) || is_long(line));
    loop {
        let number = format!("{}:", listed.len() + 1);
        let text = |line: &'_ [u8]| {
            let text = line.trim_ascii();
            if is_drawn {
                text.strip_prefix(number.as_bytes()).map(<[u8]>::to_vec)
            } else {
                Some(text.to_vec())
            }
        };
        let expected =
            lines.next().map(|line| text(line).and_then(|text| plain_move(&text)).filter(|_| !is_long(line)));
        let found = moves.next_move();
        match (expected, found) {
            (None, Ok(None)) | (Some(None), Err(_)) => return listed,
            (Some(Some((tile, direction))), Ok(Some(step))) => {
                assert_eq!((step.tile.map(u64::from), step.direction), (tile, direction));
                listed.push(step);
            }
            (expected, found) => panic!("expected {expected:?}, found {found:?}"),
        }
    }
}

/// True if a line has two kibibytes, which is an error whatever it holds.
fn is_long(line: &[u8]) -> bool {
    line.len() >= 1 << 11
}

/// Reads a line that is a move.
fn plain_move(line: &[u8]) -> Option<(Option<u64>, Direction)> {
    let text = str::from_utf8(line).ok()?;
    let words: Vec<String> = text.split_ascii_whitespace().map(str::to_ascii_uppercase).collect();
    let tile = |digits: &str| {
        let mut digits = digits.chars().map(|c| c.to_digit(10).map(u64::from));
        digits.try_fold(0, |value, digit| Some((value * 10 + digit?).min(u32::MAX.into())))
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["NORTH"] => Some((None, Direction::Down)),
        ["EAST"] => Some((None, Direction::Left)),
        ["SOUTH"] => Some((None, Direction::Up)),
        ["WEST"] => Some((None, Direction::Right)),
        [digits, letter] => {
            let direction = match letter {
                "U" => Direction::Up,
                "D" => Direction::Down,
                "L" => Direction::Left,
                "R" => Direction::Right,
                _ => return None,
            };
            Some((Some(tile(digits)?), direction))
        }
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
    for notation in [Notation::Tiles, Notation::Blank] {
        let text = write_moves(board, &made, notation);
        let mut again = Moves::new("again", text.as_bytes());
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
        let fresh = tables.pack::<N>(&plain);
        assert_eq!((packed, packed.hash, packed.manhattan), (fresh, fresh.hash, fresh.manhattan));
    }
}

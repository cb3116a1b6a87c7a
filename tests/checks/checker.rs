//! The checker against another one, written from the contract alone: both give the same status to any three files.

use std::cmp::Ordering;
use std::io::Read;
use std::sync::atomic::AtomicU64;

use traybit_app::cli::files::FileFaults;
use traybit_app::cli::replay::{replay, verdict};
use traybit_sliding::formats::course::{self, Tray, read_goal, read_tray};

use crate::dribble::Dribble;
use crate::parts::parts;

/// A tray, a goal and moves.
pub fn check(data: &[u8]) {
    let [tray, goal, moves] = parts(data);
    let expected = reference(tray, goal, moves);
    assert_eq!(status(tray, goal, moves), expected);
    assert_eq!(status(tray, goal, Dribble(moves)), expected);
}

fn status(tray: &[u8], goal: &[u8], moves: impl Read) -> u8 {
    let tray = read_tray("INIT", tray);
    let goal = read_goal("GOAL", goal, tray.as_ref().ok().map(Tray::size));
    let problem = match (tray, goal) {
        (Ok(tray), Ok(goal)) => Ok(course::puzzle(&tray, Some(&goal))),
        (tray, goal) => Err(FileFaults::of([tray.err(), goal.err()].into_iter().flatten())),
    };
    let replayed = replay(problem.as_ref().ok(), "standard input", moves, &AtomicU64::new(0), |_| ());
    verdict(&problem, &replayed).code()
}

/// The contract, line by line.
fn reference(tray: &[u8], goal: &[u8], moves: &[u8]) -> u8 {
    let Some(moves) = integers::<4>(lines(moves)) else { return 4 };
    let Some(mut game) = Game::of(tray, goal) else { return 5 };
    if !moves.into_iter().all(|step| game.slide(step)) {
        return 6;
    }
    u8::from(!game.goal.iter().all(|wanted| game.blocks.contains(wanted)))
}

/// The lines of a file; the end of the last one is optional.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let last = lines.pop().unwrap_or_default();
    let mut lines: Vec<&[u8]> = lines.iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    if !last.is_empty() {
        lines.push(last);
    }
    lines
}

/// Lines that hold exactly `N` integers each; one that is past every tray stays past every tray.
fn integers<const N: usize>(lines: Vec<&[u8]>) -> Option<Vec<[u64; N]>> {
    let integer = |word: &[u8]| {
        let digit = |value: u64, byte: &u8| {
            byte.is_ascii_digit().then(|| (value * 10 + u64::from(byte - b'0')).min(1 << 40))
        };
        word.iter().try_fold(0, digit)
    };
    let line = |line: &[u8]| -> Option<[u64; N]> {
        let words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
        words.map(integer).collect::<Option<Vec<u64>>>()?.try_into().ok()
    };
    lines.into_iter().map(line).collect()
}

/// Corners: top row, left column, bottom row, right column.
type Corners = [u64; 4];

struct Game {
    height: u64,
    width: u64,
    blocks: Vec<Corners>,
    goal: Vec<Corners>,
}

impl Game {
    fn of(tray: &[u8], goal: &[u8]) -> Option<Self> {
        let mut rows = lines(tray);
        if rows.is_empty() {
            return None;
        }
        let blocks = rows.split_off(1);
        let [height, width] = integers::<2>(rows)?[0];
        if !(1..=256).contains(&height) || !(1..=256).contains(&width) {
            return None;
        }
        let blocks = placed(integers(blocks)?, height, width)?;
        Some(Self { height, width, blocks, goal: placed(integers(lines(goal))?, height, width)? })
    }

    /// One cell after another; whether the move is possible.
    fn slide(&mut self, [row, column, to_row, to_column]: [u64; 4]) -> bool {
        let found = self.blocks.iter().position(|block| block[..2] == [row, column]);
        let Some(number) = found.filter(|_| row == to_row || column == to_column) else { return false };
        loop {
            let [top, left, bottom, right] = self.blocks[number];
            if (top, left) == (to_row, to_column) {
                return true;
            }
            let step = |at: u64, from: u64, to: u64| match from.cmp(&to) {
                Ordering::Less => Some(at + 1),
                Ordering::Equal => Some(at),
                Ordering::Greater => at.checked_sub(1),
            };
            let rows = [top, bottom].map(|at| step(at, top, to_row));
            let columns = [left, right].map(|at| step(at, left, to_column));
            let ([Some(top), Some(bottom)], [Some(left), Some(right)]) = (rows, columns) else {
                return false;
            };
            let moved = [top, left, bottom, right];
            let inside = bottom < self.height && right < self.width;
            let others = self.blocks.iter().enumerate().filter(|(other, _)| *other != number);
            if !inside || others.into_iter().any(|(_, other)| meet(&moved, other)) {
                return false;
            }
            self.blocks[number] = moved;
        }
    }
}

/// The blocks, if they are some, lie inside and are apart.
fn placed(blocks: Vec<Corners>, height: u64, width: u64) -> Option<Vec<Corners>> {
    for (number, block) in blocks.iter().enumerate() {
        let [top, left, bottom, right] = *block;
        let is_block = top <= bottom && left <= right && bottom < height && right < width;
        if !is_block || blocks[..number].iter().any(|other| meet(block, other)) {
            return None;
        }
    }
    Some(blocks)
}

/// Whether two rectangles have a cell in common.
fn meet(one: &Corners, other: &Corners) -> bool {
    one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]
}

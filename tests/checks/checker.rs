//! The checker against another one, written from the contract alone: both give the same status to any three files.

use std::io::Read;
use std::sync::atomic::AtomicU64;

use traybit_core::{Shape, Size};
use traybit_program::Failure;
use traybit_program::checker::{replay, verdict};
use traybit_sliding::formats::course::{self, Placed, read_goal, read_tray};
use traybit_sliding::{Puzzle, Rules, Slide};

use crate::parts::{Dribble, parts};
use crate::referee::Place;

/// A tray, a goal and moves.
pub fn check(data: &[u8]) {
    let [tray, goal, moves] = parts(data);
    let expected = reference(tray, goal, moves);
    assert_eq!(status(tray, goal, moves), expected);
    assert_eq!(status(tray, goal, Dribble(moves)), expected);
}

fn status(tray: &[u8], goal: &[u8], moves: impl Read) -> u8 {
    let tray = read_tray("INIT", tray);
    let goal = read_goal("GOAL", goal, tray.as_ref().ok().map(|tray| tray.size));
    let problem = match (tray, goal) {
        (Ok(tray), Ok(goal)) => Ok(course::with_goal(tray, goal)),
        (tray, goal) => Err(Failure::of([tray.err(), goal.err()].into_iter().flatten())),
    };
    let replayed = replay(problem.as_ref().ok(), "standard input", moves, &AtomicU64::new(0), |_| ());
    verdict(problem.as_ref().err(), &replayed).0 as u8
}

/// The contract, line by line; moves by the plain reference.
fn reference(tray: &[u8], goal: &[u8], moves: &[u8]) -> u8 {
    let Some(moves) = integers::<4>(lines(moves)) else { return 4 };
    let Some(puzzle) = puzzle(tray, goal) else { return 5 };
    let rules = Rules::of(&puzzle);
    let mut place = Place::start(&rules, &puzzle);
    for [row, column, to_row, to_column] in moves {
        let step = Slide { from: (row, column), to: (to_row, to_column) };
        let Some(after) = place.after(step) else { return 6 };
        place.set(after);
    }
    u8::from(!rules.is_won(&place.position))
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
fn integers<const N: usize>(lines: Vec<&[u8]>) -> Option<Vec<[u32; N]>> {
    let integer = |word: &[u8]| {
        let digit = |value: u32, byte: &u8| {
            byte.is_ascii_digit().then(|| value.saturating_mul(10).saturating_add(u32::from(byte - b'0')))
        };
        word.iter().try_fold(0, digit)
    };
    let line = |line: &[u8]| -> Option<[u32; N]> {
        let words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
        words.map(integer).collect::<Option<Vec<u32>>>()?.try_into().ok()
    };
    lines.into_iter().map(line).collect()
}

/// Corners: top row, left column, bottom row, right column.
type Corners = [u32; 4];

/// The puzzle of a tray and a goal, if they are valid.
fn puzzle(tray: &[u8], goal: &[u8]) -> Option<Puzzle> {
    let mut rows = lines(tray);
    if rows.is_empty() {
        return None;
    }
    let blocks = rows.split_off(1);
    let [height, width] = integers::<2>(rows)?[0];
    if !(1..=256).contains(&height) || !(1..=256).contains(&width) {
        return None;
    }
    let size = Size { height: height as u16, width: width as u16 };
    let start = course::tray(size, placed(integers(blocks)?, height, width)?);
    Some(course::with_goal(start, placed(integers(lines(goal))?, height, width)?))
}

/// The blocks, if they are some, lie inside and are apart.
fn placed(blocks: Vec<Corners>, height: u32, width: u32) -> Option<Vec<Placed>> {
    for (number, block) in blocks.iter().enumerate() {
        let [top, left, bottom, right] = *block;
        let is_block = top <= bottom && left <= right && bottom < height && right < width;
        if !is_block || blocks[..number].iter().any(|other| meet(block, other)) {
            return None;
        }
    }
    let block = |[top, left, bottom, right]: Corners| {
        let [top, left, bottom, right] = [top, left, bottom, right].map(|side| side as u16);
        (Shape::rectangle(bottom + 1 - top, right + 1 - left), (top, left))
    };
    Some(blocks.into_iter().map(block).collect())
}

/// True if two rectangles have a cell in common.
fn meet(one: &Corners, other: &Corners) -> bool {
    one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]
}

//! Reads a puzzle, solves it, prints the solution, and checks it, as any program can.
//!
//! `cargo run --release --example library [FILE]`: without a file, a Rush Hour board.

use std::env::args_os;
use std::error::Error;
use std::fs::read;
use std::time::Duration;

use traybit::{Answer, Limits, Metric, Objective, Puzzle};

/// A Rush Hour board of 36 cells, row by row; car A leaves on the right.
const BOARD: &[u8] = b"ooBoooooBoooAABCoooooCoooooCoooooooo";

/// Solves the puzzle of a file.
fn solve(file: &[u8]) -> Result<Answer, Box<dyn Error>> {
    let puzzle = Puzzle::read(file)?;
    let limits = Limits { time: Some(Duration::from_mins(1)), threads: 2, ..Limits::default() };
    let answer = puzzle.solve(Objective::Shortest(Metric::Slide), &limits)?;
    match &answer {
        Answer::Solved(solution) => {
            puzzle.check(&solution.to_string())?;
            println!("{solution}{} moves, checked", solution.length());
        }
        Answer::Unsolvable => println!("proven unsolvable"),
    }
    Ok(answer)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = args_os().nth(1).map(read).transpose()?;
    solve(file.as_deref().unwrap_or(BOARD)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Answer, BOARD, solve};

    #[test]
    fn a_board_takes_three_moves() {
        let answer = solve(BOARD).expect("within the limits");
        assert!(
            matches!(answer, Answer::Solved(solution) if solution.length() == 3 && solution.is_shortest())
        );
    }
}

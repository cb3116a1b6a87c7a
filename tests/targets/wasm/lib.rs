//! Puzzles of known length, solved on one thread: called from `native.rs`, and from `run.mjs` as WebAssembly.
#![expect(unsafe_code, reason = "functions that WebAssembly exports by name")]

use traybit::{Answer, Error, Limits, Metric, Objective, Puzzle};

/// A puzzle, its objective, and the length of its solution.
struct Case {
    name: &'static str,
    /// A tray's goal, or nothing.
    files: [&'static [u8]; 2],
    objective: Objective,
    length: usize,
}

macro_rules! puzzle {
    ($file:literal) => {
        include_bytes!(concat!("../../../puzzles/", $file))
    };
}

const KLOTSKI: [&[u8]; 2] = [puzzle!("sliding/klotski"), puzzle!("sliding/klotski.goal")];

const fn case(name: &'static str, files: [&'static [u8]; 2], objective: Objective, length: usize) -> Case {
    Case { name, files, objective, length }
}

const CASES: [Case; 6] = [
    case("Klotski in steps", KLOTSKI, Objective::Shortest(Metric::Step), 116),
    case("Klotski in slides", KLOTSKI, Objective::Shortest(Metric::Slide), 90),
    case("Klotski in path moves", KLOTSKI, Objective::Shortest(Metric::Path), 81),
    case("8-puzzle", [puzzle!("tiles/eight-31.txt"), b""], Objective::Shortest(Metric::Step), 31),
    case("Rush Hour 51", [puzzle!("sliding/rush-hour-51.txt"), b""], Objective::Shortest(Metric::Slide), 51),
    case("Popinjay", [puzzle!("packing/popinjay.txt"), b""], Objective::Any, 11),
];

impl Case {
    fn length(&self) -> Result<usize, Error> {
        let [puzzle, goal] = self.files;
        let puzzle = if goal.is_empty() { Puzzle::read(puzzle) } else { Puzzle::read_pair(puzzle, goal) }?;
        match puzzle.solve(self.objective, &Limits::default())? {
            Answer::Solved(solution) => Ok(solution.length()),
            Answer::Unsolvable => Ok(0),
        }
    }
}

/// Number of puzzles.
#[unsafe(no_mangle)]
pub extern "C" fn cases() -> usize {
    CASES.len()
}

/// Address of a puzzle's name.
#[unsafe(no_mangle)]
pub extern "C" fn name(case: usize) -> *const u8 {
    CASES[case].name.as_ptr()
}

/// Bytes of a puzzle's name.
#[unsafe(no_mangle)]
pub extern "C" fn name_length(case: usize) -> usize {
    CASES[case].name.len()
}

/// The known length of a puzzle's solution.
#[unsafe(no_mangle)]
pub extern "C" fn known(case: usize) -> usize {
    CASES[case].length
}

/// Solves a puzzle and returns the length of the solution; 0 if there is none or a limit was reached.
#[unsafe(no_mangle)]
pub extern "C" fn solve(case: usize) -> usize {
    CASES[case].length().unwrap_or(0)
}

/// The name of a puzzle.
pub fn title(case: usize) -> &'static str {
    CASES[case].name
}

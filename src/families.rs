//! Reads, solves and checks puzzles with the crate of each family.

use std::fmt::Display;
use web_time::Instant;

use traybit_core::{GaveUp, InputError, Likeness, Limits as SearchLimits};
use traybit_packing::drawing;
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::{self, ExactCover, text};
use traybit_packing::solve::enumerate::first;
use traybit_packing::{Enumerated, Pack, Unknown, checker, formats as packing};
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::{Puzzle as Blocks, formats as sliding, solve as blocks};
use traybit_tiles::checker::Game;
use traybit_tiles::formats::{self as boards, Entry, read_list};
use traybit_tiles::solution::{Moves as TileMoves, write};
use traybit_tiles::solve::answer as tiles;
use traybit_tiles::{Board, Notation};

use crate::{Answer, Error, Family, Limits, Objective, Puzzle, Solution};

/// A puzzle in the model of its family.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    Sliding(Box<Blocks>),
    Tiles(Board),
    Packing(Box<Pack>),
    ExactCover(Box<ExactCover>),
}

/// Reader of a family. The outer error: the text is not a file of the family. The inner error: it is one, but
/// does not hold one puzzle with its goal, as the sentence says.
type Read = fn(&[u8]) -> Result<Result<Model, String>, InputError>;

impl Puzzle {
    /// Reads one puzzle, in any format; the goal of tiles is all in order, the blank last.
    ///
    /// # Errors
    /// [`Error::Puzzle`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        // In the order of the commands. A text that no family recognises gets the error of a tray.
        let rows: [(Likeness, Read); 4] = [
            (packing::likeness(bytes), |bytes| {
                Ok(Ok(Model::Packing(packing::read("puzzle", bytes)?.into())))
            }),
            (sliding::likeness(bytes).max(Likeness::Possible), |bytes| {
                let puzzle = sliding::read("puzzle", bytes)?;
                let has_goal = !puzzle.goals.is_empty();
                let model = has_goal.then(|| Model::Sliding(puzzle.into()));
                Ok(model.ok_or_else(|| "puzzle: expected a goal, found a tray alone".to_owned()))
            }),
            (boards::likeness(bytes), |bytes| {
                let only = <[Entry; 1]>::try_from(read_list("puzzle", bytes, None)?);
                let several = |all: Vec<_>| format!("puzzle: expected one board, found {}", all.len());
                Ok(only.map(|[entry]| Model::Tiles(entry.board)).map_err(several))
            }),
            (exact::likeness(bytes), |bytes| Ok(Ok(Model::ExactCover(exact::read("puzzle", bytes)?.into())))),
        ];
        let is_likely = |(likeness, _): &(Likeness, Read)| *likeness >= Likeness::Likely;
        let least = if rows.iter().any(is_likely) { Likeness::Likely } else { Likeness::Possible };
        let mut first = None;
        for (_, read) in rows.iter().filter(|(likeness, _)| *likeness >= least) {
            match read(bytes) {
                Ok(read) => return read.map(Self).map_err(Error::Puzzle),
                Err(error) => first = first.or(Some(error)),
            }
        }
        let sentence = first.map_or_else(|| "puzzle: not a puzzle".to_owned(), |error| error.to_string());
        Err(Error::Puzzle(sentence))
    }

    /// Reads a tray and its goal in the format of CS 61B's assignment.
    ///
    /// # Errors
    /// [`Error::Puzzle`].
    pub fn read_pair(tray: &[u8], goal: &[u8]) -> Result<Self, Error> {
        let puzzle = sliding::course::read_pair(("tray", tray), ("goal", goal))
            .map_err(|error| Error::Puzzle(error.to_string()))?;
        Ok(Self(Model::Sliding(Box::new(puzzle))))
    }

    /// Family of the puzzle.
    #[must_use]
    pub fn family(&self) -> Family {
        match self.0 {
            Model::Sliding(_) => Family::Sliding,
            Model::Tiles(_) => Family::Tiles,
            Model::Packing(_) => Family::Packing,
            Model::ExactCover(_) => Family::ExactCover,
        }
    }

    /// Solves the puzzle within `limits`, or proves it unsolvable.
    ///
    /// # Errors
    /// [`Error::TimeLimit`], [`Error::MemoryLimit`] or [`Error::Undecided`].
    ///
    /// # Panics
    /// If a solution does not pass the checker: a bug of the engine, never an error of the puzzle.
    pub fn solve(&self, objective: Objective, limits: &Limits) -> Result<Answer, Error> {
        let limits = SearchLimits {
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
            // There are no threads on the web.
            threads: if cfg!(target_family = "wasm") { 1 } else { limits.threads.max(1) },
            ..SearchLimits::default()
        };
        let Some(solution) = self.search(objective, &limits)? else { return Ok(Answer::Unsolvable) };
        let checked = self.check(&solution.text);
        checked.unwrap_or_else(|refusal| panic!("the solution found does not pass the checker: {refusal}"));
        Ok(Answer::Solved(solution))
    }

    fn search(&self, objective: Objective, limits: &SearchLimits) -> Result<Option<Solution>, Error> {
        match &self.0 {
            Model::Sliding(puzzle) => {
                let (objective, is_shortest) = match objective {
                    Objective::Any => (blocks::Objective::Any, false),
                    Objective::Shortest(metric) => (blocks::Objective::Shortest(metric), true),
                };
                match blocks::solve(puzzle, objective, limits).verdict {
                    blocks::Verdict::Solved { slides, length } => {
                        let text = slides.iter().map(|slide| slide.to_string() + "\n").collect();
                        Ok(Some(Solution { text, length, is_shortest }))
                    }
                    blocks::Verdict::Unsolvable(_) => Ok(None),
                    blocks::Verdict::GaveUp(reason) => Err(reason.into()),
                }
            }
            Model::Tiles(board) => {
                let is_any = objective == Objective::Any;
                let objective = if is_any { tiles::Objective::Fast } else { tiles::Objective::Optimal };
                let solver = tiles::Solver::new(board.in_order(false));
                let report = solver.solve(board, objective, limits);
                match (report.verdict, report.ended) {
                    (_, Some(reason)) => Err(reason.into()),
                    (tiles::Verdict::GaveUp, None) => Err(Error::TimeLimit),
                    (tiles::Verdict::Unsolvable(_), None) => Ok(None),
                    (tiles::Verdict::Solved { moves, shortest: is_shortest }, None) => {
                        let text = write(board, &moves, Notation::Tiles);
                        Ok(Some(Solution { text, length: moves.len(), is_shortest }))
                    }
                }
            }
            Model::Packing(pack) => any(first(pack, limits), |packing| drawing::write(pack, packing)),
            Model::ExactCover(cover) => any(exact::first(cover, limits), |found| text::write(cover, found)),
        }
    }

    /// Checks the text of a solution by the plain rules, which share nothing with the searches.
    ///
    /// # Errors
    /// [`Error::Solution`] if it is malformed, [`Error::Refused`] if it is wrong.
    pub fn check(&self, solution: &str) -> Result<(), Error> {
        let (name, bytes) = ("solution", solution.as_bytes());
        let refused = match &self.0 {
            Model::Sliding(puzzle) => {
                let (mut moves, mut game) = (Lines::new(name, bytes), puzzle.begin());
                replay(|| moves.next_move(), |step| game.apply(step).map(drop))?;
                game.missing()
            }
            Model::Tiles(board) => {
                let (mut moves, mut game) = (TileMoves::new(name, bytes, Some(board)), Game::new(board));
                replay(|| moves.next_move(), |step| game.apply(step).map(drop))?;
                let missing = game.missing(&board.in_order(false));
                missing.map(|missing| format!("the goal is not met: {missing}"))
            }
            Model::Packing(pack) => {
                let drawn =
                    drawing::read(pack, name, bytes).map_err(|error| Error::Solution(error.to_string()))?;
                let none = drawn.is_empty().then(|| "expected a packing, found none".to_owned());
                drawn.iter().find_map(|(_, packing)| checker::check(pack, packing).err()).or(none)
            }
            Model::ExactCover(cover) => Checker::of(cover).check(solution.lines()).err(),
        };
        refused.map_or(Ok(()), |sentence| Err(Error::Refused(sentence)))
    }
}

/// The solution of a packing puzzle or an exact cover, if one was found: none counts as shortest.
fn any<S>(
    (found, Enumerated { ended, .. }): (Option<Vec<S>>, Enumerated),
    write: impl FnOnce(&Vec<S>) -> String,
) -> Result<Option<Solution>, Error> {
    let solution = |found| Solution { text: write(&found), length: found.len(), is_shortest: false };
    match (found, ended) {
        (None, Some(Unknown::GaveUp(reason))) => Err(reason.into()),
        (None, Some(Unknown::TooWide(_))) => Err(Error::Undecided),
        (found, _) => Ok(found.map(solution)),
    }
}

/// Applies all moves of a list; fails at the first that is impossible.
fn replay<M, R: Display>(
    mut next: impl FnMut() -> Result<Option<M>, InputError>,
    mut apply: impl FnMut(M) -> Result<(), R>,
) -> Result<(), Error> {
    let mut number = 0;
    while let Some(step) = next().map_err(|error| Error::Solution(error.to_string()))? {
        number += 1;
        let refused = |reason: R| Error::Refused(format!("move {number} is impossible: {reason}"));
        apply(step).map_err(refused)?;
    }
    Ok(())
}

impl From<GaveUp> for Error {
    fn from(reason: GaveUp) -> Self {
        match reason {
            GaveUp::Time | GaveUp::Stopped => Self::TimeLimit,
            GaveUp::Memory | GaveUp::Disk => Self::MemoryLimit,
            GaveUp::Exhausted | GaveUp::Peer => Self::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Answer, Error, Family, Limits, Objective, Puzzle};
    use crate::{Metric, Solution};

    const DOMINOES: &str = "piece I: 2\nXX\n\nboard:\n..\n..\n";
    const KLOTSKI: &str = "tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n";

    const COVER: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

    fn solved(text: &str, objective: Objective) -> Solution {
        let answer = text.parse::<Puzzle>().and_then(|puzzle| puzzle.solve(objective, &Limits::default()));
        let Ok(Answer::Solved(solution)) = answer else { panic!("{answer:?}") };
        solution
    }

    #[test]
    fn malformed_puzzles_are_refused() {
        for (text, expected) in [
            ("", "puzzle, line 1: expected a tray"),
            ("1 3\n0 0 0 0\n", "puzzle: expected a goal"),
            ("tray:\na.\n", "puzzle: expected a goal"),
            ("3\n1 2 3\n", "puzzle"),
            ("1 2 3 0\n3 2 1 0\n", "puzzle: expected one board, found 2"),
        ] {
            let refused = text.parse::<Puzzle>();
            assert!(
                matches!(&refused, Err(Error::Puzzle(sentence)) if sentence.starts_with(expected)),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn wrong_solutions_are_refused() {
        for (puzzle, solution) in [
            (KLOTSKI, ""),
            (KLOTSKI, "0 0 0 1\n"),
            ("1 2 3\n4 5 6\n0 7 8\n", "7 L\n"),
            ("1 2 3\n4 5 6\n0 7 8\n", "8 L\n"),
            (DOMINOES, ""),
            (COVER, ""),
            (COVER, "p q x y:A\n"),
        ] {
            let checked = puzzle.parse::<Puzzle>().and_then(|puzzle| puzzle.check(solution));
            assert!(matches!(checked, Err(Error::Refused(_))), "{checked:?}");
        }
        let malformed = KLOTSKI.parse::<Puzzle>().and_then(|puzzle| puzzle.check("0 0 x\n"));
        assert!(matches!(malformed, Err(Error::Solution(_))), "{malformed:?}");
    }

    #[test]
    fn the_metric_counts() {
        for (metric, length) in [(Metric::Step, 116), (Metric::Slide, 90), (Metric::Path, 81)] {
            let solution = solved(KLOTSKI, Objective::Shortest(metric));
            assert_eq!((solution.length(), solution.is_shortest()), (length, true));
        }
        let solution = solved(KLOTSKI, Objective::Any);
        assert_eq!(
            (solution.to_string().lines().count(), solution.is_shortest()),
            (solution.length(), false)
        );
    }

    #[test]
    fn packings_and_covers_are_not_said_to_be_shortest() {
        for text in [DOMINOES, COVER] {
            assert!(!solved(text, Objective::Shortest(Metric::Step)).is_shortest(), "{text}");
        }
    }

    #[test]
    fn families_are_detected_as_by_the_commands() {
        for (text, family) in [
            ("1 2\n3 0\n", Family::Tiles),
            ("3\n 1  2  3\n 4  5  6\n 7  8   \n", Family::Tiles),
            ("a b\na\nb\n", Family::ExactCover),
            ("| all\n1 2\n1 2\n", Family::ExactCover),
            ("##   ##\n##   ##\n##*. ##\n", Family::Sliding),
            (KLOTSKI, Family::Sliding),
            (DOMINOES, Family::Packing),
        ] {
            assert_eq!(text.parse::<Puzzle>().map(|puzzle| puzzle.family()), Ok(family), "{text}");
        }
    }

    #[test]
    fn exact_covers_have_solutions_or_none() {
        let solution = solved(COVER, Objective::Any);
        assert_eq!(solution.to_string(), "p r x:A y\nq x:A\n");
        assert_eq!(COVER.parse::<Puzzle>().and_then(|cover| cover.check(&solution.to_string())), Ok(()));
        let none: Puzzle = "p q\np\n".parse().expect("an exact cover");
        assert_eq!(none.solve(Objective::Any, &Limits::default()), Ok(Answer::Unsolvable));
    }

    #[test]
    fn limits_end_a_search() {
        let swapped = "labels: bcdefghi\ntray:\naabc\ndefg\nhi.#\n\ngoal:\naabc\ndefg\nih.#\n";
        let puzzle: Puzzle = swapped.parse().expect("a valid puzzle");
        let shortest = |limits| puzzle.solve(Objective::Shortest(Metric::Step), &limits);
        let time = Some(Duration::ZERO);
        assert_eq!(shortest(Limits { time, ..Limits::default() }), Err(Error::TimeLimit));
        assert_eq!(shortest(Limits { memory: 1 << 10, ..Limits::default() }), Err(Error::MemoryLimit));
        assert_eq!(shortest(Limits::default()), Ok(Answer::Unsolvable));
    }
}

//! Searches by layers that are cut off, killed and resumed: the same layers, goals, farthest positions and moves as
//! in one go; and what is no such search is refused.

mod runs;

use std::io::{Cursor, Read, Result as IoResult, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use traybit_core::{
    Checkpoint, CheckpointStore, Cost, GaveUp, Limits, Outcome, ReadError, Shape, Size, Width,
};
use traybit_sliding::formats::course;
use traybit_sliding::layout::Cells;
use traybit_sliding::solve::spaces::{ExploreOptions, Space, explore};
use traybit_sliding::solve::{Objective, Symmetric, Verdict, shortest_packed, solve_or_resume};
use traybit_sliding::{Choice, Metric, Puzzle};

use crate::classics::shipped;

/// A store without a file, which goes on from what was saved last. It can save every layer, and stop the search after a
/// number of them.
#[derive(Default)]
pub(crate) struct Shelf {
    saved: Option<Vec<u8>>,
    kept: Mutex<Vec<Vec<u8>>>,
    every_layer: bool,
    stop: Option<(usize, Arc<AtomicBool>)>,
    done: AtomicBool,
}

impl Shelf {
    fn holding(saved: &[u8]) -> Self {
        Self { saved: Some(saved.to_vec()), ..Self::default() }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint<'_> {
        Checkpoint { store: self, digest: 7 }
    }

    fn last(&self) -> Option<Vec<u8>> {
        self.kept.lock().unwrap().last().cloned()
    }
}

impl CheckpointStore for Shelf {
    fn saved(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let bytes = self.last().or_else(|| self.saved.clone());
        Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
    }
    fn is_due(&self) -> bool {
        self.every_layer
    }
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        let mut kept = self.kept.lock().unwrap();
        kept.push(bytes);
        if let Some((most, stop)) = &self.stop {
            stop.store(kept.len() >= *most, Ordering::Relaxed);
        }
        true
    }
    fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// Figures that do not depend on where a search was cut off.
fn figures(cost: Cost) -> (u64, u32, u64) {
    (cost.positions, cost.layers, cost.successors)
}

/// A kind of search: its answer as text, without times and bytes, or why it gave up.
type Search<'a> = &'a dyn Fn(&Limits, &Shelf) -> Result<Result<String, GaveUp>, ReadError>;

/// The whole space, and from its goals.
fn whole(
    puzzle: &Puzzle,
    choice: Choice,
    metric: Metric,
) -> impl Fn(&Limits, &Shelf) -> Result<Result<String, GaveUp>, ReadError> {
    move |limits, shelf| {
        let picks = ExploreOptions { farthest: 3, goals: true };
        let Space { explored, farthest, goals, .. } =
            explore(puzzle, Some(choice), metric, picks, limits, Some(shelf.checkpoint()))?;
        let second = goals.as_ref().map(|goals| goals.explored.clone());
        let ended = explored.ended.or(second.as_ref().and_then(|second| second.ended));
        let costs = [explored.cost, second.map(|second| second.cost).unwrap_or_default()].map(figures);
        let goals = goals.map(|goals| (goals.layers, goals.explored.sizes, goals.hardest));
        Ok(ended.map_or_else(|| Ok(format!("{:?}", (explored.sizes, farthest, goals, costs))), Err))
    }
}

/// The fewest moves.
fn shortest(
    puzzle: &Puzzle,
    choice: Choice,
    metric: Metric,
    symmetric: Symmetric,
) -> impl Fn(&Limits, &Shelf) -> Result<Result<String, GaveUp>, ReadError> {
    move |limits, shelf| {
        let (puzzle, checkpoint) = (puzzle.classes(), Some(shelf.checkpoint()));
        let Outcome { answer, cost } =
            shortest_packed(&puzzle, choice, metric, symmetric, limits, checkpoint)?;
        Ok(answer.gave_up().map_or_else(|| Ok(format!("{answer:?} {:?}", figures(cost))), Err))
    }
}

/// Threads, and from how many successors on they are used.
fn settings() -> [Limits; 3] {
    let usual = Limits::default().wide;
    [(1, usual), (1, 1), (2, 1)].map(|(threads, wide)| Limits { threads, wide, ..Limits::default() })
}

/// A search cut off after one layer or another comes to the same end with other threads than it began with. Returns the number of
/// saved states, from one in `stride` of which the search is resumed.
fn resumes(search: Search, stride: usize) -> usize {
    let whole = search(&Limits::default(), &Shelf::default()).unwrap().unwrap();
    let again = |limits: &Limits, shelf: &Shelf, context: &str| {
        let answer = search(limits, shelf).unwrap();
        assert_eq!(answer.as_ref(), Ok(&whole), "{context}, {limits:?}");
        assert!(shelf.done.load(Ordering::Relaxed));
    };
    let settings = settings();
    let mut states = 0;
    for (turn, limits) in settings.iter().enumerate() {
        let other = &settings[(turn + 1) % settings.len()];
        let all = Shelf { every_layer: true, ..Shelf::default() };
        again(limits, &all, "kept layer by layer");
        let kept = all.kept.into_inner().unwrap();
        states = kept.len();
        for state in kept.iter().skip(turn).step_by(settings.len() * stride) {
            again(other, &Shelf::holding(state), "resumed from");
        }
        for most in (1..=states).skip(turn).step_by(settings.len() * stride) {
            let limits = Limits { stop: Arc::default(), ..limits.clone() };
            let stop = Some((most, Arc::clone(&limits.stop)));
            let shelf = Shelf { every_layer: true, stop, ..Shelf::default() };
            // The last layer of all may be kept and found before the search looks whether to stop.
            match search(&limits, &shelf).unwrap() {
                Ok(answer) => assert_eq!(answer, whole),
                Err(reason) => {
                    assert_eq!(reason, GaveUp::Stopped);
                    assert!(!shelf.done.load(Ordering::Relaxed));
                    again(other, &Shelf::holding(&shelf.last().unwrap()), "stopped");
                }
            }
        }
    }
    states
}

/// A search that is given a little more memory each time comes to the same end. Returns the number of times that it gave up.
fn resumes_with_more_memory(search: Search) -> usize {
    let whole = search(&Limits::default(), &Shelf::default()).unwrap();
    let (mut gave_up, mut saved) = (0, None);
    for limits in settings() {
        let mut memory = 1 << 7;
        loop {
            let shelf = Shelf { saved, ..Shelf::default() };
            match search(&Limits { memory, ..limits.clone() }, &shelf) {
                Ok(Err(GaveUp::Memory)) | Err(ReadError::Memory) => {
                    gave_up += 1;
                    saved = shelf.last().or(shelf.saved);
                    memory += memory / 2;
                }
                answer => {
                    assert_eq!(answer.unwrap(), whole);
                    saved = None;
                    break;
                }
            }
        }
    }
    gave_up
}

/// Two unit blocks and one of two cells, which is to change sides, among walls of nothing.
fn open_tray(height: u16, width: u16) -> Puzzle {
    let place = |width, at| (Shape::rectangle(1, width), at);
    let blocks = [place(1, (0, 0)), place(1, (0, 1)), place(2, (1, 0))];
    course::with_goal(course::tray(Size { height, width }, blocks), [place(2, (height - 1, 0))])
}

/// All cells but a few taken by single blocks and one of two cells.
fn full_tray(height: u16, width: u16, free: usize) -> Puzzle {
    let size = Size { height, width };
    let bar = |left| [(Shape::rectangle(1, 2), (0, left))];
    let units = size.all().skip(2 + free).map(|cell| (Shape::rectangle(1, 1), cell));
    course::with_goal(course::tray(size, bar(0).into_iter().chain(units)), bar(free as u16))
}

#[test]
fn every_layout_resumes_from_every_layer() {
    let puzzle = open_tray(4, 4);
    let choices = Choice::all(&puzzle.classes());
    assert!(choices.iter().any(|choice| choice.cells == Cells::Lists) && choices.len() > 3);
    for choice in choices {
        for metric in [Metric::Step, Metric::Slide, Metric::Path] {
            assert!(resumes(&whole(&puzzle, choice, metric), 6) > 4, "{choice:?}, {metric:?}");
            resumes(&shortest(&puzzle, choice, metric, Symmetric::Merged), 2);
            resumes(&shortest(&puzzle, choice, metric, Symmetric::Apart), 2);
        }
        assert!(resumes_with_more_memory(&whole(&puzzle, choice, Metric::Step)) > 3);
        assert!(resumes_with_more_memory(&shortest(&puzzle, choice, Metric::Step, Symmetric::Apart)) > 0);
    }
}

#[test]
fn keys_of_every_width_resume() {
    let mut widths = Vec::new();
    for (height, width, free) in [(3, 5, 2), (6, 7, 1), (2, 39, 1)] {
        let puzzle = full_tray(height, width, free);
        for choice in Choice::all(&puzzle.classes()) {
            if widths.contains(&choice.width) {
                continue;
            }
            widths.push(choice.width);
            resumes(&whole(&puzzle, choice, Metric::Step), 60);
            resumes(&shortest(&puzzle, choice, Metric::Step, Symmetric::Apart), 20);
        }
    }
    for width in [Width::W64, Width::W128, Width::W256, Width::Boxed] {
        assert!(widths.contains(&width), "{width:?} of {widths:?}");
    }
}

#[test]
fn all_shortest_solutions_resume_from_every_layer_and_from_the_goals() {
    let (problem, objective) = (shipped("two-pillars.txt"), Objective::Shortest(Metric::Step));
    let (whole, paths) = solve_or_resume(&problem, objective, true, &Limits::default(), None).unwrap();
    let shelf = Shelf { every_layer: true, ..Shelf::default() };
    solve_or_resume(&problem, objective, true, &Limits::default(), Some(shelf.checkpoint())).unwrap();
    let kept = shelf.kept.lock().unwrap();
    assert_eq!(kept.len(), 13 + 1, "each layer before the goals', and this one once they are found");
    for state in kept.iter() {
        for limits in settings() {
            let shelf = Shelf::holding(state);
            let (report, again) =
                solve_or_resume(&problem, objective, true, &limits, Some(shelf.checkpoint())).unwrap();
            assert_eq!((&report.verdict, &again), (&whole.verdict, &paths));
            assert!(matches!(report.verdict, Verdict::Solved { .. }) && shelf.done.load(Ordering::Relaxed));
            assert_eq!(figures(report.cost), figures(whole.cost));
        }
    }
}

/// States with any byte changed, or cut off anywhere, are refused, and not taken for done.
fn refused(search: Search) {
    let all = Shelf { every_layer: true, ..Shelf::default() };
    search(&Limits::default(), &all).unwrap().unwrap();
    let kept = all.kept.into_inner().unwrap();
    for state in [kept.first(), kept.last()].into_iter().flatten() {
        let run = |bytes: &[u8]| {
            let shelf = Shelf::holding(bytes);
            let error = search(&Limits::default(), &shelf).err();
            assert!(error.is_none() || !shelf.done.load(Ordering::Relaxed));
            error
        };
        assert!(run(state).is_none());
        for index in 0..state.len() {
            for change in [1, 0x80, 0xff] {
                let mut damaged = state.clone();
                damaged[index] ^= change;
                assert!(run(&damaged).is_some(), "byte {index} of {}", state.len());
            }
            assert!(run(&state[..index]).is_some(), "{index} bytes of {}", state.len());
        }
        assert!(matches!(run(&[&state[..], &[0]].concat()), Some(ReadError::Damaged)));
        assert!(matches!(run(&[&state[..], &state[state.len() - 8..]].concat()), Some(ReadError::Damaged)));
        assert!(matches!(run(b"a poem, no state"), Some(ReadError::NoSnapshot(_))));
    }
}

#[test]
fn damaged_states_are_refused_whatever_byte_it_is() {
    let puzzle = open_tray(2, 3);
    let choice = Choice::of(&puzzle.classes());
    refused(&whole(&puzzle, choice, Metric::Step));
    refused(&shortest(&puzzle, choice, Metric::Step, Symmetric::Apart));
}

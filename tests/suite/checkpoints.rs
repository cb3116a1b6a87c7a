//! Searches by layers that are cut off, killed and gone on with: the same layers, goals, farthest positions and moves as
//! in one go; and what is no such search is refused.

use std::fs;
use std::io::{Read, Result as IoResult, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use traybit::bits::Width;
use traybit::search::keeper::{Keeper, Keeping};
use traybit::search::limits::Limits;
use traybit::search::outcome::{Answer as Found, Cost, GaveUp, Outcome};
use traybit::search::stored::ReadError;
use traybit::sliding::classes::Classes;
use traybit::sliding::forms::drawn;
use traybit::sliding::layout::{Cells, Choice};
use traybit::sliding::metric::{Metric, Shift};
use traybit::sliding::problem::Problem;
use traybit::sliding::tray::{Block, Goal, Size, Tray};
use traybit::solve::spaces::{self, Wishes, explore_packed_kept};
use traybit::solve::ways::{Asked, solve_all, solve_all_kept};
use traybit::solve::{Images, Verdict, shortest_packed_kept};

use crate::programs::{Answer, Files, here, interrupt, killed, run, traybit};

/// A keeper without a file. It may be asked to keep every layer, and to stop the search when so many were kept.
#[derive(Default)]
struct Shelf {
    left: Option<Vec<u8>>,
    kept: Mutex<Vec<Vec<u8>>>,
    every_layer: bool,
    stop: Option<(usize, Arc<AtomicBool>)>,
    done: AtomicBool,
}

impl Shelf {
    fn holding(left: &[u8]) -> Self {
        Self { left: Some(left.to_vec()), ..Self::default() }
    }

    fn keeping(&self) -> Keeping<'_> {
        Keeping { keeper: self, digest: 7 }
    }

    fn last(&self) -> Option<Vec<u8>> {
        self.kept.lock().unwrap().last().cloned()
    }
}

impl Keeper for Shelf {
    fn left(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        Ok(self.left.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>))
    }
    fn period(&self) -> Duration {
        Duration::ZERO
    }
    fn is_due(&self) -> bool {
        self.every_layer
    }
    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        let mut kept = self.kept.lock().unwrap();
        kept.push(bytes);
        if let Some((most, stop)) = &self.stop {
            stop.store(kept.len() >= *most, Ordering::Relaxed);
        }
        true
    }
    fn is_done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// What does not depend on the way in which a search was cut off.
fn figures(cost: Cost) -> (u64, u32, u64) {
    (cost.positions, cost.layers, cost.successors)
}

/// A kind of search: what it answers, without times and bytes; nothing where it gave up.
trait Search {
    type Answer: PartialEq + std::fmt::Debug;

    fn run(&self, limits: &Limits, shelf: &Shelf) -> Result<Result<Self::Answer, GaveUp>, ReadError>;
}

/// The whole space, and from its goals.
struct Whole<'a>(&'a Classes, Choice, Metric, bool);

impl Search for Whole<'_> {
    type Answer = (
        Vec<u64>,
        Vec<Vec<Vec<u16>>>,
        Option<(Vec<u64>, Vec<u64>, Vec<Vec<Vec<u16>>>)>,
        [(u64, u32, u64); 2],
    );

    fn run(&self, limits: &Limits, shelf: &Shelf) -> Result<Result<Self::Answer, GaveUp>, ReadError> {
        let wishes = Wishes { farthest: 3, goals: self.3 };
        let spaces::Found { explored, farthest, goals } =
            explore_packed_kept(self.0, self.1, self.2, wishes, limits, Some(shelf.keeping()))?;
        let second = goals.as_ref().map(|(_, explored, _)| explored.clone());
        let ended = explored.ended.or(second.as_ref().and_then(|second| second.ended));
        let costs = [explored.cost, second.map(|second| second.cost).unwrap_or_default()].map(figures);
        let goals = goals.map(|(counts, explored, hardest)| (counts, explored.sizes, hardest));
        Ok(ended.map_or(Ok((explored.sizes, farthest, goals, costs)), Err))
    }
}

/// The fewest moves.
struct Shortest<'a>(&'a Classes, Choice, Metric, Images);

impl Search for Shortest<'_> {
    type Answer = (Found<Shift>, (u64, u32, u64));

    fn run(&self, limits: &Limits, shelf: &Shelf) -> Result<Result<Self::Answer, GaveUp>, ReadError> {
        let keeping = Some(shelf.keeping());
        let Outcome { answer, cost } = shortest_packed_kept(self.0, self.1, self.2, self.3, limits, keeping)?;
        Ok(if let Found::GaveUp(reason) = answer { Err(reason) } else { Ok((answer, figures(cost))) })
    }
}

/// Threads, and from how many successors on they are used.
fn ways() -> [Limits; 3] {
    let usual = Limits::default().wide;
    [(1, usual), (1, 1), (2, 1)].map(|(threads, wide)| Limits { threads, wide, ..Limits::default() })
}

/// A search cut off after one layer or another comes to the same end, in another way than it began. How many states were
/// kept; of these one in `stride` is gone on from.
fn goes_on<S: Search>(search: &S, stride: usize) -> usize {
    let whole = search.run(&Limits::default(), &Shelf::default()).unwrap().unwrap();
    let again = |limits: &Limits, shelf: &Shelf, context: &str| {
        let answer = search.run(limits, shelf).unwrap();
        assert_eq!(answer.as_ref(), Ok(&whole), "{context}, {limits:?}");
        assert!(shelf.done.load(Ordering::Relaxed));
    };
    let ways = ways();
    let mut states = 0;
    for (turn, limits) in ways.iter().enumerate() {
        let other = &ways[(turn + 1) % ways.len()];
        let all = Shelf { every_layer: true, ..Shelf::default() };
        again(limits, &all, "kept layer by layer");
        let kept = all.kept.into_inner().unwrap();
        states = kept.len();
        for state in kept.iter().skip(turn).step_by(ways.len() * stride) {
            again(other, &Shelf::holding(state), "gone on with");
        }
        for most in (1..=states).skip(turn).step_by(ways.len() * stride) {
            let limits = Limits { stop: Arc::default(), ..limits.clone() };
            let stop = Some((most, Arc::clone(&limits.stop)));
            let shelf = Shelf { every_layer: true, stop, ..Shelf::default() };
            // The last layer of all may be kept and found before anybody asks whether to stop.
            match search.run(&limits, &shelf).unwrap() {
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

/// A search that is given a little more memory each time comes to the same end. How often it gave up.
fn goes_on_with_more_memory<S: Search>(search: &S) -> usize {
    let whole = search.run(&Limits::default(), &Shelf::default()).unwrap();
    let (mut gave_up, mut left) = (0, None);
    for limits in ways() {
        let mut memory = 1 << 10;
        loop {
            let shelf = Shelf { left, ..Shelf::default() };
            match search.run(&Limits { memory, ..limits.clone() }, &shelf) {
                Ok(Err(GaveUp::Memory)) | Err(ReadError::Memory) => {
                    gave_up += 1;
                    left = shelf.last().or(shelf.left);
                    memory += memory / 2;
                }
                answer => {
                    assert_eq!(answer.unwrap(), whole);
                    left = None;
                    break;
                }
            }
        }
    }
    gave_up
}

fn problem(name: &str) -> Problem {
    let path = here("puzzles/sliding").join(name);
    let text = fs::read(&path).expect("a shipped puzzle");
    drawn::read(name, &text).expect("a drawing").into()
}

/// Two unit blocks and one of two cells, which is to change sides, among walls of nothing.
fn open_tray(height: u16, width: u16) -> (Tray, Goal) {
    let size = Size { height, width };
    let unit = |left| Block { top: 0, left, height: 1, width: 1 };
    let bar = |top| Block { top, left: 0, height: 1, width: 2 };
    let tray = Tray::new(size, vec![unit(0), unit(1), bar(1)]).expect("blocks apart");
    (tray, Goal::new(size, vec![bar(height - 1)]).expect("a place in the tray"))
}

/// All cells but a few taken by single blocks and one of two cells.
fn full_tray(height: u16, width: u16, free: usize) -> (Tray, Goal) {
    let size = Size { height, width };
    let bar = |left| Block { top: 0, left, height: 1, width: 2 };
    let cells = (0..height).flat_map(|top| (0..width).map(move |left| (top, left)));
    let units = cells.skip(2 + free).map(|(top, left)| Block { top, left, height: 1, width: 1 });
    let tray = Tray::new(size, [bar(0)].into_iter().chain(units).collect()).expect("blocks apart");
    (tray, Goal::new(size, vec![bar(free as u16)]).expect("a place in the tray"))
}

#[test]
fn every_layout_goes_on_from_every_layer() {
    let (tray, goal) = open_tray(4, 4);
    let puzzle = Classes::of(&tray, &goal);
    let choices = Choice::all(&puzzle);
    assert!(choices.iter().any(|choice| choice.cells == Cells::Lists) && choices.len() > 3);
    for choice in choices {
        for metric in [Metric::Step, Metric::Slide, Metric::Path] {
            assert!(goes_on(&Whole(&puzzle, choice, metric, true), 3) > 4, "{choice:?}, {metric}");
            goes_on(&Shortest(&puzzle, choice, metric, Images::Folded), 2);
            goes_on(&Shortest(&puzzle, choice, metric, Images::Apart), 2);
        }
        assert!(goes_on_with_more_memory(&Whole(&puzzle, choice, Metric::Step, true)) > 3);
        assert!(goes_on_with_more_memory(&Shortest(&puzzle, choice, Metric::Step, Images::Apart)) > 0);
    }
}

#[test]
fn keys_of_every_width_go_on() {
    let mut widths = Vec::new();
    for (height, width, free) in [(3, 5, 2), (5, 9, 1), (6, 7, 1), (10, 13, 1)] {
        let (tray, goal) = full_tray(height, width, free);
        let puzzle = Classes::of(&tray, &goal);
        for choice in Choice::all(&puzzle) {
            widths.push(choice.width);
            goes_on(&Whole(&puzzle, choice, Metric::Step, true), 5);
            goes_on(&Shortest(&puzzle, choice, Metric::Step, Images::Apart), 1);
        }
    }
    for width in [Width::W64, Width::W128, Width::W256, Width::Boxed] {
        assert!(widths.contains(&width), "{width:?} of {widths:?}");
    }
}

#[test]
fn a_puzzle_of_the_collection_goes_on() {
    let puzzle = problem("two-pillars.txt").classes();
    let choice = Choice::of(&puzzle);
    assert!(goes_on(&Whole(&puzzle, choice, Metric::Step, true), 11) > 20);
    assert!(goes_on(&Shortest(&puzzle, choice, Metric::Path, Images::Folded), 2) > 4);
    assert!(goes_on_with_more_memory(&Whole(&puzzle, choice, Metric::Step, true)) > 5);
}

#[test]
fn all_shortest_solutions_go_on_from_every_layer_and_from_the_goals() {
    let problem = problem("two-pillars.txt");
    let asked = Asked { metric: Metric::Step, then: Some(Metric::Path), count: true };
    let (whole, ways) = solve_all(&problem, asked, &Limits::default());
    let shelf = Shelf { every_layer: true, ..Shelf::default() };
    solve_all_kept(&problem, asked, &Limits::default(), Some(shelf.keeping())).unwrap();
    let kept = shelf.kept.lock().unwrap();
    assert_eq!(kept.len(), 13 + 1, "each layer before the goals', and this one once they are found");
    for state in kept.iter() {
        for limits in self::ways() {
            let shelf = Shelf::holding(state);
            let (report, again) = solve_all_kept(&problem, asked, &limits, Some(shelf.keeping())).unwrap();
            assert_eq!((&report.verdict, &again), (&whole.verdict, &ways));
            assert!(matches!(report.verdict, Verdict::Solved { .. }) && shelf.done.load(Ordering::Relaxed));
            assert_eq!(figures(report.cost), figures(whole.cost));
        }
    }
}

/// States with any byte changed, or cut off anywhere, are refused, and not taken for done.
fn refused<S: Search>(search: &S) {
    let all = Shelf { every_layer: true, ..Shelf::default() };
    search.run(&Limits::default(), &all).unwrap().unwrap();
    let kept = all.kept.into_inner().unwrap();
    for state in [kept.first(), kept.last()].into_iter().flatten() {
        let run = |bytes: &[u8]| {
            let shelf = Shelf::holding(bytes);
            let fault = search.run(&Limits::default(), &shelf).err();
            assert!(fault.is_none() || !shelf.done.load(Ordering::Relaxed));
            fault
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
    let (tray, goal) = open_tray(2, 3);
    let puzzle = Classes::of(&tray, &goal);
    let choice = Choice::of(&puzzle);
    refused(&Whole(&puzzle, choice, Metric::Step, true));
    refused(&Shortest(&puzzle, choice, Metric::Step, Images::Apart));
}

/// `traybit` with words of arguments and a checkpoint.
fn kept(arguments: &str, state: &Path) -> Answer {
    run(traybit().args(arguments.split(' ')).arg("--checkpoint").arg(state).current_dir(here(".")), "")
}

/// The figures of a run of `explore` without its cost.
fn in_one_go(arguments: &str) -> Answer {
    run(traybit().args(arguments.split(' ')).current_dir(here(".")), "")
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_answer() {
    for (arguments, at_least) in [
        ("explore -q --csv puzzles/sliding/rush-hour-15.txt", 2),
        ("explore -q --csv --metric slide --threads 1 puzzles/sliding/d209 puzzles/sliding/d209.goal", 2),
        ("solve -q --metric step puzzles/sliding/d209 puzzles/sliding/d209.goal", 1),
    ] {
        let files = Files::new();
        let state = files.path("state");
        let mut times = 0;
        while times < 6 {
            let mut command = traybit();
            command.args(arguments.split(' ')).arg("--checkpoint").arg(&state).current_dir(here("."));
            if !killed(command.args(["--checkpoint-every", "1ms"]), &state) {
                break;
            }
            times += 1;
        }
        assert!(times >= at_least, "{arguments}: killed {times} times");
        let (ended, whole) = (kept(arguments, &state), in_one_go(arguments));
        assert_eq!((ended.status, ended.sentences.as_str()), (0, ""), "{arguments}");
        assert!(ended.output == whole.output, "{arguments}: {}", ended.output);
        assert_eq!(fs::read_dir(files.path(".")).unwrap().count(), 0, "neither state nor draft is left");
    }
}

#[test]
fn a_run_that_gives_up_or_is_stopped_says_how_to_go_on() {
    let files = Files::new();
    let state = files.path("state");
    let space = "explore --csv puzzles/sliding/rush-hour-15.txt";
    let whole = in_one_go(&format!("{space} -q")).output;
    let begun = kept(&format!("{space} --memory 1M"), &state);
    assert_eq!(begun.status, 5, "{begun:?}");
    assert!(
        begun.sentences.contains("state has what was found so far; the same command goes on"),
        "{begun:?}"
    );
    let late = kept(&format!("{space} --limit 1ms"), &state);
    assert_eq!(late.status, 5, "{late:?}");
    let mut child = traybit();
    child.args(space.split(' ')).args(["--threads", "1", "--checkpoint"]).arg(&state).current_dir(here("."));
    let child = child.spawn().expect("it starts");
    interrupt(&child, "INT");
    let stopped = Answer::from(child.wait_with_output().expect("it ends"));
    // It may be quicker than the signal.
    assert!([0, 130].contains(&stopped.status), "{stopped:?}");
    assert_eq!(stopped.status == 130, state.exists());
    let ended = kept(&format!("{space} -q"), &state);
    assert_eq!((ended.status, ended.sentences.as_str()), (0, ""));
    assert!(ended.output == whole && !state.exists());
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let files = Files::new();
    let state = files.path("state");
    let space = "explore puzzles/sliding/rush-hour-15.txt";
    let begun = kept(&format!("{space} --memory 1M"), &state);
    assert_eq!((begun.status, state.exists()), (5, true), "{begun:?}");
    let bytes = fs::read(&state).unwrap();
    let other = "the snapshot was made for another puzzle or with other options";
    for (arguments, status, says) in [
        (&*format!("{space} --no-goal"), 4, other),
        ("explore puzzles/sliding/klotski", 4, other),
        ("explore puzzles/sliding/rush-hour-24.txt", 4, other),
        (&format!("{space} --metric slide"), 4, other),
        (&format!("{space} --draw 2"), 4, other),
        ("solve puzzles/sliding/rush-hour-15.txt", 4, other),
        (&format!("{space} --memory 1K"), 5, "does not fit the memory allowed; raise it with --memory"),
    ] {
        let refused = kept(arguments, &state);
        assert_eq!((refused.status, refused.output.as_str()), (status, ""), "{arguments}");
        assert!(refused.sentences.contains(says), "{arguments}: {}", refused.sentences);
        assert!(fs::read(&state).unwrap() == bytes, "nothing is overwritten");
    }
    for (text, says) in [
        (&bytes[..bytes.len() - 1], "the snapshot is damaged"),
        (&b""[..], "this is not the snapshot of a search by layers"),
        (b"a letter", "this is not the snapshot of a search by layers"),
        (
            &[&bytes[..8], &[9], &bytes[9..]].concat(),
            "the snapshot has version 9, and only version 1 can be read",
        ),
    ] {
        let path = files.write("other", text);
        let refused = kept(space, &path);
        assert_eq!((refused.status, refused.output.as_str()), (4, ""), "{refused:?}");
        assert!(refused.sentences.contains(says), "{refused:?}");
        assert!(fs::read(path).unwrap() == text);
    }
    assert_eq!(kept(&format!("{space} -q"), &state).output, in_one_go(&format!("{space} -q")).output);
}

#[test]
fn a_checkpoint_has_a_place_of_its_own_and_a_search_by_layers() {
    let files = Files::new();
    let (state, missing) = (files.path("state"), files.path("missing/state"));
    let shortest = "solve puzzles/sliding/klotski puzzles/sliding/klotski.goal";
    let any = kept(&format!("{shortest} --any"), &state);
    assert_eq!(any.status, 2);
    assert!(any.sentences.contains("--any") && any.sentences.contains("--checkpoint"), "{any:?}");
    assert_eq!(in_one_go(&format!("{shortest} --checkpoint-every 2s")).status, 2);
    let text = |path: &Path| path.to_str().expect("a path of letters").to_owned();
    let same = kept(&format!("{shortest} -o {}", text(&state)), &state);
    assert_eq!(same.status, 2, "{same:?}");
    assert!(same.sentences.contains("cannot go to the same place"), "{same:?}");
    assert_eq!(kept(shortest, &files.path(".")).status, 3, "a folder");
    let refused = kept(shortest, &missing);
    assert_eq!(refused.status, 5, "{refused:?}");
    assert!(refused.sentences.contains("missing/state: cannot be written"), "{refused:?}");
    let counted = kept(&format!("{shortest} -q --then step --count"), &state);
    let whole = in_one_go(&format!("{shortest} -q --then step --count"));
    assert_eq!((counted.status, &counted.output), (0, &whole.output));
    assert!(!state.exists());
}

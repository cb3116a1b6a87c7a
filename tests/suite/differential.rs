//! Every engine against the plain rules of [`traybit_core::reference`], on random small puzzles of every kind.
//!
//! A puzzle comes from its seed alone. `cargo test` compares some hundred of them; any other number is compared by
//!
//! ```sh
//! TRAYBIT_RANDOM=100000 cargo test --test suite differential -- --nocapture
//! ```
//!
//! A failure prints the seed and the puzzle, and leaves it as a file; `TRAYBIT_SEED=N TRAYBIT_RANDOM=1` tries it again.

pub(crate) mod drawings;
pub(crate) mod known;
mod packings;
pub(crate) mod sliding;
mod tiles;

use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use traybit_packing::formats::write;
use traybit_sliding::formats::drawn;
use traybit_sliding::{Floor, Freedom, Metric, Puzzle, Rules};

/// Numbers from a seed (Marsaglia's xorshift, 2003): the same ones everywhere.
struct Dice(u64);

impl Dice {
    /// Seeds next to each other give numbers that have nothing in common.
    fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..20).for_each(|_| _ = dice.roll(2));
        dice
    }

    /// 0 to `sides` − 1.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// Workers, whatever the searches themselves start.
const WORKERS: usize = 2;

/// Size of a comparison.
#[derive(Clone, Copy, Default)]
struct Compared {
    /// Positions of the plain search.
    positions: u64,
    /// Searches held against it.
    searches: u64,
    solvable: bool,
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text:?}")))
}

/// Compares the puzzles of `usual` seeds, unless the environment sets others, and prints their number.
fn on_random_puzzles<P>(
    family: &str,
    usual: u64,
    puzzle: impl Fn(u64) -> P + Sync,
    compare: impl Fn(&P, u64) -> Compared + Sync,
    shown: impl Fn(&P) -> String + Sync,
) {
    let first = number("TRAYBIT_SEED").unwrap_or(1);
    let end = first.saturating_add(number("TRAYBIT_RANDOM").unwrap_or(usual));
    let (next, failed, began) = (AtomicU64::new(first), AtomicBool::new(false), Instant::now());
    let all = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let seed = next.fetch_add(1, Ordering::Relaxed)
                    && seed < end
                    && !failed.load(Ordering::Relaxed)
                {
                    let puzzle = puzzle(seed);
                    let compared = catch_unwind(AssertUnwindSafe(|| compare(&puzzle, seed)));
                    match compared {
                        Ok(compared) => all.lock().unwrap_or_else(PoisonError::into_inner).push(compared),
                        Err(panic) => {
                            failed.store(true, Ordering::Relaxed);
                            report(family, seed, &shown(&puzzle));
                            resume_unwind(panic);
                        }
                    }
                }
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let compared: Vec<&Compared> = all.iter().filter(|compared| compared.searches > 0).collect();
    println!(
        "{family}: {} random puzzles, {} of them with a solution, {} too large for plain search; {} positions, {} searches, {:.0} s",
        compared.len(),
        compared.iter().filter(|compared| compared.solvable).count(),
        all.len() - compared.len(),
        compared.iter().map(|compared| compared.positions).sum::<u64>(),
        compared.iter().map(|compared| compared.searches).sum::<u64>(),
        began.elapsed().as_secs_f64(),
    );
    assert!(compared.len() * 5 >= all.len() * 4, "four in five are small");
}

/// Looks at random puzzles of sliding blocks with a goal, each with its plain rules.
pub(crate) fn small_problems(number: usize, mut look: impl FnMut(&Puzzle, &Rules)) {
    let with_goal = (1..).map(drawings::problem).filter(|puzzle| !puzzle.goals.is_empty());
    with_goal.take(number).for_each(|problem| look(&problem, &Rules::of(&problem)));
}

/// The puzzle that failed, on standard error and in a file.
fn report(family: &str, seed: u64, puzzle: &str) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{family}-{seed}.txt"));
    let place = match fs::write(&file, puzzle) {
        Ok(()) => file.display().to_string(),
        Err(reason) => format!("no file: {reason}"),
    };
    eprintln!("seed {seed} of {family} fails ({place}):\n{puzzle}");
    eprintln!("again: TRAYBIT_SEED={seed} TRAYBIT_RANDOM=1 cargo test --test suite differential::{family}");
}

#[test]
fn sliding_blocks() {
    on_random_puzzles("sliding_blocks", 200, drawings::problem, sliding::compare, drawings::shown);
}

#[test]
fn packing() {
    on_random_puzzles("packing", 400, packings::puzzle, packings::compare, write);
}

#[test]
fn sliding_tiles() {
    let shown = |puzzle: &tiles::Puzzle| format!("{}\nthe goal:\n{}", puzzle.start, puzzle.goal);
    // Boards of eight cells have 20,160 positions, all of which are visited.
    let puzzle = |seed: u64| tiles::puzzle(seed, if seed.is_multiple_of(16) { 8 } else { 6 });
    on_random_puzzles("sliding_tiles", 100, puzzle, tiles::compare, shown);
}

/// With walls, and with goals in which cells do not matter.
#[test]
fn open_goals_of_tiles() {
    // One plain search serves 40 boards for a goal.
    let goals = number("TRAYBIT_RANDOM").map_or(25, |boards| boards.div_ceil(40));
    let solvable = tiles::compare_open((3, 3), goals, 40);
    println!("open_goals_of_tiles: {} random puzzles, {solvable} of them with a solution", 40 * goals);
    assert!(goals < 25 || (8 * goals..=32 * goals).contains(&solvable), "{solvable} of {}", 40 * goals);
    for size in [(2, 4), (4, 2), (5, 1), (1, 7), (2, 2)] {
        assert!(tiles::compare_open(size, 10, 10) > 0, "{size:?}");
    }
}

#[test]
fn layers_of_tiles() {
    tiles::same_layers(if number("TRAYBIT_RANDOM").is_some() { 10 } else { 8 });
}

/// Blocks that only a gate tells apart, in a tray with a symmetry; fixed blocks that serve each other's targets; more
/// goals than are tested one by one, on lists.
#[test]
fn what_tells_blocks_apart_counts_everywhere() {
    for text in [
        "gate +: a\ntray:\naa.\nbb.\nc..\n#+#\n\ngoal: c 0 1\n",
        "gate +: a\ntray:\nab.\n...\n#+#\n\ngoal: b 1 1\n",
        "fixed: bc\ntray:\nb.c\n..a\n\ngoal: b 0 2\n",
        "fixed: b, c\nlabels: b\ntray:\nb.c\n..a\n\ngoal: b 0 2\n",
        "exit >: a\ntray:\na.b\n#.#\n>>>\n>>>\n>>>\n>>>\n\ngoal: a leaves\n",
    ] {
        let puzzle = drawn::read("drawing", text.as_bytes()).expect("a valid drawing");
        assert!((0..3).all(|turn| sliding::compare(&puzzle, 2 * turn).searches > 0));
    }
}

#[test]
fn random_puzzles_are_of_every_kind() {
    let problems: Vec<Puzzle> = (1..=900).map(drawings::problem).collect();
    let drawn: Vec<&Puzzle> = problems.iter().filter(|puzzle| puzzle.named).collect();
    let some = |kind: &dyn Fn(&Puzzle) -> bool| drawn.iter().filter(|puzzle| kind(puzzle)).count() >= 10;
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| !block.shape.is_rectangle())));
    assert!(some(&|puzzle| puzzle.floor.contains(&Floor::Wall)));
    assert!(some(&|puzzle| puzzle.floor.contains(&Floor::Gate(0)) && !puzzle.gates[0].admits.is_empty()));
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| block.freedom == Freedom::Across)));
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| block.labelled) && !puzzle.goals.is_empty()));
    assert!(some(&|puzzle| puzzle.goals.len() > 1));
    assert!(problems.len() - drawn.len() > 200, "pairs");
    let rules = problems.iter().map(Rules::of);
    let known: Vec<_> = rules.map(|rules| known::Known::of(&rules, Metric::Slide)).collect();
    let shortest = |least: usize| {
        let lengths = known.iter().flatten().filter_map(|known| known.shortest.as_ref());
        lengths.filter(|(length, _)| *length >= least).count()
    };
    assert!(shortest(3) >= 50 && shortest(8) >= 10, "{} and {}", shortest(3), shortest(8));
    let impossible = known.iter().flatten().zip(&problems);
    assert!(
        impossible.filter(|(known, problem)| !problem.goals.is_empty() && known.shortest.is_none()).count()
            >= 50
    );
    let symmetries = problems
        .iter()
        .map(Puzzle::classes)
        .map(|classes| traybit_sliding::symmetry::Symmetry::all(&classes).len());
    assert!(symmetries.filter(|&number| number > 0).count() >= 50);
}

//! How many successors a second a space hands out: every position of Klotski expanded, in each metric and each
//! layout of the key, on one thread.

use std::fs::File;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use traybit::bits::Key;
use traybit::report::text::expanded_on;
use traybit::search::gathering::Gathering;
use traybit::sliding::classes::Classes;
use traybit::sliding::compile::{Task, with_space};
use traybit::sliding::layout::Choice;
use traybit::sliding::metric::{Metric, Shift};
use traybit::sliding::text::{read_goal, read_tray};
use traybit::space::Guided;

const POSITIONS: usize = 25_955;

/// Moves out of all positions together. Each can be undone, so the numbers are even.
const SUCCESSORS: [(Metric, u64); 3] =
    [(Metric::Step, 83_896), (Metric::Slide, 88_846), (Metric::Path, 94_302)];

fn klotski() -> Classes {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/sliding");
    let open = |name: &str| File::open(folder.join(name)).expect("a shipped file");
    let tray = read_tray("klotski", open("klotski")).expect("a valid tray");
    let goal = read_goal("klotski.goal", open("klotski.goal"), Some(tray.size())).expect("a valid goal");
    Classes::of(&tray, &goal)
}

/// Collects all positions, then times their expansion.
struct Expansion<'a> {
    criterion: &'a mut Criterion,
    name: String,
    successors: u64,
}

impl Task for Expansion<'_> {
    type Output = ();

    fn run<S: Guided<Move = Shift>>(self, space: &S) {
        let mut scratch = space.scratch();
        let positions = reachable(space, &mut scratch);
        assert_eq!(positions.len(), POSITIONS);
        let mut group = self.criterion.benchmark_group("expand");
        group.throughput(Throughput::Elements(self.successors));
        group.bench_function(self.name, |bencher| {
            bencher.iter(|| {
                let mut emitted = 0;
                for position in &positions {
                    space.expand(position, &mut scratch, |successor, _| {
                        black_box(successor);
                        emitted += 1;
                    });
                }
                assert_eq!(emitted, self.successors);
            });
        });
        group.finish();
    }
}

fn reachable<S: Guided>(space: &S, scratch: &mut S::Scratch) -> Vec<S::State> {
    let mut seen = Gathering::<S::State, ()>::default();
    let start = space.start();
    seen.insert(start.clone(), (), start.hash64());
    let mut next = 0;
    while let Some(position) = seen.fresh().get(next).cloned() {
        space.expand(&position, scratch, |successor, _| {
            let hash = successor.hash64();
            seen.insert(successor, (), hash);
        });
        next += 1;
    }
    seen.fresh().to_vec()
}

fn expand(criterion: &mut Criterion) {
    let puzzle = klotski();
    for (metric, successors) in SUCCESSORS {
        for choice in Choice::all(&puzzle) {
            let name = format!("klotski, {metric}s, {} on {}", choice.kind.name(), expanded_on(choice.cells));
            let expansion = Expansion { criterion: &mut *criterion, name, successors };
            with_space(&puzzle, choice, metric, expansion);
        }
    }
}

criterion_group!(benches, expand);
criterion_main!(benches);

//! Sliding blocks: every layout and width of key, every metric, one to three threads, narrow and wide layers, positions
//! with symmetric positions merged and not; whole spaces, shortest solutions, how many there are, and any solution, also by best-first
//! search alone, on one thread and on two from the first position on.

use traybit_core::search::best_first;
use traybit_core::search::compiled::SearchKey;
use traybit_core::space::Walker;
use traybit_core::{Answer, Key, Limits};
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::solve::spaces::{ExploreOptions, explore};
use traybit_sliding::solve::{Objective, Verdict, refute, shortest_packed, solve, solve_or_resume};
use traybit_sliding::space::Sliding;
use traybit_sliding::tidy::lay_out;
use traybit_sliding::{Choice, Metric, Puzzle, Rules, Shift, in_space};

use crate::differential::Compared;
use crate::differential::known::Known;

pub(crate) const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// Asserts that each position one move from the start comes back from its anchors.
fn come_back<K: Key>(space: &dyn Sliding<K>) {
    let start = space.start();
    assert_eq!(space.position(&space.anchors(&start)), start);
    for (next, _) in Walker::new(space).all(&start) {
        assert_eq!(space.position(&space.anchors(&next)), next);
    }
}

/// One to three threads; layers split from the first position on, or as usual.
fn settings() -> Vec<Limits> {
    let usual = Limits::default().wide;
    let settings = [(1, usual), (2, 1), (1, 1), (3, 1), (2, usual), (3, usual)];
    settings.map(|(threads, wide)| Limits { threads, wide, ..Limits::default() }).to_vec()
}

/// Compares all there is to compare; panics at the first difference. `turn` tells which numbers of threads come first:
/// each search runs with two of them.
pub(super) fn compare(problem: &Puzzle, turn: u64) -> Compared {
    let rules = Rules::of(problem);
    let settings = settings();
    let mut compared = Compared::default();
    let mut turns = (turn as usize..).map(|turn| &settings[turn % settings.len()]);
    for metric in METRICS {
        let Some(known) = Known::of(&rules, metric) else { return Compared::default() };
        compared.positions += known.sizes.iter().sum::<u64>();
        compared.solvable = known.shortest.is_some();
        for choice in Choice::all(&problem.classes()) {
            let space = compile(&problem.classes(), choice, metric, Symmetric::Apart);
            in_space!(space, space => come_back(space));
            for limits in turns.by_ref().take(2) {
                same_space(problem, (choice, metric), &known, limits);
                same_length(problem, (choice, metric), &known, limits);
                compared.searches += 4;
            }
            if metric == Metric::Slide {
                in_space!(space, space => same_by_best_first(problem, space, &known));
                compared.searches += 2;
            }
        }
        for limits in turns.by_ref().take(2) {
            same_answers(problem, metric, &known, limits);
            compared.searches += 3;
        }
    }
    compared
}

fn same_space(problem: &Puzzle, (choice, metric): (Choice, Metric), known: &Known, limits: &Limits) {
    let picks = ExploreOptions { farthest: 1, goals: true };
    let found = explore(problem, Some(choice), metric, picks, limits, None).expect("nothing is read");
    let context = format!("{choice:?}, {metric:?}, {} threads, wide from {}", limits.threads, limits.wide);
    assert_eq!((&found.explored.sizes, found.explored.ended), (&known.sizes, None), "{context}");
    let goals = found.goals.expect("a whole space");
    assert_eq!(goals.layers, known.goals, "goals, {context}");
    assert_eq!((&goals.explored.sizes, goals.explored.ended), (&known.from_goals, None), "{context}");
}

fn same_length(problem: &Puzzle, (choice, metric): (Choice, Metric), known: &Known, limits: &Limits) {
    let classes = problem.classes();
    for images in [Symmetric::Merged, Symmetric::Apart] {
        let context = format!("{choice:?}, {metric:?}, {images:?}, {} threads", limits.threads);
        let length = match shortest_packed(&classes, choice, metric, images, limits, None)
            .expect("nothing is read")
            .answer
        {
            Answer::Solved(moves) => {
                assert_eq!(problem.verify(&lay_out(&classes, &moves)), Ok(()), "{context}");
                Some(moves.len())
            }
            Answer::Unsolvable => None,
            Answer::GaveUp(reason) => panic!("gave up, {reason:?}, {context}"),
        };
        assert_eq!(length, known.shortest.as_ref().map(|(length, _)| *length), "{context}");
    }
}

/// Any solution, or none, by best-first search that has its threads from the beginning: in a small space, which the
/// commands answer for before they start any.
fn same_by_best_first<K: SearchKey>(problem: &Puzzle, space: &dyn Sliding<K>, known: &Known) {
    for threads in [1, 2] {
        let answer = best_first::solve(space, &Limits { threads, ..Limits::default() }).answer;
        match answer.map(Shift::from) {
            Answer::Solved(moves) => {
                assert_eq!(problem.verify(&lay_out(&problem.classes(), &moves)), Ok(()), "{threads} threads");
            }
            Answer::Unsolvable => assert!(known.shortest.is_none(), "{threads} threads"),
            Answer::GaveUp(reason) => panic!("gave up, {reason:?}, {threads} threads"),
        }
    }
}

/// Compares the answers of the commands.
fn same_answers(problem: &Puzzle, metric: Metric, known: &Known, limits: &Limits) {
    let shortest = Objective::Shortest(metric);
    let (counted, number) = solve_or_resume(problem, shortest, true, limits, None).expect("nothing is read");
    assert_eq!(number, known.shortest.as_ref().map(|(_, count)| count.clone()), "paths, {metric:?}");
    let length = known.shortest.as_ref().map(|(length, _)| *length);
    let answers = [shortest, Objective::Any].map(|objective| (objective, solve(problem, objective, limits)));
    for (objective, report) in answers.into_iter().chain([(shortest, counted)]) {
        match report.verdict {
            Verdict::Solved { slides, length: found } => {
                assert_eq!(problem.verify(&slides), Ok(()));
                assert!(length.is_some(), "{objective:?}");
                assert!(objective == Objective::Any || Some(found) == length, "{found} moves, {objective:?}");
            }
            Verdict::Unsolvable(_) => assert_eq!(length, None, "{objective:?}"),
            Verdict::GaveUp(reason) => panic!("gave up, {reason:?}, {objective:?}"),
        }
    }
    assert!(refute(&problem.classes()).is_none() || length.is_none());
}

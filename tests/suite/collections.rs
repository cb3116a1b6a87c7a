//! Drawn puzzles with known answers: those shipped, and a collection of boards that stands beside this package.

use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

use traybit_core::search::limits::Limits;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::{self, Content, drawn};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{ExploreOptions, explore};
use traybit_sliding::solve::{Objective, Verdict, solve};

use crate::programs::{here, passed_over};

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

fn limits() -> Limits {
    let threads = available_parallelism().map_or(1, NonZero::get);
    Limits { memory: 2 << 30, threads, ..Limits::default() }
}

fn shipped(name: &str) -> Puzzle {
    let file = fs::File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
    match formats::read(name, file).expect("a valid puzzle") {
        Content::Puzzle(puzzle) => puzzle,
        Content::Tray(_) => panic!("{name} is a tray"),
    }
}

/// The fewest moves in each metric, each solution replayed by the rules; none where there is none.
fn shortest(problem: &Puzzle) -> [Option<usize>; 3] {
    METRICS.map(|metric| match solve(problem, Objective::Shortest(metric), &limits()).verdict {
        Verdict::Solved { slides, length } => {
            assert_eq!(problem.verify(&slides), Ok(()));
            assert_eq!(Counts::of(&slides).moves_in(metric), length as u64);
            Some(length)
        }
        Verdict::Unsolvable(_) => None,
        Verdict::GaveUp(reason) => panic!("gave up: {reason:?}"),
    })
}

#[test]
fn shipped_drawings_have_their_known_answers() {
    let index = fs::read_to_string(here("puzzles/sliding/drawn.csv")).expect("the index");
    let mut lines = index.lines();
    assert_eq!(lines.next(), Some("file,expect,step,slide,path,space,source"));
    let mut rows = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |field: &str| (!field.is_empty()).then(|| field.parse().expect("a number"));
        let problem = shipped(fields[0]);
        if problem.has_goal() {
            assert_eq!(shortest(&problem), [fields[2], fields[3], fields[4]].map(number), "{line}");
            assert_eq!(fields[1] == "solvable", number(fields[2]).is_some(), "{line}");
        }
        if let Some(positions) = number(fields[5]) {
            let space =
                explore(&problem.without_goals(), Metric::Step, ExploreOptions::default(), &limits(), None)
                    .expect("nothing is read");
            assert_eq!(space.explored.sizes.iter().sum::<u64>(), positions as u64, "{line}");
        }
        rows += 1;
    }
    assert!(rows >= 11, "{rows} rows");
}

#[test]
fn trays_of_any_form_are_as_deep_as_published() {
    let problem = shipped("any-form-5x6.txt");
    let depths = METRICS.map(|metric| {
        let space = explore(&problem, metric, ExploreOptions { farthest: 1, goals: false }, &limits(), None)
            .expect("nothing is read");
        assert_eq!((space.explored.ended, space.farthest.len()), (None, 1));
        assert_eq!(space.explored.sizes.iter().sum::<u64>(), 2_613_742);
        space.explored.sizes.len() - 1
    });
    assert_eq!(depths, [1368, 1080, 964]);
}

#[test]
fn the_hardest_start_is_as_far_from_its_goal_as_stated() {
    for (name, metric) in [("rush-hour-51.txt", Metric::Slide), ("klotski-exit.txt", Metric::Path)] {
        let problem = shipped(name);
        let space = explore(&problem, metric, ExploreOptions { farthest: 2, goals: true }, &limits(), None)
            .expect("nothing is read");
        let goals = space.goals.expect("goals were looked for");
        let nearest = goals.layers.iter().position(|&count| count > 0);
        assert_eq!(
            nearest,
            shortest(&problem)[METRICS.iter().position(|&other| other == metric).unwrap_or(0)]
        );
        let distance = goals.explored.sizes.len() - 1;
        assert_eq!(
            goals.explored.sizes.iter().sum::<u64>(),
            space.explored.sizes.iter().sum::<u64>(),
            "{name}"
        );
        for hardest in &goals.hardest {
            match solve(hardest, Objective::Shortest(metric), &limits()).verdict {
                Verdict::Solved { length, .. } => assert_eq!(length, distance, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
        assert!(!goals.hardest.is_empty() && Some(distance) >= nearest, "{name}");
    }
}

/// `../shared/reference/boards_4x5.txt`: records of `board N step=.. slide=.. path=..` (a number or `UNSOLVABLE`), the rows,
/// and `goal LETTER ROW COLUMN`.
#[test]
fn the_collection_of_boards_has_its_known_answers() {
    let Ok(text) = fs::read_to_string(here("../shared/reference/boards_4x5.txt")) else {
        passed_over("skipped: there is no ../shared/reference/boards_4x5.txt");
        return;
    };
    let mut boards = 0;
    for record in text.split("\n\n").filter(|record| record.starts_with("board ")) {
        let mut lines = record.trim_end().lines();
        let head = lines.next().expect("a head");
        let known = ["step", "slide", "path"].map(|metric| {
            let field = head.split(' ').find_map(|field| field.strip_prefix(metric)?.strip_prefix('='));
            let number = field.expect("a field for each metric");
            (number != "UNSOLVABLE").then(|| number.parse::<usize>().expect("a number"))
        });
        let rows: Vec<&str> = lines.collect();
        let (goal, tray) = rows.split_last().expect("a goal");
        let drawing = format!("tray:\n{}\n\n{}\n", tray.join("\n"), goal.replacen("goal ", "goal: ", 1));
        let puzzle =
            drawn::read(head, drawing.as_bytes()).unwrap_or_else(|error| panic!("{drawing}{error:?}"));
        assert_eq!(shortest(&puzzle), known, "{head}");
        boards += 1;
    }
    assert_eq!(boards, 103);
}

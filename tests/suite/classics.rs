//! Every shipped puzzle of sliding blocks: the counts of its index, and the same puzzle in every format; and a collection
//! that stands beside this package.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::num::NonZero;
use std::thread::available_parallelism;

use traybit_core::{Limits, Shape, Size, Width};
use traybit_sliding::formats::{course, drawing, drawn, read as read_puzzle, rush_hour};
use traybit_sliding::layout::{Cells, LayoutKind};
use traybit_sliding::refute::bounds;
use traybit_sliding::solve::spaces::{ExploreOptions, explore};
use traybit_sliding::solve::{Objective, Verdict, solve};
use traybit_sliding::{Choice, Counts, Metric, Puzzle};

use crate::differential::sliding::METRICS;
use crate::programs::{here, passed_over};

/// A row of `puzzles/sliding/index.csv`.
struct Row {
    name: String,
    problem: Puzzle,
    solvable: bool,
    /// Shortest lengths in steps, slides and path moves, where known.
    shortest: [Option<usize>; 3],
    space: Option<usize>,
}

fn open(name: &str) -> File {
    File::open(here("puzzles/sliding").join(name)).expect("a shipped file")
}

/// A shipped tray and its goal.
fn read(start: &str, goal: &str) -> Puzzle {
    course::read_pair((start, open(start)), (goal, open(goal))).expect("a valid pair")
}

/// The puzzle of a shipped tray and its goal of the same name.
pub(crate) fn pair(name: &str) -> Puzzle {
    read(name, &format!("{name}.goal"))
}

/// A shipped puzzle of one file; a tray has no goal.
pub(crate) fn shipped(name: &str) -> Puzzle {
    read_puzzle(name, open(name)).expect("a valid puzzle")
}

/// The rows of a list of puzzles, split at commas, without the head.
fn rows(list: &str, head: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(here("puzzles/sliding").join(list)).expect("the list");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(head));
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn drawn_rows() -> Vec<Vec<String>> {
    rows("drawn.csv", "file,expect,step,slide,path,space,source")
}

/// A number of a list, if it is there.
fn number(field: &str) -> Option<usize> {
    (!field.is_empty()).then(|| field.parse().expect("a number"))
}

fn index() -> Vec<Row> {
    let row = |fields: Vec<String>| {
        let problem = read(&fields[0], &fields[1]);
        let [step, slide, path, space] = [3, 4, 5, 6].map(|column| number(&fields[column]));
        let (name, solvable) = (fields[0].clone(), fields[2] == "solvable");
        Row { name, problem, solvable, shortest: [step, slide, path], space }
    };
    rows("index.csv", "start,goal,expect,step,slide,path,space,source").into_iter().map(row).collect()
}

fn limits() -> Limits {
    let threads = available_parallelism().map_or(1, NonZero::get);
    Limits { memory: 2 << 30, threads, ..Limits::default() }
}

/// The sizes of all layers of a space.
fn layer_sizes(puzzle: &Puzzle, choice: Choice, metric: Metric) -> Vec<u64> {
    let explored = explore(puzzle, Some(choice), metric, ExploreOptions::default(), &limits(), None)
        .expect("nothing is read")
        .explored;
    assert_eq!(explored.ended, None, "within the limits");
    explored.sizes
}

#[test]
fn a_goal_that_is_its_own_mirror_image_halves_the_search() {
    for (name, merges) in [("klotski", true), ("dads-puzzle", false), ("century", true), ("quzzle", false)] {
        let row = index().into_iter().find(|row| row.name == name).expect("a shipped puzzle");
        let cost = solve(&row.problem, Objective::Shortest(Metric::Step), &limits()).cost;
        assert_eq!(cost.symmetric_merged, merges, "{name}");
        let space = row.space.expect("a known space") as u64;
        assert!(!merges || cost.positions <= space / 2 + space / 50, "{name}: {} positions", cost.positions);
    }
}

#[test]
fn shortest_solutions_have_the_known_lengths() {
    // Without the number of positions the space is too large for a proof.
    for row in index().into_iter().filter(|row| row.space.is_some()) {
        let problem = &row.problem;
        let found = shortest(problem);
        let unknown = |known: &Option<usize>| known.is_none() && row.solvable;
        for (known, found) in row.shortest.iter().zip(found).filter(|(known, _)| !unknown(known)) {
            assert_eq!(*known, found, "{}", row.name);
        }
    }
}

#[test]
fn any_solution_is_one_and_impossible_stays_impossible() {
    for row in index() {
        let name = &row.name;
        match solve(&row.problem, Objective::Any, &limits()).verdict {
            Verdict::Solved { slides, length } => {
                assert!(row.solvable, "{name}");
                assert_eq!(slides.len(), length, "{name}");
                row.problem.verify(&slides).expect("a solution");
                let counts = Counts::of(&slides);
                for (metric, shortest) in METRICS.into_iter().zip(row.shortest) {
                    assert!(shortest.is_none_or(|least| counts.moves_in(metric) >= least as u64), "{name}");
                }
            }
            Verdict::Unsolvable(_) => assert!(!row.solvable, "{name}"),
            Verdict::GaveUp(reason) => panic!("{name}: gave up, {reason:?}"),
        }
    }
}

#[test]
fn spaces_have_the_known_sizes() {
    for row in index() {
        let Some(space) = row.space else { continue };
        let sizes = layer_sizes(&row.problem, Choice::of(&row.problem.classes()), Metric::Step);
        assert_eq!(sizes.iter().sum::<u64>(), space as u64, "{}", row.name);
    }
}

#[test]
fn klotski_has_the_known_layers_in_every_layout_and_width() {
    let puzzle = pair("klotski");
    let mut first = [None, None, None];
    let mut tried = 0;
    let widths = [64, 128, 256, 512, 513].map(Width::fitting);
    for choice in Choice::all(&puzzle.classes()) {
        for width in widths.into_iter().filter(|width| *width >= choice.width) {
            let is_wide = choice.cells == Cells::U32 && width > Width::W64;
            let choice = Choice { width, cells: if is_wide { Cells::U64 } else { choice.cells }, ..choice };
            if !is_compiled(&choice) {
                continue;
            }
            tried += 1;
            for (metric, first) in METRICS.into_iter().zip(&mut first) {
                let sizes = layer_sizes(&puzzle, choice, metric);
                assert_eq!(sizes.iter().sum::<u64>(), 25_955, "{choice:?} in {metric:?}");
                let known = first.get_or_insert_with(|| sizes.clone());
                assert_eq!(&sizes, known, "{choice:?} in {metric:?}");
            }
        }
    }
    assert!(tried >= 8, "{tried} combinations of layout and width");
    let [steps, ..] = first;
    assert!(steps.expect("layers").starts_with(&[1, 4, 10, 13, 18, 16, 19, 20, 22, 32]));
}

/// The combinations that `with_space` compiles beside those that `Choice::all` offers.
fn is_compiled(choice: &Choice) -> bool {
    match (choice.cells, choice.kind) {
        (Cells::Lists, _) => choice.width != Width::W512,
        (_, LayoutKind::Nested) => choice.width <= Width::W128,
        _ => choice.width <= Width::W256,
    }
}

/// Few blocks in an open tray: layers of a few hundred positions with dozens of successors each, so that the
/// search goes from one way of finding duplicates to the other and back within one part.
#[test]
fn open_trays_have_as_many_positions_as_places_for_their_blocks() {
    for side in [6, 8, 10, 12] {
        let size = Size { height: side, width: side };
        let blocks = [0, 1].map(|row| (Shape::rectangle(1, row + 1), (row, 0)));
        let puzzle = course::with_goal(course::tray(size, blocks), []);
        let places = usize::from(side) * usize::from(side - 1) * (size.cells() - 2);
        for metric in METRICS {
            let layers = layer_sizes(&puzzle, Choice::of(&puzzle.classes()), metric);
            assert_eq!(layers.iter().sum::<u64>(), places as u64, "{side}×{side}, {metric:?}: {layers:?}");
        }
    }
}

/// The fewest moves in each metric, if there is a solution, which is replayed by the rules.
fn shortest(problem: &Puzzle) -> [Option<usize>; 3] {
    METRICS.map(|metric| match solve(problem, Objective::Shortest(metric), &limits()).verdict {
        Verdict::Solved { slides, length } => {
            assert_eq!(problem.verify(&slides), Ok(()));
            assert_eq!(Counts::of(&slides).moves_in(metric), length as u64);
            assert!(bounds(&problem.classes()).moves_in(metric) <= length as u64);
            Some(length)
        }
        Verdict::Unsolvable(_) => None,
        Verdict::GaveUp(reason) => panic!("gave up: {reason:?}"),
    })
}

#[test]
fn shipped_drawings_have_their_known_answers() {
    let rows = drawn_rows();
    assert!(rows.len() >= 11, "{} rows", rows.len());
    for row in rows {
        let [name, expect, numbers @ .., _] = &row[..] else { panic!("{row:?}") };
        let (problem, numbers) =
            (shipped(name), numbers.iter().map(|field| number(field)).collect::<Vec<_>>());
        if !problem.goals.is_empty() {
            assert_eq!(shortest(&problem), numbers[..3], "{row:?}");
            assert_eq!(expect == "solvable", numbers[0].is_some(), "{row:?}");
        }
        if let Some(positions) = numbers[3] {
            let space = explore(
                &problem.without_goals(),
                None,
                Metric::Step,
                ExploreOptions::default(),
                &limits(),
                None,
            )
            .expect("nothing is read");
            assert_eq!(space.explored.sizes.iter().sum::<u64>(), positions as u64, "{row:?}");
        }
    }
}

#[test]
fn trays_of_any_form_are_as_deep_as_published() {
    let problem = shipped("any-form-5x6.txt");
    let depths = METRICS.map(|metric| {
        let space =
            explore(&problem, None, metric, ExploreOptions { farthest: 1, goals: false }, &limits(), None)
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
        let space =
            explore(&problem, None, metric, ExploreOptions { farthest: 2, goals: true }, &limits(), None)
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

#[test]
fn every_shipped_file_is_listed_and_read_and_written() {
    let listed: BTreeSet<String> = drawn_rows().into_iter().map(|row| row[0].clone()).collect();
    let there = fs::read_dir(here("puzzles/sliding")).expect("the folder");
    let there = there.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let ends = |name: &str| name.rsplit_once('.').is_some_and(|(_, end)| matches!(end, "txt" | "rush"));
    let there: BTreeSet<String> = there.filter(|name| ends(name)).collect();
    assert_eq!(listed, there);
    for row in drawn_rows() {
        let [name, expect, numbers @ .., source] = &row[..] else { panic!("{row:?}") };
        let puzzle = shipped(name);
        let text = drawing::write(&puzzle).expect("it can be drawn");
        assert_eq!(drawn::read(name, text.as_bytes()).as_ref(), Ok(&puzzle), "{name}");
        assert_eq!(expect.is_empty(), puzzle.goals.is_empty(), "{name}: a goal, so an expected answer");
        assert!(numbers.len() == 4 && !source.is_empty(), "{row:?}");
        assert!(numbers.iter().all(|field| number(field).is_none_or(|number| number > 0)), "{row:?}");
    }
}

#[test]
fn rush_hour_boards_are_the_same_as_drawings_and_as_strings() {
    for number in [15, 24, 51, 60] {
        let name = format!("rush-hour-{number}.txt");
        let mut parts = shipped(&name).into_parts();
        parts.title = None;
        let puzzle = Puzzle::new(parts).expect("a valid puzzle");
        let string = rush_hour::write(&puzzle).expect("a board");
        assert_eq!(rush_hour::read(&name, string.as_bytes()), Ok(puzzle.clone()), "{string}");
        if number == 51 {
            assert_eq!(shipped("rush-hour-51.rush"), puzzle);
        }
    }
}

#[test]
fn shipped_pairs_are_the_same_after_a_drawing() {
    for row in index() {
        let Ok(text) = drawing::write(&row.problem) else {
            assert_eq!(row.name, "missing-shape");
            continue;
        };
        let again = drawn::read(&row.name, text.as_bytes()).expect("it can be read");
        let lines = |puzzle: &Puzzle| {
            let (tray, goal) = course::write(puzzle).expect("a pair");
            [tray, goal].map(|text| text.lines().map(str::to_owned).collect::<HashSet<_>>())
        };
        assert_eq!(lines(&again), lines(&row.problem), "{}", row.name);
    }
}

//! Every shipped puzzle of sliding blocks, with the counts of its index; and a collection that stands beside this package.

use std::fs::{self, File};
use std::num::NonZero;
use std::thread::available_parallelism;

use traybit_core::bits::Width;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_sliding::bounds::bounds;
use traybit_sliding::classes::Classes;
use traybit_sliding::formats::course::{self, Block, Goal, Tray, read_goal, read_tray};
use traybit_sliding::formats::{Content, drawn, read as read_puzzle};
use traybit_sliding::layout::{Cells, Choice, LayoutKind};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Counts;
use traybit_sliding::solve::spaces::{ExploreOptions, explore, explore_packed};
use traybit_sliding::solve::{Objective, Verdict, solve};

use crate::programs::{here, passed_over};

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// A row of `puzzles/sliding/index.csv`.
struct Row {
    name: String,
    tray: Tray,
    goal: Goal,
    solvable: bool,
    /// Shortest lengths in steps, slides and path moves, where known.
    shortest: [Option<usize>; 3],
    space: Option<usize>,
}

impl Row {
    fn problem(&self) -> Puzzle {
        course::puzzle(&self.tray, Some(&self.goal))
    }
}

fn read(start: &str, goal: &str) -> (Tray, Goal) {
    let open = |name: &str| File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
    let tray = read_tray(start, open(start)).expect("a valid tray");
    let goal = read_goal(goal, open(goal), Some(tray.size)).expect("a valid goal");
    (tray, goal)
}

fn index() -> Vec<Row> {
    let text = fs::read_to_string(here("puzzles/sliding/index.csv")).expect("the index");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("start,goal,expect,step,slide,path,space,source"));
    let rows = lines.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |field: &str| (!field.is_empty()).then(|| field.parse().expect("a number"));
        let (tray, goal) = read(fields[0], fields[1]);
        Row {
            name: fields[0].to_owned(),
            tray,
            goal,
            solvable: fields[2] == "solvable",
            shortest: [fields[3], fields[4], fields[5]].map(number),
            space: number(fields[6]),
        }
    });
    rows.collect()
}

fn limits() -> Limits {
    let threads = available_parallelism().map_or(1, NonZero::get);
    Limits { memory: 2 << 30, threads, ..Limits::default() }
}

/// The sizes of all layers of a space.
fn layer_sizes(puzzle: &Classes, choice: Choice, metric: Metric) -> Vec<u64> {
    let explored = explore_packed(puzzle, choice, metric, ExploreOptions::default(), &limits(), None)
        .expect("nothing is read")
        .explored;
    assert_eq!(explored.ended, None, "within the limits");
    explored.sizes
}

#[test]
fn a_goal_that_is_its_own_mirror_image_halves_the_search() {
    for (name, merges) in [("klotski", true), ("dads-puzzle", false), ("century", true), ("quzzle", false)] {
        let row = index().into_iter().find(|row| row.name == name).expect("a shipped puzzle");
        let cost = solve(&row.problem(), Objective::Shortest(Metric::Step), &limits()).cost;
        assert_eq!(cost.symmetric_merged, merges, "{name}");
        let space = row.space.expect("a known space") as u64;
        assert!(!merges || cost.positions <= space / 2 + space / 50, "{name}: {} positions", cost.positions);
    }
}

#[test]
fn shortest_solutions_have_the_known_lengths() {
    // Without the number of positions the space is too large for a proof.
    for row in index().into_iter().filter(|row| row.space.is_some()) {
        let problem = row.problem();
        let found = shortest(&problem);
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
        match solve(&row.problem(), Objective::Any, &limits()).verdict {
            Verdict::Solved { slides, length } => {
                assert!(row.solvable, "{name}");
                assert_eq!(slides.len(), length, "{name}");
                row.problem().verify(&slides).expect("a solution");
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
        let puzzle = row.problem().classes();
        let sizes = layer_sizes(&puzzle, Choice::of(&puzzle), Metric::Step);
        assert_eq!(sizes.iter().sum::<u64>(), space as u64, "{}", row.name);
    }
}

#[test]
fn klotski_has_the_known_layers_in_every_layout_and_width() {
    let (tray, goal) = read("klotski", "klotski.goal");
    let puzzle = course::puzzle(&tray, Some(&goal)).classes();
    let mut first = [None, None, None];
    let mut tried = 0;
    for choice in Choice::all(&puzzle) {
        for width in Width::ALL.into_iter().filter(|width| *width >= choice.width) {
            let choice = Choice { width, ..choice };
            if !is_compiled(&choice) {
                continue;
            }
            tried += 1;
            for (metric, first) in METRICS.into_iter().zip(&mut first) {
                let sizes = layer_sizes(&puzzle, choice, metric);
                assert_eq!(sizes.iter().sum::<u64>(), 25_955, "{choice:?} in {metric}s");
                let known = first.get_or_insert_with(|| sizes.clone());
                assert_eq!(&sizes, known, "{choice:?} in {metric}s");
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
        (_, LayoutKind::Anchors) => choice.width <= Width::W128,
        _ => choice.width <= Width::W256,
    }
}

#[test]
fn threads_change_neither_counts_nor_lengths() {
    let (tray, goal) = read("d209", "d209.goal");
    let problem = course::puzzle(&tray, Some(&goal));
    let lengths = [1, 2, 5].map(|threads| {
        let limits = Limits { threads, ..limits() };
        let report = solve(&problem, Objective::Shortest(Metric::Slide), &limits);
        match report.verdict {
            Verdict::Solved { length, .. } => (length, report.cost.layers),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(lengths.map(|(length, _)| length), [25, 25, 25]);
}

/// Few blocks in an open tray: layers of a few hundred positions with dozens of successors each, so that the
/// search goes from one way of finding duplicates to the other and back within one part.
#[test]
fn open_trays_have_as_many_positions_as_places_for_their_blocks() {
    for side in [6, 8, 10, 12] {
        let size = Size { height: side, width: side };
        let blocks = vec![
            Block { top: 0, left: 0, height: 1, width: 1 },
            Block { top: 1, left: 0, height: 1, width: 2 },
        ];
        let tray = Tray { size, blocks };
        let puzzle = course::puzzle(&tray, Some(&Goal::default())).classes();
        let places = usize::from(side) * usize::from(side - 1) * (size.cells() - 2);
        for metric in [Metric::Step, Metric::Slide, Metric::Path] {
            let layers = layer_sizes(&puzzle, Choice::of(&puzzle), metric);
            assert_eq!(layers.iter().sum::<u64>(), places as u64, "{side}×{side}, {metric}: {layers:?}");
        }
    }
}

fn shipped(name: &str) -> Puzzle {
    let file = File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
    match read_puzzle(name, file).expect("a valid puzzle") {
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
            assert!(bounds(&problem.classes()).moves_in(metric) <= length as u64);
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

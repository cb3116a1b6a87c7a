//! Whole spaces as people and spreadsheets read them.

use traybit_app::report::explored::{answer, csv};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_sliding::formats::course::{self, Block, Goal, Tray};
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::spaces::{Space, Wishes, explore};

/// A unit block in one row of five cells, and the goal at its right end.
fn row(goals: bool) -> Space {
    let size = Size { height: 1, width: 5 };
    let unit = |left| vec![Block { top: 0, left, height: 1, width: 1 }];
    let pair = course::puzzle(&Tray::new(size, unit(1)).unwrap(), Some(&Goal::new(size, unit(4)).unwrap()));
    explore(&pair, Metric::Step, Wishes { farthest: 2, goals }, &Limits::default())
}

#[test]
fn a_space_is_told_in_figures_bars_and_pictures() {
    let figures = "positions: 5\nlayers: 4, the start's own among them\ndepth: 3 steps\n\
                   widest layer: 2 positions, 1 step from the start\nfarthest from the start: 1 position\n";
    let goals = "goals: 1 position, the nearest 3 steps from the start\n\
                 hardest starts: 1 position, 4 steps from the nearest goal\n";
    let bar = |size: usize| "█".repeat(20 * size);
    let [one, two] = [bar(1), bar(2)];
    let bars = format!(
        "\ndistance  positions\n       0          1  {one}\n       1          2  {two}\n       \
         2          1  {one}\n       3          1  {one}\n"
    );
    let farthest = "\nfarthest from the start:\n\n  . . . . a\n";
    let hardest = "\nhardest start:\n\n  a . . . .\n";
    assert_eq!(answer(&row(false), Metric::Step, false), format!("{figures}{bars}{farthest}"));
    assert_eq!(
        answer(&row(true), Metric::Step, true),
        format!("{figures}{goals}{bars}{farthest}{hardest}\n0 1\n1 2\n2 1\n3 1\n")
    );
}

#[test]
fn a_space_as_csv() {
    let head = "distance,positions,goals,positions_from_goals\n";
    assert_eq!(csv(&row(true)), format!("{head}0,1,0,1\n1,2,0,1\n2,1,0,1\n3,1,1,1\n4,,,1\n"));
    assert_eq!(csv(&row(false)), format!("{head}0,1,,\n1,2,,\n2,1,,\n3,1,,\n"));
}

use super::{layers, layers_of_tiles, tiles};
use traybit_core::grid::Size;
use traybit_core::search::layered::Explored;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;
use traybit_core::shape::Shape;
use traybit_sliding::formats::course;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::spaces::{ExploreOptions, Space, explore};
use traybit_tiles::board::Board;
use traybit_tiles::solution::Unit;

fn space(sizes: &[u64]) -> Explored {
    Explored { sizes: sizes.to_vec(), ended: None, cost: Cost::default() }
}

#[test]
fn a_space_is_figures_bars_and_pictures() {
    let (explored, size) = (space(&[1, 2, 1]), Size { height: 2, width: 2 });
    let boards = [Board::blank_first(size), Board::blank_last(size)];
    let text = |has_rows| tiles(size, Unit::Move, &explored, &boards, has_rows).text;
    let head = "positions: 4\nlayers: 3, the goal's own among them\ndepth: 2 moves\n\
                widest layer: 2 positions, 1 move from the goal\nfarthest from the goal: 1 position\n\
                positions farther than 2 moves were not looked for\n\ndistance";
    let text = text(true);
    assert!(text.starts_with(head), "{text}");
    let tail = "\nfarthest from the goal:\n\n    1    1 2\n  2 3    3\n\n0 1\n1 2\n2 1\n";
    assert!(text.ends_with(tail), "{text}");
    assert_eq!(layers_of_tiles(&explored), "distance,positions\n0,1\n1,2\n2,1\n");
}

/// A unit block in one row of five cells, and the goal at its right end.
fn row(goals: bool) -> Space {
    let size = Size { height: 1, width: 5 };
    let unit = |left| [(Shape::rectangle(1, 1), (0, left))];
    let pair = course::with_goal(course::tray(size, unit(1)), unit(4));
    explore(&pair, None, Metric::Step, ExploreOptions { farthest: 2, goals }, &Limits::default(), None)
        .expect("nothing is resumed")
}

#[test]
fn a_space_as_csv() {
    let table = |goals| layers(&row(goals));
    let head = "distance,positions,goals,positions_from_goals\n";
    assert_eq!(table(true), format!("{head}0,1,0,1\n1,2,0,1\n2,1,0,1\n3,1,1,1\n4,,,1\n"));
    assert_eq!(table(false), format!("{head}0,1,,\n1,2,,\n2,1,,\n3,1,,\n"));
}

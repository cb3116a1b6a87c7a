//! Nodes of boards of any size.

use traybit_core::grid::Size;
use traybit_core::search::ida_star::DepthFirst;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::large_node::{Change, LargeNode};

#[test]
fn moves_change_the_distance_and_are_undone() {
    for (height, width) in [(1, 1), (1, 40), (7, 9), (33, 1)] {
        let size = Size { height, width };
        let mut at = Arrangement::new(&Board::blank_first(size), &Board::blank_last(size));
        let (mut node, mut last) = (LargeNode::new(&at), None);
        for turn in 0..200 {
            let mut changes = [Change::default(); 4];
            let count = node.expand(u32::MAX, &mut changes);
            let back = last.map(Direction::opposite);
            let can = |to: &Direction| Some(*to) != back && to.source(at.blank(), size).is_some();
            let made: Vec<Direction> = changes[..count].iter().map(LargeNode::step).collect();
            assert_eq!(made, Direction::ALL.into_iter().filter(can).collect::<Vec<_>>());
            let Some(change) = changes[..count].get(turn % count.max(1)) else { continue };
            let undo = node.apply(change);
            assert_eq!(LargeNode::step(&undo), LargeNode::step(change).opposite());
            let before = node.apply(&undo);
            assert_eq!(u64::from(node.bound()), at.manhattan());
            node.apply(&before);
            assert!(at.slide(LargeNode::step(change)));
            assert_eq!(u64::from(node.bound()), at.manhattan());
            last = Some(LargeNode::step(change));
        }
    }
}

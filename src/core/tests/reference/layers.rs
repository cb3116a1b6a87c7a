//! Layers by plain means.

use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;

#[test]
fn a_circle_has_two_ways_round() {
    let beside = |position: &Position, found: &mut Vec<Position>| {
        found.extend([1, 9].map(|step| Position::from([(position[0] + step) % 10])));
    };
    let mut layers = Layers::new(Position::from([3]), beside);
    let mut sizes = Vec::new();
    while !layers.layer().is_empty() {
        sizes.push(layers.layer().len());
        assert!(layers.advance(10));
    }
    assert_eq!((sizes, layers.positions()), (vec![1, 2, 2, 2, 2, 1], 10));
    let mut bounded = Layers::new(Position::from([3]), beside);
    assert_eq!([3, 4, 4].map(|most| bounded.advance(most)), [true, false, false]);
}

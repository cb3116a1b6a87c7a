//! Pieces and the room for them.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::universe::{Ground, Kind, Pieces};

fn kind(shape: Shape) -> Kind {
    Kind { shape, counts: 0..=u32::MAX }
}

fn error(ground: Ground, kinds: Vec<Kind>) -> String {
    Pieces::new(ground, kinds, 0..=u32::MAX).unwrap_err()
}

#[test]
fn counts_end_where_the_room_ends() {
    let ground = Ground::rectangle(Size { height: 5, width: 4 });
    assert_eq!((ground.open, ground.room()), ((1 << 20) - 1, 20));
    let kinds = vec![kind(Shape::rectangle(2, 2)), kind(Shape::rectangle(1, 3))];
    let pieces = Pieces::new(ground, kinds, 2..=4).unwrap();
    let counts: Vec<_> = pieces.kinds().iter().map(|kind| kind.counts.clone()).collect();
    assert_eq!((counts, pieces.empty()), (vec![0..=5, 0..=6], &(2..=4)));
    assert_eq!(Ground::rectangle(Size { height: 8, width: 16 }).open, u128::MAX);
}

#[test]
fn what_cannot_be_is_told() {
    let ground = Ground::rectangle(Size { height: 2, width: 2 });
    let big = Ground::rectangle(Size { height: 43, width: 3 });
    assert!(error(big, vec![]).contains("1 to 128 cells, found 43×3, which has 129"));
    assert!(error(Ground { open: 16, ..ground }, vec![]).contains("within 2×2"));
    let apart = Shape::of(&[(0, 0), (1, 1)]).0;
    assert!(error(ground, vec![kind(apart)]).contains("by their edges, found x./.x"));
    let twice = vec![kind(Shape::rectangle(1, 1)), kind(Shape::rectangle(1, 1))];
    assert!(error(ground, twice).contains("found 1×1 twice"));
    let wide = Ground::rectangle(Size { height: 8, width: 16 });
    let many = (1..=8).flat_map(|height| (1..=4).map(move |width| kind(Shape::rectangle(height, width))));
    assert!(error(wide, many.collect()).contains("found 32 kinds"));
}

//! Distances within a stage: some move always leads on.

use traybit_core::grid::Size;
use traybit_tiles::direction::Direction;
use traybit_tiles::lines::distance::StageDistance;
use traybit_tiles::lines::{Stage, plan};

/// Every placement of the blank and the stage's tiles on open cells that is not the stage's end.
fn placements(stage: &Stage, open: &[bool]) -> impl Iterator<Item = (usize, [usize; 2])> {
    let (cells, homes) = (open.len(), stage.cells.both());
    let all =
        (0..cells.pow(3)).map(move |index| (index % cells, [index / cells % cells, index / cells / cells]));
    all.filter(move |&(blank, tiles)| {
        let apart = !tiles.contains(&blank) && (tiles[0] == tiles[1]) == (homes[0] == homes[1]);
        apart && tiles != homes && [blank, tiles[0], tiles[1]].iter().all(|&cell| open[cell])
    })
}

#[test]
fn some_move_leads_on_from_every_board_of_a_stage() {
    for (height, width) in [(4, 3), (4, 4), (5, 4), (3, 5), (6, 6)] {
        let size = Size { height, width };
        let distance = StageDistance::new(height.max(width).into());
        for blank_home in [0, size.cells() / 2, size.cells() - 1] {
            let mut open = vec![true; size.cells()];
            for stage in plan(size, blank_home, 0).0 {
                for (blank, tiles) in placements(&stage, &open) {
                    let value = distance.remaining(&stage, blank, tiles).value;
                    let leads_on = |direction: Direction| {
                        let source = direction.source(blank, size).filter(|&source| open[source])?;
                        let tiles = tiles.map(|cell| if cell == source { blank } else { cell });
                        Some(distance.remaining(&stage, source, tiles).value < value)
                    };
                    assert!(
                        Direction::ALL.into_iter().filter_map(leads_on).any(|leads_on| leads_on),
                        "{size:?} blank's home {blank_home} {stage:?} blank {blank} tiles {tiles:?}"
                    );
                }
                for home in stage.cells.both() {
                    open[home] = false;
                }
            }
        }
    }
}

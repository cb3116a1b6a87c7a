//! States that list pieces, against those with a front.

use std::collections::BTreeMap;

use traybit_core::search::limits::Limits;
use traybit_core::search::staged::Staged;
use traybit_packing::budget::Budget;
use traybit_packing::cover::Cover;
use traybit_packing::formats::read;
use traybit_packing::kinds::Kinds;
use traybit_packing::space::sparse::{Layout, Sparse};
use traybit_packing::space::{Space, States, bits};

fn cover(text: &str) -> Cover {
    let pack = read("puzzle", text.as_bytes()).expect("a valid puzzle");
    Cover::of(&pack, &Kinds::of(&pack))
}

/// Number of paths through a space, state after state.
fn total(space: &dyn Staged<u64>) -> u64 {
    let mut ahead: BTreeMap<(usize, u64), u64> = space.start().map(|start| (start, 1)).into_iter().collect();
    let (mut expander, mut successors) = (space.expander(), Vec::new());
    while let Some(((stage, state), number)) = ahead.pop_first() {
        if stage == space.last() {
            return number + ahead.values().sum::<u64>();
        }
        expander.expand(stage, &[state], &mut successors);
        for next in successors.drain(..) {
            *ahead.entry((next.stage as usize, next.state)).or_default() += number;
        }
    }
    0
}

#[test]
fn fronts_and_lists_of_pieces_have_the_same_packings() {
    for puzzle in [
        "piece T: 2\nXXX\n.X.\n\nboard: 6x5\n",
        "piece T: 1..3\nXXX\n.X.\n\nboard: 6x6\n",
        "piece L: 0..1 fixed\nXX\nX.\n\npiece I: 2\nXXX\n\nboard: 5x7\n",
        "piece L: 1\nXX\nX.\n\npiece D: 0..2\nXX\n\nboard:\n..#..\n.#...\n.....\n..#..\n.....\n",
        "piece L: 1..2\nXX\nX.\n\npiece S: 2\nX\n\nboard: 5x5\nempty: 17..20\n",
        "piece D: 1..3\nXX\n\nboard:\n......\n..*...\n......\n.*....\n......\n",
        "piece D: 1\nXX\n\nboard:\n##.##\n.....\n##.##\n",
        "piece V: 1\nXXX\nX..\n\nboard: 2x30\n",
    ] {
        let cover = cover(puzzle);
        let layout = Layout::of(&cover, cover.reach()).expect("few pieces");
        assert!(layout.bits <= 64);
        let limits = Limits::default();
        let mut budget = Budget::of(&limits);
        let sparse = Sparse::new(&cover, layout, &mut budget).expect("enough memory");
        let front = Space::<u64>::new(&cover, States::Merged, &mut budget).expect("enough memory");
        assert_eq!(total(&sparse), total(&front), "{puzzle}");
    }
}

#[test]
fn few_pieces_take_few_bits_on_any_board() {
    // A piece alone is never listed; there is one of it or none.
    assert_eq!(bits(&cover("piece I: 1\nXXXXX\n\nboard: 256x256\n")), 1);
    // Two orientations that lie up to 1,024 cells back.
    assert_eq!(bits(&cover("piece I: 2\nXXXXX\n\nboard: 256x256\n")), 12 + 2);
    // Full boards have fronts.
    let full = cover("piece I: 8\nXXXX\n\nboard: 8x4\n");
    assert!(Layout::of(&full, full.reach()).is_none());
}

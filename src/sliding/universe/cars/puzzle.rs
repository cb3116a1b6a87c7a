//! A board of cars as a puzzle.

use crate::formats::names;
use crate::puzzle::{Floor, Freedom, Parts, Piece, Puzzle, Target};
use crate::universe::cars::exploration::Cars;
use crate::universe::cars::lanes::Sequence;
use crate::universe::shares::InShares as _;
use traybit_core::shape::Shape;

/// Bits of the number of an arrangement.
const NUMBER: u32 = 5;

impl Cars {
    /// The puzzle that begins with a board that can be solved, so that no car stands between the red one and the end of
    /// its row. The red car is called a, the others after it in the order of rows and columns.
    pub(super) fn drawn(&self, board: u64) -> Puzzle {
        let size = self.tray().size;
        let [across, down] = self.sequences();
        let mut blocks = Vec::new();
        let mut red = 0;
        for line in 0..size.height + size.width {
            let is_row = line < size.height;
            let number = board >> (NUMBER * u32::from(line)) & ((1 << NUMBER) - 1);
            let (sequence, starts) = arrangement(if is_row { across } else { down }, number);
            for (&length, &start) in sequence.cars.iter().zip(starts) {
                let (length, start) = (u16::from(length), u16::from(start));
                let (shape, anchor, freedom) = if is_row {
                    (Shape::rectangle(1, length), (line, start), Freedom::Across)
                } else {
                    (Shape::rectangle(length, 1), (start, line - size.height), Freedom::Down)
                };
                if line == self.exit() {
                    red = blocks.len();
                }
                blocks.push(Piece { name: 'a', shape, anchor, freedom, labelled: false });
            }
        }
        blocks.swap(0, red);
        for (block, name) in blocks.iter_mut().zip(names::in_order()) {
            block.name = name;
        }
        let alike = |other: &Piece| other.shape == blocks[0].shape && other.anchor.0 == self.exit();
        blocks[0].labelled = blocks[1..].iter().any(alike);
        let floor = |cell: usize| if self.tray().open >> cell & 1 == 1 { Floor::Open } else { Floor::Wall };
        let parts = Parts {
            floor: (0..size.cells()).map(floor).collect(),
            blocks,
            goals: vec![vec![Target { block: 0, anchor: (self.exit(), size.width - 2) }]],
            ..Parts::open(size)
        };
        Puzzle::new(parts).expect("cars of a board are apart")
    }
}

/// The sequence and the first cells of the cars of an arrangement.
fn arrangement(sequences: &[Sequence], number: u64) -> (&Sequence, &[u8]) {
    let of = sequences.iter().rfind(|sequence| sequence.first <= number).expect("the first one is number 0");
    (of, &of.starts[(number - of.first) as usize])
}

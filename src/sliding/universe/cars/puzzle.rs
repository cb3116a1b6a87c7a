//! A board of cars as a puzzle.

use crate::puzzle::{Freedom, Puzzle};
use crate::universe::cars::boards::NUMBER;
use crate::universe::cars::exploration::Cars;
use crate::universe::cars::lanes::Sequence;
use crate::universe::shares::InShares as _;
use traybit_core::shape::Shape;

impl Cars {
    /// The puzzle that begins with a board that can be solved, so that no car stands between the red one and the end of
    /// its row. The red car is called a, the others after it in the order of rows and columns.
    pub(super) fn red_car_puzzle(&self, board: u64) -> Puzzle {
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
                blocks.push((shape, anchor, freedom));
            }
        }
        blocks.swap(0, red);
        self.tray().with_one_target(blocks, (self.exit(), size.width - 2))
    }
}

/// The sequence and the first cells of the cars of an arrangement.
fn arrangement(sequences: &[Sequence], number: u64) -> (&Sequence, &[u8]) {
    let of = sequences.iter().rfind(|sequence| sequence.first <= number).expect("the first one is number 0");
    (of, &of.starts[(number - of.first) as usize])
}

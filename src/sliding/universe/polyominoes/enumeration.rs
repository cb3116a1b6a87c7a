//! All boards whose pieces have some areas, each once, with a hash of its mix.
//!
//! ```text
//!   a a . .      the first cell not yet decided is empty, or the first cell of a piece: a polyomino within the cells
//!   a x          that are left, grown cell by cell, each neighbour taken or left out for good (Redelmeier 1981)
//! ```

use crate::universe::polyominoes::board::{Board, Cells, Tray};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Boards between two checks of the limits.
const STRIDE: usize = 1 << 12;

/// A board, after the sum of the hashes of its pieces' shapes: boards of one mix have the same.
pub(super) type Hashed = (u64, Board);

/// The boards of a tray with pieces of some areas.
pub(super) struct Enumeration<'a> {
    tray: &'a Tray,
    limits: &'a Limits,
    /// Pieces left, by area.
    left: Vec<u32>,
    empty: u32,
    boards: &'a mut Vec<Hashed>,
    /// Boards that there is memory for.
    most: usize,
}

/// A board of which some cells are not yet decided.
#[derive(Clone, Copy)]
struct Partial {
    /// Cells not yet decided.
    open: Cells,
    board: Board,
    hash: u64,
}

impl<'a> Enumeration<'a> {
    pub(super) fn append(
        tray: &'a Tray,
        areas: &[u32],
        boards: &'a mut Vec<Hashed>,
        limits: &'a Limits,
        most: usize,
    ) -> Result<(), GaveUp> {
        let room = tray.open.count_ones();
        let left =
            (0..=room).map(|area| areas.iter().filter(|&&other| other == area).count() as u32).collect();
        let empty = room - areas.iter().sum::<u32>();
        let whole = Partial { open: tray.open, board: 0, hash: 0 };
        Self { tray, limits, left, empty, boards, most }.fill(whole)
    }

    /// Fills the open cells in all ways.
    fn fill(&mut self, partial: Partial) -> Result<(), GaveUp> {
        let Partial { open, board, hash } = partial;
        if open == 0 {
            self.boards.push((hash, board));
            if self.boards.len().is_multiple_of(STRIDE) {
                self.limits.check()?;
            }
            return if self.boards.len() > self.most { Err(GaveUp::Memory) } else { Ok(()) };
        }
        let cell = open & open.wrapping_neg();
        if self.empty > 0 {
            self.empty -= 1;
            self.fill(Partial { open: open ^ cell, ..partial })?;
            self.empty += 1;
        }
        let most = self.left.iter().rposition(|&count| count > 0).unwrap_or(0) as u32;
        if most > 0 { self.grow(partial, cell, 0, most) } else { Ok(()) }
    }

    /// Puts down all pieces that contain `piece`, have no cell of `without`, and at most `most` cells.
    fn grow(&mut self, partial: Partial, piece: Cells, without: Cells, most: u32) -> Result<(), GaveUp> {
        let area = piece.count_ones();
        if self.left[area as usize] > 0 {
            self.left[area as usize] -= 1;
            self.fill(Partial {
                open: partial.open & !piece,
                board: partial.board | self.tray.packed(piece),
                hash: partial.hash.wrapping_add(scrambled(self.tray.shape(piece))),
            })?;
            self.left[area as usize] += 1;
        }
        if area == most {
            return Ok(());
        }
        let mut without = without;
        let mut beside = self.tray.beside(piece) & partial.open & !piece & !without;
        while beside != 0 {
            let cell = beside & beside.wrapping_neg();
            beside ^= cell;
            self.grow(partial, piece | cell, without, most)?;
            without |= cell;
        }
        Ok(())
    }
}

/// The hash of a shape (the finaliser of `SplitMix64`).
fn scrambled(shape: Cells) -> u64 {
    let word = u64::from(shape).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

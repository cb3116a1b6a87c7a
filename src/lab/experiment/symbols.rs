//! The shortest plain coding of a tray: symbols in reading order.
//!
//! ```text
//!   . b b      cells in reading order, those passed over that a block already covers:
//!   a b b      0 free, else the class plus one of the block that begins there
//!   a . c
//!              0 2 1 0 3   each in as many bits as the largest symbol needs, the first lowest
//! ```
//!
//! As many symbols as blocks and free cells together, so keys of a puzzle are equally long. Nothing can be read from
//! the middle, nor a move made in place: a key is unpacked, moved and packed again.

use crate::experiment::plain::{Placed, Plain};
use traybit_core::bits::bits_for;
use traybit_sliding::classes::Classes;

/// The coding for one puzzle.
pub(super) struct Symbols<'a> {
    puzzle: &'a Classes,
    /// Bits of a symbol.
    bits: u32,
    /// Symbols of a key.
    count: usize,
}

impl<'a> Symbols<'a> {
    pub(super) fn new(puzzle: &'a Classes) -> Self {
        let bits = bits_for(puzzle.classes.len() + 1).max(1);
        Self { puzzle, bits, count: puzzle.blocks() + puzzle.free }
    }

    /// Bits of a key.
    pub(super) fn key_bits(&self) -> usize {
        self.bits as usize * self.count
    }

    /// The key of a tray, in limbs of 64 bits.
    pub(super) fn pack(&self, tray: &Plain) -> Box<[u64]> {
        let mut key = vec![0; self.key_bits().div_ceil(64)].into_boxed_slice();
        let mut firsts = vec![0; tray.cells.len()];
        for block in &tray.blocks {
            firsts[usize::from(self.puzzle.number((block.row, block.column)))] = block.class + 1;
        }
        let mut offset = 0;
        for (cell, (&covered, &first)) in tray.cells.iter().zip(&firsts).enumerate() {
            if first > 0 || covered == 0 && self.puzzle.is_open(cell) {
                write(&mut key, offset, u64::from(first));
                offset += self.bits as usize;
            }
        }
        key
    }

    /// The tray of a key.
    pub(super) fn unpack(&self, key: &[u64]) -> Plain {
        let size = self.puzzle.size.cells();
        let mut tray = Plain { blocks: Vec::new(), cells: vec![0; size] };
        let mut offset = 0;
        for cell in 0..size {
            if tray.cells[cell] > 0 || !self.puzzle.is_open(cell) {
                continue;
            }
            let symbol = read(key, offset, self.bits) as u16;
            offset += self.bits as usize;
            let Some(class) = symbol.checked_sub(1) else { continue };
            let (row, column) = self.puzzle.row_column(cell as u16);
            tray.blocks.push(Placed { class, row, column });
            for cell in self.puzzle.classes[usize::from(class)].shape.cells_at((row, column)) {
                tray.cells[usize::from(self.puzzle.number(cell))] = symbol;
            }
        }
        tray.blocks.sort_unstable();
        tray
    }
}

fn write(key: &mut [u64], offset: usize, value: u64) {
    let (limb, shift) = (offset / 64, offset % 64);
    key[limb] |= value << shift;
    if let Some(next) = key.get_mut(limb + 1) {
        *next |= value >> 1 >> (63 - shift);
    }
}

fn read(key: &[u64], offset: usize, length: u32) -> u64 {
    let (limb, shift) = (offset / 64, offset % 64);
    let next = key.get(limb + 1).copied().unwrap_or(0);
    (key[limb] >> shift | next << 1 << (63 - shift)) & (u64::MAX >> (64 - length))
}

#[cfg(test)]
mod tests {
    use super::Symbols;
    use crate::experiment::plain::Plain;
    use traybit_sliding::formats::course::{self, read_tray};

    #[test]
    fn trays_come_back_and_the_picture_holds() {
        let tray = read_tray("tray", &b"3 3\n0 1 1 2\n1 0 2 0\n2 2 2 2\n"[..]).unwrap();
        let puzzle = course::puzzle(&tray, None).classes();
        let anchors: Vec<Vec<u16>> = puzzle.classes.iter().map(|class| class.start.clone()).collect();
        let plain = Plain::new(&puzzle, &anchors);
        let symbols = Symbols::new(&puzzle);
        // By shape 1×1 is class 0, 2×1 class 1, 2×2 class 2: free, large, tall, free, small.
        let key = symbols.pack(&plain);
        assert_eq!((symbols.key_bits(), &*key), (10, &[3 << 2 | 2 << 4 | 1 << 8][..]));
        let mut seen = vec![plain];
        let mut next = 0;
        while let Some(tray) = seen.get(next).cloned() {
            assert_eq!(symbols.unpack(&symbols.pack(&tray)), tray);
            tray.expand(&puzzle, |successor| {
                if !seen.contains(&successor) {
                    seen.push(successor);
                }
            });
            next += 1;
        }
        assert!(seen.len() > 5);
    }
}

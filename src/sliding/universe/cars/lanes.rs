//! Cars in one line of the tray: a row, or a column.
//!
//! ```text
//!   sequence 2 3 in 6 cells    arrangement   mask      steps
//!   b b d d d .                     0       0b011111   1
//!   b b . d d d                     1       0b111011   0 2
//!   . b b d d d                     2       0b111110   1
//! ```
//!
//! Cars do not pass each other, so moves keep the sequence of a line. Cars that cross the line leave some arrangements
//! of it; which of these a move leads to is a table.

/// The most cells of a line.
pub(super) const MOST_CELLS: u16 = 6;

/// The most arrangements of a sequence in a line: two cars of 2 cells in 6.
const MOST: usize = 6;

/// For each arrangement and each set of arrangements that remain those of them that a move leads to, a bit each.
pub(super) type Moves = [[u8; 1 << MOST]; MOST];

/// Cars of a line in their order.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// The length of each.
    pub cars: Vec<u8>,
    /// For each arrangement the covered cells.
    pub masks: Vec<u8>,
    /// For each arrangement the first cell of each car.
    pub starts: Vec<Vec<u8>>,
    /// Moves of a car by one cell.
    pub steps: Moves,
    /// Moves of a car by any number of cells.
    pub slides: Moves,
    /// Number of the first arrangement among those of all sequences of a line.
    pub first: u64,
    /// For each set of cells that others cover the arrangements that remain, a bit each.
    pub remaining: [u8; 1 << MOST_CELLS],
}

/// All sequences of a line: those with fewer cars first, then in the order of their lengths.
pub(super) fn all_sequences(cells: u16) -> Vec<Sequence> {
    // Lengths and first cells of the cars of every arrangement.
    let mut all: Vec<(Vec<u8>, Vec<u8>)> = vec![Default::default()];
    let mut shorter = 0;
    while let Some((cars, starts)) = all.get(shorter).cloned() {
        let from = starts.last().zip(cars.last()).map_or(0, |(start, length)| start + length);
        for (start, length) in (from..cells as u8).flat_map(|start| [(start, 2), (start, 3)]) {
            if start + length <= cells as u8 {
                all.push(([&cars[..], &[length]].concat(), [&starts[..], &[start]].concat()));
            }
        }
        shorter += 1;
    }
    all.sort_by(|one, other| (one.0.len(), one).cmp(&(other.0.len(), other)));
    let mut first = 0;
    let sequences = all.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let starts = same.iter().map(|(_, starts)| starts.clone()).collect();
        let sequence = Sequence::new(same[0].0.clone(), starts, cells as u8, first);
        first += same.len() as u64;
        sequence
    });
    sequences.collect()
}

impl Sequence {
    fn new(cars: Vec<u8>, starts: Vec<Vec<u8>>, cells: u8, first: u64) -> Self {
        let mask = |starts: &Vec<u8>| {
            starts.iter().zip(&cars).fold(0, |mask, (start, length)| mask | ((1 << length) - 1) << start)
        };
        let masks: Vec<u8> = starts.iter().map(mask).collect();
        let remaining = std::array::from_fn(|others| {
            let fits = masks.iter().enumerate().filter(|(_, mask)| **mask & others as u8 == 0);
            fits.fold(0, |bits, (number, _)| bits | 1 << number)
        });
        let (steps, slides) = (moves(&starts, 1), moves(&starts, cells));
        Self { cars, masks, starts, steps, slides, first, remaining }
    }
}

/// The moves of a car by at most `most` cells.
fn moves(starts: &[Vec<u8>], most: u8) -> Moves {
    let mut moves = [[0; 1 << MOST]; MOST];
    for (from, moves) in starts.iter().zip(&mut moves) {
        for (remaining, moves) in moves.iter_mut().enumerate() {
            for (car, side) in (0..from.len()).flat_map(|car| [(car, 1), (car, u8::MAX)]) {
                let mut to = from.clone();
                for _ in 0..most {
                    to[car] = to[car].wrapping_add(side);
                    match starts.iter().position(|starts| *starts == to) {
                        Some(number) if remaining >> number & 1 == 1 => *moves |= 1 << number,
                        _ => break,
                    }
                }
            }
        }
    }
    moves
}

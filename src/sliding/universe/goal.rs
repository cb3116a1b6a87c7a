//! A goal for every board of some pieces: places of some of the blocks.
//!
//! ```text
//!   2x2 3 1          a 2×2 block with its first cell in row 3, column 1, and any other blocks
//!   1x2 0 0,1x2 0 2  two blocks, both there at once
//! ```

use crate::puzzle::{Cell, Parts, Puzzle, Target, fits};
use crate::universe::pieces::{Ground, Kind, Mix, Pieces};
use crate::universe::typed::parse_shape;
use traybit_core::input::unexpected;
use traybit_core::shape::Shape;

/// Blocks and the places of their first cells in reading order, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(pub Vec<(Shape, Cell)>);

/// Blocks with their places, with commas between them: `2x2 3 1,xx/x. 0 0`.
///
/// # Errors
/// A sentence with what was expected and what was found.
pub fn parse_places(text: &str) -> Result<Places, String> {
    text.split(',').map(parse_place).collect::<Result<_, _>>().map(Places)
}

fn parse_place(text: &str) -> Result<(Shape, Cell), String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let place = match fields[..] {
        [shape, row, column] => parse_shape(shape).zip(row.parse().ok().zip(column.parse().ok())),
        _ => None,
    };
    place.ok_or_else(|| unexpected("a block with its row and column, such as 2x2 3 1", text))
}

/// A goal that boards of the pieces can meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Anchors that blocks of each kind must have: bit row · width + column.
    anchors: Vec<u128>,
    /// The blocks one by one, as typed.
    targets: Vec<(usize, Cell)>,
}

impl Goal {
    /// The goal with blocks at these places.
    ///
    /// # Errors
    /// The reason why no board meets it, as a sentence without its full stop.
    pub fn new(pieces: &Pieces, Places(places): &Places) -> Result<Self, String> {
        let Ground { size, open } = pieces.ground();
        let (mut anchors, mut targets) =
            (vec![0u128; pieces.kinds().len()], Vec::with_capacity(places.len()));
        let mut free = open;
        for (shape, cell @ (row, column)) in places {
            let refused = |why: &str| {
                format!("the goal has a block of {shape} at row {row}, column {column}, where {why}")
            };
            let kind = pieces.kinds().iter().position(|kind| kind.shape == *shape);
            let kind =
                kind.ok_or_else(|| format!("the goal has a block of {shape}, and the pieces have none"))?;
            let cells = fits(size, shape, *cell)
                .then(|| shape.cells_at(*cell).map(|cell| 1u128 << size.number(cell)).sum::<u128>())
                .filter(|cells| cells & !open == 0)
                .ok_or_else(|| refused("it does not fit"))?;
            if cells & !free != 0 {
                return Err(refused("another one of its blocks is"));
            }
            free &= !cells;
            anchors[kind] |= 1 << size.number(*cell);
            targets.push((kind, *cell));
        }
        for (Kind { shape, counts }, anchors) in pieces.kinds().iter().zip(&anchors) {
            let (count, most) = (anchors.count_ones(), counts.end());
            if count > *most {
                return Err(format!(
                    "the goal has {count} of the block {shape}, and the pieces have {most} at most"
                ));
            }
        }
        Ok(Self { anchors, targets })
    }

    /// True if a mix has the blocks.
    pub fn is_for(&self, mix: &Mix) -> bool {
        self.anchors.iter().zip(&mix.counts).all(|(anchors, &count)| anchors.count_ones() <= count)
    }

    /// True if a board, given as the anchors of the blocks of each kind, meets it.
    pub fn is_met(&self, board: &[u128]) -> bool {
        self.anchors.iter().zip(board).all(|(&goal, &anchors)| anchors & goal == goal)
    }

    /// The puzzle that begins with a board of these pieces, as [`Pieces::puzzle`] has it, with this goal.
    ///
    /// # Panics
    /// When the board is not one of the pieces, or has too few blocks for the goal.
    pub fn puzzle(&self, pieces: &Pieces, board: &[u128]) -> Puzzle {
        let start = pieces.puzzle(board);
        let mut left: Vec<Option<&Shape>> = start.blocks.iter().map(|block| Some(&block.shape)).collect();
        let target = |&(kind, anchor): &(usize, Cell)| {
            let shape = &pieces.kinds()[kind].shape;
            let block = left.iter().position(|other| *other == Some(shape));
            let block = block.expect("a board has the blocks that its goal names");
            left[block] = None;
            Target { block, anchor }
        };
        let goal: Vec<Target> = self.targets.iter().map(target).collect();
        let parts = Parts { goals: vec![goal], ..start.into_parts() };
        Puzzle::new(parts).expect("targets of a goal are apart")
    }
}

//! The layers of a certificate, made again by the reference and compared.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use crate::certificate::MOST_POSITIONS;
use crate::certificate::check::Refusal;
use crate::certificate::digest::Layer;
use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// The clock is looked at before so many positions are expanded.
const STRIDE: usize = 16;

/// The rules of one puzzle, whatever its family.
pub(super) struct Space<'a> {
    pub(super) start: Position,
    /// Maximum number of moves of a position.
    pub(super) most_moves: usize,
    /// Adds the positions one move on.
    pub(super) expand: &'a dyn Fn(&Position, &mut Vec<Position>),
    pub(super) is_goal: &'a dyn Fn(&Position) -> bool,
}

/// True if these are the layers of a space, from its start on and without a goal; with `whole`, all that it has. How many
/// positions they have together.
pub(super) fn compare(
    space: &Space<'_>,
    claimed: &[Layer],
    whole: bool,
    limits: &Limits,
) -> Result<u64, Refusal> {
    // Where a sum is too large for a number it is past the bound as well.
    let total = claimed.iter().fold(0, |total: u64, layer| total.saturating_add(layer.positions));
    if total > MOST_POSITIONS {
        return Err(Refusal::TooLarge(format!(
            "its layers have {total} positions, and at most {MOST_POSITIONS} are gone through"
        )));
    }
    let each = bytes_for(space.start.len());
    if space.most_moves.saturating_mul(each) > limits.memory {
        return Err(Refusal::GaveUp(GaveUp::Memory));
    }
    let (stopped, mut due) = (Cell::new(None), 0);
    let mut layers = Layers::new(space.start.clone(), |position: &Position, found: &mut Vec<Position>| {
        due += 1;
        if due % STRIDE == 0 && stopped.get().is_none() {
            stopped.set(limits.check().err());
        }
        // What follows counts no more.
        if stopped.get().is_none() {
            (space.expand)(position, found);
        }
    });
    let room = limits.memory / each;
    let mut through = 0;
    for (number, layer) in claimed.iter().enumerate() {
        if number > 0 {
            let most = (through + layer.positions) as usize;
            let whole = layers.advance(most.min(room));
            limits.check().err().or(stopped.get()).map_or(Ok(()), |reason| Err(Refusal::GaveUp(reason)))?;
            if !whole {
                let sentence = format!("layer {number} has not {} positions but more", layer.positions);
                let refusal = Refusal::Untrue(sentence);
                return Err(if most > room { Refusal::GaveUp(GaveUp::Memory) } else { refusal });
            }
        }
        through += layer.positions;
        limits.progress.positions.store(layers.positions() as u64, Ordering::Relaxed);
        limits.progress.layer.store(number as u32, Ordering::Relaxed);
        same(number, layer, layers.layer())?;
        if layers.layer().iter().any(|position| (space.is_goal)(position)) {
            return Err(Refusal::Untrue(format!("the goal holds in a position of layer {number}")));
        }
    }
    if whole {
        let ended = layers.advance(total as usize) && layers.layer().is_empty();
        stopped.get().map_or(Ok(()), |reason| Err(Refusal::GaveUp(reason)))?;
        if claimed.is_empty() || !ended {
            let sentence = format!("more positions can be reached than the {total} of its layers");
            return Err(Refusal::Untrue(sentence));
        }
    }
    Ok(total)
}

/// Bytes that the set of all positions and the last layers take for each position, at most: the numbers twice, with what
/// the allocator adds, and places in a table that doubles and in lists.
fn bytes_for(numbers: usize) -> usize {
    2 * (2 * numbers).next_multiple_of(16) + 96
}

/// True if a layer that was made again is the one claimed.
fn same(number: usize, claimed: &Layer, found: &[Position]) -> Result<(), Refusal> {
    let mut found: Vec<&Position> = found.iter().collect();
    let found = Layer::of(&mut found);
    if found.positions != claimed.positions {
        return Err(Refusal::Untrue(format!(
            "layer {number} has not {} positions but {}",
            claimed.positions, found.positions
        )));
    }
    if found.sha256 != claimed.sha256 {
        return Err(Refusal::Untrue(format!(
            "layer {number} has other positions than those of the digest: theirs is {}",
            found.sha256
        )));
    }
    Ok(())
}

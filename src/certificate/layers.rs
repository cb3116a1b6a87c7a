//! The layers of a certificate, made again by the reference and compared.

use std::sync::atomic::Ordering;

use crate::digest::{Layer, Recording};
use crate::refusal::Refusal;
use traybit_core::reference::Position;
use traybit_core::reference::streamed::{PlainSpace, streamed};
use traybit_core::search::limits::Limits;

/// How many positions the layers have together, if they are those of a space, from its start on and without a goal; with
/// `whole`, all that it has.
pub(super) fn compare(
    space: &PlainSpace<'_>,
    is_goal: &(dyn Fn(&Position) -> bool + Sync),
    claimed: &[Layer],
    whole: bool,
    limits: &Limits,
) -> Result<u64, Refusal> {
    let mut layers = streamed(space, limits).map_err(Refusal::GaveUp)?;
    let mut found = Recording::default();
    found.add(&space.start);
    let mut through = 0;
    for (number, layer) in claimed.iter().enumerate() {
        if number > 0 {
            found = Recording::default();
            let count = layers.advance(layer.positions, &mut |position| found.add(position));
            if count.map_err(Refusal::GaveUp)?.is_none() {
                let sentence = format!("layer {number} has not {} positions but more", layer.positions);
                return Err(Refusal::Untrue(sentence));
            }
        }
        same(number, layer, &std::mem::take(&mut found).finish())?;
        through += layer.positions;
        limits.progress.positions.store(through, Ordering::Relaxed);
        limits.progress.layer.store(number as u32, Ordering::Relaxed);
        if layers.any(is_goal).map_err(Refusal::GaveUp)? {
            return Err(Refusal::Untrue(format!("the goal holds in a position of layer {number}")));
        }
    }
    if whole && (claimed.is_empty() || layers.advance(0, &mut |_| ()).map_err(Refusal::GaveUp)?.is_none()) {
        let sentence = format!("more positions can be reached than the {through} of its layers");
        return Err(Refusal::Untrue(sentence));
    }
    Ok(through)
}

/// True if a layer that was made again is the one claimed.
fn same(number: usize, claimed: &Layer, found: &Layer) -> Result<(), Refusal> {
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

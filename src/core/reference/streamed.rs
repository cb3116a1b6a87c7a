//! Breadth-first search by the plain rules in bounded memory. Moves can be undone, so the next layer is the successors of
//! the last one without the last two.
//!
//! ```text
//!   layer ─▶ threads, a part each ─▶ plain successors ─▶ packed, sorted ─▶ merged, without the last two layers ─▶ next layer
//! ```

use crate::parallel_map::parallel_map;
use crate::reference::Position;
use crate::reference::sorted::{BLOCK, Form, List, Record, Sorter};
use crate::{GaveUp, Limits};

/// Minimum number of positions of a part.
const LEAST: usize = 1 << 10;
/// Parts of a layer for each thread.
const PARTS: usize = 8;
/// Positions between two checks of the limits.
const STRIDE: usize = 16;

/// The rules of one puzzle of any family.
pub struct PlainSpace<'a> {
    /// The start.
    pub start: Position,
    /// Bound of the numbers in a position.
    pub end: usize,
    /// Maximum number of moves of a position.
    pub most_moves: usize,
    /// Appends the successors of a position; each leads back to it in one move.
    pub expand: &'a (dyn Fn(&Position, &mut Vec<Position>) + Sync),
}

/// Finds the next layer, passes its positions to a function in ascending order, and returns their number; `None` once there
/// are more than the number given.
pub type NextLayer<'a> = dyn FnMut(u64, &mut dyn FnMut(&Position)) -> Result<Option<u64>, GaveUp> + 'a;

/// The layers of a space, one after the other, from the second on: the first one is its start alone.
/// Fails if the memory does not suffice for the successors of one position.
pub fn streamed<'a>(space: &'a PlainSpace<'a>, limits: &'a Limits) -> Result<Box<NextLayer<'a>>, GaveUp> {
    let form = Form::new(space.start.len(), space.end);
    let position = size_of::<Position>() + (2 * form.numbers).next_multiple_of(16) + 16;
    let expanded = space.most_moves.saturating_mul(position);
    limits.within(limits.threads.max(1).saturating_mul(expanded.saturating_add(2 * BLOCK)))?;
    Ok(match form.bytes {
        8 => layers::<[u8; 8]>(space, form, limits),
        16 => layers::<[u8; 16]>(space, form, limits),
        32 => layers::<[u8; 32]>(space, form, limits),
        _ => layers::<Box<[u8]>>(space, form, limits),
    })
}

fn layers<'a, R: Record + 'a>(
    space: &'a PlainSpace<'a>,
    form: Form,
    limits: &'a Limits,
) -> Box<NextLayer<'a>> {
    let start = form.pack::<R>(&space.start, &mut Vec::new());
    let (mut previous, mut current) = (List::of(Vec::new()), List::of(vec![start]));
    Box::new(move |most, visit| {
        let sorter = Sorter::new(form, limits, limits.memory);
        limits.check()?;
        let threads = limits.threads.max(1);
        let parts = current.parts(form, PARTS * threads, LEAST);
        let runs = parallel_map(parts, threads, |mut part| {
            let (mut collector, mut found) = (sorter.collector(), Vec::new());
            let (mut position, mut due) = (form.blank(), 0);
            while let Some(record) = part.next()? {
                due += 1;
                if due % STRIDE == 0 {
                    limits.check()?;
                }
                form.unpack(record.as_ref(), &mut position);
                (space.expand)(&position, &mut found);
                found.drain(..).try_for_each(|next| collector.add(&next))?;
            }
            collector.finish()
        });
        let (mut next, mut count, mut position) = (List::of(Vec::new()), 0, form.blank());
        sorter.merge(runs, &[&previous, &current], |record| {
            count += 1;
            if count > most {
                return Ok(false);
            }
            form.unpack(record.as_ref(), &mut position);
            visit(&position);
            sorter.push(&mut next, record, limits.memory / 16)?;
            Ok(true)
        })?;
        if count > most {
            return Ok(None);
        }
        previous = std::mem::replace(&mut current, next);
        Ok(Some(count))
    })
}

//! Breadth-first search by the plain rules in a bounded memory: moves can be undone, so that the next layer is what the last
//! one leads to without the last two.
//!
//! ```text
//!   layer ─▶ threads, a part each ─▶ plain successors ─▶ packed, sorted ─▶ merged, without the last two layers ─▶ next layer
//! ```

use std::ops::ControlFlow;

use crate::parallel_map::parallel_map;
use crate::reference::Position;
use crate::reference::packed::{Form, Record};
use crate::reference::sorted::{BLOCK, List, Output, Part, Runs};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;

/// Positions that a thread takes at least.
const LEAST: usize = 1 << 10;
/// Parts of a layer for each thread.
const PARTS: usize = 8;
/// The limits are looked at before so many positions are gone through.
const STRIDE: usize = 16;

/// The rules of one puzzle, whatever its family.
pub struct PlainSpace<'a> {
    /// The start.
    pub start: Position,
    /// Bound of the numbers in a position.
    pub end: usize,
    /// Maximum number of moves of a position.
    pub most_moves: usize,
    /// Adds the positions one move on, which lead back in one move.
    pub expand: &'a (dyn Fn(&Position, &mut Vec<Position>) + Sync),
}

/// The layers of a space, one after the other.
pub trait StreamedLayers {
    /// True if something holds in a position of the layer.
    ///
    /// # Errors
    /// The reason why it is not known.
    fn any(&self, holds: &(dyn Fn(&Position) -> bool + Sync)) -> Result<bool, GaveUp>;

    /// Finds the next layer, whose positions are handed over in ascending order: how many they are, or none where they are
    /// more than `most`, of which no more are found then.
    ///
    /// # Errors
    /// The reason why it was not found.
    fn advance(&mut self, most: u64, visit: &mut dyn FnMut(&[u16])) -> Result<Option<u64>, GaveUp>;
}

/// The layers of a space; the first one is its start alone.
///
/// # Errors
/// [`GaveUp::Memory`] where it does not suffice for the successors of one position.
pub fn streamed<'a>(
    space: &'a PlainSpace<'a>,
    limits: &'a Limits,
) -> Result<Box<dyn StreamedLayers + 'a>, GaveUp> {
    let form = Form::new(space.start.len(), space.end);
    let position = size_of::<Position>() + (2 * form.numbers).next_multiple_of(16) + 16;
    let expanded = space.most_moves.saturating_mul(position);
    limits.within(limits.threads.max(1).saturating_mul(expanded.saturating_add(2 * BLOCK)))?;
    Ok(match form.bytes {
        8 => Box::new(Search::<[u8; 8]>::new(space, form, limits)),
        16 => Box::new(Search::<[u8; 16]>::new(space, form, limits)),
        32 => Box::new(Search::<[u8; 32]>::new(space, form, limits)),
        _ => Box::new(Search::<Box<[u8]>>::new(space, form, limits)),
    })
}

struct Search<'a, R> {
    space: &'a PlainSpace<'a>,
    form: Form,
    limits: &'a Limits,
    previous: List<R>,
    current: List<R>,
}

impl<'a, R: Record> Search<'a, R> {
    fn new(space: &'a PlainSpace<'a>, form: Form, limits: &'a Limits) -> Self {
        let start = form.pack(&space.start, &mut Vec::new());
        Self { space, form, limits, previous: List::Held(Vec::new()), current: List::Held(vec![start]) }
    }

    /// Works through the layer, a part at a time on each thread.
    fn by_part<T: Send>(
        &self,
        task: impl Fn(Part<'_, R>) -> Result<T, GaveUp> + Sync,
    ) -> Result<Vec<T>, GaveUp> {
        self.limits.check()?;
        let threads = self.limits.threads.max(1);
        parallel_map(self.current.parts(PARTS * threads, LEAST), threads, task).into_iter().collect()
    }

    /// Hands over the positions of a part, until `visit` breaks.
    fn each(
        &self,
        part: Part<'_, R>,
        mut visit: impl FnMut(&Position) -> Result<ControlFlow<()>, GaveUp>,
    ) -> Result<(), GaveUp> {
        let (mut reader, mut position, mut due) = (part.read(self.form), self.form.blank(), 0);
        while let Some(record) = reader.next()? {
            due += 1;
            if due % STRIDE == 0 {
                self.limits.check()?;
            }
            self.form.unpack(record.as_ref(), &mut position);
            if visit(&position)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<R: Record> StreamedLayers for Search<'_, R> {
    fn any(&self, holds: &(dyn Fn(&Position) -> bool + Sync)) -> Result<bool, GaveUp> {
        let found = self.by_part(|part| {
            let mut found = false;
            self.each(part, |position| {
                found = holds(position);
                Ok(if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            Ok(found)
        });
        Ok(found?.contains(&true))
    }

    fn advance(&mut self, most: u64, visit: &mut dyn FnMut(&[u16])) -> Result<Option<u64>, GaveUp> {
        let Self { form, limits, .. } = *self;
        let runs = Runs::new(form, limits, limits.memory);
        self.by_part(|part| {
            let (mut collector, mut found) = (runs.collector(), Vec::new());
            self.each(part, |position| {
                (self.space.expand)(position, &mut found);
                found.drain(..).try_for_each(|next| collector.add(&next))?;
                Ok(ControlFlow::Continue(()))
            })?;
            collector.finish()
        })?;
        let (mut next, mut count, mut position) =
            (Output::new(form, limits, limits.memory / 16), 0, form.blank());
        runs.merge(&[&self.previous, &self.current], |record| {
            count += 1;
            if count > most {
                return Ok(ControlFlow::Break(()));
            }
            form.unpack(record.as_ref(), &mut position);
            visit(&position);
            next.push(record)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if count > most {
            return Ok(None);
        }
        self.previous = std::mem::replace(&mut self.current, next.finish()?);
        Ok(Some(count))
    }
}

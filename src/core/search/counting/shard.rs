//! One partition of all stages that are not done, by hash: a table for each of them.

use std::collections::VecDeque;
use std::hint::black_box;

use crate::on_processor;
use crate::search::counting::table::{GROUP, Halt, Number, SEGMENT, Segment, Table, free};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{GaveUp, Key};

/// Number of paths to a state, on its way to the table.
#[derive(Clone, Copy)]
#[repr(C, packed(8))]
pub(super) struct Record<K: Copy, N: Copy> {
    pub(super) key: K,
    pub(super) number: N,
    pub(super) stage: u32,
    /// The half of its hash that gives the place.
    pub(super) high: u32,
}

/// The tables of one partition, by stage.
pub(super) struct Shard<K: Copy, N: Copy> {
    /// The stage of the first table, the first that is not done.
    pub(super) base: usize,
    pub(super) tables: VecDeque<Table<K, N>>,
    /// Memory of finished stages.
    pub(super) spare: Vec<Segment<K, N>>,
}

impl<K: Key + Copy, N: Number> Shard<K, N> {
    pub(super) fn tables(&self) -> impl ExactSizeIterator<Item = (usize, &Table<K, N>)> {
        let base = self.base;
        self.tables.iter().enumerate().map(move |(offset, table)| (base + offset, table))
    }

    /// Takes out the table of the first stage, whose segments stay counted.
    pub(super) fn take_first(&mut self, meter: &Meter) -> Table<K, N> {
        self.base += 1;
        let first = self.tables.pop_front();
        meter.give(first.iter().map(size_of_val).sum());
        first.unwrap_or(Table::empty())
    }

    /// Adds records to their tables and removes them from the list.
    /// The first record that is refused stays in it with all after it.
    pub(super) fn absorb(&mut self, records: &mut Vec<Record<K, N>>, meter: &Meter) -> Result<(), Halt> {
        let (mut added, mut refused) = (0, Ok(()));
        on_processor!(|_on| for group in records.chunks(GROUP) {
            self.look_up(group);
            for record in group {
                refused = self.add(record, meter);
                if refused.is_err() {
                    return;
                }
                added += 1;
            }
        });
        records.drain(..added);
        refused
    }

    #[inline(always)]
    fn look_up(&self, group: &[Record<K, N>]) {
        let mut free = 0;
        for record in group {
            if let Some(table) = self.tables.get(record.stage as usize - self.base) {
                free += u32::from(table.is_free(record.high));
            }
        }
        black_box(free);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, record: &Record<K, N>, meter: &Meter) -> Result<(), Halt> {
        let offset = record.stage as usize - self.base;
        let table = match self.tables.get_mut(offset) {
            Some(table) if !table.is_full() => table,
            _ => self.grow(offset, 1, meter)?,
        };
        table.add(record.key, record.number, record.high)
    }

    /// Makes room for `states` about to be added: in a table's order they would crowd the first slots of a growing
    /// table.
    pub(super) fn reserve(&mut self, stage: usize, states: usize, meter: &Meter) -> Result<(), Halt> {
        let offset = stage - self.base;
        let room = self.tables.get(offset).map_or(0, |table| table.most - table.len);
        if room < states { self.grow(offset, states, meter).map(drop) } else { Ok(()) }
    }

    /// Returns a table with room for `more` states.
    #[cold]
    fn grow(&mut self, offset: usize, more: usize, meter: &Meter) -> Result<&mut Table<K, N>, Halt> {
        if offset >= self.tables.len() {
            meter.take_within((offset + 1 - self.tables.len()) * size_of::<Table<K, N>>())?;
            self.tables.resize_with(offset + 1, Table::empty);
        }
        let table = &mut self.tables[offset];
        let segments = table.segments_for(more);
        // One is read while the others are written.
        let missing = (segments - table.segments.len() + 1).saturating_sub(self.spare.len());
        meter.take_within(missing * Table::<K, N>::SEGMENT_BYTES)?;
        self.spare.extend((0..missing).map(|_| Box::new([free(); SEGMENT])));
        table.grow(segments, &mut self.spare);
        Ok(table)
    }

    pub(super) fn bytes(&self) -> usize {
        let segments: usize = self.tables.iter().map(|table| table.segments.len()).sum();
        (segments + self.spare.len()) * Table::<K, N>::SEGMENT_BYTES
            + self.tables.len() * size_of::<Table<K, N>>()
    }
}

/// Bytes that the threads hold together now, their peak, and their limit.
#[derive(Debug)]
pub(super) struct Meter {
    held: AtomicUsize,
    peak: AtomicUsize,
    most: usize,
}

impl Meter {
    pub(super) fn new(most: usize) -> Self {
        Self { held: AtomicUsize::new(0), peak: AtomicUsize::new(0), most }
    }

    pub(super) fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    pub(super) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Notes a peak of `bytes`, which include those counted elsewhere.
    pub(super) fn note(&self, bytes: usize) {
        self.peak.fetch_max(bytes, Ordering::Relaxed);
    }

    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.held().saturating_add(bytes) <= self.most
    }

    /// Counts bytes as held if they are within the limit.
    pub(super) fn take_within(&self, bytes: usize) -> Result<(), GaveUp> {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if held > self.most {
            self.give(bytes);
            return Err(GaveUp::Memory);
        }
        self.note(held);
        Ok(())
    }

    pub(super) fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

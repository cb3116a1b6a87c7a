//! External merge sort of records (delayed duplicate detection by sorting: Munagala and Ranade, 1999; Korf, 2004).
//!
//! ```text
//!   records ─▶ collector ─▶ runs, each sorted ─▶ merged: each record once, without those of known lists ─▶ list
//!              per thread   in memory, then in a file of the thread                   in memory, then in a file
//!
//!   memory     1/8          1/4, and 1/8 to read files                                1/16 each; lists that grow double
//! ```
//!
//! Records have a fixed length, and their order is that of the positions:
//!
//! ```text
//!   position   1      4      26          numbers below 36: 6 bits each, the highest first
//!   record     000001 000100 011010 0…   then zeros, up to 8, 16 or 32 bytes, or else to a whole byte
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec;

use crate::parallel_map::parallel_map;
use crate::reference::Position;
use crate::search::disk::block_file::{Block, BlockFile};
use crate::{GaveUp, Limits};

pub(super) const BLOCK: usize = 64 << 10;
/// Maximum bytes of the records that a thread sorts at once: the limits are not checked meanwhile.
const SORTED: usize = 128 << 20;
/// Records that are packed or merged between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// Minimum number of positions for packing on several threads.
const WIDE: usize = 1 << 12;

/// A packed position: bytes, compared one after the other.
pub(super) trait Record: Ord + Clone + Send + Sync + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> {}

impl<T: Ord + Clone + Send + Sync + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>> Record for T {}

/// Record lengths, in bytes, that need no allocation per record.
const LENGTHS: [usize; 3] = [8, 16, 32];

/// Format of the records of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Numbers in a position.
    pub numbers: usize,
    /// Bits of a number, at most 16.
    bits: u32,
    pub(super) bytes: usize,
}

impl Form {
    /// The format for positions of `numbers` numbers, each below `end`.
    #[must_use]
    pub fn new(numbers: usize, end: usize) -> Self {
        let bits = end.saturating_sub(1).max(1).ilog2() + 1;
        let bytes = (numbers * bits as usize).div_ceil(8);
        let bytes = LENGTHS.into_iter().find(|&length| bytes <= length).unwrap_or(bytes);
        Self { numbers, bits, bytes }
    }

    /// Packs a position; `bytes` is a buffer.
    pub(super) fn pack<R: Record>(&self, position: &[u16], bytes: &mut Vec<u8>) -> R {
        bytes.clear();
        let (mut held, mut bits) = (0u32, 0);
        for &number in position {
            held = held << self.bits | u32::from(number);
            bits += self.bits;
            while bits >= 8 {
                bits -= 8;
                bytes.push((held >> bits) as u8);
            }
        }
        bytes.push((held << (8 - bits)) as u8);
        bytes.resize(self.bytes, 0);
        record(bytes)
    }

    /// Unpacks a record into `position`, whose length is that of the format.
    pub(super) fn unpack(&self, record: &[u8], position: &mut [u16]) {
        let mut bytes = record.iter();
        let (mut held, mut bits) = (0u32, 0);
        for number in position {
            while bits < self.bits {
                held = held << 8 | u32::from(bytes.next().copied().unwrap_or_default());
                bits += 8;
            }
            bits -= self.bits;
            *number = (held >> bits & ((1 << self.bits) - 1)) as u16;
        }
    }

    pub(super) fn blank(&self) -> Position {
        vec![0; self.numbers].into()
    }

    /// Bytes of a record in memory, including the allocator's overhead.
    pub(super) fn held(&self) -> usize {
        if LENGTHS.contains(&self.bytes) {
            self.bytes
        } else {
            size_of::<Box<[u8]>>() + self.bytes.next_multiple_of(16) + 16
        }
    }
}

fn record<R: Record>(bytes: &[u8]) -> R {
    R::try_from(bytes).ok().expect("as many bytes as a record has")
}

/// Records in ascending order, each once: those of the file's blocks, then those in memory.
pub(super) struct List<R> {
    file: Option<Arc<BlockFile>>,
    blocks: Vec<Block>,
    records: Vec<R>,
}

impl<R: Record> List<R> {
    pub(super) fn of(records: Vec<R>) -> Self {
        Self { file: None, blocks: Vec::new(), records }
    }

    /// Readers that together cover the list: at most `most` for its blocks, and at most `most` for its records in
    /// memory. Each of the latter reads at least `least` records, except the last.
    pub(super) fn parts(&self, form: Form, most: usize, least: usize) -> Vec<Reader<'_, R>> {
        let blocks = self.blocks.chunks(self.blocks.len().div_ceil(most).max(1));
        let records = self.records.chunks(self.records.len().div_ceil(most).max(least));
        let stored = blocks.map(|blocks| self.reader(form, blocks, &[]));
        stored.chain(records.map(|records| self.reader(form, &[], records))).collect()
    }

    fn reader<'a>(&'a self, form: Form, blocks: &'a [Block], records: &'a [R]) -> Reader<'a, R> {
        let (buffer, block) = (Vec::new(), Vec::new().into_iter());
        Reader { file: self.file.as_deref(), blocks, records, bytes: form.bytes, buffer, block }
    }
}

pub(super) struct Reader<'a, R> {
    file: Option<&'a BlockFile>,
    blocks: &'a [Block],
    records: &'a [R],
    bytes: usize,
    buffer: Vec<u8>,
    /// Rest of the block read last.
    block: vec::IntoIter<R>,
}

impl<R: Record> Reader<'_, R> {
    pub(super) fn next(&mut self) -> Result<Option<R>, GaveUp> {
        if self.block.len() == 0
            && let (Some(file), Some(first)) = (self.file, self.blocks.split_off_first())
        {
            file.read(slice::from_ref(first), &mut self.buffer, |block, bytes| {
                let records = bytes[..block.bytes as usize].chunks_exact(self.bytes).map(record);
                self.block = records.collect::<Vec<R>>().into_iter();
                Ok(())
            })?;
        }
        Ok(self.block.next().or_else(|| self.records.split_off_first().cloned()))
    }
}

/// Sorts records of one form within a budget.
pub(super) struct Sorter<'a> {
    pub(super) form: Form,
    pub(super) limits: &'a Limits,
    /// Bytes for the runs, for their lists and for all else.
    memory: usize,
    held: AtomicUsize,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(form: Form, limits: &'a Limits, memory: usize) -> Self {
        Self { form, limits, memory, held: AtomicUsize::new(0) }
    }

    pub(super) fn collector<R>(&self) -> Collector<'_, R> {
        let bytes = (self.memory / 8 / self.limits.threads.max(1)).min(SORTED);
        let most = bytes / self.form.held();
        Collector { sorter: self, records: Vec::new(), most, bytes: Vec::new(), file: None, runs: Vec::new() }
    }

    /// Passes on the records of the runs of all threads, each once and in ascending order, without those in `known`, while
    /// `visit` returns true.
    pub(super) fn merge<R: Record>(
        &self,
        runs: Vec<Result<Vec<List<R>>, GaveUp>>,
        known: &[&List<R>],
        visit: impl FnMut(R) -> Result<bool, GaveUp>,
    ) -> Result<(), GaveUp> {
        let runs = runs.into_iter().collect::<Result<Vec<_>, GaveUp>>()?.into_iter().flatten();
        let (mut stored, held): (Vec<_>, Vec<_>) = runs.partition(|run| run.file.is_some());
        // A reader holds a block twice.
        let most = (self.memory / 8 / (2 * BLOCK)).max(2);
        while stored.len() > most {
            let first: Vec<List<R>> = stored.drain(..most).collect();
            let mut merged = List::of(Vec::new());
            self.merge_all(first.iter(), &[], |record| {
                self.push(&mut merged, record, BLOCK)?;
                Ok(true)
            })?;
            stored.push(merged);
        }
        self.merge_all(held.iter().chain(&stored), known, visit)
    }

    fn merge_all<'l, R: Record>(
        &self,
        lists: impl Iterator<Item = &'l List<R>>,
        known: &[&'l List<R>],
        mut visit: impl FnMut(R) -> Result<bool, GaveUp>,
    ) -> Result<(), GaveUp> {
        let reader = |list: &'l List<R>| list.reader(self.form, &list.blocks, &list.records);
        let mut readers: Vec<Reader<R>> = lists.map(reader).collect();
        let mut heap = BinaryHeap::with_capacity(readers.len());
        for (number, reader) in readers.iter_mut().enumerate() {
            heap.extend(reader.next()?.map(|record| Reverse((record, number))));
        }
        let mut known: Vec<(Reader<R>, Option<R>)> = known.iter().map(|list| (reader(list), None)).collect();
        for (reader, next) in &mut known {
            *next = reader.next()?;
        }
        let (mut last, mut due) = (None, 0);
        while let Some(mut top) = heap.peek_mut() {
            due += 1;
            if due % STRIDE == 0 {
                self.limits.check()?;
            }
            let Reverse((least, number)) = &mut *top;
            let record = match readers[*number].next()? {
                Some(next) => std::mem::replace(least, next),
                None => PeekMut::pop(top).0.0,
            };
            if last.as_ref() == Some(&record) {
                continue;
            }
            last = Some(record.clone());
            let mut is_known = false;
            for (reader, next) in &mut known {
                while next.as_ref().is_some_and(|next| *next < record) {
                    *next = reader.next()?;
                }
                is_known |= next.as_ref() == Some(&record);
            }
            if !is_known && !visit(record)? {
                break;
            }
        }
        Ok(())
    }

    /// Adds a record to the end of a list that has at most `bytes` in memory.
    pub(super) fn push<R: Record>(&self, list: &mut List<R>, record: R, bytes: usize) -> Result<(), GaveUp> {
        list.records.push(record);
        if list.records.len() > bytes / self.form.held() { self.write(list) } else { Ok(()) }
    }

    /// Writes the records of a list that are in memory to its file, which is made if there is none.
    fn write<R: Record>(&self, list: &mut List<R>) -> Result<(), GaveUp> {
        let disk = self.limits.disk.as_ref().ok_or(GaveUp::Memory)?;
        let file = list.file.take().map_or_else(|| BlockFile::create(disk).map(Arc::new), Ok)?;
        let mut appender = file.appender();
        for block in list.records.chunks((BLOCK / self.form.bytes.max(1)).max(1)) {
            self.limits.check()?;
            appender.add(0, block.len(), |to| {
                for record in block {
                    to.extend_from_slice(record.as_ref());
                }
            })?;
        }
        appender.flush()?;
        list.blocks.extend(file.settle());
        list.file = Some(file);
        list.records.clear();
        self.limits.progress.disk.store(disk.held(), Ordering::Relaxed);
        Ok(())
    }
}

/// Sorts the records of one thread into runs.
pub(super) struct Collector<'a, R> {
    sorter: &'a Sorter<'a>,
    records: Vec<R>,
    /// Records that are sorted at once.
    most: usize,
    bytes: Vec<u8>,
    /// File of the runs that are not in memory.
    file: Option<Arc<BlockFile>>,
    runs: Vec<List<R>>,
}

impl<R: Record> Collector<'_, R> {
    pub(super) fn add(&mut self, position: &[u16]) -> Result<(), GaveUp> {
        let record = self.sorter.form.pack(position, &mut self.bytes);
        self.records.push(record);
        if self.records.len() < self.most {
            return Ok(());
        }
        self.sort();
        // If most were duplicates, there is room again.
        if self.records.len() > self.most / 2 { self.end_run() } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> Result<Vec<List<R>>, GaveUp> {
        self.sort();
        if !self.records.is_empty() {
            self.end_run()?;
        }
        Ok(self.runs)
    }

    fn sort(&mut self) {
        self.records.sort_unstable();
        self.records.dedup();
    }

    fn end_run(&mut self) -> Result<(), GaveUp> {
        let bytes = self.records.len() * self.sorter.form.held();
        let mut run = List::of(std::mem::take(&mut self.records));
        if self.sorter.held.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.sorter.memory / 4 {
            run.records.shrink_to_fit();
        } else {
            self.sorter.held.fetch_sub(bytes, Ordering::Relaxed);
            run.file = self.file.take();
            self.sorter.write(&mut run)?;
            self.file.clone_from(&run.file);
            run.records = Vec::new();
        }
        self.runs.push(run);
        Ok(())
    }
}

/// Takes a number of positions, and a function that returns each of them by its number.
pub type Take<'a> = dyn FnMut(usize, &(dyn Fn(usize) -> Position + Sync)) -> Result<(), GaveUp> + 'a;

/// Sorts the positions that come from `feed` within `memory` bytes, and passes each to `visit` once, in ascending order.
pub fn sort(
    form: Form,
    (limits, memory): (&Limits, usize),
    feed: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GaveUp>,
    visit: &mut dyn FnMut(&[u16]),
) -> Result<(), GaveUp> {
    let sorter = Sorter::new(form, limits, memory);
    match form.bytes {
        8 => sort_in::<[u8; 8]>(&sorter, feed, visit),
        16 => sort_in::<[u8; 16]>(&sorter, feed, visit),
        32 => sort_in::<[u8; 32]>(&sorter, feed, visit),
        _ => sort_in::<Box<[u8]>>(&sorter, feed, visit),
    }
}

fn sort_in<R: Record>(
    sorter: &Sorter<'_>,
    feed: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GaveUp>,
    visit: &mut dyn FnMut(&[u16]),
) -> Result<(), GaveUp> {
    let threads = sorter.limits.threads.max(1);
    let mut collectors: Vec<Collector<R>> = (0..threads).map(|_| sorter.collector()).collect();
    feed(&mut |count, position| {
        let share = if count < WIDE { count } else { count.div_ceil(threads) }.max(1);
        let tasks = collectors.iter_mut().zip((0..count).step_by(share)).collect();
        let task = |(collector, first): (&mut Collector<R>, usize)| {
            (first..count.min(first + share)).try_for_each(|number| {
                if number % STRIDE == 0 {
                    sorter.limits.check()?;
                }
                collector.add(&position(number))
            })
        };
        parallel_map(tasks, threads, task).into_iter().collect()
    })?;
    let runs = parallel_map(collectors, threads, Collector::finish);
    let mut position = sorter.form.blank();
    sorter.merge(runs, &[], |record: R| {
        sorter.form.unpack(record.as_ref(), &mut position);
        visit(&position);
        Ok(true)
    })
}

//! External merge sort of records.
//!
//! ```text
//!   records ─▶ collector ─▶ runs, each sorted ─▶ merged: each record once, without those of other lists ─▶ list
//!              per thread   in memory, or in one file, a bucket each                        in memory or in a file
//!
//!   memory     1/8          1/4, and 1/8 to read files                               1/16 each; lists that grow double
//! ```
//!
//! A list larger than its share goes to the disk, if there is one. (Delayed duplicate detection by sorting: Munagala and
//! Ranade, 1999; Korf, 2004.)

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::ControlFlow;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::vec;

use crate::parallel_map::parallel_map;
use crate::reference::Position;
use crate::reference::packed::{Form, Record, record};
use crate::search::disk::block::Block;
use crate::search::disk::block_file::BlockFile;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::sync::Mutex;

/// Bytes of a block in a file.
pub(super) const BLOCK: usize = 64 << 10;
/// Maximum bytes of the records that a thread sorts at once: it looks at its limits in between.
const SORTED: usize = 128 << 20;
/// Records that are packed or merged between two looks at the limits.
const STRIDE: usize = 1 << 12;
/// Positions from which on several threads pack them.
const WIDE: usize = 1 << 12;

/// Records in ascending order, each once.
pub(super) enum List<R> {
    Held(Vec<R>),
    Stored(Arc<BlockFile>, Vec<Block>),
}

impl<R> List<R> {
    /// All of it.
    pub(super) fn all(&self) -> Part<'_, R> {
        match self {
            Self::Held(records) => Part::Held(records),
            Self::Stored(file, blocks) => Part::Stored(file, blocks),
        }
    }

    /// The list in as many parts of about the same size, or fewer, of which each but the last has at least `least` records.
    pub(super) fn parts(&self, most: usize, least: usize) -> Vec<Part<'_, R>> {
        match self {
            Self::Held(records) => {
                records.chunks(records.len().div_ceil(most).max(least)).map(Part::Held).collect()
            }
            Self::Stored(file, blocks) => {
                let count = blocks.len().div_ceil(most).max(1);
                blocks.chunks(count).map(|blocks| Part::Stored(file, blocks)).collect()
            }
        }
    }
}

/// A part of a list.
pub(super) enum Part<'a, R> {
    Held(&'a [R]),
    Stored(&'a BlockFile, &'a [Block]),
}

impl<'a, R: Record> Part<'a, R> {
    pub(super) fn read(self, form: Form) -> Reader<'a, R> {
        Reader { rest: self, bytes: form.bytes, buffer: Vec::new(), block: Vec::new().into_iter() }
    }
}

/// Reads a part, record by record.
pub(super) struct Reader<'a, R> {
    rest: Part<'a, R>,
    /// Bytes of a record.
    bytes: usize,
    buffer: Vec<u8>,
    /// Rest of the block read last.
    block: vec::IntoIter<R>,
}

impl<R: Record> Reader<'_, R> {
    pub(super) fn next(&mut self) -> Result<Option<R>, GaveUp> {
        let (file, blocks) = match &mut self.rest {
            Part::Held(records) => return Ok(records.split_off_first().cloned()),
            Part::Stored(file, blocks) => (file, blocks),
        };
        if self.block.len() == 0
            && let Some(first) = blocks.split_off_first()
        {
            file.read(slice::from_ref(first), &mut self.buffer, |block, bytes| {
                let records = bytes[..block.bytes as usize].chunks_exact(self.bytes).map(record);
                self.block = records.collect::<Vec<R>>().into_iter();
                Ok(())
            })?;
        }
        Ok(self.block.next())
    }
}

/// Runs of records that are to be merged.
pub(super) struct Runs<'a, R> {
    form: Form,
    limits: &'a Limits,
    /// Bytes for the runs, for their lists and for all else.
    memory: usize,
    /// Those in memory, and their bytes.
    held: Mutex<(Vec<Vec<R>>, usize)>,
    /// The file of the others, and their number.
    file: Mutex<(Option<Arc<BlockFile>>, usize)>,
}

impl<'a, R: Record> Runs<'a, R> {
    pub(super) fn new(form: Form, limits: &'a Limits, memory: usize) -> Self {
        Self { form, limits, memory, held: Mutex::default(), file: Mutex::default() }
    }

    /// A thread's means to add records.
    pub(super) fn collector(&self) -> Collector<'_, 'a, R> {
        let bytes = (self.memory / 8 / self.limits.threads.max(1)).min(SORTED);
        Collector { runs: self, records: Vec::new(), most: bytes / self.form.held(), bytes: Vec::new() }
    }

    fn add(&self, mut run: Vec<R>) -> Result<(), GaveUp> {
        let bytes = run.len() * self.form.held();
        let mut held = self.held.lock();
        if held.1 + bytes <= self.memory / 4 {
            run.shrink_to_fit();
            held.0.push(run);
            held.1 += bytes;
            return Ok(());
        }
        drop(held);
        let (file, bucket) = {
            let (file, count) = &mut *self.file.lock();
            *count += 1;
            (Arc::clone(opened(file, self.limits)?), *count)
        };
        write(&file, bucket, &run, self.form, self.limits)
    }

    /// Hands over the records, each once and in ascending order, without those in `known`, until `visit` breaks.
    pub(super) fn merge(
        self,
        known: &[&List<R>],
        visit: impl FnMut(R) -> Result<ControlFlow<()>, GaveUp>,
    ) -> Result<(), GaveUp> {
        let Self { form, limits, memory, held, file } = self;
        let file = file.into_inner().0;
        let blocks = file.as_ref().map(|file| file.settle()).unwrap_or_default();
        let of_run = |blocks: &[Block]| file.clone().map(|file| List::Stored(file, blocks.to_vec()));
        let mut stored: Vec<List<R>> =
            blocks.chunk_by(|one, other| one.bucket == other.bucket).filter_map(of_run).collect();
        // A reader holds a block twice.
        let most = (memory / 8 / (2 * BLOCK)).max(2);
        while stored.len() > most {
            let mut merged = Output::new(form, limits, BLOCK);
            let parts = stored.iter().take(most).map(List::all).collect();
            merge_parts(form, limits, parts, &[], |record| {
                merged.push(record)?;
                Ok(ControlFlow::Continue(()))
            })?;
            stored.drain(..most);
            stored.push(merged.finish()?);
        }
        let held: Vec<List<R>> = held.into_inner().0.into_iter().map(List::Held).collect();
        merge_parts(form, limits, held.iter().chain(&stored).map(List::all).collect(), known, visit)
    }
}

/// Merges parts, whose records are handed over each once and in ascending order.
fn merge_parts<R: Record>(
    form: Form,
    limits: &Limits,
    parts: Vec<Part<'_, R>>,
    known: &[&List<R>],
    mut visit: impl FnMut(R) -> Result<ControlFlow<()>, GaveUp>,
) -> Result<(), GaveUp> {
    let mut readers: Vec<Reader<R>> = parts.into_iter().map(|part| part.read(form)).collect();
    let mut heap = BinaryHeap::with_capacity(readers.len());
    for (number, reader) in readers.iter_mut().enumerate() {
        heap.extend(reader.next()?.map(|record| Reverse((record, number))));
    }
    let mut known: Vec<(Reader<R>, Option<R>)> =
        known.iter().map(|list| (list.all().read(form), None)).collect();
    for (reader, next) in &mut known {
        *next = reader.next()?;
    }
    let (mut last, mut due) = (None, 0);
    while let Some(mut top) = heap.peek_mut() {
        due += 1;
        if due % STRIDE == 0 {
            limits.check()?;
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
        if !is_known && visit(record)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Records of one thread on their way to runs.
pub(super) struct Collector<'r, 'a, R> {
    runs: &'r Runs<'a, R>,
    records: Vec<R>,
    /// Records that are sorted at once.
    most: usize,
    bytes: Vec<u8>,
}

impl<R: Record> Collector<'_, '_, R> {
    pub(super) fn add(&mut self, position: &[u16]) -> Result<(), GaveUp> {
        let record = self.runs.form.pack(position, &mut self.bytes);
        self.records.push(record);
        if self.records.len() < self.most {
            return Ok(());
        }
        self.sort();
        // Where most were found several times there is room again.
        if self.records.len() > self.most / 2 { self.add_run() } else { Ok(()) }
    }

    fn sort(&mut self) {
        self.records.sort_unstable();
        self.records.dedup();
    }

    fn add_run(&mut self) -> Result<(), GaveUp> {
        self.runs.add(std::mem::take(&mut self.records))
    }

    /// Adds what was collected.
    pub(super) fn finish(mut self) -> Result<(), GaveUp> {
        self.sort();
        if self.records.is_empty() { Ok(()) } else { self.add_run() }
    }
}

/// A list that is being written, in ascending order.
pub(super) struct Output<'a, R> {
    form: Form,
    limits: &'a Limits,
    records: Vec<R>,
    /// Records that are held at once.
    most: usize,
    file: Option<Arc<BlockFile>>,
}

impl<'a, R: Record> Output<'a, R> {
    /// A list of which at most so many bytes are in memory.
    pub(super) fn new(form: Form, limits: &'a Limits, bytes: usize) -> Self {
        Self { form, limits, records: Vec::new(), most: bytes / form.held(), file: None }
    }

    pub(super) fn push(&mut self, record: R) -> Result<(), GaveUp> {
        self.records.push(record);
        if self.records.len() > self.most { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), GaveUp> {
        let file = opened(&mut self.file, self.limits)?;
        write(file, 0, &self.records, self.form, self.limits)?;
        self.records.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<List<R>, GaveUp> {
        if self.file.is_some() {
            self.write()?;
        }
        Ok(match self.file {
            None => List::Held(self.records),
            Some(file) => {
                let blocks = file.settle();
                List::Stored(file, blocks)
            }
        })
    }
}

/// The file, which is made if there is none.
fn opened<'f>(file: &'f mut Option<Arc<BlockFile>>, limits: &Limits) -> Result<&'f Arc<BlockFile>, GaveUp> {
    if file.is_none() {
        let disk = limits.disk.as_ref().ok_or(GaveUp::Memory)?;
        *file = Some(Arc::new(BlockFile::create(disk)?));
    }
    file.as_ref().ok_or(GaveUp::Memory)
}

/// Appends records to a file.
fn write<R: Record>(
    file: &BlockFile,
    bucket: usize,
    records: &[R],
    form: Form,
    limits: &Limits,
) -> Result<(), GaveUp> {
    let mut appender = file.appender();
    for block in records.chunks((BLOCK / form.bytes.max(1)).max(1)) {
        limits.check()?;
        appender.add(bucket, block.len(), |to| {
            for record in block {
                to.extend_from_slice(record.as_ref());
            }
        })?;
    }
    appender.flush()?;
    if let Some(disk) = &limits.disk {
        limits.progress.disk.store(disk.held(), Ordering::Relaxed);
    }
    Ok(())
}

/// Takes so many positions, each of which is asked for by its number.
pub type Take<'a> = dyn FnMut(usize, &(dyn Fn(usize) -> Position + Sync)) -> Result<(), GaveUp> + 'a;

/// Sorts the positions that `feed` hands over, within so many bytes of memory, and then hands each over once, in ascending
/// order.
///
/// # Errors
/// The reason why it ended earlier: of the limits, or of `feed`.
pub fn sort(
    form: Form,
    (limits, memory): (&Limits, usize),
    feed: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GaveUp>,
    visit: &mut dyn FnMut(&[u16]),
) -> Result<(), GaveUp> {
    match form.bytes {
        8 => sort_in::<[u8; 8]>(form, (limits, memory), feed, visit),
        16 => sort_in::<[u8; 16]>(form, (limits, memory), feed, visit),
        32 => sort_in::<[u8; 32]>(form, (limits, memory), feed, visit),
        _ => sort_in::<Box<[u8]>>(form, (limits, memory), feed, visit),
    }
}

fn sort_in<R: Record>(
    form: Form,
    (limits, memory): (&Limits, usize),
    feed: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GaveUp>,
    visit: &mut dyn FnMut(&[u16]),
) -> Result<(), GaveUp> {
    let runs = Runs::<R>::new(form, limits, memory);
    let threads = limits.threads.max(1);
    let mut collectors: Vec<Collector<R>> = (0..threads).map(|_| runs.collector()).collect();
    feed(&mut |count, position| {
        let share = if count < WIDE { count } else { count.div_ceil(threads) }.max(1);
        let tasks = collectors.iter_mut().zip((0..count).step_by(share)).collect();
        let task = |(collector, first): (&mut Collector<R>, usize)| {
            (first..count.min(first + share)).try_for_each(|number| {
                if number % STRIDE == 0 {
                    limits.check()?;
                }
                collector.add(&position(number))
            })
        };
        parallel_map(tasks, threads, task).into_iter().collect()
    })?;
    parallel_map(collectors, threads, Collector::finish).into_iter().collect::<Result<(), GaveUp>>()?;
    let mut position = form.blank();
    runs.merge(&[], |record| {
        form.unpack(record.as_ref(), &mut position);
        visit(&position);
        Ok(ControlFlow::Continue(()))
    })
}

//! A search by layers at the end of a layer, as words in a file.
//!
//! ```text
//!   head    │ "TRAYLAYR" │ version │ digest │ limbs of a key │ bits of a mark │ hash of the start's key │
//!   aside   │ 0, or 1 and the layers from the start with what they cost │ goals in each layer │
//!           │ goals │ farthest positions │
//!   search  │ what it cost │ branching │ sizes │ the layer found last │ the one before │ 0, or 1 and the trail │
//!   end     │ checksum of all words before │
//!
//!   list    │ length │ word │ word │ …
//!   keys    │ length │ key │ key │ …                 a key is so many limbs as the head says
//!   layer   │ b │ part 0 │ … │ part 2^b − 1 │        a part is its keys, and then its marks, as many to a word as fit
//!   trail   │ length │ sieve │ sieve │ …             a sieve is the number of its parts, and for each a list
//! ```
//!
//! The whole file is read for its checksum before anything in it is believed, and then once more, part by part, into
//! the memory that is allowed: so neither way is a layer held twice. Parts and sieves depend on the hash of keys, and
//! keys on how positions are packed: the start's hash in the head stands for both. The checksum tells damage, not
//! malice.

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::Duration;

use crate::bits::Key;
use crate::search::gathering::Bag;
use crate::search::keeper::Keeping;
use crate::search::layers::{Layer, MOST_PARTS, part_index};
use crate::search::sieve::Sieve;
use crate::search::stored::{ReadError, WordReader, WordWriter};
use crate::space::Mark;

/// The first word of each snapshot.
const NAME: u64 = u64::from_le_bytes(*b"TRAYLAYR");
/// The version of the form drawn above, and of hashes, parts and sieves.
const VERSION: u64 = 1;
/// What the snapshot is of, in words.
const KIND: &str = "a search by layers";

/// What a search by layers did up to the end of its last layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::search) struct Spent {
    /// Successors generated.
    pub(in crate::search) successors: u64,
    /// Wall time, that of earlier runs in it.
    pub(in crate::search) time: Duration,
    /// Most bytes held at once.
    pub(in crate::search) peak: usize,
}

/// What is kept beside a search by layers.
pub(in crate::search) struct Aside<K> {
    /// Sizes of all layers from the start and what they cost, once the search goes from all goals.
    pub(in crate::search) first: Option<(Vec<u64>, Spent)>,
    /// Goals in each layer from the start.
    pub(in crate::search) goal_counts: Vec<u64>,
    /// The goals: of a search to a goal the one that it found.
    pub(in crate::search) goals: Vec<K>,
    /// Positions farthest from the start.
    pub(in crate::search) farthest: Vec<K>,
}

impl<K> Default for Aside<K> {
    fn default() -> Self {
        Self { first: None, goal_counts: Vec::new(), goals: Vec::new(), farthest: Vec::new() }
    }
}

/// A search at the end of a layer. It borrows the layers; nothing is copied.
pub(in crate::search) struct Snapshot<'a, K, M> {
    pub(super) spent: Spent,
    pub(super) branching: (usize, usize),
    pub(super) sizes: &'a [u64],
    pub(super) current: &'a Layer<K, M>,
    pub(super) previous: &'a Layer<K, M>,
    pub(super) trail: Option<&'a [Sieve]>,
}

/// The same, read again.
pub(super) struct Saved<K, M> {
    pub(super) spent: Spent,
    pub(super) branching: (usize, usize),
    pub(super) sizes: Vec<u64>,
    pub(super) current: Layer<K, M>,
    pub(super) previous: Layer<K, M>,
    pub(super) trail: Option<Vec<Sieve>>,
}

/// All that an earlier search left.
pub(super) type Left<K, M> = (Aside<K>, Saved<K, M>);

/// The words before all others.
#[derive(Clone, Copy)]
pub(super) struct Head {
    digest: u64,
    limbs: usize,
    mark_bits: u32,
    start: u64,
}

impl Head {
    /// That of a search which begins with a key and marks positions with so many bits.
    pub(super) fn new<K: Key>(keeping: Keeping, start: &K, mark_bits: u32) -> Self {
        Self { digest: keeping.digest, limbs: start.limbs(), mark_bits, start: start.hash64() }
    }

    fn put(self, words: &mut WordWriter) -> io::Result<()> {
        let Self { digest, limbs, mark_bits, start } = self;
        [NAME, VERSION, digest, limbs as u64, mark_bits.into(), start]
            .into_iter()
            .try_for_each(|word| words.put(word))
    }

    fn expect(self, words: &mut WordReader) -> Result<(), ReadError> {
        match (words.next(), words.next()) {
            (Ok(NAME), Ok(VERSION)) => {}
            (Ok(NAME), Ok(found)) => return Err(ReadError::Version { found, readable: VERSION }),
            (Err(ReadError::Io(error)), _) => return Err(ReadError::Io(error)),
            _ => return Err(ReadError::NoSnapshot(KIND)),
        }
        let wanted = [self.digest, self.limbs as u64, self.mark_bits.into(), self.start];
        for word in wanted {
            if words.next()? != word {
                return Err(ReadError::OtherSpace);
            }
        }
        Ok(())
    }
}

impl<K: Key, M: Mark> Snapshot<'_, K, M> {
    /// Writes it down, with what is kept beside it.
    pub(super) fn write(&self, head: Head, aside: &Aside<K>, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::new(to);
        head.put(&mut words)?;
        words.put(aside.first.is_some().into())?;
        if let Some((sizes, spent)) = &aside.first {
            words.put_all(sizes)?;
            put_spent(*spent, &mut words)?;
        }
        words.put_all(&aside.goal_counts)?;
        put_keys(&aside.goals, head.limbs, &mut words)?;
        put_keys(&aside.farthest, head.limbs, &mut words)?;
        put_spent(self.spent, &mut words)?;
        words.put(self.branching.0 as u64)?;
        words.put(self.branching.1 as u64)?;
        words.put_all(self.sizes)?;
        put_layer(self.current, head.limbs, &mut words)?;
        put_layer(self.previous, head.limbs, &mut words)?;
        words.put(self.trail.is_some().into())?;
        if let Some(trail) = self.trail {
            words.put(trail.len() as u64)?;
            trail.iter().try_for_each(|sieve| put_sieve(sieve, &mut words))?;
        }
        words.end()
    }
}

fn put_spent(Spent { successors, time, peak }: Spent, words: &mut WordWriter) -> io::Result<()> {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    [successors, nanoseconds, peak as u64].into_iter().try_for_each(|word| words.put(word))
}

fn put_keys<K: Key>(keys: &[K], limbs: usize, words: &mut WordWriter) -> io::Result<()> {
    words.put(keys.len() as u64)?;
    for key in keys {
        (0..limbs).try_for_each(|limb| words.put(key.limb(limb)))?;
    }
    Ok(())
}

fn put_layer<K: Key, M: Mark>(layer: &Layer<K, M>, limbs: usize, words: &mut WordWriter) -> io::Result<()> {
    words.put(layer.bits().into())?;
    for Bag { keys, marks } in layer.parts() {
        put_keys(keys, limbs, words)?;
        if let Some(each) = (u64::BITS).checked_div(M::BITS) {
            for some in marks.chunks(each as usize) {
                words.put(some.iter().rev().fold(0, |word, mark| word << M::BITS | mark.bits()))?;
            }
        }
    }
    Ok(())
}

fn put_sieve(sieve: &Sieve, words: &mut WordWriter) -> io::Result<()> {
    words.put(sieve.parts().len() as u64)?;
    sieve.parts().iter().try_for_each(|part| words.put_all(part))
}

/// Reads what [`Snapshot::write`] wrote with this head into at most `memory` bytes, if there is something to read. A
/// trail is there or not, as `way_wanted` says.
pub(super) fn read<K: Key, M: Mark>(
    keeping: Keeping,
    head: Head,
    way_wanted: bool,
    memory: usize,
) -> Result<Option<Left<K, M>>, ReadError> {
    let Some(once) = keeping.keeper.left()? else { return Ok(None) };
    let mut words = WordReader::new(once);
    head.expect(&mut words)?;
    words.check()?;
    let Some(again) = keeping.keeper.left()? else { return Ok(None) };
    let mut words = WordReader::new(again);
    head.expect(&mut words)?;
    let mut reading = Reading { words, limbs: head.limbs, room: memory };
    let aside = reading.aside()?;
    let saved = reading.search(way_wanted)?;
    reading.words.end()?;
    let is_sound = is_sound(&aside, saved.sizes.len(), way_wanted);
    if is_sound { Ok(Some((aside, saved))) } else { Err(ReadError::Damaged) }
}

/// Whether what is beside a search can belong to one of so many layers.
fn is_sound<K>(aside: &Aside<K>, layers: usize, way_wanted: bool) -> bool {
    let looked = aside.goal_counts.len();
    match &aside.first {
        // A search to a goal goes from one state and finds one goal.
        first if way_wanted => first.is_none() && looked == 0 && aside.goals.len() <= 1,
        Some((sizes, _)) => [0, sizes.len()].contains(&looked),
        // The layer found last may not have been looked at.
        None => looked == 0 || (layers - 1..=layers).contains(&looked),
    }
}

/// A snapshot being read: a length is believed as far as what it tells of fits the memory.
struct Reading<'a> {
    words: WordReader<'a>,
    limbs: usize,
    /// Bytes that may still be taken.
    room: usize,
}

impl Reading<'_> {
    fn aside<K: Key>(&mut self) -> Result<Aside<K>, ReadError> {
        let first = if self.flag()? { Some((self.sizes()?, self.spent()?)) } else { None };
        Ok(Aside { first, goal_counts: self.list()?, goals: self.keys()?, farthest: self.keys()? })
    }

    fn search<K: Key, M: Mark>(&mut self, way_wanted: bool) -> Result<Saved<K, M>, ReadError> {
        let spent = self.spent()?;
        let branching = (self.positive()?, self.positive()?);
        let sizes = self.sizes()?;
        let (current, previous) = (self.layer()?, self.layer()?);
        let trail = if self.flag()? { Some(self.trail(sizes.len())?) } else { None };
        let before = sizes.len().checked_sub(2).filter(|_| M::BITS == 0).map_or(0, |index| sizes[index]);
        let ends = [current.len() as u64, previous.len() as u64] == [sizes[sizes.len() - 1], before];
        if !ends || trail.is_some() != way_wanted {
            return Err(ReadError::Damaged);
        }
        Ok(Saved { spent, branching, sizes, current, previous, trail })
    }

    fn flag(&mut self) -> Result<bool, ReadError> {
        match self.words.next()? {
            flag @ 0..=1 => Ok(flag == 1),
            _ => Err(ReadError::Damaged),
        }
    }

    /// A number that counts something, and could be added to others of its kind.
    fn positive(&mut self) -> Result<usize, ReadError> {
        let number = self.words.next()?;
        let fits = (1..=u64::MAX / 4).contains(&number);
        if fits { usize::try_from(number).map_err(|_| ReadError::Damaged) } else { Err(ReadError::Damaged) }
    }

    fn spent(&mut self) -> Result<Spent, ReadError> {
        let (successors, time) = (self.words.next()?, Duration::from_nanos(self.words.next()?));
        let peak = usize::try_from(self.words.next()?).map_err(|_| ReadError::Damaged)?;
        if successors > u64::MAX / 4 { Err(ReadError::Damaged) } else { Ok(Spent { successors, time, peak }) }
    }

    /// How many things follow that take so many bytes each.
    fn length(&mut self, bytes: usize) -> Result<usize, ReadError> {
        let length = usize::try_from(self.words.next()?).map_err(|_| ReadError::Damaged)?;
        let taken = length.checked_mul(bytes).ok_or(ReadError::Damaged)?;
        self.room = self.room.checked_sub(taken).ok_or(ReadError::Memory)?;
        Ok(length)
    }

    fn list(&mut self) -> Result<Vec<u64>, ReadError> {
        let length = self.length(size_of::<u64>())?;
        let mut list = Vec::with_capacity(length);
        for _ in 0..length {
            list.push(self.words.next()?);
        }
        Ok(list)
    }

    /// Sizes of layers, of which none is empty.
    fn sizes(&mut self) -> Result<Vec<u64>, ReadError> {
        let sizes = self.list()?;
        let sum = sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
        let fits = sum.is_some_and(|sum| sum <= u64::MAX / 4);
        if fits && !sizes.is_empty() && !sizes.contains(&0) { Ok(sizes) } else { Err(ReadError::Damaged) }
    }

    fn keys<K: Key>(&mut self) -> Result<Vec<K>, ReadError> {
        let boxed = K::vacant().limbs() != self.limbs;
        let heap = if boxed { self.limbs * size_of::<u64>() } else { 0 };
        let length = self.length(size_of::<K>() + heap)?;
        let (mut keys, mut limbs) = (Vec::with_capacity(length), vec![0; self.limbs]);
        for _ in 0..length {
            for limb in &mut limbs {
                *limb = self.words.next()?;
            }
            keys.push(K::from_limbs(&limbs));
        }
        Ok(keys)
    }

    fn layer<K: Key, M: Mark>(&mut self) -> Result<Layer<K, M>, ReadError> {
        let bits = self.words.next()?;
        if bits > MOST_PARTS.ilog2().into() {
            return Err(ReadError::Damaged);
        }
        let bits = bits as u32;
        let mut layer = Layer::empty();
        layer.clear(bits);
        for (index, part) in layer.parts_mut().iter_mut().enumerate() {
            part.keys = self.keys::<K>()?;
            part.marks = self.marks(part.keys.len())?;
            if part.keys.iter().any(|key| part_index(key.hash64(), bits) != index) {
                return Err(ReadError::Damaged);
            }
        }
        Ok(layer)
    }

    fn marks<M: Mark>(&mut self, count: usize) -> Result<Vec<M>, ReadError> {
        let Some(each) = u64::BITS.checked_div(M::BITS) else { return Ok(vec![M::default(); count]) };
        self.room = self.room.checked_sub(count * size_of::<M>()).ok_or(ReadError::Memory)?;
        let mut marks = Vec::with_capacity(count);
        while marks.len() < count {
            let word = self.words.next()?;
            let some = each.min((count - marks.len()) as u32);
            marks.extend((0..some).map(|index| M::from_bits(word >> (index * M::BITS))));
        }
        Ok(marks)
    }

    /// The trail through so many layers.
    fn trail(&mut self, layers: usize) -> Result<Vec<Sieve>, ReadError> {
        let length = self.length(size_of::<Sieve>())?;
        if length == layers { (0..length).map(|_| self.sieve()).collect() } else { Err(ReadError::Damaged) }
    }

    fn sieve(&mut self) -> Result<Sieve, ReadError> {
        let parts = self.length(size_of::<Box<[u64]>>())?;
        if !parts.is_power_of_two() || parts > MOST_PARTS {
            return Err(ReadError::Damaged);
        }
        let part = |_| match self.list()? {
            part if part.is_empty() => Err(ReadError::Damaged),
            part => Ok(part.into_boxed_slice()),
        };
        (0..parts).map(part).collect::<Result<_, _>>().map(Sieve::of)
    }
}

//! Experiment: representations of a tray.
//!
//! Positions are kept in each representation; every one is expanded by steps, compared with a copy of itself,
//! as a table does with what it finds, and hashed. *Generate* is the time for one successor, *compare* and *hash* those
//! for one position. The plain tray is hashed as the standard library does it, by its blocks. That all representations
//! make the same number of moves is checked by the tests, and seen in the table.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::ops::ControlFlow;

use crate::experiment::plain::Plain;
use crate::experiment::reach::steps;
use crate::experiment::symbols::Symbols;
use crate::experiment::table::{Cell, Column, Sample};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::bits::{Key, Wide, Width};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::Walker;
use traybit_program::text::expanded_on;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Sliding, Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

/// Positions of one puzzle.
const MOST: usize = 100_000;
/// Positions between two looks at the limits.
const STRIDE: usize = 64;
/// Rounds of comparing and hashing all positions in one measurement.
const ROUNDS: usize = 8;

const PLAIN: &str = "blocks and cells";
const SYMBOLS: &str = "symbols";
const PLANES: &str = "planes on masks";
const MASKS: &str = "masks on masks";
const ANCHORS: &str = "anchors on masks";
const LISTS: &str = "anchors on lists";

pub(super) const TRAYS: Experiment = Experiment {
    name: "trays",
    question: "How is a tray best represented: for its moves, for comparing, for hashing, and in memory?",
    columns: &[
        Column::number("positions"),
        Column::number("successors"),
        Column::number("bits"),
        Column::number("bytes"),
        Column::each("generate"),
        Column::each("compare"),
        Column::each("hash"),
    ],
    claims: &[
        ("moves of blocks and cells take longer than those of masks", "generate", [MASKS, PLAIN]),
        ("moves of lists of anchors take longer than those of masks", "generate", [MASKS, LISTS]),
        ("moves of symbols take longer than those of masks", "generate", [MASKS, SYMBOLS]),
        ("moves of anchors take longer than those of planes, both on masks", "generate", [PLANES, ANCHORS]),
        ("symbols are the shorter keys than anchors", "bits", [SYMBOLS, ANCHORS]),
        ("anchors are the shorter keys than masks", "bits", [ANCHORS, MASKS]),
        ("blocks and cells take more bytes than planes", "bytes", [PLANES, PLAIN]),
        ("blocks are compared more slowly than planes", "compare", [PLANES, PLAIN]),
        ("blocks are hashed more slowly than planes", "hash", [PLANES, PLAIN]),
    ],
    subjects: Subjects::Trays {
        usual: &["klotski", "century", "blockado", "d209", "ambush"],
        quick: &["quzzle", "nine-blocks"],
        measure: |_, classes, rows| {
            let space = |choice| compile(classes, choice, Metric::Step, Symmetric::Apart);
            let (positions, bounded) = in_space!(steps(classes), space => collect(classes, space, rows))?;
            let mut puzzle = OnePuzzle { classes, positions: &positions, bounded, rows };
            puzzle.plain()?;
            puzzle.symbols()?;
            for choice in Choice::all(classes) {
                in_space!(space(choice), space => puzzle.packed(choice, space))?;
            }
            Ok(())
        },
    },
};

/// Anchors by class, for each position.
type Positions = Vec<Vec<Vec<u16>>>;

/// Collects the positions to be represented, with the limit that bounds them.
fn collect<K: SearchKey>(
    classes: &Classes,
    space: &dyn Sliding<K>,
    rows: &Rows,
) -> Result<(Positions, Option<&'static str>), GaveUp> {
    let reached = rows.reach(classes, space, MOST)?;
    let mut positions = Vec::with_capacity(reached.states.len());
    for states in reached.states.chunks(STRIDE) {
        rows.setting.limits.check()?;
        positions.extend(states.iter().map(|state| space.anchors(state)));
    }
    Ok((positions, reached.bounded))
}

struct OnePuzzle<'a, 'r> {
    classes: &'a Classes,
    positions: &'a Positions,
    bounded: Option<&'static str>,
    rows: &'a mut Rows<'r>,
}

impl OnePuzzle<'_, '_> {
    fn plain(&mut self) -> Result<(), GaveUp> {
        let classes = self.classes;
        let trays: Vec<Plain> = self.positions.iter().map(|anchors| Plain::new(classes, anchors)).collect();
        let heap = trays[0].blocks.len() * 6 + trays[0].cells.len() * size_of::<u16>();
        let generate = |tray: &Plain| {
            let mut count = 0;
            tray.expand(classes, |successor| {
                black_box(successor);
                count += 1;
            });
            count
        };
        // The cells follow from the blocks.
        let are_equal = |one: &Plain, other: &Plain| one.blocks == other.blocks;
        let hash = |tray: &Plain| {
            let mut hasher = DefaultHasher::new();
            tray.blocks.hash(&mut hasher);
            hasher.finish()
        };
        self.one(PLAIN, (None, size_of::<Plain>() + heap), &trays, generate, are_equal, hash)
    }

    fn symbols(&mut self) -> Result<(), GaveUp> {
        let symbols = Symbols::new(self.classes);
        match Width::fitting(symbols.key_bits() as u32) {
            Width::W64 => self.symbols_in::<u64>(&symbols),
            Width::W128 => self.symbols_in::<u128>(&symbols),
            Width::W256 => self.symbols_in::<Wide<4>>(&symbols),
            Width::W512 => self.symbols_in::<Wide<8>>(&symbols),
            Width::Boxed => self.symbols_in::<Box<[u64]>>(&symbols),
        }
    }

    fn symbols_in<K: Key>(&mut self, symbols: &Symbols) -> Result<(), GaveUp> {
        let (classes, limbs) = (self.classes, symbols.key_bits().div_ceil(64));
        let pack = |tray: &Plain| K::from_limbs(&symbols.pack(tray));
        let keys: Vec<K> = self.positions.iter().map(|anchors| pack(&Plain::new(classes, anchors))).collect();
        self.keys(SYMBOLS, symbols.key_bits(), &keys, |key| {
            let mut count = 0;
            let limbs: Vec<u64> = (0..limbs).map(|limb| key.limb(limb)).collect();
            symbols.unpack(&limbs).expand(classes, |successor| {
                black_box(pack(&successor));
                count += 1;
            });
            count
        })
    }

    fn packed<K: SearchKey>(&mut self, choice: Choice, space: &dyn Sliding<K>) -> Result<(), GaveUp> {
        let way = format!("{} on {}", choice.kind.name(), expanded_on(choice.cells));
        let keys: Vec<K> = self.positions.iter().map(|anchors| space.position(anchors)).collect();
        let mut walker = Walker::new(space);
        self.keys(&way, choice.bits, &keys, |key| {
            let mut count = 0;
            walker.successors(key, |successor, _| {
                black_box(successor);
                count += 1;
                ControlFlow::Continue(())
            });
            count
        })
    }

    /// Measures a representation in keys of so many bits.
    fn keys<K: Key>(
        &mut self,
        way: &str,
        bits: usize,
        keys: &[K],
        generate: impl FnMut(&K) -> u64,
    ) -> Result<(), GaveUp> {
        let bytes = size_of::<K>() + keys[0].heap_bytes();
        self.one(way, (Some(bits), bytes), keys, generate, |one, other| one == other, K::hash64)
    }

    /// Measures one representation of all positions: the bits, if they are counted, and the bytes of a state, and operations
    /// on states. `generate` makes all successors of a state and returns their number.
    fn one<T: Clone>(
        &mut self,
        way: &str,
        (bits, bytes): (Option<usize>, usize),
        states: &[T],
        mut generate: impl FnMut(&T) -> u64,
        are_equal: impl Fn(&T, &T) -> bool,
        hash: impl Fn(&T) -> u64,
    ) -> Result<(), GaveUp> {
        let (successors, generating) =
            self.rows.timed(way, |limits| sum(states, limits, |_, state| generate(state)))?;
        let copies = states.to_vec();
        let compare = |number: usize, state: &T| u64::from(are_equal(black_box(state), &copies[number]));
        let (compared, comparing) = self.rows.setting.timed(|limits| rounds(states, limits, compare))?;
        let hash = |_: usize, state: &T| black_box(hash(black_box(state))) & 1;
        let (hashed, hashing) = self.rows.setting.timed(|limits| rounds(states, limits, hash))?;
        let each = |time: Sample| Cell::Time(time.per(ROUNDS * states.len()));
        let cells = vec![
            Cell::Count(states.len() as u64),
            Cell::count(successors.ok()),
            Cell::count(bits.map(|bits| bits as u64)),
            Cell::Bytes(bytes as u64),
            successors.map_or(Cell::Missing, |count| Cell::Time(generating.per(count as usize))),
            compared.map_or(Cell::Missing, |()| each(comparing)),
            hashed.map_or(Cell::Missing, |()| each(hashing)),
        ];
        let late = successors.and(compared).and(hashed).err().map(|_| "time");
        self.rows.add(way, cells, late.or(self.bounded));
        Ok(())
    }
}

/// Sum of `work` over the states and their numbers.
fn sum<T>(states: &[T], limits: &Limits, mut work: impl FnMut(usize, &T) -> u64) -> Result<u64, GaveUp> {
    let mut sum = 0;
    for (chunk, first) in states.chunks(STRIDE).zip((0..).step_by(STRIDE)) {
        limits.check()?;
        sum += chunk.iter().zip(first..).map(|(state, number)| work(number, state)).sum::<u64>();
    }
    Ok(sum)
}

/// Runs `work` on all states, several times over.
fn rounds<T>(states: &[T], limits: &Limits, work: impl Fn(usize, &T) -> u64) -> Result<(), GaveUp> {
    (0..ROUNDS).try_for_each(|_| sum(states, limits, &work).map(drop))
}

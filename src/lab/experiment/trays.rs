//! Experiment: representations of a tray.
//!
//! The same positions are kept in each representation; every one is expanded by steps, compared with a copy of itself,
//! as a table does with what it finds, and hashed. *Generate* is the time for one successor, *compare* and *hash* those
//! for one position. The plain tray is hashed as the standard library does it, by its blocks. That all representations
//! make the same number of moves is checked by the tests, and seen in the table.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::ops::ControlFlow;

use crate::experiment::Experiment;
use crate::experiment::plain::Plain;
use crate::experiment::reach::reach;
use crate::experiment::setting::Setting;
use crate::experiment::symbols::Symbols;
use crate::experiment::table::{Cell, Column, Finding, Sample, Table};
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

const USUAL: [&str; 5] = ["klotski", "century", "blockado", "d209", "ambush"];
const QUICK: [&str; 2] = ["quzzle", "nine-blocks"];
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

/// The experiment.
pub struct Trays;

impl Experiment for Trays {
    fn name(&self) -> &'static str {
        "trays"
    }

    fn question(&self) -> &'static str {
        "How is a tray best represented: for its moves, for comparing, for hashing, and in memory?"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::number("positions"),
                Column::number("successors"),
                Column::number("bits"),
                Column::number("bytes"),
                Column::each("generate"),
                Column::each("compare"),
                Column::each("hash"),
            ]
        }
    }

    fn measure(&self, setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
        for (named, classes) in setting.pick(&USUAL, &QUICK) {
            let most = setting.positions(&classes, MOST);
            let sample = Collecting { most, limits: setting.limits };
            let (positions, bounded) = in_space!(
                compile(&classes, Choice::of(&classes), Metric::Step, Symmetric::Apart),
                space => sample.run(space)
            )?;
            let mut puzzle = OnePuzzle {
                name: &named.name,
                classes: &classes,
                positions: &positions,
                bounded,
                setting,
                table: &mut *table,
            };
            puzzle.plain()?;
            puzzle.symbols()?;
            for choice in Choice::all(&classes) {
                let space = compile(&classes, choice, Metric::Step, Symmetric::Apart);
                in_space!(space, space => Packed { choice, puzzle: &mut puzzle }.run(space))?;
            }
        }
        Ok(())
    }

    fn findings(&self, table: &Table) -> Vec<Finding> {
        vec![
            table.judge(
                "moves of blocks and cells take longer than those of masks",
                "generate",
                [MASKS, PLAIN],
            ),
            table.judge(
                "moves of lists of anchors take longer than those of masks",
                "generate",
                [MASKS, LISTS],
            ),
            table.judge("moves of symbols take longer than those of masks", "generate", [MASKS, SYMBOLS]),
            table.judge(
                "moves of anchors take longer than those of planes, both on masks",
                "generate",
                [PLANES, ANCHORS],
            ),
            table.judge("symbols are the shorter keys than anchors", "bits", [SYMBOLS, ANCHORS]),
            table.judge("anchors are the shorter keys than masks", "bits", [ANCHORS, MASKS]),
            table.judge("blocks and cells take more bytes than planes", "bytes", [PLANES, PLAIN]),
            table.judge("blocks are compared more slowly than planes", "compare", [PLANES, PLAIN]),
            table.judge("blocks are hashed more slowly than planes", "hash", [PLANES, PLAIN]),
        ]
    }
}

/// Anchors by class, for each position.
type Positions = Vec<Vec<Vec<u16>>>;

/// Collector of the positions to be represented.
struct Collecting<'a> {
    most: usize,
    limits: &'a Limits,
}

impl Collecting<'_> {
    fn run<K: SearchKey>(self, space: &dyn Sliding<K>) -> Result<(Positions, Option<String>), GaveUp> {
        let reached = reach(space, self.most, self.limits)?;
        let mut positions = Vec::with_capacity(reached.states.len());
        for states in reached.states.chunks(STRIDE) {
            self.limits.check()?;
            positions.extend(states.iter().map(|state| space.anchors(state)));
        }
        Ok((positions, reached.bounded()))
    }
}

struct OnePuzzle<'a, 's> {
    name: &'a str,
    classes: &'a Classes,
    positions: &'a Positions,
    bounded: Option<String>,
    setting: &'a Setting<'s>,
    table: &'a mut Table,
}

/// A representation: operations on its states, and the bits and bytes of each.
struct Kind<'a, G, E, H> {
    way: &'a str,
    bits: Option<usize>,
    bytes: usize,
    /// Generates all successors of a state and returns their number.
    generate: G,
    are_equal: E,
    hash: H,
}

impl OnePuzzle<'_, '_> {
    fn plain(&mut self) -> Result<(), GaveUp> {
        let classes = self.classes;
        let trays: Vec<Plain> = self.positions.iter().map(|anchors| Plain::new(classes, anchors)).collect();
        let heap = trays[0].blocks.len() * 6 + trays[0].cells.len() * size_of::<u16>();
        self.one(
            &trays,
            Kind {
                way: PLAIN,
                bits: None,
                bytes: size_of::<Plain>() + heap,
                generate: |tray: &Plain| {
                    let mut count = 0;
                    tray.expand(classes, |successor| {
                        black_box(successor);
                        count += 1;
                    });
                    count
                },
                // What the cells are follows from the blocks.
                are_equal: |one: &Plain, other: &Plain| one.blocks == other.blocks,
                hash: |tray: &Plain| {
                    let mut hasher = DefaultHasher::new();
                    tray.blocks.hash(&mut hasher);
                    hasher.finish()
                },
            },
        )
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
        self.one(
            &keys,
            Kind {
                way: SYMBOLS,
                bits: Some(symbols.key_bits()),
                bytes: size_of::<K>() + keys[0].heap_bytes(),
                generate: |key: &K| {
                    let mut count = 0;
                    let limbs: Vec<u64> = (0..limbs).map(|limb| key.limb(limb)).collect();
                    symbols.unpack(&limbs).expand(classes, |successor| {
                        black_box(pack(&successor));
                        count += 1;
                    });
                    count
                },
                are_equal: |one: &K, other: &K| one == other,
                hash: K::hash64,
            },
        )
    }

    /// Measures one representation of all positions.
    fn one<T: Clone>(
        &mut self,
        states: &[T],
        kind: Kind<'_, impl FnMut(&T) -> u64, impl Fn(&T, &T) -> bool, impl Fn(&T) -> u64>,
    ) -> Result<(), GaveUp> {
        let Kind { way, bits, bytes, mut generate, are_equal, hash } = kind;
        (self.setting.say)(&format!("{}: {way}", self.name));
        let (successors, generating) =
            self.setting.timed(|limits| sum(states, limits, |_, state| generate(state)))?;
        let copies = states.to_vec();
        let compare = |number: usize, state: &T| u64::from(are_equal(black_box(state), &copies[number]));
        let (compared, comparing) = self.setting.timed(|limits| rounds(states, limits, compare))?;
        let hash = |_: usize, state: &T| black_box(hash(black_box(state))) & 1;
        let (hashed, hashing) = self.setting.timed(|limits| rounds(states, limits, hash))?;
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
        let late = successors.and(compared).and(hashed).err().map(|_| "time".to_owned());
        self.table.add_bounded(self.name, way, cells, late.or_else(|| self.bounded.clone()));
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

/// A packed representation.
struct Packed<'p, 'a, 's> {
    choice: Choice,
    puzzle: &'p mut OnePuzzle<'a, 's>,
}

impl Packed<'_, '_, '_> {
    fn run<K: SearchKey>(self, space: &dyn Sliding<K>) -> Result<(), GaveUp> {
        let Self { choice, puzzle } = self;
        let way = format!("{} on {}", choice.kind.name(), expanded_on(choice.cells));
        let keys: Vec<K> = puzzle.positions.iter().map(|anchors| space.position(anchors)).collect();
        let mut walker = Walker::new(space);
        puzzle.one(
            &keys,
            Kind {
                way: &way,
                bits: Some(choice.bits),
                bytes: size_of::<K>() + keys[0].heap_bytes(),
                generate: |key: &K| {
                    let mut count = 0;
                    walker.successors(key, |successor, _| {
                        black_box(successor);
                        count += 1;
                        ControlFlow::Continue(())
                    });
                    count
                },
                are_equal: |one: &K, other: &K| one == other,
                hash: K::hash64,
            },
        )
    }
}

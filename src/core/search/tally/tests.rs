//! Counts of tilings by dominoes, and by dominoes and single cells, whose numbers are known.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::bits::{Key, Wide};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::tally::{Ended, ReadError, Saved, Snapshot, Tally, Unfinished, Watch, resume, tally};
use crate::space::Staged;

/// What stands for the space of these tests in snapshots.
const DIGEST: u64 = 0x5eed;

/// A board to be tiled cell by cell. The stage is the first cell not covered, the state the set of covered cells
/// from there on: those of the next row and a half at most.
struct Board<K> {
    rows: usize,
    columns: usize,
    /// Whether single cells are tiles, too.
    singles: bool,
    /// Sets the flag when this stage is expanded.
    stop_at: Option<(usize, Arc<AtomicBool>)>,
    key: PhantomData<K>,
}

impl<K> Board<K> {
    fn dominoes(rows: usize, columns: usize) -> Self {
        Self { rows, columns, singles: false, stop_at: None, key: PhantomData }
    }

    fn with_singles(rows: usize, columns: usize) -> Self {
        Self { singles: true, ..Self::dominoes(rows, columns) }
    }
}

impl<K: Key + Copy> Staged for Board<K> {
    type State = K;
    type Move = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn last(&self) -> usize {
        self.rows * self.columns
    }

    fn start(&self) -> Option<(usize, K)> {
        Some((0, K::from_limbs(&[0])))
    }

    fn expand_stage(
        &self,
        stage: usize,
        states: &[K],
        (): &mut (),
        mut emit: impl FnMut(usize, usize, K, ()),
    ) {
        if let Some((_, stop)) = self.stop_at.as_ref().filter(|(at, _)| *at == stage) {
            stop.store(true, Ordering::Relaxed);
        }
        for (place, state) in states.iter().enumerate() {
            let covered = state.limb(0);
            let mut lay = |cells: u64| {
                let skipped = (covered | cells).trailing_ones() as usize;
                emit(place, stage + skipped, K::from_limbs(&[(covered | cells) >> skipped]), ());
            };
            if self.singles {
                lay(1);
            }
            if stage % self.columns + 1 < self.columns && covered & 2 == 0 {
                lay(0b11);
            }
            if stage + self.columns < self.last() && covered >> self.columns & 1 == 0 {
                lay(1 | 1 << self.columns);
            }
        }
    }
}

/// A space that begins somewhere else, or nowhere.
struct Begun(Option<usize>);

impl Staged for Begun {
    type State = u64;
    type Move = ();
    type Scratch = ();

    fn scratch(&self) {}
    fn last(&self) -> usize {
        70_000
    }
    fn start(&self) -> Option<(usize, u64)> {
        self.0.map(|stage| (stage, 7))
    }
    fn expand_stage(
        &self,
        stage: usize,
        states: &[u64],
        (): &mut (),
        mut emit: impl FnMut(usize, usize, u64, ()),
    ) {
        // All odd stages are dead ends.
        for (place, state) in states.iter().enumerate().filter(|_| stage.is_multiple_of(2)) {
            emit(place, 69_999, state + 1, ());
            emit(place, 70_000, state + 2, ());
        }
    }
}

fn on_threads(threads: usize) -> Limits {
    Limits { threads, wide: 0, ..Limits::default() }
}

fn count<S: Staged>(space: &S, limits: &Limits) -> Result<u128, Ended> {
    let ended = tally(space, limits, &mut ());
    ended.map(|tally| tally.count).map_err(|unfinished| unfinished.ended)
}

/// Keeps snapshots: all that it can get, or the last one only.
#[derive(Default)]
struct Keeper {
    wants: bool,
    kept: Vec<Vec<u8>>,
}

impl<K: Key + Copy> Watch<K> for Keeper {
    fn wants_snapshot(&self) -> bool {
        self.wants
    }

    fn keep(&mut self, snapshot: &Snapshot<K>) {
        let mut bytes = Vec::new();
        snapshot.write(DIGEST, &mut bytes).expect("a list takes all bytes");
        self.kept.push(bytes);
    }
}

fn read<K: Key + Copy>(bytes: &[u8], space: &Board<K>) -> Result<Saved<K>, ReadError> {
    Saved::read(bytes, DIGEST, space.last(), 1 << 30)
}

/// What has to be the same however a count was made.
fn totals(tally: &Tally) -> (u128, u64, u64, u32) {
    (tally.count, tally.cost.positions, tally.cost.successors, tally.cost.layers)
}

#[test]
fn known_numbers_of_tilings() {
    // Kasteleyn 1961, Temperley and Fisher 1961 (OEIS A004003); with single cells OEIS A028420.
    let dominoes =
        [(1, 2, 1), (2, 2, 2), (3, 3, 0), (2, 10, 89), (4, 4, 36), (6, 6, 6728), (8, 8, 12_988_816)];
    for (rows, columns, known) in dominoes {
        assert_eq!(count(&Board::<u64>::dominoes(rows, columns), &Limits::default()), Ok(known));
        assert_eq!(count(&Board::<u128>::dominoes(rows, columns), &Limits::default()), Ok(known));
        assert_eq!(count(&Board::<Wide<4>>::dominoes(rows, columns), &on_threads(2)), Ok(known));
    }
    let singles = [1, 7, 131, 10_012, 2_810_694, 2_989_126_727, 11_945_257_052_321, 179_788_343_101_980_135];
    for (side, known) in (1..).zip(singles) {
        assert_eq!(count(&Board::<u64>::with_singles(side, side), &Limits::default()), Ok(known));
    }
}

#[test]
fn plain_search_finds_the_same_states() {
    let space = Board::<u64>::with_singles(4, 5);
    let mut stages = vec![HashMap::<u64, u128>::new(); space.last() + 1];
    stages[0].insert(0, 1);
    let mut successors = 0;
    for stage in 0..space.last() {
        for (state, ways) in stages[stage].clone() {
            space.expand_stage(stage, &[state], &mut (), |_, to, successor, ()| {
                successors += 1;
                *stages[to].entry(successor).or_default() += ways;
            });
        }
    }
    let tally = tally(&space, &Limits::default(), &mut ()).unwrap();
    let states: usize = stages.iter().map(HashMap::len).sum();
    assert_eq!(totals(&tally), (stages[space.last()][&0], states as u64, successors, 20));
}

#[test]
fn threads_do_not_change_anything() {
    let space = Board::<u64>::with_singles(9, 11);
    let one = tally(&space, &Limits::default(), &mut ()).unwrap();
    for threads in [1, 2, 3, 17] {
        assert_eq!(totals(&tally(&space, &on_threads(threads), &mut ()).unwrap()), totals(&one));
    }
    // More threads than states.
    assert_eq!(count(&Board::<u64>::dominoes(2, 10), &on_threads(64)), Ok(89));
}

#[test]
fn numbers_grow_wider_than_a_word_in_the_middle_of_a_stage() {
    let known = 2_444_888_770_250_892_795_802_079_170_816;
    for limits in [Limits::default(), on_threads(3)] {
        assert_eq!(count(&Board::<u64>::dominoes(16, 16), &limits), Ok(known));
    }
    // Fibonacci numbers: the last one of 64 bits, the first one of more, and the last one of 128 bits.
    for limits in [Limits::default(), on_threads(2)] {
        let fibonacci = |columns| count(&Board::<u64>::dominoes(columns, 2), &limits);
        assert_eq!(fibonacci(92), Ok(12_200_160_415_121_876_738));
        assert_eq!(fibonacci(93), Ok(19_740_274_219_868_223_167));
        assert_eq!(fibonacci(185), Ok(332_825_110_087_067_562_321_196_029_789_634_457_848));
        assert_eq!(fibonacci(186), Err(Ended::Overflow));
    }
}

#[test]
fn beginnings_and_ends() {
    assert_eq!(count(&Begun(None), &Limits::default()), Ok(0));
    assert_eq!(count(&Begun(Some(70_000)), &Limits::default()), Ok(1));
    assert_eq!(count(&Begun(Some(0)), &Limits::default()), Ok(1));
    assert_eq!(count(&Begun(Some(3)), &on_threads(2)), Ok(0));
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(count(&Board::<u64>::dominoes(4, 4), &stopped), Err(Ended::GaveUp(GaveUp::Stopped)));
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(count(&Board::<u64>::dominoes(4, 4), &late), Err(Ended::GaveUp(GaveUp::Time)));
}

#[test]
fn memory_is_kept_and_a_count_out_of_it_goes_on_with_more() {
    let space = Board::<u64>::with_singles(11, 11);
    let whole = tally(&space, &Limits::default(), &mut ()).unwrap();
    for threads in [1, 3] {
        let mut met = (0, 0);
        for memory in (12..26).map(|bits| 1 << bits) {
            let mut keeper = Keeper::default();
            let limits = Limits { memory, ..on_threads(threads) };
            match tally(&space, &limits, &mut keeper) {
                Ok(tally) => {
                    assert_eq!(totals(&tally), totals(&whole));
                    assert!(tally.cost.bytes <= memory);
                    met.0 += 1;
                }
                Err(Unfinished { ended, cost }) => {
                    assert_eq!(ended, Ended::GaveUp(GaveUp::Memory));
                    assert!(cost.bytes <= memory);
                    met.1 += 1;
                    let saved = read(&keeper.kept[0], &space).unwrap();
                    assert_eq!(
                        totals(&resume(&space, saved, &on_threads(2), &mut ()).unwrap()),
                        totals(&whole)
                    );
                    assert!(
                        memory > 1 << 17
                            || matches!(
                                Saved::<u64>::read(&keeper.kept[0][..], DIGEST, space.last(), 100),
                                Err(ReadError::Memory)
                            )
                    );
                }
            }
        }
        assert!(met.0 > 2 && met.1 > 2, "{met:?}");
    }
}

#[test]
fn a_count_stopped_at_any_stage_goes_on() {
    let whole = tally(&Board::<u64>::with_singles(7, 7), &Limits::default(), &mut ()).unwrap();
    for threads in [1, 3] {
        for stage in 0..49 {
            let limits = on_threads(threads);
            let stop_at = Some((stage, Arc::clone(&limits.stop)));
            let space = Board::<u64> { stop_at, ..Board::with_singles(7, 7) };
            let mut keeper = Keeper::default();
            let ended = tally(&space, &limits, &mut keeper);
            // Where the last batch stopped it, nobody asked any more.
            let Err(unfinished) = ended else { panic!("stage {stage}") };
            assert_eq!(unfinished.ended, Ended::GaveUp(GaveUp::Stopped));
            let saved = read(&keeper.kept[0], &space).unwrap();
            let again = resume(&space, saved, &on_threads(threads), &mut ()).unwrap();
            assert_eq!(totals(&again), totals(&whole));
        }
    }
}

#[test]
fn every_snapshot_leads_to_the_same_total() {
    for (space, threads) in [
        (Board::<u64>::with_singles(6, 7), 1),
        (Board::with_singles(9, 12), 2),
        // Numbers of more than 64 bits.
        (Board::dominoes(120, 2), 1),
    ] {
        let whole = tally(&space, &Limits::default(), &mut ()).unwrap();
        let mut keeper = Keeper { wants: true, kept: Vec::new() };
        assert_eq!(totals(&tally(&space, &on_threads(threads), &mut keeper).unwrap()), totals(&whole));
        assert!(keeper.kept.len() >= 40);
        for bytes in keeper.kept.iter().step_by(1 + keeper.kept.len() / 60) {
            let again = resume(&space, read(bytes, &space).unwrap(), &on_threads(threads), &mut ()).unwrap();
            assert_eq!(totals(&again), totals(&whole));
        }
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let space = Board::<u64>::with_singles(4, 4);
    let mut keeper = Keeper { wants: true, kept: Vec::new() };
    tally(&space, &Limits::default(), &mut keeper).unwrap();
    let bytes = &keeper.kept[5];
    assert!(read(bytes, &space).is_ok());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], &space).is_err());
    }
    assert!(matches!(read(&[&bytes[..], &[0]].concat(), &space), Err(ReadError::Damaged)));
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged, &space).is_err(), "bit {bit}");
    }
    let refused = |result: Result<Saved<u64>, ReadError>| result.err().map(|error| error.to_string());
    let (other, narrow) =
        (Saved::<u64>::read(&bytes[..], 1, 16, 1 << 30), Saved::read(&bytes[..], DIGEST, 3, 1 << 30));
    assert_eq!(
        refused(other).as_deref(),
        Some("the snapshot was made for another puzzle or with other options")
    );
    assert_eq!(refused(narrow).as_deref(), Some("the snapshot is damaged"));
    let text = read(b"8x8 dominoes, 12988816", &space);
    assert_eq!(refused(text).as_deref(), Some("this is not the snapshot of a count"));
    let wider = Saved::<u128>::read(&bytes[..], DIGEST, 16, 1 << 30);
    assert!(matches!(wider, Err(ReadError::OtherSpace)));
}

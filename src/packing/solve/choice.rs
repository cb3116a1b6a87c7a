//! Counting by boundaries (frontier DP) and by enumeration in turns, until one of them has the count.
//!
//! ```text
//!   boundaries   ├─ a moment ─┤        ├─ until the estimate is used up ─┤                     ├─ twice as long …
//!   enumeration               ├ probes ┤                                 ├─ half as long again ┤
//! ```
//!
//! Boundaries call enumeration when they check their limits, on the same thread; between its turns it is a checkpoint.
//!
//! Probes estimate the size of the search tree, but not how many boundaries merge. So boundaries, which are faster for most
//! puzzles, get the estimated time of an enumeration; then enumeration gets that time and some more. If the estimate was
//! wrong, both get longer turns. If it was right, a count takes at most about twice as long as by the faster method.

use std::io::{Cursor, Read, Result as IoResult, Write};
use std::sync::Arc;
use web_time::{Duration, Instant};

use crate::solve::count;
use crate::solve::enumerate::{self, Callbacks};
use crate::{Count, Pack, Unknown};
use traybit_core::search::limits::Interlude;
use traybit_core::sync::Mutex;
use traybit_core::sync::atomic::{AtomicBool, Ordering};
use traybit_core::{Checkpoint, CheckpointStore, GaveUp, Limits};

/// Time for boundaries before enumeration starts.
const MOMENT: Duration = Duration::from_millis(100);

/// Divisor of the time spent on boundaries that gives the time for enumeration to prepare and to estimate.
const PART: u32 = 16;

/// Divisor of the memory that gives the share of enumeration, which needs little; boundaries get the rest.
const SHARE: usize = 8;

const SHORTEST: Duration = Duration::from_millis(1);

/// Counts the packings of a puzzle by the faster method, or by the only one that supports its rules.
pub fn count(pack: &Pack, limits: &Limits) -> Result<Count, String> {
    if pack.is_plain() { count_in_turns(MOMENT, pack, limits) } else { count::count(pack, None, limits) }
}

/// The turns of enumeration while boundaries are counted.
#[derive(Debug)]
struct Turns {
    pack: Pack,
    /// Limits of enumeration in all its turns.
    limits: Limits,
    /// Set when enumeration has ended: boundaries are no longer needed.
    over: Arc<AtomicBool>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Begin and length of the turn of boundaries; `None` if it is the last.
    turn: Option<(Instant, Duration)>,
    /// Total time of the turns of boundaries and of enumeration.
    spent: [Duration; 2],
    /// Estimated time of the enumeration.
    likely: Option<Duration>,
    /// The state of the enumeration between two turns.
    saved: Arc<Saved>,
    /// The result of the last turn of enumeration, which may have been cut off.
    enumerated: Option<Result<Count, String>>,
}

/// A checkpoint in memory.
#[derive(Debug, Default)]
struct Saved(Mutex<Vec<u8>>);

impl CheckpointStore for Saved {
    fn saved(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let bytes = self.0.lock().clone();
        Ok((!bytes.is_empty()).then(|| Box::new(Cursor::new(bytes)) as _))
    }
    fn is_due(&self) -> bool {
        false
    }
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
        let mut bytes = Vec::new();
        let is_saved = write(&mut bytes).is_ok();
        *self.0.lock() = bytes;
        is_saved
    }
    fn finish(&self) {}
}

/// True if the method cannot go on, and the other one gets all the time that is left.
fn is_stuck(counted: &Count) -> bool {
    matches!(counted.total, Err(Unknown::GaveUp(GaveUp::Memory) | Unknown::TooWide(_)))
}

impl Turns {
    /// Continues the enumeration within some limits; a later turn resumes where they cut it off.
    fn enumerate(&self, state: &mut State, limits: &Limits) {
        let began = Instant::now();
        let estimate = Mutex::new(state.likely);
        let likely = |time| *estimate.lock() = Some(time);
        let checkpoint = Some(Checkpoint { store: &*state.saved, digest: 0 });
        let likely = state.likely.is_none().then_some(&likely as _);
        let callbacks = Callbacks { checkpoint, likely, ..Callbacks::default() };
        state.enumerated = Some(enumerate::count(&self.pack, callbacks, limits));
        state.likely = *estimate.lock();
        state.spent[1] += began.elapsed();
    }
}

impl Interlude for Turns {
    /// Gives enumeration its turns when that of boundaries is over.
    fn play(&self) {
        if let Some(outer) = &self.limits.interlude {
            outer.play();
        }
        let mut state = self.state.lock();
        let Some((began, length)) = state.turn else { return };
        if began.elapsed() < length {
            return;
        }
        state.spent[0] += began.elapsed();
        state.turn = None;
        let mut probes = state.likely.is_none().then(|| state.spent[0] / PART);
        while self.limits.check_time().is_ok() {
            let [boundaries, enumeration] = state.spent;
            // The total doubles until there is an estimate.
            let due = state.likely.map_or(2 * boundaries, |likely| likely.max(2 * enumeration));
            let time = match probes.take() {
                Some(time) => time,
                None if due > boundaries => {
                    state.turn = Some((Instant::now(), due.saturating_sub(boundaries).max(SHORTEST)));
                    return;
                }
                None => (due + due / 2).saturating_sub(enumeration),
            };
            self.enumerate(&mut state, &self.limits.for_at_most(time.max(SHORTEST)));
            match &state.enumerated {
                Some(Ok(Count { total: Err(Unknown::GaveUp(GaveUp::Time)), .. })) => {}
                Some(Ok(counted)) if is_stuck(counted) => break,
                _ => {
                    self.over.store(true, Ordering::Relaxed);
                    break;
                }
            }
        }
    }
}

/// Counts packings in turns; the first turn is that of boundaries.
#[doc(hidden)]
pub fn count_in_turns(moment: Duration, pack: &Pack, limits: &Limits) -> Result<Count, String> {
    let began = Instant::now();
    let part = limits.memory / SHARE;
    let turns = Arc::new(Turns {
        pack: pack.clone(),
        // If the process reaches its limit, boundaries took most of the memory: only they are monitored and give up.
        limits: Limits { memory: part, monitor: None, ..limits.clone() },
        over: Arc::default(),
        state: Mutex::new(State {
            turn: Some((began, moment.max(SHORTEST))),
            spent: [Duration::ZERO; 2],
            likely: None,
            saved: Arc::default(),
            enumerated: None,
        }),
    });
    let (memory, beaten) = (limits.memory - part, Some(Arc::clone(&turns.over)));
    let interlude = Some(Arc::clone(&turns) as Arc<dyn Interlude>);
    let by_boundaries = Limits { memory, beaten, interlude, ..limits.clone() };
    let mut counted = count::count(pack, None, &by_boundaries)?;
    let state = &mut *turns.state.lock();
    let is_over = turns.over.load(Ordering::Relaxed);
    if is_over || is_stuck(&counted) {
        if !is_over && !matches!(&state.enumerated, Some(Ok(listed)) if is_stuck(listed)) {
            turns.enumerate(state, &turns.limits);
        }
        let enumerated = state.enumerated.clone().transpose()?;
        counted =
            enumerated.filter(|other| !matches!(other.total, Err(Unknown::TooWide(_)))).unwrap_or(counted);
    }
    if let Some(likely) = state.likely.filter(|likely| likely.as_secs() < 1 << 40) {
        counted.method = format!("{}; by enumeration likely {likely:.1?}", counted.method);
    }
    if counted.total == Err(Unknown::GaveUp(GaveUp::Memory)) {
        // Neither had enough memory; for enumeration, which needs less, all of it may suffice.
        let again = enumerate::count(pack, Callbacks::default(), limits)?;
        counted = if matches!(again.total, Err(Unknown::TooWide(_))) { counted } else { again };
    }
    if counted.total.is_err() {
        let listed = state.enumerated.take().and_then(|counted| counted.ok()?.listed);
        counted.listed = listed.filter(|&(total, _)| total > 0).or(counted.listed);
    }
    counted.cost.time = began.elapsed();
    Ok(counted)
}

//! Counting by boundaries (frontier DP) and by enumeration in turns, until one of them has the count.
//!
//! ```text
//!   boundaries   ├─ a moment ─┤ paused ├─ until the estimate is used up ─┤ paused            ├─ twice as long …
//!   enumeration               ├ probes ┤ paused                          ├─ half as long again ┤ paused
//! ```
//!
//! Probes estimate the size of the search tree, but not how many boundaries merge. So boundaries, which are faster for most
//! puzzles, get the estimated time of an enumeration; then enumeration gets that time and some more. If the estimate was
//! wrong, both get longer turns. If it was right, a count takes at most about twice as long as by the faster method.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::pack::Pack;
use crate::solve::count;
use crate::solve::enumerate::{self, Callbacks};
use crate::solve::{Count, Unknown};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

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

/// Indices of the methods.
const BOUNDARIES: usize = 0;
const ENUMERATION: usize = 1;

/// Message from a method of counting.
enum News {
    /// Estimated time of the enumeration.
    Likely(Duration),
    /// End of the method with this index.
    Ended(usize, Result<Count, String>),
}

/// A method of counting, which runs only in its turns.
struct Method {
    limits: Limits,
    paused: Arc<AtomicBool>,
    /// Total time of its turns.
    spent: Duration,
}

impl Method {
    /// Runs the method until the time is over or a message arrives.
    fn run(&mut self, time: Duration, news: &Receiver<News>) -> Option<News> {
        let began = Instant::now();
        self.paused.store(false, Ordering::Relaxed);
        let news = news.recv_timeout(time).ok();
        self.paused.store(true, Ordering::Relaxed);
        self.spent += began.elapsed();
        news
    }
}

/// Counts packings in turns; the first turn is that of boundaries.
#[doc(hidden)]
pub fn count_in_turns(moment: Duration, pack: &Pack, limits: &Limits) -> Result<Count, String> {
    let began = Instant::now();
    let over = Arc::new(AtomicBool::new(false));
    let part = limits.memory / SHARE;
    let mut methods = [limits.memory - part, part].map(|memory| {
        let paused = Arc::new(AtomicBool::new(true));
        let (beaten, waits) = (Some(Arc::clone(&over)), Some(Arc::clone(&paused)));
        let limits = Limits { memory, beaten, paused: waits, ..limits.clone() };
        Method { limits, paused, spent: Duration::ZERO }
    });
    // If the process reaches its limit, boundaries took most of the memory: only they are monitored and give up.
    methods[ENUMERATION].limits.monitor = None;
    let [boundaries, enumeration] = methods.each_ref().map(|method| method.limits.clone());
    let (tell, news) = channel();
    let mut counted = thread::scope(|scope| {
        let told = tell.clone();
        scope.spawn(move || _ = told.send(News::Ended(BOUNDARIES, count::count(pack, None, &boundaries))));
        scope.spawn(move || {
            let likely = |time| _ = tell.send(News::Likely(time));
            let callbacks = Callbacks { likely: Some(&likely), ..Callbacks::default() };
            _ = tell.send(News::Ended(ENUMERATION, enumerate::count(pack, callbacks, &enumeration)));
        });
        let counted = take_turns(moment, &mut methods, &news);
        over.store(true, Ordering::Relaxed);
        counted
    })?;
    if counted.total == Err(Unknown::GaveUp(GaveUp::Memory)) {
        // Neither had enough memory; for enumeration, which needs less, all of it may suffice.
        let again = enumerate::count(pack, Callbacks::default(), limits)?;
        counted = if matches!(again.total, Err(Unknown::TooWide(_))) { counted } else { again };
    }
    if counted.total.is_err() {
        let listed = news.try_iter().filter_map(|news| match news {
            News::Ended(_, Ok(count)) => count.listed.filter(|&(total, _)| total > 0),
            _ => None,
        });
        counted.listed = listed.last().or(counted.listed);
    }
    counted.cost.time = began.elapsed();
    Ok(counted)
}

/// Alternates between both methods until one has the numbers or both have given up.
fn take_turns(moment: Duration, methods: &mut [Method; 2], news: &Receiver<News>) -> Result<Count, String> {
    let mut turn = (BOUNDARIES, moment.max(SHORTEST));
    let (mut likely, mut gave_up) = (None, None);
    loop {
        match methods[turn.0].run(turn.1, news) {
            Some(News::Likely(time)) => likely = Some(time),
            Some(News::Ended(method, counted)) => {
                let mut counted = counted?;
                if let Some(likely) = likely {
                    counted.method = format!("{}; by enumeration likely {likely:.1?}", counted.method);
                }
                match (&counted.total, gave_up) {
                    // The other one gets all the time that is left.
                    (Err(Unknown::GaveUp(GaveUp::Memory) | Unknown::TooWide(_)), None) => {
                        turn = (1 - method, Duration::MAX);
                        gave_up = Some(counted);
                        continue;
                    }
                    (Err(Unknown::TooWide(_)), Some(first)) => return Ok(first),
                    _ => return Ok(counted),
                }
            }
            None => {}
        }
        if gave_up.is_none() {
            turn = next(turn.0, likely, methods.each_ref().map(|method| method.spent));
        }
    }
}

/// The method of the next turn, given the last one, and the length of the turn.
fn next(last: usize, likely: Option<Duration>, spent: [Duration; 2]) -> (usize, Duration) {
    let [boundaries, enumeration] = spent;
    // The total doubles until there is an estimate.
    let due = likely.map_or(2 * boundaries, |likely| likely.max(2 * enumeration));
    let (method, time) = match due.saturating_sub(boundaries) {
        _ if likely.is_none() && last == BOUNDARIES => (ENUMERATION, boundaries / PART),
        Duration::ZERO => (ENUMERATION, (due + due / 2).saturating_sub(enumeration)),
        left => (BOUNDARIES, left),
    };
    (method, time.max(SHORTEST))
}

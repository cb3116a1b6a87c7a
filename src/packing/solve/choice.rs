//! Counting by boundaries and by enumeration in turns, until one of them has the count.
//!
//! ```text
//!   boundaries   ├─ a moment ─┤ paused ├─ until the estimate is used up ─┤ paused            ├─ twice as long …
//!   enumeration               ├ probes ┤ paused                          ├─ half as long again ┤ paused
//! ```
//!
//! Probes estimate the size of the tree, but not how many boundaries merge. So boundaries, which are quicker for most puzzles,
//! have the estimated time of an enumeration; then it has that time and some more. If the estimate was wrong, both have longer
//! turns. While it holds, a count takes about twice as long as by the quicker method at most.

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

/// Time for boundaries before the enumeration begins.
const MOMENT: Duration = Duration::from_millis(100);

/// The part of the time of boundaries that enumeration has to prepare and to estimate.
const PART: u32 = 16;

/// The part of the memory that enumeration has, which takes little: boundaries have the rest.
const SHARE: usize = 8;

const SHORTEST: Duration = Duration::from_millis(1);

/// Counts the packings of a puzzle by the quicker method, or by the one that knows its rules.
pub fn count(pack: &Pack, limits: &Limits) -> Result<Count, String> {
    if pack.is_plain() { count_in_turns(MOMENT, pack, limits) } else { count::count(pack, None, limits) }
}

/// Indices of the methods.
const BOUNDARIES: usize = 0;
const ENUMERATION: usize = 1;

/// News of a method of counting.
enum News {
    /// The time that the enumeration is likely to take.
    Likely(Duration),
    /// The end of a method, by its index.
    Ended(usize, Result<Count, String>),
}

/// A method of counting, which runs in its turns only.
struct Method {
    limits: Limits,
    paused: Arc<AtomicBool>,
    /// Time of all turns.
    spent: Duration,
}

impl Method {
    /// Runs until the time is over or there are news.
    fn run(&mut self, time: Duration, news: &Receiver<News>) -> Option<News> {
        let began = Instant::now();
        self.paused.store(false, Ordering::Relaxed);
        let news = news.recv_timeout(time).ok();
        self.paused.store(true, Ordering::Relaxed);
        self.spent += began.elapsed();
        news
    }
}

/// Counts packings in turns, of which the first is that of boundaries.
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
    // Where the process is full it is the boundaries that took the memory: they give up first.
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
        // Neither had enough; enumeration, which needs less, may do with all of it.
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

/// Gives both methods turns until one has the numbers or both have given up.
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
                    // The other one has all time and memory.
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

/// The next turn after that of one method, and its time.
fn next(last: usize, likely: Option<Duration>, spent: [Duration; 2]) -> (usize, Duration) {
    let [boundaries, enumeration] = spent;
    // Twice as long in all, until something is known.
    let due = likely.map_or(2 * boundaries, |likely| likely.max(2 * enumeration));
    let (method, time) = match due.saturating_sub(boundaries) {
        _ if likely.is_none() && last == BOUNDARIES => (ENUMERATION, boundaries / PART),
        Duration::ZERO => (ENUMERATION, (due + due / 2).saturating_sub(enumeration)),
        left => (BOUNDARIES, left),
    };
    (method, time.max(SHORTEST))
}

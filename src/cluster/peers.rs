//! The other processes as a search sees them, and the state that its threads share with the courier.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Thread, sleep};
use std::time::{Duration, Instant};

use traybit_core::search::disk::block::Block;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::peers::{Peers, Taker};

use crate::message::{Content, Message};

/// Time after which a thread tries again to send.
const AGAIN: Duration = Duration::from_micros(200);

/// Interval between two checks of the limits of a waiting thread.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(crate) struct State {
    /// The pass at work; passes are counted from 1.
    pub(crate) pass: u64,
    /// Takes its pieces; `None` between passes.
    pub(crate) taker: Option<Taker>,
    /// The pass that each process has ended last.
    pub(crate) ended: Vec<u64>,
    /// Words of each process that were not gathered yet.
    pub(crate) words: Vec<VecDeque<Vec<u64>>>,
    /// Why the search ends, in a sentence about another process or a piece that could not be taken.
    pub(crate) failure: Option<(GaveUp, String)>,
    /// The process whose connection broke first.
    pub(crate) lost: Option<usize>,
    /// Why this process gives up, in a sentence, until it is sent to the others.
    pub(crate) giving_up: Option<String>,
    pub(crate) has_given_up: bool,
    /// True if this process needs the others no more.
    pub(crate) is_over: bool,
    pub(crate) left: Vec<bool>,
}

#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    has_failed: AtomicBool,
    pub(crate) courier: OnceLock<Thread>,
}

impl Shared {
    pub(crate) fn of(processes: usize) -> Self {
        let state = State {
            ended: vec![0; processes],
            words: vec![VecDeque::new(); processes],
            left: vec![false; processes],
            ..State::default()
        };
        Self { state: Mutex::new(state), ..Self::default() }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes who waits for that.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.state());
        self.changed.notify_all();
        changed
    }

    pub(crate) fn fail(&self, reason: GaveUp, sentence: impl FnOnce() -> String) {
        self.change(|state| {
            if !state.is_over {
                state.failure.get_or_insert_with(|| (reason, sentence()));
                self.has_failed.store(true, Ordering::Release);
            }
        });
    }

    pub(crate) fn check(&self) -> Result<(), GaveUp> {
        if !self.has_failed.load(Ordering::Acquire) {
            return Ok(());
        }
        self.state().failure.as_ref().map_or(Ok(()), |(reason, _)| Err(*reason))
    }

    /// Waits until the state has what is wanted; ends with the failure, or with that of `check`, which is called now and
    /// then.
    fn wait_for<T>(
        &self,
        mut wanted: impl FnMut(&mut State) -> Option<T>,
        check: impl Fn() -> Result<(), GaveUp>,
    ) -> Result<T, GaveUp> {
        let mut state = self.state();
        loop {
            if let Some(found) = wanted(&mut state) {
                return Ok(found);
            }
            if let Some((reason, _)) = &state.failure {
                self.has_failed.store(true, Ordering::Release);
                return Err(*reason);
            }
            let waited = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner);
            state = waited.0;
            if waited.1.timed_out() {
                drop(state);
                check()?;
                state = self.state();
            }
        }
    }

    pub(crate) fn wake_courier(&self) {
        if let Some(courier) = self.courier.get() {
            courier.unpark();
        }
    }
}

/// Reason why a process gave up, as the end of a sentence about it.
fn words_of(reason: GaveUp) -> &'static str {
    match reason {
        GaveUp::Time => "gave up: its time limit was reached",
        GaveUp::Memory => "gave up: its memory limit was reached",
        GaveUp::Stopped => "was stopped",
        GaveUp::Exhausted => "gave up: its limit of positions was reached",
        GaveUp::Disk => "gave up: its disk failed",
        GaveUp::Peer => "gave up",
    }
}

/// A process in sentences.
pub(crate) fn name_of(hosts: &[String], number: usize) -> String {
    format!("process {number} ({})", hosts.get(number).map_or("unknown", String::as_str))
}

/// The processes of a search that has begun.
pub(crate) struct Joined {
    pub(crate) number: usize,
    pub(crate) hosts: Arc<Vec<String>>,
    pub(crate) threads: usize,
    pub(crate) shared: Arc<Shared>,
    pub(crate) queues: Vec<SyncSender<Message>>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) sent: AtomicU64,
}

impl Joined {
    fn others(&self) -> impl Iterator<Item = usize> {
        let own = self.number;
        (0..self.queues.len()).filter(move |&number| number != own)
    }

    /// Gives the courier a message; waits while the queue is full.
    fn post(&self, to: usize, mut message: Message) -> Result<(), GaveUp> {
        self.sent.fetch_add(message.len() as u64, Ordering::Relaxed);
        loop {
            message = match self.queues[to].try_send(message) {
                Ok(()) => {
                    self.shared.wake_courier();
                    return Ok(());
                }
                Err(TrySendError::Disconnected(_)) => return Err(GaveUp::Peer),
                Err(TrySendError::Full(message)) => message,
            };
            if self.shared.state().left[to] {
                self.shared
                    .fail(GaveUp::Peer, || format!("{} ended before this one", name_of(&self.hosts, to)));
            }
            self.check().and_then(|()| self.check_own())?;
            sleep(AGAIN);
        }
    }

    /// Waits until nothing of another process is missing, and takes what came.
    fn wait_for_others<T>(
        &self,
        is_missing: impl Fn(&State, usize) -> bool,
        take: impl Fn(&mut State) -> T,
    ) -> Result<T, GaveUp> {
        let come = |state: &mut State| {
            let mut missing = self.others().filter(|&number| is_missing(state, number)).peekable();
            if missing.peek().is_none() {
                drop(missing);
                return Some(take(state));
            }
            if let Some(number) = missing.find(|&number| state.left[number]) {
                let sentence = format!("{} ended before this one", name_of(&self.hosts, number));
                state.failure.get_or_insert((GaveUp::Peer, sentence));
            }
            None
        };
        self.shared.wait_for(come, || self.check_own())
    }

    /// Checks the limits of this process while it waits for others.
    fn check_own(&self) -> Result<(), GaveUp> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(GaveUp::Stopped);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late { Err(GaveUp::Time) } else { Ok(()) }
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.shared.change(|state| state.is_over = true);
        self.shared.wake_courier();
    }
}

impl Debug for Joined {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "process {} of {}", self.number, self.queues.len())
    }
}

impl Peers for Joined {
    fn number(&self) -> usize {
        self.number
    }

    fn count(&self) -> usize {
        self.queues.len()
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn begin_pass(&self, take: Taker) {
        self.shared.change(|state| {
            state.pass += 1;
            state.taker = Some(take);
        });
        self.shared.wake_courier();
    }

    fn send(&self, to: usize, piece: &[u8], blocks: &[Block]) -> Result<(), GaveUp> {
        self.check()?;
        let pass = self.shared.state().pass;
        self.post(to, Message::piece(self.number, pass, piece, blocks))
    }

    fn end_pass(&self) -> Result<(), GaveUp> {
        let pass = self.shared.state().pass;
        for to in self.others() {
            self.post(to, Message::new(self.number, &Content::EndOfPass(pass)))?;
        }
        self.wait_for_others(|state, number| state.ended[number] < pass, |state| state.taker = None)
    }

    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>, GaveUp> {
        for to in self.others() {
            self.post(to, Message::new(self.number, &Content::Words(words.to_vec())))?;
        }
        self.wait_for_others(
            |state, number| state.words[number].is_empty(),
            |state| {
                let of = |(number, of): (usize, &mut VecDeque<Vec<u64>>)| {
                    if number == self.number { words.to_vec() } else { of.pop_front().unwrap_or_default() }
                };
                state.words.iter_mut().enumerate().map(of).collect()
            },
        )
    }

    fn check(&self) -> Result<(), GaveUp> {
        self.shared.check()
    }

    fn give_up(&self, reason: GaveUp) {
        self.shared.change(|state| {
            let lost = state.lost.filter(|_| reason == GaveUp::Peer);
            let (number, words) = lost.map_or((self.number, words_of(reason)), |lost| (lost, "ended"));
            state.giving_up = Some(format!("{} {words}", name_of(&self.hosts, number)));
            state.has_given_up = true;
        });
        self.shared.wake_courier();
    }

    fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn error(&self) -> Option<String> {
        self.shared.state().failure.as_ref().map(|(_, sentence)| sentence.clone())
    }
}

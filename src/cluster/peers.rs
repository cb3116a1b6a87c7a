//! The other processes as a search sees them.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use traybit_core::search::disk::block::Block;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::peers::{Peers, Taker};

use crate::message::{Content, Message};
use crate::shared::{Shared, State};

/// Time after which a thread tries again to send.
const AGAIN: Duration = Duration::from_micros(200);

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
    /// Queues to the courier, by process.
    pub(crate) queues: Vec<SyncSender<Message>>,
    /// Set by a signal.
    pub(crate) stop: Arc<AtomicBool>,
    /// When to give up.
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
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(GaveUp::Time)
        } else {
            Ok(())
        }
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

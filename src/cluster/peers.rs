//! The other processes as the search sees them, from the handshake to the last message.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError};
use std::thread::{self, sleep};
use std::time::Duration;

use traybit_app::run::shared_search::Join;
use traybit_core::search::disk::block_file::Block;
use traybit_core::search::peers::{Peers, Taker};
use traybit_core::{GaveUp, Limits, digest};
use traybit_program::{Failure, Status, reason_words};

use crate::connection::{Content, Shared, State, name_of, receive, send};
use crate::handshake::{Greeting, connect};

/// Interval between attempts to queue a message, and between checks of the limits by a waiting thread.
const RETRY: Duration = Duration::from_micros(200);
const LOOK: Duration = Duration::from_millis(100);
/// Maximum number of messages waiting to be sent to a process.
const QUEUE: usize = 2;
/// Maximum wait for the last messages, and the same after a failure.
const FAREWELL: Duration = Duration::from_secs(10);
const AFTER_FAILURE: Duration = Duration::from_millis(500);
/// Version of the message format and of the content that processes exchange.
const MESSAGES: u32 = 5;

/// This process as a member of the search.
#[derive(Clone)]
pub struct Session {
    hosts: Arc<Vec<String>>,
    number: usize,
    wait: Duration,
    shared: Arc<Shared>,
}

impl Session {
    /// Process `number` of `hosts`; it waits for the others for at most `wait`.
    pub fn new(hosts: Vec<String>, number: usize, wait: Duration) -> Self {
        let shared = Arc::new(Shared::of(hosts.len()));
        Self { hosts: Arc::new(hosts), number, wait, shared }
    }

    /// Waits, for a limited time, until the last message of every other process has come.
    pub fn finish(&self) {
        let state = self.shared.state();
        let is_broken = self.shared.failure.get().is_some() || state.giving_up.is_some();
        let longest = if is_broken { AFTER_FAILURE } else { FAREWELL };
        let is_missing = |state: &mut State| state.left.contains(&false);
        let _ = self.shared.changed.wait_timeout_while(state, longest, is_missing);
    }

    /// Starts the threads of a connection; returns the queue of messages to its process.
    fn start(&self, number: usize, stream: TcpStream) -> io::Result<SyncSender<Vec<u8>>> {
        let (queue, messages) = sync_channel(QUEUE);
        let (incoming, name) = (stream.try_clone()?, name_of(&self.hosts, number));
        self.shared.change(|state| state.left[number] = false);
        let [to, from] = [&self.shared; 2].map(Arc::clone);
        thread::Builder::new().spawn(move || send(stream, &messages, &to))?;
        thread::Builder::new().spawn(move || receive(incoming, number, &name, &from))?;
        Ok(queue)
    }
}

impl Join for Session {
    fn number(&self) -> usize {
        self.number
    }

    fn join(&self, subject: &str, limits: &Limits) -> Result<Arc<dyn Peers>, Failure> {
        let own = Greeting {
            version: format!("{}, messages {MESSAGES}", env!("CARGO_PKG_VERSION")),
            process: self.number,
            processes: self.hosts.len(),
            threads: limits.threads,
            subject: digest(subject.as_bytes()),
        };
        let failed = |sentence| Failure::new(sentence, Status::GaveUp);
        let connected = connect(&self.hosts, &own, self.wait).map_err(failed)?;
        let threads = own.threads + connected.iter().map(|(_, other)| other.threads).sum::<usize>();
        let start = |(stream, other): (_, Greeting)| Ok((other.process, self.start(other.process, stream)?));
        let queues = connected.into_iter().map(start).collect::<io::Result<_>>();
        let queues = queues.map_err(|error| failed(error.to_string()))?;
        let (session, limits, sent) = (self.clone(), limits.clone(), AtomicU64::new(0));
        Ok(Arc::new(Joined { session, threads, queues, limits, sent }))
    }
}

/// The processes of a search that has begun.
struct Joined {
    session: Session,
    threads: usize,
    /// Message queues of all other processes, by number.
    queues: BTreeMap<usize, SyncSender<Vec<u8>>>,
    limits: Limits,
    sent: AtomicU64,
}

impl Joined {
    /// Queues a message to a process; waits while the queue is full.
    fn post(&self, to: usize, mut message: Vec<u8>) -> Result<(), GaveUp> {
        self.sent.fetch_add(message.len() as u64, Ordering::Relaxed);
        // If the connection is broken, its receiver reports why.
        while let Err(TrySendError::Full(back) | TrySendError::Disconnected(back)) =
            self.queues[&to].try_send(message)
        {
            message = back;
            if self.session.shared.state().left[to] {
                self.end_with(to);
            }
            self.check().and_then(|()| self.limits.check_time())?;
            sleep(RETRY);
        }
        Ok(())
    }

    /// Ends the search because another process has ended.
    fn end_with(&self, other: usize) {
        let sentence = format!("{} ended before this one", name_of(&self.session.hosts, other));
        let _ = self.session.shared.failure.set((GaveUp::Peer, sentence));
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.session.shared.change(|state| state.is_over = true);
    }
}

impl Debug for Joined {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "process {} of {}", self.number(), self.count())
    }
}

impl Peers for Joined {
    fn number(&self) -> usize {
        self.session.number
    }

    fn count(&self) -> usize {
        self.session.hosts.len()
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn begin_pass(&self, take: Taker) {
        self.session.shared.change(|state| {
            state.pass += 1;
            state.taker = Some(take);
        });
    }

    fn send(&self, to: usize, piece: &[u8], blocks: &[Block]) -> Result<(), GaveUp> {
        self.check()?;
        let pass = self.session.shared.state().pass;
        self.post(to, Content::piece(pass, blocks).message(piece))
    }

    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>, GaveUp> {
        for &to in self.queues.keys() {
            self.post(to, Content::Words(words.to_vec()).message(&[]))?;
        }
        let mut state = self.session.shared.state();
        loop {
            let is_missing = |number: &usize| state.words[*number].is_empty();
            let missing: Vec<usize> = self.queues.keys().copied().filter(is_missing).collect();
            if missing.is_empty() {
                // What a process sent before its words was taken before them.
                state.taker = None;
                // None come from this process itself.
                let own = || words.to_vec();
                return Ok(state.words.iter_mut().map(|of| of.pop_front().unwrap_or_else(own)).collect());
            }
            missing.iter().filter(|&&number| state.left[number]).for_each(|&number| self.end_with(number));
            self.check().and_then(|()| self.limits.check_time())?;
            let waited = self.session.shared.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn check(&self) -> Result<(), GaveUp> {
        self.session.shared.failure.get().map_or(Ok(()), |(reason, _)| Err(*reason))
    }

    fn give_up(&self, reason: GaveUp) {
        let sentence = match self.session.shared.failure.get() {
            Some((GaveUp::Peer, sentence)) if reason == GaveUp::Peer => sentence.clone(),
            _ => format!("{} {}", name_of(&self.session.hosts, self.session.number), reason_words(reason)[1]),
        };
        self.session.shared.change(|state| state.giving_up = Some(sentence));
        for queue in self.queues.values() {
            // Wakes an idle sender; the sender of a full queue is awake.
            let _ = queue.try_send(Vec::new());
        }
    }

    fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn error(&self) -> Option<String> {
        self.session.shared.failure.get().map(|(_, sentence)| sentence.clone())
    }
}

//! A session: this process among all, from the handshake to the last message.

use std::net::TcpStream;
use std::panic::{set_hook, take_hook};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, park};
use std::time::Duration;

use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{AllocatorBuilder, Hooks, WorkerGuards, initialize_from};
use traybit_app::run::failure::Failure;
use traybit_app::run::shared_search::Join;
use traybit_core::bits::digest;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::peers::Peers;
use traybit_program::status::Status;

use crate::courier::Courier;
use crate::handshake::{Greeting, connect};
use crate::message::Message;
use crate::peers::{Joined, Shared, name_of};

/// Messages that wait for the courier, for each process.
const QUEUE: usize = 2;
/// Part of the memory for bytes on the way, and least and most bytes on the way to a process.
const PART: usize = 16;
const LEAST: usize = 1 << 20;
const MOST: usize = 32 << 20;
/// Buffers that timely keeps for a connection.
const BUFFERS: usize = 2;
/// How long the last messages may take, and after a failure.
const FAREWELL: Duration = Duration::from_secs(10);
const AFTER_FAILURE: Duration = Duration::from_millis(500);
/// Version of the messages, and of what processes exchange in them.
const MESSAGES: u32 = 2;
/// Beginning of what timely says when a connection breaks.
const BROKEN: &str = "timely communication error";

#[derive(Clone)]
pub struct Session {
    hosts: Arc<Vec<String>>,
    number: usize,
    wait: Duration,
    shared: Arc<Shared>,
    guards: Arc<Mutex<Option<WorkerGuards<()>>>>,
}

impl Session {
    /// Process `number` of the hosts, which waits for the others at most for a time.
    pub fn new(hosts: Vec<String>, number: usize, wait: Duration) -> Self {
        let shared = Arc::new(Shared::of(hosts.len()));
        Self { hosts: Arc::new(hosts), number, wait, shared, guards: Arc::default() }
    }

    /// Waits until the last messages are sent, unless that takes too long.
    pub fn finish(&self) {
        let Some(guards) = self.guards.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (done, is_done) = channel();
        thread::spawn(move || {
            drop(guards);
            let _ = done.send(());
        });
        let is_broken =
            self.shared.change(|state| state.failure.is_some() || state.lost.is_some() || state.has_given_up);
        let _ = is_done.recv_timeout(if is_broken { AFTER_FAILURE } else { FAREWELL });
    }

    fn connect(
        &self,
        sockets: Vec<Option<TcpStream>>,
        memory: usize,
    ) -> Result<Vec<SyncSender<Message>>, String> {
        self.note_broken_connections();
        let mut hooks = Hooks::default();
        hooks.refill.limit = Some(BUFFERS);
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets(inner, sockets, self.number, 1, hooks)
            .map_err(|error| error.to_string())?;
        let (queues, ends): (Vec<_>, Vec<Receiver<Message>>) =
            self.hosts.iter().map(|_| sync_channel(QUEUE)).unzip();
        let window = (memory / PART / self.hosts.len()).clamp(LEAST, MOST);
        let (number, shared) = (self.number, Arc::clone(&self.shared));
        let ends = Mutex::new(Some(ends));
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let guards = initialize_from(builders, Box::new(guard), move |allocator| {
            // There is one courier.
            let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
            Courier::run(allocator, ends, number, Arc::clone(&shared), window);
        })?;
        *self.guards.lock().unwrap_or_else(PoisonError::into_inner) = Some(guards);
        Ok(queues)
    }

    /// Turns the panics that timely raises when a connection breaks into a failure of the search.
    fn note_broken_connections(&self) {
        let (shared, hosts, others) = (Arc::clone(&self.shared), Arc::clone(&self.hosts), take_hook());
        set_hook(Box::new(move |panic| {
            if !panic.payload_as_str().is_some_and(|words| words.starts_with(BROKEN)) {
                return others(panic);
            }
            // The names of timely's threads end with the number of the other process.
            let thread = thread::current();
            let number = thread.name().and_then(|name| name.rsplit_once('-')?.1.parse().ok());
            let number = number.unwrap_or(usize::MAX);
            shared.change(|state| *state.lost.get_or_insert(number));
            shared.fail(GaveUp::Peer, || format!("{} ended", name_of(&hosts, number)));
            loop {
                park();
            }
        }));
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
        let (sockets, greetings): (Vec<_>, Vec<Greeting>) = connected.into_iter().unzip();
        let queues = self.connect(sockets, limits.memory).map_err(failed)?;
        Ok(Arc::new(Joined {
            number: self.number,
            hosts: Arc::clone(&self.hosts),
            threads: greetings.iter().map(|greeting| greeting.threads).sum(),
            shared: Arc::clone(&self.shared),
            queues,
            stop: Arc::clone(&limits.stop),
            deadline: limits.deadline,
            sent: AtomicU64::new(0),
        }))
    }
}

//! The courier: the thread of a process that hands messages to timely's communication layer and takes those of others.
//!
//! ```text
//!   threads of the search ──▶ a short queue for each process ──▶ courier ──▶ timely ──▶ network
//!   file of the pass      ◀── pieces of the pass at work      ◀── courier ◀── timely ◀──┘
//! ```
//!
//! Timely's queues have no bound, so the courier gives it at most a window of bytes for each process until that process
//! says that it has taken some; meanwhile the short queue fills, and the threads of the search wait. Pieces of a process
//! that has begun the next pass wait here, and their bytes count as not taken.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread::current;
use std::time::Duration;

use timely_communication::{Allocator, Push};
use traybit_core::search::outcome::GaveUp;

use crate::message::{Content, Message, blocks_in};
use crate::peers::Shared;

/// Longest time between two rounds of the courier.
const LOOK: Duration = Duration::from_millis(20);

struct Other {
    /// Messages of the search's threads to it.
    queue: Receiver<Message>,
    /// The next of them, if the window has no room for it yet.
    next: Option<Message>,
    /// Bytes of pieces that it has not taken yet.
    on_the_way: usize,
    /// Its messages that belong to a later pass, each with that, in their order.
    early: VecDeque<(u64, Message)>,
    /// True if the search's threads will send nothing more.
    is_closed: bool,
}

pub(crate) struct Courier {
    number: usize,
    shared: Arc<Shared>,
    /// By number; this process's own stays empty.
    others: Vec<Other>,
    window: usize,
    pushers: Vec<Box<dyn Push<Message>>>,
}

impl Courier {
    /// Works until the search is over, and all was sent.
    pub(crate) fn run(
        mut allocator: Allocator,
        queues: Vec<Receiver<Message>>,
        number: usize,
        shared: Arc<Shared>,
        window: usize,
    ) {
        let (pushers, mut incoming) = allocator.allocate::<Message>(0);
        // There is one courier.
        let _ = shared.courier.set(current());
        let other =
            |queue| Other { queue, next: None, on_the_way: 0, early: VecDeque::new(), is_closed: false };
        let others = queues.into_iter().map(other).collect();
        let mut courier = Self { number, shared, others, window, pushers };
        loop {
            allocator.receive();
            let mut is_busy = false;
            while let Some(message) = incoming.recv() {
                is_busy = true;
                courier.receive(message);
            }
            is_busy |= courier.take_early();
            is_busy |= courier.send();
            allocator.release();
            if courier.others.iter().enumerate().all(|(at, other)| at == number || other.is_closed) {
                break;
            }
            // Its channel is the only one.
            allocator.events().borrow_mut().clear();
            if !is_busy {
                allocator.await_events(Some(LOOK));
            }
        }
        courier.send_reason();
        for at in courier.numbers() {
            courier.push(at, Message::new(number, &Content::Over));
        }
    }

    fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.number;
        (0..self.others.len()).filter(move |&number| number != own)
    }

    fn push(&mut self, to: usize, message: Message) {
        self.pushers[to].send(message);
        self.pushers[to].done();
    }

    /// Sends what the windows have room for; true if there was something.
    fn send(&mut self) -> bool {
        let mut has_sent = self.send_reason();
        let is_futile = self.shared.state().has_given_up || self.shared.check().is_err();
        for at in self.numbers() {
            loop {
                let other = &mut self.others[at];
                let next = match other.next.take().map_or_else(|| other.queue.try_recv(), Ok) {
                    Ok(message) => message,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        other.is_closed = true;
                        break;
                    }
                };
                if is_futile {
                    // The threads that wait to send see the reason.
                    continue;
                }
                if next.is_piece {
                    if other.on_the_way > 0 && other.on_the_way + next.len() > self.window {
                        other.next = Some(next);
                        break;
                    }
                    other.on_the_way += next.len();
                }
                has_sent = true;
                self.push(at, next);
            }
        }
        has_sent
    }

    /// Sends the others the reason why this process gives up; true if there was one to send.
    fn send_reason(&mut self) -> bool {
        let Some(reason) = self.shared.state().giving_up.take() else { return false };
        let content = Content::GaveUp(reason);
        for at in self.numbers() {
            self.push(at, Message::new(self.number, &content));
        }
        true
    }

    /// Takes a message, or keeps it if it belongs to a later pass.
    fn receive(&mut self, message: Message) {
        let Some((sender, content, piece)) =
            message.read().filter(|(sender, ..)| *sender < self.others.len())
        else {
            return self.refuse();
        };
        if let Content::Piece { pass, .. } | Content::EndOfPass(pass) = content
            && (!self.others[sender].early.is_empty() || pass > self.shared.state().pass)
        {
            self.others[sender].early.push_back((pass, message));
        } else {
            self.take(sender, content, piece, message.len());
        }
    }

    /// Does what a message of this length says.
    fn take(&mut self, sender: usize, content: Content, piece: &[u8], length: usize) {
        match content {
            Content::Piece { blocks, .. } => {
                let Some(blocks) = blocks_in(piece, blocks) else { return self.refuse() };
                let taker = self.shared.state().taker.clone();
                if let Some(Err(reason)) = taker.map(|taker| taker(piece, blocks)) {
                    self.shared.fail(reason, || "what another process sent could not be written".to_owned());
                }
                self.push(sender, Message::new(self.number, &Content::Taken(length)));
            }
            Content::EndOfPass(pass) => self.shared.change(|state| state.ended[sender] = pass),
            Content::Words(words) => self.shared.change(|state| state.words[sender].push_back(words)),
            Content::Taken(bytes) => self.others[sender].on_the_way -= bytes,
            Content::GaveUp(sentence) => self.shared.fail(GaveUp::Peer, || sentence),
            Content::Over => self.shared.change(|state| state.left[sender] = true),
        }
    }

    /// Takes the messages of the pass that came before it began; true if there were some.
    fn take_early(&mut self) -> bool {
        let (pass, mut has_taken) = (self.shared.state().pass, false);
        for sender in 0..self.others.len() {
            while let Some((_, message)) = self.others[sender].early.pop_front_if(|(of, _)| *of <= pass) {
                if let Some((_, content, piece)) = message.read() {
                    self.take(sender, content, piece, message.len());
                }
                has_taken = true;
            }
        }
        has_taken
    }

    /// Ends the search: a message cannot be read.
    fn refuse(&self) {
        self.shared.fail(GaveUp::Peer, || "what another process sent cannot be read".to_owned());
    }
}

//! Connections between processes: the messages, the sender and the receiver thread of each connection, and the state that
//! these threads share with those of the search.
//!
//! ```text
//!   threads of the search ─▶ a short queue ─▶ sender ══TCP══ receiver ─▶ layer of the pass, state
//!
//!   │ length of the head │ length of the piece │ head, as JSON │ the bytes of all blocks of a piece │
//!         4 bytes each, little-endian
//! ```
//!
//! The bytes on the way are bounded: if a receiver is slow, TCP blocks the sender, whose queue fills, so the threads of the
//! search wait. A receiver holds a piece of a pass until its process has begun that pass. This cannot deadlock: all that the
//! process needs from that sender to begin the pass was sent before the piece.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::Receiver;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use traybit_core::GaveUp;
use traybit_core::search::disk::block_file::Block;
use traybit_core::search::peers::Taker;

#[derive(Default)]
pub(crate) struct State {
    /// Current pass, counted from 1; 0 before the first.
    pub(crate) pass: u64,
    /// Takes the pieces of the pass; `None` between passes.
    pub(crate) taker: Option<Taker>,
    /// Words received from each process and not gathered yet.
    pub(crate) words: Vec<VecDeque<Vec<u64>>>,
    /// Sentence that says why this process gives up.
    pub(crate) giving_up: Option<String>,
    /// True if this process no longer needs the others.
    pub(crate) is_over: bool,
    /// For each process: true if it sends nothing more.
    pub(crate) left: Vec<bool>,
}

#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    pub(crate) changed: Condvar,
    /// First failure: the reason, and a sentence about the process or the piece that caused it.
    pub(crate) failure: OnceLock<(GaveUp, String)>,
}

impl Shared {
    pub(crate) fn of(processes: usize) -> Self {
        let state = State {
            words: vec![VecDeque::new(); processes],
            left: vec![true; processes],
            ..State::default()
        };
        Self { state: Mutex::new(state), ..Self::default() }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes the waiting threads.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.state());
        self.changed.notify_all();
        changed
    }

    pub(crate) fn fail(&self, reason: GaveUp, sentence: impl FnOnce() -> String) {
        self.change(|state| {
            if !state.is_over {
                self.failure.get_or_init(|| (reason, sentence()));
            }
        });
    }

    /// Waits until this process has begun a pass; returns the taker of its pieces, or `None` if they are not needed.
    pub(crate) fn taker(&self, pass: u64) -> Option<Taker> {
        let is_early = |state: &mut State| state.pass < pass && !state.is_over;
        let state = self.changed.wait_while(self.state(), is_early);
        state.unwrap_or_else(PoisonError::into_inner).taker.clone()
    }
}

/// Name of a process in messages.
pub(crate) fn name_of(hosts: &[String], number: usize) -> String {
    format!("process {number} ({})", hosts[number])
}

/// Bucket, count, offset, bytes and checksum of a block in its piece.
type Place = (u32, u32, u64, u32, u32);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// Blocks of a pass, whose bytes follow.
    Piece {
        pass: u64,
        blocks: Vec<Place>,
    },
    Words(Vec<u64>),
    /// The sender gives up; the sentence says why.
    GaveUp(String),
    /// The sender's search is over: nothing follows.
    Over,
}

impl Content {
    pub(crate) fn piece(pass: u64, blocks: &[Block]) -> Self {
        let place = |block: &Block| (block.bucket, block.count, block.offset, block.bytes, block.sum);
        Self::Piece { pass, blocks: blocks.iter().map(place).collect() }
    }

    /// Encodes the message: this content, then the bytes of its blocks.
    pub(crate) fn message(&self, piece: &[u8]) -> Vec<u8> {
        let head = serde_json::to_vec(self).expect("numbers and text");
        let lengths = [head.len(), piece.len()].map(|length| (length as u32).to_le_bytes());
        [lengths.as_flattened(), &head, piece].concat()
    }

    fn read(stream: &mut impl Read) -> io::Result<(Self, Vec<u8>)> {
        let mut lengths = [[0; 4]; 2];
        stream.read_exact(lengths.as_flattened_mut())?;
        let [mut head, mut piece] = lengths.map(|length| vec![0; u32::from_le_bytes(length) as usize]);
        stream.read_exact(&mut head)?;
        stream.read_exact(&mut piece)?;
        Ok((serde_json::from_slice(&head)?, piece))
    }
}

/// Sends the messages of a queue until it is closed, then [`Content::Over`]. Once this process gives up, one message with
/// the reason is sent in place of all that are left.
pub(crate) fn send(mut stream: TcpStream, queue: &Receiver<Vec<u8>>, shared: &Shared) -> io::Result<()> {
    for message in queue {
        let giving_up = shared.state().giving_up.clone();
        match giving_up {
            None => stream.write_all(&message)?,
            Some(sentence) => {
                stream.write_all(&Content::GaveUp(sentence).message(&[]))?;
                queue.iter().for_each(drop);
            }
        }
    }
    stream.write_all(&Content::Over.message(&[]))
}

/// Receives the messages of process `sender`, called `name` in messages, until its search is over or the connection breaks.
pub(crate) fn receive(stream: TcpStream, sender: usize, name: &str, shared: &Shared) {
    if let Err(error) = take_all(stream, sender, shared) {
        let is_malformed = error.kind() == ErrorKind::InvalidData;
        let what = if is_malformed { "sent a message that cannot be read" } else { "ended" };
        shared.fail(GaveUp::Peer, || format!("{name} {what}"));
    }
    shared.change(|state| state.left[sender] = true);
}

fn take_all(mut stream: TcpStream, sender: usize, shared: &Shared) -> io::Result<()> {
    loop {
        let (content, piece) = Content::read(&mut stream)?;
        match content {
            Content::Piece { pass, blocks } => {
                let blocks = blocks_in(&piece, blocks).ok_or(ErrorKind::InvalidData)?;
                if let Some(Err(reason)) = shared.taker(pass).map(|taker| taker(&piece, blocks)) {
                    shared.fail(reason, || "what another process sent could not be kept".to_owned());
                }
            }
            Content::Words(words) => shared.change(|state| state.words[sender].push_back(words)),
            Content::GaveUp(sentence) => shared.fail(GaveUp::Peer, || sentence),
            Content::Over => return Ok(()),
        }
    }
}

/// The blocks at these places; `None` if one lies beyond the piece.
fn blocks_in(piece: &[u8], places: Vec<Place>) -> Option<Vec<Block>> {
    let block = |(bucket, count, offset, bytes, sum): Place| {
        let is_within = offset.saturating_add(bytes.into()) <= piece.len() as u64;
        is_within.then_some(Block { bucket, count, offset, bytes, sum })
    };
    places.into_iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use traybit_core::search::disk::block_file::Block;

    use super::{Content, blocks_in};

    #[test]
    fn messages_are_read_as_they_were_written() {
        for content in [Content::Words(vec![5, u64::MAX]), Content::GaveUp("\"é\"".to_owned()), Content::Over]
        {
            let message = content.message(&[]);
            assert_eq!(Content::read(&mut &message[..]).unwrap(), (content, Vec::new()));
            let cut = Content::read(&mut &message[..message.len() - 1]);
            assert_eq!(cut.unwrap_err().kind(), ErrorKind::UnexpectedEof);
        }
        for (offset, is_within) in [(2, true), (3, false)] {
            let block = Block { bucket: 4095, count: 7, offset, bytes: 3, sum: 0xdead_beef };
            let message = Content::piece(1 << 40, &[block]).message(b"abcde");
            let (Content::Piece { pass, blocks }, piece) = Content::read(&mut &message[..]).unwrap() else {
                panic!("no piece")
            };
            assert_eq!((pass, blocks_in(&piece, blocks)), (1 << 40, is_within.then(|| vec![block])));
        }
        assert_eq!(Content::read(&mut &[1; 16][..]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }
}

//! Messages between processes.
//!
//! ```text
//!   head     │ kind │ sender │ number │                   4, 4 and 8 bytes, the lowest first
//!   piece    │ head │ blocks │ bucket, count, offset, bytes, checksum │ … │ the bytes of all blocks │
//!   words    │ head │ word │ word │ …                     8 bytes each
//!   others   │ head │
//! ```

use std::io::Write;

use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;
use traybit_core::search::disk::block::Block;

const HEAD: usize = 16;
/// Bytes of a block's place in its piece.
const BLOCK: usize = 24;

/// The meaning of a message; its number is that of a pass, of a gathering, of bytes or of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Kind {
    /// Blocks of a pass.
    Piece,
    /// The sender has sent all blocks of a pass.
    EndOfPass,
    /// The sender's words.
    Words,
    /// So many bytes of pieces were taken.
    Taken,
    /// The sender gives up.
    GaveUp,
    /// The sender's search is over: nothing follows.
    Over,
}

const KINDS: [Kind; 6] = [Kind::Piece, Kind::EndOfPass, Kind::Words, Kind::Taken, Kind::GaveUp, Kind::Over];

/// A message: written by its sender, or as it was received.
pub(crate) enum Message {
    /// To be sent.
    Written(Vec<u8>),
    /// Received.
    Received(Bytes),
}

impl Bytesable for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        Self::Received(bytes)
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes().len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        writer.write_all(self.bytes()).expect("the engine makes room for a message");
    }
}

impl Message {
    /// A message without more than its head.
    pub(crate) fn new(kind: Kind, sender: usize, number: u64) -> Self {
        Self::Written(head(kind, sender, number, 0))
    }

    /// The words of a gathering.
    pub(crate) fn words(sender: usize, number: u64, words: &[u64]) -> Self {
        let mut bytes = head(Kind::Words, sender, number, 8 * words.len());
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        Self::Written(bytes)
    }

    /// A piece of a pass.
    pub(crate) fn piece(sender: usize, pass: u64, piece: &[u8], blocks: &[Block]) -> Self {
        let mut bytes = head(Kind::Piece, sender, pass, 8 + BLOCK * blocks.len() + piece.len());
        bytes.extend((blocks.len() as u64).to_le_bytes());
        for block in blocks {
            bytes.extend(block.bucket.to_le_bytes());
            bytes.extend(block.count.to_le_bytes());
            bytes.extend(block.offset.to_le_bytes());
            bytes.extend(block.bytes.to_le_bytes());
            bytes.extend(block.sum.to_le_bytes());
        }
        bytes.extend_from_slice(piece);
        Self::Written(bytes)
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Written(bytes) => bytes,
            Self::Received(bytes) => bytes,
        }
    }

    /// Length.
    pub(crate) fn len(&self) -> usize {
        self.bytes().len()
    }

    /// Kind, sender and number; none where the bytes are no message.
    pub(crate) fn head(&self) -> Option<(Kind, usize, u64)> {
        let bytes = self.bytes();
        let kind = *KINDS.get(number(bytes.get(..4)?) as usize)?;
        Some((kind, number(bytes.get(4..8)?) as usize, number(bytes.get(8..HEAD)?)))
    }

    /// The words of a gathering.
    pub(crate) fn read_words(&self) -> Vec<u64> {
        self.bytes()[HEAD..].chunks_exact(8).map(number).collect()
    }

    /// The blocks of a piece, and their bytes; none where they are no piece.
    pub(crate) fn read_piece(&self) -> Option<(Vec<Block>, &[u8])> {
        let body = &self.bytes()[HEAD..];
        let count = usize::try_from(number(body.get(..8)?)).ok()?;
        let blocks = body.get(8..8 + count.checked_mul(BLOCK)?)?;
        let piece = &body[8 + blocks.len()..];
        let block = |bytes: &[u8]| Block {
            bucket: number(&bytes[..4]) as u32,
            count: number(&bytes[4..8]) as u32,
            offset: number(&bytes[8..16]),
            bytes: number(&bytes[16..20]) as u32,
            sum: number(&bytes[20..]) as u32,
        };
        let blocks: Vec<Block> = blocks.chunks_exact(BLOCK).map(block).collect();
        let is_within = |block: &Block| block.offset.saturating_add(block.bytes.into()) <= piece.len() as u64;
        blocks.iter().all(is_within).then_some((blocks, piece))
    }
}

fn head(kind: Kind, sender: usize, number: u64, more: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + more);
    bytes.extend((kind as u32).to_le_bytes());
    bytes.extend((sender as u32).to_le_bytes());
    bytes.extend(number.to_le_bytes());
    bytes
}

/// A number of at most eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let block = Block { bucket: 4095, count: 7, offset: 2, bytes: 3, sum: 0xdead_beef };
        let piece = Message::piece(3, 1 << 40, b"abcde", &[block]);
        assert_eq!(piece.head(), Some((Kind::Piece, 3, 1 << 40)));
        assert_eq!(piece.read_piece(), Some((vec![block], &b"abcde"[..])));
        let words = Message::words(1, 9, &[5, u64::MAX]);
        assert_eq!((words.head(), words.read_words()), (Some((Kind::Words, 1, 9)), vec![5, u64::MAX]));
        for kind in KINDS {
            assert_eq!(Message::new(kind, 2, 8).head(), Some((kind, 2, 8)));
        }
    }

    #[test]
    fn a_block_beyond_its_piece_is_no_piece() {
        let block = Block { bucket: 0, count: 1, offset: 3, bytes: 3, sum: 0 };
        assert_eq!(Message::piece(0, 0, b"abcde", &[block]).read_piece(), None);
        assert_eq!(Message::Written(vec![9; HEAD]).head(), None);
    }
}

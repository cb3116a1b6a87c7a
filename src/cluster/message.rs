//! Messages between processes.
//!
//! ```text
//!   │ length of the head │ head, as JSON │ the bytes of all blocks of a piece │
//!         4 bytes, the lowest first
//! ```

use std::io::Write;

use serde::{Deserialize, Serialize};
use timely_bytes::arc::{Bytes, BytesMut};
use timely_communication::Bytesable;
use traybit_core::search::disk::block::Block;

/// Bucket, count, offset, bytes and checksum of a block in its piece.
type Place = (u32, u32, u64, u32, u32);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// Blocks of a pass, whose bytes follow.
    Piece {
        pass: u64,
        blocks: Vec<Place>,
    },
    /// It has sent all blocks of a pass.
    EndOfPass(u64),
    Words(Vec<u64>),
    /// It has taken pieces of this number of bytes.
    Taken(usize),
    /// It gives up, for the reason in a sentence.
    GaveUp(String),
    /// Its search is over: nothing follows.
    Over,
}

pub(crate) struct Message {
    bytes: Bytes,
    /// True if this process wrote it, and it is a piece.
    pub(crate) is_piece: bool,
}

impl Bytesable for Message {
    fn from_bytes(bytes: Bytes) -> Self {
        Self { bytes, is_piece: false }
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes.len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        writer.write_all(&self.bytes).expect("the engine makes room for a message");
    }
}

impl Message {
    pub(crate) fn new(sender: usize, content: &Content) -> Self {
        Self::followed_by(sender, content, &[])
    }

    pub(crate) fn piece(sender: usize, pass: u64, piece: &[u8], blocks: &[Block]) -> Self {
        let place = |block: &Block| (block.bucket, block.count, block.offset, block.bytes, block.sum);
        Self::followed_by(sender, &Content::Piece { pass, blocks: blocks.iter().map(place).collect() }, piece)
    }

    fn followed_by(sender: usize, content: &Content, piece: &[u8]) -> Self {
        let head = serde_json::to_vec(&(sender, content)).expect("numbers and text");
        let bytes = [&(head.len() as u32).to_le_bytes(), &head[..], piece].concat();
        let bytes = BytesMut::from(bytes).freeze();
        Self { bytes, is_piece: matches!(content, Content::Piece { .. }) }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Sender, content and the bytes that follow; `None` if this is not a message.
    pub(crate) fn read(&self) -> Option<(usize, Content, &[u8])> {
        let (length, rest) = self.bytes.split_first_chunk()?;
        let (head, piece) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (sender, content) = serde_json::from_slice(head).ok()?;
        Some((sender, content, piece))
    }
}

/// The blocks at these places; `None` if one lies beyond the piece.
pub(crate) fn blocks_in(piece: &[u8], places: Vec<Place>) -> Option<Vec<Block>> {
    let block = |(bucket, count, offset, bytes, sum): Place| {
        let is_within = offset.saturating_add(bytes.into()) <= piece.len() as u64;
        is_within.then_some(Block { bucket, count, offset, bytes, sum })
    };
    places.into_iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use timely_bytes::arc::BytesMut;
    use timely_communication::Bytesable;
    use traybit_core::search::disk::block::Block;

    use super::{Content, Message, blocks_in};

    #[test]
    fn messages_are_read_as_they_were_written() {
        for content in [Content::Words(vec![5, u64::MAX]), Content::GaveUp("\"é\"".to_owned()), Content::Over]
        {
            assert_eq!(Message::new(2, &content).read(), Some((2, content, &b""[..])));
        }
        for (offset, is_within) in [(2, true), (3, false)] {
            let block = Block { bucket: 4095, count: 7, offset, bytes: 3, sum: 0xdead_beef };
            let piece = Message::piece(3, 1 << 40, b"abcde", &[block]);
            let Some((3, Content::Piece { pass, blocks }, bytes @ b"abcde")) = piece.read() else {
                panic!("no piece")
            };
            assert_eq!((pass, blocks_in(bytes, blocks)), (1 << 40, is_within.then(|| vec![block])));
        }
        assert_eq!(Message::from_bytes(BytesMut::from(vec![9; 16]).freeze()).read(), None);
    }
}

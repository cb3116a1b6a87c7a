//! A block of a file, as the index has it.

/// Place of a block in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The bucket.
    pub bucket: u32,
    /// States, or whatever it has.
    pub count: u32,
    /// Its first byte.
    pub offset: u64,
    /// Its length.
    pub bytes: u32,
    /// Checksum (CRC-32) of its bytes.
    pub sum: u32,
}

impl Block {
    pub(in crate::search) fn end(&self) -> u64 {
        self.offset + u64::from(self.bytes)
    }
}

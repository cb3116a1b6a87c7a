//! The word that a cover's states are packed into: chosen once, for all that is done with it.

use traybit_core::bits::{Register, Wide, Width};

/// Something to be done in words of any size.
pub(super) trait InWords {
    type Answer;

    /// Does it.
    fn run<W: Register>(self) -> Self::Answer;
}

/// Does it in the narrowest words that have so many bits; none where there are no such words.
pub(super) fn in_words<J: InWords>(bits: u32, job: J) -> Option<J::Answer> {
    match Width::fitting(bits) {
        Width::W64 => Some(job.run::<u64>()),
        Width::W128 => Some(job.run::<u128>()),
        Width::W256 => Some(job.run::<Wide<4>>()),
        Width::W512 => Some(job.run::<Wide<8>>()),
        Width::Boxed => None,
    }
}

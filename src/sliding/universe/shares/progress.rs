//! The finished shares of a universe: saved and resumed.

use std::io::{self, Read, Write};
use std::time::Duration;

use crate::universe::shares::{Explored, Hardest, InShares, Row};
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::words::{Kind, ReadError, WordReader, WordWriter};

const KIND: Kind = Kind { name: b"TRAYPOLY", version: 1, search: "a universe in shares" };

/// The shares that are done, and what they hold.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) rows: Vec<Row>,
    pub(super) done: Vec<bool>,
    /// Number of those that are done.
    pub(super) gone_through: usize,
    pub(super) ended: Option<GaveUp>,
    /// Peak bytes held by threads.
    pub(super) bytes: usize,
    /// Time that earlier runs took.
    before: Duration,
}

impl Progress {
    /// No share is done yet.
    pub(super) fn begin(universe: &impl InShares) -> Self {
        let rows = vec![Row::default(); universe.most_pieces() + 1];
        Self { rows, done: vec![false; universe.shares()], ..Self::default() }
    }

    /// The result, `time` after this run began.
    pub(super) fn explored(self, time: Duration) -> Explored {
        let Self { rows, done, gone_through, ended, bytes, before } = self;
        let positions = rows.iter().map(|row| row.boards).sum();
        let cost = Cost { positions, time: before + time, bytes, ..Cost::default() };
        Explored { rows, shares: (gone_through, done.len()), ended, cost }
    }

    pub(super) fn write(&self, digest: u64, time: Duration, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let done: Vec<u64> = self.done.iter().map(|&is_done| u64::from(is_done)).collect();
        words.put_each(&[(self.before + time).as_nanos() as u64, self.bytes as u64])?;
        words.put_all(&done)?;
        for row in &self.rows {
            let Row { boards, mixes, components, positions, hardest } = *row;
            let (moves, start) =
                hardest.map_or((u64::MAX, 0), |hardest| (hardest.moves.into(), hardest.start));
            words.put_each(&[boards, mixes, components, positions, moves, start])?;
        }
        words.end()
    }

    /// The state saved by an exploration of this universe.
    ///
    /// # Errors
    /// When it cannot be read, or is another's.
    pub(super) fn read(
        universe: &impl InShares,
        from: Box<dyn Read + '_>,
        digest: u64,
    ) -> Result<Self, ReadError> {
        let mut progress = Self::begin(universe);
        let mut words = WordReader::begin(from, &KIND, digest)?;
        progress.before = Duration::from_nanos(words.word()?);
        progress.bytes = words.number()?;
        let done = words.list()?;
        if done.len() != progress.done.len() {
            return Err(ReadError::Damaged);
        }
        progress.done = done.into_iter().map(|word| word == 1).collect();
        progress.gone_through = progress.done.iter().filter(|&&is_done| is_done).count();
        for row in &mut progress.rows {
            *row = Row {
                boards: words.word()?,
                mixes: words.word()?,
                components: words.word()?,
                positions: words.word()?,
                hardest: None,
            };
            let (moves, start) = (words.word()?, words.word()?);
            row.hardest = u32::try_from(moves).ok().map(|moves| Hardest { moves, start });
        }
        words.end()?;
        Ok(progress)
    }
}

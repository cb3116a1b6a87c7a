//! What the commands that may run for long have in common: their options, checkpoints, and who looks at them.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use crate::cli::budget::parse_time;
use crate::cli::options::{Options, refuse};
use crate::cli::pack::checkpoint::Checkpoint;
use crate::cli::pack::display::Display;
use crate::cli::searching::Searching;
use crate::cli::status::TraybitStatus;
use crate::packing::pack::{Pack, Packing};
use crate::solve::packing::keeper::Keeper;
use crate::solve::packing::list::{Looking, Sight};

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Watching {
    /// Show the board on standard error each N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true)]
    pub(super) every: Option<u64>,

    /// Keep the state in FILE, and go on from what an earlier run kept there; packings are written at the end then
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OsString>,

    /// How often the state is kept, at most a tenth of the time being spent on it: 10, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s", requires = "checkpoint")]
    checkpoint_every: Duration,

    #[command(flatten)]
    pub(super) searching: Searching,

    #[command(flatten)]
    pub(super) options: Options,
}

impl Watching {
    /// The checkpoint, if one was asked for; the search depends on the puzzle and on what is `wanted` of it.
    pub(super) fn checkpoint(&self, pack: &Pack, wanted: &str) -> Result<Option<Checkpoint>, TraybitStatus> {
        let open = |path: &OsString| Checkpoint::open(path, self.checkpoint_every, pack, wanted);
        self.checkpoint.as_ref().map(open).transpose()
    }

    /// Lists packings while all look on that were asked for; `tick` is called about once a second.
    pub(super) fn look<T>(
        &self,
        display: &Display<'_>,
        checkpoint: Option<&Checkpoint>,
        tick: Option<&(dyn Fn() + Sync)>,
        list: impl FnOnce(Looking<'_>) -> T,
    ) -> T {
        let every = |board: Packing| display.print(&board);
        let show = |sight: Sight| {
            if let Some(tick) = tick {
                tick();
            }
            display.show(&sight);
        };
        let listed = list(Looking {
            every: self.every.map(|number| (number.max(1), &every as _)),
            display: (display.is_on || tick.is_some()).then_some(&show),
            keeper: keeper(checkpoint),
        });
        display.hide();
        listed
    }
}

/// Refuses what an earlier run has left; the status.
pub(super) fn refuse_state(checkpoint: Option<&Checkpoint>, sentence: &str) -> TraybitStatus {
    let name = checkpoint.map_or_else(String::new, |checkpoint| checkpoint.name() + ": ");
    refuse(name + sentence, TraybitStatus::Invalid)
}

/// Whether an earlier run has left something to go on from.
pub(super) fn goes_on(checkpoint: Option<&Checkpoint>) -> bool {
    checkpoint.is_some_and(|checkpoint| checkpoint.left().is_some())
}

/// A checkpoint as a search knows it.
pub(super) fn keeper(checkpoint: Option<&Checkpoint>) -> Option<(&dyn Keeper, u64)> {
    checkpoint.map(|checkpoint| (checkpoint as &dyn Keeper, checkpoint.digest))
}

//! What the commands that may run for long have in common: their options, checkpoints, and who looks at them.

use std::slice;

use clap::Args;

use crate::cli::checkpoint::{Checkpoint, Checkpoints};
use crate::cli::options::{Options, refuse};
use crate::cli::output::Output;
use crate::cli::pack::display::Display;
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use traybit_packing::formats::text;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, View};

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Watching {
    /// Show the board on standard error each N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true)]
    pub(super) every: Option<u64>,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    pub(super) searching: Searching,

    #[command(flatten)]
    pub(super) options: Options,
}

impl Watching {
    /// The checkpoint, if one was asked for; the search depends on the puzzle and on what is `wanted` of it.
    pub(super) fn checkpoint(
        &self,
        run: &Run,
        output: &Output,
        pack: &Pack,
        wanted: &str,
    ) -> Result<Option<Checkpoint>, TraybitStatus> {
        self.checkpoints.open(run, slice::from_ref(output), &(text::write(pack) + wanted))
    }

    /// Lists packings while all look on that were asked for; `tick` is called about once a second.
    pub(super) fn look<T>(
        &self,
        display: &Display<'_>,
        checkpoint: Option<&Checkpoint>,
        tick: Option<&(dyn Fn() + Sync)>,
        list: impl FnOnce(Callbacks<'_>) -> T,
    ) -> T {
        let every = |board: Packing| display.print(&board);
        let show = |sight: View| {
            if let Some(tick) = tick {
                tick();
            }
            display.show(&sight);
        };
        let listed = list(Callbacks {
            every: self.every.map(|number| (number.max(1), &every as _)),
            display: (display.is_on || tick.is_some()).then_some(&show),
            keeping: checkpoint.map(Checkpoint::keeping),
        });
        display.hide();
        listed
    }
}

/// Refuses what an earlier run has left; the status.
pub(super) fn refuse_state(checkpoint: Option<&Checkpoint>, sentence: &str) -> TraybitStatus {
    let refused = |checkpoint: &Checkpoint| checkpoint.refuse(sentence, TraybitStatus::Invalid);
    checkpoint.map_or_else(|| refuse(sentence, TraybitStatus::Invalid), refused)
}

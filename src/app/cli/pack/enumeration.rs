//! Enumerations that may run for long: their options, and the display.

use clap::Args;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_packing::formats::text;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, View};

use crate::cli::pack::display::Display;
use crate::runner::checkpoint::Checkpoints;
use crate::runner::failure::Failure;
use crate::runner::options::Options;
use crate::runner::{Run, Searching};
use traybit_program::status::Status;

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Enumeration {
    /// Show the board on standard error every N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true)]
    pub(super) every: Option<u64>,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    pub(super) searching: Searching,

    #[command(flatten)]
    pub(super) options: Options,
}

impl Enumeration {
    /// True if the state is saved.
    pub(super) fn has_checkpoint(&self) -> bool {
        self.checkpoints.is_asked_for()
    }

    /// Opens the checkpoint, if an option asks for one; the search depends on the puzzle and on `options` of the search.
    pub(super) fn resume(&self, run: &mut Run, pack: &Pack, options: &str) -> Result<(), Failure> {
        run.resume(&self.checkpoints, &(text::write(pack) + options))
    }

    /// Enumerates packings with the display and the checkpoint; `tick` is called about once a second.
    pub(super) fn look<T>(
        &self,
        display: &Display<'_>,
        checkpoint: Option<Checkpoint>,
        tick: Option<&(dyn Fn() + Sync)>,
        list: impl FnOnce(Callbacks<'_>) -> T,
    ) -> T {
        let every = |board: Packing| display.print(&board);
        let show = |view: View| {
            if let Some(tick) = tick {
                tick();
            }
            display.show(&view);
        };
        let listed = list(Callbacks {
            every: self.every.map(|number| (number.max(1), &every as _)),
            display: (display.is_on() || tick.is_some()).then_some(&show),
            checkpoint,
            ..Callbacks::default()
        });
        display.end();
        listed
    }
}

/// The failure of a search that cannot resume.
pub(super) fn refused(run: &Run, sentence: &str) -> Failure {
    run.refuse_saved(sentence, Status::Invalid)
}

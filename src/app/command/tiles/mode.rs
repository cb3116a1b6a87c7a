//! Pattern databases and memory of searches for tiles.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::io::Error;
use std::path::PathBuf;

use clap::Args;
use tempfile::tempfile_in;
use traybit_core::input::shown;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_tiles::board::Board;
use traybit_tiles::pattern::cache;
use traybit_tiles::solve::answer::{Objective, Solver};

use crate::report::Ending;
use crate::run::{Failure, Options, Run, Status};
use traybit_program::machine::economise;

/// The name of the default folder.
const USUAL_FOLDER: &str = "";

#[derive(Args, Clone, Debug)]
pub(crate) struct Cache {
    /// Cache large pattern databases in DIR, by default the user's cache folder; without --cache there is no cache
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = USUAL_FOLDER)]
    cache: Option<OsString>,
}

impl Cache {
    /// The folder, created if missing. One that cannot be written is reported, and may hold databases all the same.
    pub(crate) fn folder(&self, options: &Options) -> Result<Option<PathBuf>, Failure> {
        const UNKNOWN: &str =
            "no cache folder is known, as neither XDG_CACHE_HOME nor HOME is set; name one: --cache=DIR";
        let folder: PathBuf = match &self.cache {
            None => return Ok(None),
            Some(folder) if folder != USUAL_FOLDER => folder.into(),
            Some(_) => cache::folder().ok_or_else(|| Failure::usage(UNKNOWN))?,
        };
        let tried = create_dir_all(&folder).and_then(|()| tempfile_in(&folder).map(drop));
        if let Err(reason) = tried {
            let name = shown(folder.as_os_str());
            let reason = Error::from(reason.kind());
            options.remark(format_args!(
                "--cache: no pattern databases can be kept in {name}, so each run builds its own: {reason}"
            ));
        }
        Ok(Some(folder))
    }
}

/// Memory that the search for the shortest solutions of small boards needs.
const LITTLE: usize = 128 << 20;

/// Saves memory where all boards are small, and not all of them are kept by the search.
pub(crate) fn save_memory<'a>(objective: Objective, goals: impl IntoIterator<Item = &'a Board>) {
    let is_by_depth = matches!(objective, Objective::Default | Objective::Optimal | Objective::Fast);
    if is_by_depth && goals.into_iter().all(Solver::is_small) {
        economise(LITTLE);
    }
}

/// Reason why a search gave up, and the status.
pub(crate) fn gave_up(reason: GaveUp, cost: &Cost, run: &Run) -> Ending {
    match reason {
        GaveUp::Exhausted => Ending::because(
            "gave up: the shortest solution has too many moves for a depth-first search",
            Status::GaveUp,
        ),
        _ => run.gave_up(reason, cost),
    }
}

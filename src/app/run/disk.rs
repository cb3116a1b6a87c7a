//! `--disk DIR`: the folder in which a search larger than memory continues, and from which it resumes.

use std::env::var_os;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::run::{Failure, Run, shared_search, unwritable};
use traybit_core::search::disk::Disk;
use traybit_program::parse_size;

/// Name of the state in the folder.
pub(super) const STATE: &str = "traybit.state";

/// A folder, and what is in it.
pub(crate) type Folder = (PathBuf, Arc<Disk>);

#[derive(Args, Clone, Debug)]
pub(crate) struct OnDisk {
    /// Continue in files in DIR when memory is full, and resume from them [default: `TRAYBIT_DISK`, or none]
    #[arg(long, value_name = "DIR")]
    pub(crate) disk: Option<OsString>,

    /// Use at most SIZE of the disk: 20G [default: 95% of the free space]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    disk_space: Option<usize>,
}

impl OnDisk {
    /// The folder that an option or the environment names.
    pub(super) fn name(&self) -> Option<OsString> {
        self.disk.clone().or_else(|| var_os("TRAYBIT_DISK")).filter(|folder| !folder.is_empty())
    }

    /// The folder, created if missing, if an option or the environment names one; with a `name`, its
    /// subfolder of that name, for work apart from the search.
    pub(crate) fn open(&self, name: Option<&str>) -> Result<Option<Folder>, Failure> {
        let Some(folder) = self.name() else {
            let sentence = "--disk-space is for a search with a folder: give it with --disk";
            return self.disk_space.map_or(Ok(None), |_| Err(Failure::usage(sentence)));
        };
        let mut folder = PathBuf::from(folder);
        folder.extend(shared_search::join().map(|join| format!("process-{}", join.number())));
        folder.extend(name);
        let disk = Disk::open(&folder).map_err(|reason| Failure::unwritable(unwritable(&folder, &reason)))?;
        // Without a limit if the system does not report it.
        let free = fs4::available_space(&folder).unwrap_or(u64::MAX);
        let room = (free - free / 20).saturating_add(disk.held());
        let space = self.disk_space.map_or(room, |space| space as u64);
        Ok(Some((folder, Arc::new(disk.with_space(space)))))
    }
}

impl Run<'_> {
    /// Lets work without a checkpoint use a folder, which is removed afterwards.
    pub(crate) fn work_in<T>(&mut self, place: Option<Folder>, work: impl FnOnce(&Self) -> T) -> T {
        self.limits.disk = place.as_ref().map(|(_, disk)| Arc::clone(disk));
        let done = work(self);
        if let Some((folder, disk)) = place {
            disk.clear();
            // It stays if something else is in it.
            let _ = folder.parent().map(fs::remove_dir);
        }
        done
    }
}

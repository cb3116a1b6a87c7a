//! A process in a group of its own, which is timed and ended at the limit.
//!
//! ```text
//!  contest ──starts──▶ process (a group of its own) ──standard output──▶ a file without a name
//!     ▲                   │
//!     └────── waiter ◀────┴ its end; it is not reaped yet
//! ```
//!
//! The process is reaped only when its group was sent SIGKILL: until then its number cannot be reused.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Error, Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use tempfile::tempfile;

use crate::contest::process::{Ended, MOST_BYTES};
use crate::contest::results::End;
use traybit_core::Limits;

const EVERY: Duration = Duration::from_millis(20);

/// Runs a command as `run` does; an error is one of the system.
pub(super) fn measure(
    words: &[OsString],
    input: Option<&Path>,
    limit: Duration,
    limits: &Limits,
) -> Result<Option<Ended>, Error> {
    let mut file = tempfile()?;
    let input = input.map(File::open).transpose()?.map_or_else(Stdio::null, Stdio::from);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(input).stdout(file.try_clone()?).stderr(Stdio::null()).process_group(0);
    let (cpu_before, began) = (cpu_of_children(), Instant::now());
    let mut child = command.spawn()?;
    let group = Pid::from_child(&child);
    let (sender, end) = channel();
    thread::spawn(move || {
        // Waits without reaping it.
        let its_end = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(group), its_end), Err(Errno::INTR)) {}
        // Nobody receives it if the contest is over.
        let _ = sender.send(Instant::now());
    });
    let is_flooded = || file.metadata().is_ok_and(|file| file.len() > MOST_BYTES as u64);
    let is_stopped = || limits.check_time().is_err();
    let wall = loop {
        if let Ok(at) = end.recv_timeout(EVERY) {
            break at.duration_since(began);
        }
        if began.elapsed() >= limit || is_flooded() || is_stopped() {
            let _ = kill_process_group(group, Signal::KILL);
        }
    };
    let _ = kill_process_group(group, Signal::KILL);
    let status = child.wait()?;
    let cpu = cpu_of_children().saturating_sub(cpu_before);
    let end = match status.code() {
        _ if is_stopped() => return Ok(None),
        _ if wall >= limit => End::Limit,
        _ if is_flooded() => End::Flood,
        Some(code) => End::Status(code),
        None => End::Signal(status.signal().unwrap_or_default()),
    };
    let mut output = Vec::new();
    if !is_flooded() {
        file.rewind()?;
        file.read_to_end(&mut output)?;
    }
    Ok(Some(Ended { end, wall, cpu, output }))
}

fn cpu_of_children() -> Duration {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(Duration::ZERO, |usage| {
        Duration::from_micros((usage.user_time() + usage.system_time()).num_microseconds() as u64)
    })
}

//! Runs and times a process, keeps its output, and ends its whole group at the limit.
//!
//! ```text
//!  contest ──starts──▶ process (a group of its own)
//!     ▲                   │ standard output ──▶ reader ─┐
//!     └──── events ◀──────┴ end, not yet reaped ─▶ waiter┘
//! ```
//!
//! The process is reaped only when its group was sent SIGKILL: until then its number cannot be reused.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read};
use std::mem::take;
use std::num::NonZero;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeVal;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;

use crate::contest::report::{End, Process};
use traybit_core::search::limits::Limits;

/// Maximum bytes of an answer.
pub(super) const MOST_BYTES: usize = 64 << 20;
/// Interval between two looks at whether the contest was stopped.
const EVERY: Duration = Duration::from_millis(20);
/// Longest wait for the output of a process that has ended: one that left its group may still hold it.
const AFTERWARDS: Duration = Duration::from_secs(1);
/// Wall time allowed to a process limited by processor time, as a multiple: it may wait for ever.
const IDLING: u32 = 10;
/// The unit of processor times in `/proc` is a hundredth of a second on all that Linux runs on today.
const TICKS: u64 = 100;

/// The time that a process may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) time: Duration,
    /// True if it is the processor's time, user and system, instead of the clock's.
    pub(super) by_cpu: bool,
}

/// Result of a process.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) process: Process,
    /// Standard output; empty where that was too much.
    pub(super) output: Vec<u8>,
}

impl Ended {
    fn unstarted(reason: &Error) -> Self {
        let end = End::Unstarted(reason.to_string());
        Self { process: Process { end, seconds: 0.0, cpu_seconds: 0.0 }, output: Vec::new() }
    }
}

/// The contest was stopped while the process ran.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stopped;

enum Event {
    /// The process has ended.
    Ended(Instant),
    /// There is no more output, or there is too much.
    Read { flooded: bool },
}

/// Runs a command, its program first, with a file as its standard input, or with none.
pub(super) fn run(
    words: &[OsString],
    input: Option<&Path>,
    limit: Limit,
    limits: &Limits,
) -> Result<Ended, Stopped> {
    let Some((program, arguments)) = words.split_first() else {
        return Ok(Ended::unstarted(&Errno::ENOENT.into()));
    };
    let input = match input.map(File::open).transpose() {
        Ok(file) => file.map_or_else(Stdio::null, Stdio::from),
        Err(reason) => return Ok(Ended::unstarted(&reason)),
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let cpu_before = cpu_of_children();
    let began = Instant::now();
    match command.spawn().and_then(|child| Running::watch(child, began, limit)) {
        Ok(running) => running.finish(cpu_before, limits),
        Err(reason) => Ok(Ended::unstarted(&reason)),
    }
}

/// A process that was started.
struct Running {
    child: Child,
    group: Pid,
    began: Instant,
    limit: Limit,
    events: Receiver<Event>,
    kept: Arc<Mutex<Vec<u8>>>,
    /// Why it was ended, if it was.
    cut: Option<Result<End, Stopped>>,
    /// Time of the next look at its processor time.
    next_look: Instant,
}

impl Running {
    /// Starts reading its output and waiting for its end.
    fn watch(mut child: Child, began: Instant, limit: Limit) -> Result<Self, Error> {
        let group = Pid::from_raw(child.id() as i32);
        let (tell, events) = channel();
        let kept = Arc::default();
        if let Err(reason) = begin(group, child.stdout.take(), &tell, &kept) {
            end_group(group);
            child.wait()?;
            return Err(reason);
        }
        Ok(Self { child, group, began, limit, events, kept, cut: None, next_look: began })
    }

    /// Waits for its end, and brings that about when it is time.
    fn finish(mut self, cpu_before: Duration, limits: &Limits) -> Result<Ended, Stopped> {
        let (mut ended, mut is_read) = (None, false);
        while ended.is_none() || !is_read {
            match (self.events.recv_timeout(self.pause()), ended) {
                (Ok(Event::Ended(at)), _) => {
                    ended = Some(at);
                    end_group(self.group);
                }
                (Ok(Event::Read { flooded }), _) => {
                    is_read = true;
                    if flooded {
                        self.cut(Ok(End::Flood));
                    }
                }
                (Err(RecvTimeoutError::Disconnected), _) => break,
                (Err(RecvTimeoutError::Timeout), None) => self.look(limits),
                (Err(RecvTimeoutError::Timeout), Some(at)) if at.elapsed() >= AFTERWARDS => break,
                (Err(RecvTimeoutError::Timeout), Some(_)) => {}
            }
        }
        let wall = ended.unwrap_or_else(Instant::now).duration_since(self.began);
        let status = self.child.wait();
        let cpu = cpu_of_children().saturating_sub(cpu_before);
        let is_late = (if self.limit.by_cpu { cpu } else { wall }) >= self.limit.time;
        let end = match (self.cut.take(), status) {
            (Some(cut), _) => cut?,
            _ if is_late => End::Limit,
            (None, Ok(status)) => end(status),
            (None, Err(reason)) => End::Unstarted(reason.to_string()),
        };
        let output = take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        let process = Process { end, seconds: wall.as_secs_f64(), cpu_seconds: cpu.as_secs_f64() };
        Ok(Ended { process, output })
    }

    /// Time until the next look.
    fn pause(&self) -> Duration {
        let left = self.limit.time.saturating_sub(self.began.elapsed());
        if left.is_zero() { EVERY } else { left.min(EVERY) }
    }

    fn look(&mut self, limits: &Limits) {
        if limits.check_time().is_err() {
            self.cut(Err(Stopped));
        } else if self.is_over() {
            self.cut(Ok(End::Limit));
        }
    }

    fn cut(&mut self, why: Result<End, Stopped>) {
        if self.cut.is_none() {
            self.cut = Some(why);
            end_group(self.group);
        }
    }

    fn is_over(&mut self) -> bool {
        let Limit { time, by_cpu } = self.limit;
        let wall = self.began.elapsed();
        if !by_cpu || wall >= time.saturating_mul(IDLING) {
            return wall >= time;
        }
        let now = Instant::now();
        if now < self.next_look {
            return false;
        }
        let used = cpu_of_group(self.group);
        // With all processors at work no sooner than this; each look goes through all processes.
        let left = time.saturating_sub(used) / available_parallelism().map_or(1, NonZero::get) as u32;
        self.next_look = now.checked_add(left.max(EVERY)).unwrap_or(now + EVERY);
        used >= time
    }
}

/// Starts the threads that read the output and wait for the end.
fn begin(
    group: Pid,
    output: Option<ChildStdout>,
    tell: &Sender<Event>,
    kept: &Arc<Mutex<Vec<u8>>>,
) -> Result<(), Error> {
    let thread = |name: &str| thread::Builder::new().name(name.to_owned()).stack_size(1 << 17);
    let sender = tell.clone();
    thread("waiter").spawn(move || {
        await_end(group);
        // The receiver is gone when the contest is over.
        let _ = sender.send(Event::Ended(Instant::now()));
    })?;
    let (sender, kept) = (tell.clone(), Arc::clone(kept));
    thread("reader").spawn(move || {
        let flooded = output.is_some_and(|output| read(output, &kept));
        let _ = sender.send(Event::Read { flooded });
    })?;
    Ok(())
}

/// Waits until a process has ended, and leaves it to be reaped.
fn await_end(process: Pid) {
    while waitid(Id::Pid(process), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) == Err(Errno::EINTR) {}
}

/// Reads the output up to its end; true when that is too much.
fn read(mut output: ChildStdout, kept: &Mutex<Vec<u8>>) -> bool {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match output.read(&mut buffer) {
            Ok(0) => return false,
            Ok(count) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() + count > MOST_BYTES {
                    *kept = Vec::new();
                    return true;
                }
                kept.extend_from_slice(&buffer[..count]);
            }
            Err(reason) if reason.kind() == ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
}

/// Ends all processes of a group; none may be left.
fn end_group(group: Pid) {
    let _ = killpg(group, Signal::SIGKILL);
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Status(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// Processor time of all children reaped so far.
fn cpu_of_children() -> Duration {
    let duration = |time: TimeVal| {
        Duration::from_secs(time.tv_sec().max(0) as u64) + Duration::from_micros(time.tv_usec().max(0) as u64)
    };
    getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_or(Duration::ZERO, |usage| duration(usage.user_time()) + duration(usage.system_time()))
}

/// Processor time of the living processes of a group and of those that they have reaped.
fn cpu_of_group(group: Pid) -> Duration {
    let Ok(processes) = fs::read_dir("/proc") else { return Duration::ZERO };
    let ticks = processes.flatten().filter_map(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).ok()?;
        ticks_in_group(&stat, group)
    });
    Duration::from_millis(ticks.sum::<u64>() * (1000 / TICKS))
}

/// The ticks of a process by its line of `/proc` (see `proc(5)`), if it is of the group. After the name in parentheses
/// come state, parent, group …; four times are the twelfth to the fifteenth of these.
fn ticks_in_group(stat: &str, group: Pid) -> Option<u64> {
    let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
    let is_own = fields.get(2)?.parse() == Ok(group.as_raw());
    let times = fields.get(11..15)?.iter().map(|ticks| ticks.parse::<u64>().unwrap_or(0));
    is_own.then(|| times.sum())
}

#[cfg(test)]
mod tests;

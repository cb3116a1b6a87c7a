//! Programs that take part: their commands, and their processes, which are timed and ended at the limit.
//!
//! ```text
//!  contest ──starts──▶ process (a group of its own) ──standard output──▶ a file without a name
//!     ▲                   │
//!     └────── waiter ◀────┴ its end; it is not reaped yet
//! ```
//!
//! The process is reaped only when its group was sent SIGKILL: until then its number cannot be reused.

use std::ffi::{OsStr, OsString};
use std::fs::{File, read_dir, read_to_string};
use std::io::{Error, Read, Seek};
use std::num::NonZero;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::{Builder, available_parallelism};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use tempfile::tempfile;

use crate::contest::results::End;
use traybit_core::search::limits::Limits;

pub(super) const MOST_BYTES: usize = 64 << 20;
const EVERY: Duration = Duration::from_millis(20);
/// Wall time allowed to a process limited by processor time, as a multiple: it may wait for ever.
const IDLING: u32 = 10;
/// The unit of processor times in `/proc` is a hundredth of a second on all that Linux runs on today.
const TICKS: u64 = 100;

const INIT: &str = "{init}";
const GOAL: &str = "{goal}";

/// A solver or a checker as typed, `NAME=COMMAND {init} {goal}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entrant {
    pub(super) name: String,
    pub(super) command: String,
    words: Vec<String>,
}

/// Splits the command into words as a shell does, with quotes and backslashes and nothing else.
pub(super) fn parse(text: &str) -> Result<Entrant, String> {
    let refuse = |expected: &str| format!("expected {expected}, found {text:?}");
    let (name, command) =
        text.split_once('=').ok_or_else(|| refuse("NAME=COMMAND, such as 'ours=solver {init} {goal}'"))?;
    let (name, command) = (name.trim(), command.trim());
    if name.is_empty() || name.contains(char::is_control) {
        return Err(refuse("a name before the command's `=`"));
    }
    let words = shlex::split(command).ok_or_else(|| refuse("a command whose quotes are closed"))?;
    let is_place = |word: &String| word.contains(INIT) || word.contains(GOAL);
    if words.first().is_none_or(|program| program.is_empty() || is_place(program)) {
        return Err(refuse("a program that the command begins with"));
    }
    for place in [INIT, GOAL] {
        if !words.iter().any(|word| word.contains(place)) {
            return Err(refuse(&format!("a command with {place}")));
        }
    }
    Ok(Entrant { name: name.to_owned(), command: command.to_owned(), words })
}

impl Entrant {
    /// The command for these files; words with the place of one that is missing are left out. Places in the names of files
    /// are not filled.
    pub(super) fn filled(&self, init: Option<&Path>, goal: Option<&Path>) -> Vec<OsString> {
        let files = [(INIT, init), (GOAL, goal)];
        let lacks = |word: &&String| files.iter().any(|(place, file)| file.is_none() && word.contains(place));
        let [init, goal] = files.map(|(_, file)| file.unwrap_or(Path::new("")).as_os_str());
        let fill = |word: &String| {
            let parts =
                word.split(INIT).map(|part| part.split(GOAL).map(OsStr::new).collect::<Vec<_>>().join(goal));
            parts.collect::<Vec<_>>().join(init)
        };
        self.words.iter().filter(|word| !lacks(word)).map(fill).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) time: Duration,
    /// True if it is the processor's time, user and system, instead of the clock's.
    pub(super) by_cpu: bool,
}

#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    /// Standard output; empty if it was too long.
    pub(super) output: Vec<u8>,
}

/// Runs a command, its program first, with a file as its standard input, or with an empty one. `None` if the contest was
/// stopped meanwhile.
pub(super) fn run(words: &[OsString], input: Option<&Path>, limit: Limit, limits: &Limits) -> Option<Ended> {
    measure(words, input, limit, limits).unwrap_or_else(|reason| {
        let end = End::Unstarted(reason.to_string());
        Some(Ended { end, wall: Duration::ZERO, cpu: Duration::ZERO, output: Vec::new() })
    })
}

fn measure(
    words: &[OsString],
    input: Option<&Path>,
    limit: Limit,
    limits: &Limits,
) -> Result<Option<Ended>, Error> {
    let mut output = tempfile()?;
    let input = input.map(File::open).transpose()?.map_or_else(Stdio::null, Stdio::from);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(input).stdout(output.try_clone()?).stderr(Stdio::null()).process_group(0);
    let (cpu_before, began) = (cpu_of_children(), Instant::now());
    let mut child = command.spawn()?;
    let group = Pid::from_raw(child.id() as i32);
    let (sender, end) = channel();
    let waiter = Builder::new().name("waiter".to_owned()).stack_size(1 << 17).spawn(move || {
        // It is left to be reaped.
        while waitid(Id::Pid(group), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) == Err(Errno::EINTR) {}
        // Nobody receives it where the contest is over.
        let _ = sender.send(Instant::now());
    });
    if let Err(reason) = waiter {
        end_group(group);
        child.wait()?;
        return Err(reason);
    }
    // Why it was ended, if it was: `Some(None)` if the contest was stopped.
    let (mut cut, mut next_look) = (None, began);
    let wall = loop {
        let left = limit.time.saturating_sub(began.elapsed());
        let pause = if left.is_zero() { EVERY } else { left.min(EVERY) };
        if let Ok(at) = end.recv_timeout(pause) {
            break at.duration_since(began);
        }
        if cut.is_none() {
            cut = if limits.check_time().is_err() {
                Some(None)
            } else if is_flooded(&output) {
                Some(Some(End::Flood))
            } else {
                is_over(limit, group, began, &mut next_look).then_some(Some(End::Limit))
            };
            if cut.is_some() {
                end_group(group);
            }
        }
    };
    end_group(group);
    let status = child.wait()?;
    let cpu = cpu_of_children().saturating_sub(cpu_before);
    let is_late = (if limit.by_cpu { cpu } else { wall }) >= limit.time;
    let end = match (cut, status.code()) {
        (Some(None), _) => return Ok(None),
        (Some(Some(end)), _) => end,
        _ if is_late => End::Limit,
        _ if is_flooded(&output) => End::Flood,
        (None, Some(code)) => End::Status(code),
        (None, None) => End::Signal(status.signal().unwrap_or_default()),
    };
    let mut kept = Vec::new();
    if !is_flooded(&output) {
        output.rewind()?;
        output.read_to_end(&mut kept)?;
    }
    Ok(Some(Ended { end, wall, cpu, output: kept }))
}

fn is_flooded(output: &File) -> bool {
    output.metadata().is_ok_and(|file| file.len() > MOST_BYTES as u64)
}

fn is_over(limit: Limit, group: Pid, began: Instant, next_look: &mut Instant) -> bool {
    let (wall, now) = (began.elapsed(), Instant::now());
    if !limit.by_cpu || wall >= limit.time.saturating_mul(IDLING) {
        return wall >= limit.time;
    }
    if now < *next_look {
        return false;
    }
    let used = cpu_of_group(group);
    // Even with all processors at work it takes this long; each look reads the lines of all processes.
    let left = limit.time.saturating_sub(used) / available_parallelism().map_or(1, NonZero::get) as u32;
    *next_look = now.checked_add(left.max(EVERY)).unwrap_or(now + EVERY);
    used >= limit.time
}

fn end_group(group: Pid) {
    let _ = killpg(group, Signal::SIGKILL);
}

fn cpu_of_children() -> Duration {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(Duration::ZERO, |usage| {
        Duration::from_micros((usage.user_time() + usage.system_time()).num_microseconds() as u64)
    })
}

/// Processor time of the living processes of a group and of those that they have reaped.
fn cpu_of_group(group: Pid) -> Duration {
    let Ok(processes) = read_dir("/proc") else { return Duration::ZERO };
    let ticks = processes.flatten().filter_map(|process| {
        let stat = read_to_string(process.path().join("stat")).ok()?;
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
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use nix::unistd::Pid;
    use tempfile::TempDir;

    use super::{Ended, Limit, parse, run, ticks_in_group};
    use crate::contest::results::End;
    use traybit_core::search::limits::Limits;

    const LONG: Limit = Limit { time: Duration::from_mins(1), by_cpu: false };

    fn shell(script: &str, limit: Limit) -> Ended {
        let words = ["sh", "-c", script].map(OsString::from);
        run(&words, None, limit, &Limits::default()).unwrap()
    }

    #[test]
    fn ends_and_output_are_reported() {
        let ended = shell("echo a; exit 3", LONG);
        assert_eq!((ended.end, &ended.output[..]), (End::Status(3), &b"a\n"[..]));
        assert_eq!(shell("kill -9 $$", LONG).end, End::Signal(9));
        let ended = run(&["/no/such program".into()], None, LONG, &Limits::default()).unwrap();
        assert!(matches!(ended.end, End::Unstarted(_)), "{ended:?}");
        // Standard input is empty, or a file.
        let ended = shell("cat; head -c 300000 /dev/zero", LONG);
        assert_eq!((ended.end, ended.output.len()), (End::Status(0), 300_000));
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("moves");
        fs::write(&file, "1 2 3 4\n").unwrap();
        let ended = run(&["cat".into()], Some(&file), LONG, &Limits::default()).unwrap();
        assert_eq!((ended.end, &ended.output[..]), (End::Status(0), &b"1 2 3 4\n"[..]));
        for script in ["cat /dev/zero", "head -c 100000000 /dev/zero"] {
            let ended = shell(script, LONG);
            assert_eq!((ended.end, ended.output.len()), (End::Flood, 0));
        }
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        assert!(run(&["sleep".into(), "60".into()], None, LONG, &limits).is_none());
    }

    #[test]
    fn a_limit_ends_the_whole_group() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("alive");
        let limit = Limit { time: Duration::from_millis(100), by_cpu: false };
        let script = format!("(sleep 1; echo > {}) & sleep 60", file.display());
        assert_eq!(shell(&script, limit).end, End::Limit);
        // Processes that stay behind are ended as well.
        let script = format!("(sleep 1; echo > {}) & exit 0", file.display());
        assert_eq!(shell(&script, LONG).end, End::Status(0));
        std::thread::sleep(Duration::from_millis(1200));
        assert!(!file.exists());
    }

    #[test]
    fn a_limit_may_be_of_processor_time() {
        let limit = Limit { time: Duration::from_millis(100), by_cpu: true };
        let ended = shell("while :; do :; done", limit);
        assert_eq!(ended.end, End::Limit);
        assert!(ended.cpu >= limit.time, "{ended:?}");
        // It takes none, so that the clock has to end it.
        let ended = shell("sleep 60", limit);
        assert_eq!(ended.end, End::Limit);
        assert!(ended.wall >= limit.time * 10, "{ended:?}");
        let line = "7 (a ) b) S 1 42 42 0 -1 4194304 95 0 0 0 3 4 5 6 20 0 1 0 8";
        assert_eq!(ticks_in_group(line, Pid::from_raw(42)), Some(18));
        assert_eq!(ticks_in_group(line, Pid::from_raw(7)), None);
        assert_eq!(ticks_in_group("", Pid::from_raw(7)), None);
    }

    #[test]
    fn commands_are_split_and_filled() {
        let entrant = parse(r#"a b=java -cp 'x y' "S\"" --from={init}:{goal} {goal}"#).unwrap();
        assert_eq!(entrant.name, "a b");
        let (init, goal) = (Path::new("{goal} 1"), Path::new("g"));
        let filled = entrant.filled(Some(init), Some(goal));
        assert_eq!(filled, ["java", "-cp", "x y", "S\"", "--from={goal} 1:g", "g"]);
        assert_eq!(entrant.filled(None, Some(goal)), ["java", "-cp", "x y", "S\"", "g"]);
        assert_eq!(entrant.filled(None, None), ["java", "-cp", "x y", "S\""]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for (text, expected) in [
            ("solver {init} {goal}", "expected NAME=COMMAND"),
            ("=solver {init} {goal}", "expected a name"),
            ("a=solver '{init} {goal}", "quotes are closed"),
            ("a={init} {goal}", "a program that"),
            ("a=", "a program that"),
            ("a=solver {init}", "a command with {goal}"),
        ] {
            let sentence = parse(text).unwrap_err();
            assert!(sentence.contains(expected), "{sentence}");
        }
    }
}

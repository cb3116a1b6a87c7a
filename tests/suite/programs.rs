//! Running the built programs.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::schemas;

/// Answer of a program.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The exit status; a program that died of a signal fails the test that asks.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) output: String,
    /// Standard error.
    pub(crate) sentences: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        let answer = Self {
            status: code(output.status),
            output: String::from_utf8(output.stdout).expect("standard output is text"),
            sentences: String::from_utf8(output.stderr).expect("standard error is text"),
        };
        schemas::check(&answer.output);
        answer
    }
}

impl Answer {
    /// Asserts a refusal: the status, no answer, and a sentence with these words.
    #[track_caller]
    pub(crate) fn refused(&self, status: i32, says: &str) {
        assert_eq!((self.status, self.output.as_str()), (status, ""), "{self:?}");
        assert!(self.sentences.contains(says), "{self:?} should say: {says}");
    }

    /// The one JSON document that is the answer.
    #[track_caller]
    pub(crate) fn document(&self) -> Value {
        assert!(self.output.ends_with("}\n") && self.output.lines().count() == 1, "{self:?}");
        serde_json::from_str(&self.output).expect("a JSON document")
    }
}

/// Prints why something is not tested here: to standard error itself, since the output of a passing test is captured.
pub(crate) fn passed_over(why: &str) {
    // Without a standard error there is nowhere to print it.
    let _ = writeln!(std::io::stderr(), "{why}");
}

/// The exit status of a program that ended by itself.
pub(crate) fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| panic!("the program died: {status}"))
}

/// A program of this package, ready for arguments.
pub(crate) fn program(path: &str) -> Command {
    let mut command = Command::new(path);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end with the given standard input, which it need not read.
pub(crate) fn run(command: &mut Command, input: impl AsRef<[u8]> + Send) -> Answer {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    thread::scope(|scope| {
        // A program that answers early closes the pipe: no error of the test.
        scope.spawn(move || stdin.write_all(input.as_ref()));
        child.wait_with_output().expect("the program ends").into()
    })
}

/// The path of a program of this package: all of them are built before its tests.
pub(crate) fn built(name: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_traybit")).with_file_name(name);
    path.into_os_string().into_string().expect("text")
}

/// The program `traybit`, with no budget from the environment.
pub(crate) fn traybit() -> Command {
    let mut command = program(&built("traybit"));
    for variable in ["TRAYBIT_MEMORY", "TRAYBIT_TIME", "TRAYBIT_THREADS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs `traybit` with a line of arguments, split as by a shell, in the project's folder.
pub(crate) fn traybit_here(arguments: &str) -> Answer {
    run(traybit().current_dir(here("")).args(shlex::split(arguments).expect("words")), "")
}

/// True if a program was killed after it wrote or replaced a file, before it ended.
pub(crate) fn killed(command: &mut Command, file: &Path) -> bool {
    let version = || fs::metadata(file).map(|file| (file.ino(), file.mtime(), file.mtime_nsec())).ok();
    let before = version();
    let mut child = command.spawn().expect("it starts");
    while version() == before {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        thread::sleep(Duration::from_micros(200));
    }
    child.kill().expect("it can be killed");
    child.wait_with_output().expect("it ends").status.code().is_none()
}

/// Sends `INT` or `TERM` to a program as soon as it is ready for it.
pub(crate) fn interrupt(child: &Child, signal: &str) {
    assert!(interrupt_after(child, signal, Duration::ZERO), "process {} ended before", child.id());
}

/// Sends a signal some time later. Returns whether the program became ready for it before it ended.
pub(crate) fn interrupt_after(child: &Child, signal: &str, time: Duration) -> bool {
    let id = child.id();
    // A program that never gets there fails the test and does not hang it.
    let patience = Instant::now() + Duration::from_mins(2);
    while !catches_signals(id) {
        if has_ended(id) {
            return false;
        }
        assert!(Instant::now() < patience, "process {id} never caught signals");
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(time);
    // One that ended meanwhile was not waited for yet: its number is still its own.
    let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {id}")]).status();
    assert_eq!(code(kill.expect("a shell")), 0);
    true
}

/// True if a process has handlers for SIGINT and SIGTERM, signals 2 and 15.
fn catches_signals(id: u32) -> bool {
    [2, 15].into_iter().all(|signal| has_in_mask(id, "SigCgt:", signal))
}

/// True if a process ignores a signal, as all do that it starts.
pub(crate) fn is_ignored(id: u32, signal: u32) -> bool {
    has_in_mask(id, "SigIgn:", signal)
}

fn has_in_mask(id: u32, mask: &str, signal: u32) -> bool {
    let mask = u64::from_str_radix(&status_of(id, mask), 16).expect("a mask");
    mask >> (signal - 1) & 1 == 1
}

/// True if a process has ended that nobody waited for yet.
fn has_ended(id: u32) -> bool {
    status_of(id, "State:").starts_with('Z')
}

/// Field of the status that the system reports of a process.
fn status_of(id: u32, field: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("a process nobody waited for");
    let value = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field of every process");
    value.trim().to_owned()
}

/// A file of this package.
pub(crate) fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A directory of files for one test, removed with it.
pub(crate) struct Files {
    directory: TempDir,
}

impl Files {
    pub(crate) fn new() -> Self {
        Self { directory: TempDir::new().expect("a directory for temporary files") }
    }

    /// Writes a file and gives its path.
    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a temporary file");
        path
    }

    /// The path of a file that may not exist.
    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.directory.path().join(name.as_ref())
    }

    /// Runs `traybit` in this directory with a line of arguments, split as by a shell.
    pub(crate) fn traybit(&self, arguments: &str) -> Answer {
        run(traybit().current_dir(self.path(".")).args(shlex::split(arguments).expect("words")), "")
    }
}

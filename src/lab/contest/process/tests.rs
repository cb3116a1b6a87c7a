//! Processes of the shell: how they end, and that nothing outlives them.

use std::ffi::OsString;
use std::fs;
use std::sync::atomic::Ordering;
use std::time::Duration;

use nix::unistd::Pid;
use tempfile::TempDir;

use super::{Ended, Limit, Stopped, run, ticks_in_group};
use crate::contest::report::End;
use traybit_core::search::limits::Limits;

const LONG: Limit = Limit { time: Duration::from_mins(1), by_cpu: false };

fn shell(script: &str, limit: Limit) -> Ended {
    let words = ["sh", "-c", script].map(OsString::from);
    run(&words, None, limit, &Limits::default()).unwrap()
}

#[test]
fn statuses_signals_and_output_are_told() {
    let ended = shell("echo a; exit 3", LONG);
    assert_eq!((ended.process.end, &ended.output[..]), (End::Status(3), &b"a\n"[..]));
    assert_eq!(shell("kill -9 $$", LONG).process.end, End::Signal(9));
    let ended = run(&["/no/such program".into()], None, LONG, &Limits::default()).unwrap();
    assert!(matches!(ended.process.end, End::Unstarted(_)), "{ended:?}");
    // More than a pipe holds, and without an input to wait for.
    let ended = shell("cat; head -c 300000 /dev/zero", LONG);
    assert_eq!((ended.process.end, ended.output.len()), (End::Status(0), 300_000));
}

#[test]
fn standard_input_is_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("moves");
    fs::write(&file, "1 2 3 4\n").unwrap();
    let ended = run(&["cat".into()], Some(&file), LONG, &Limits::default()).unwrap();
    assert_eq!((ended.process.end, &ended.output[..]), (End::Status(0), &b"1 2 3 4\n"[..]));
}

#[test]
fn a_limit_ends_the_whole_group() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("alive");
    let limit = Limit { time: Duration::from_millis(100), by_cpu: false };
    let script = format!("(sleep 1; echo > {}) & sleep 60", file.display());
    assert_eq!(shell(&script, limit).process.end, End::Limit);
    // What stays behind when the process ends by itself holds the output, and is ended as well.
    let script = format!("(sleep 1; echo > {}) & exit 0", file.display());
    assert_eq!(shell(&script, LONG).process.end, End::Status(0));
    std::thread::sleep(Duration::from_millis(1200));
    assert!(!file.exists());
}

#[test]
fn a_limit_may_be_of_processor_time() {
    let limit = Limit { time: Duration::from_millis(100), by_cpu: true };
    let ended = shell("while :; do :; done", limit);
    assert_eq!(ended.process.end, End::Limit);
    assert!(ended.process.cpu_seconds >= limit.time.as_secs_f64(), "{ended:?}");
    // It takes none, so that the clock has to end it.
    let ended = shell("sleep 60", limit);
    assert_eq!(ended.process.end, End::Limit);
    assert!(ended.process.seconds >= limit.time.as_secs_f64() * 10.0, "{ended:?}");
}

#[test]
fn too_much_output_is_no_answer() {
    let ended = shell("cat /dev/zero", LONG);
    assert_eq!((ended.process.end, ended.output.len()), (End::Flood, 0));
}

#[test]
fn a_contest_that_is_stopped_ends_the_process() {
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    let words = ["sleep", "60"].map(OsString::from);
    assert_eq!(run(&words, None, LONG, &limits).unwrap_err(), Stopped);
}

#[test]
fn the_system_s_lines_are_read() {
    let line = "7 (a ) b) S 1 42 42 0 -1 4194304 95 0 0 0 3 4 5 6 20 0 1 0 8";
    assert_eq!(ticks_in_group(line, Pid::from_raw(42)), Some(18));
    assert_eq!(ticks_in_group(line, Pid::from_raw(7)), None);
    assert_eq!(ticks_in_group("", Pid::from_raw(7)), None);
}

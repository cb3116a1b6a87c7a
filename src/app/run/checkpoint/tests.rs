use std::fs;
use std::io::{ErrorKind, Read};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::draft::LEFT;
use super::{Checkpoint, writer};
use traybit_core::search::checkpoint::CheckpointStore;
use traybit_program::status::Status;

fn checkpoint(folder: &TempDir) -> Checkpoint {
    let path = folder.path().join("state");
    Checkpoint::open(&path, Duration::from_secs(1), Arc::new(AtomicBool::new(false)), 1).unwrap()
}

fn left(checkpoint: &Checkpoint) -> Option<String> {
    let mut text = String::new();
    checkpoint.saved().unwrap()?.read_to_string(&mut text).unwrap();
    Some(text)
}

#[test]
fn a_saved_state_is_resumed_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let (first, late) = (checkpoint(&folder), checkpoint(&folder));
    assert_eq!((left(&first), first.hint(), first.resumes()), (None, None, false));
    assert!(first.save(&|to| to.write_all(b"one")));
    assert!(first.hint().is_some_and(|sentence| sentence.contains("has the state of the search")));
    // Another run, begun now or before there was a state, leaves that one alone.
    assert!(!late.save(&|to| to.write_all(b"late")));
    late.finish();
    assert_eq!(late.settle(Status::Done), None);
    let path = folder.path().join("state");
    let (period, stop) = (Duration::from_secs(1), Arc::new(AtomicBool::new(false)));
    let told = Checkpoint::open(&path, period, stop, 1).err();
    assert!(format!("{told:?}").contains("state: cannot be written: another run saves its state there"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "one");
    drop(first);
    let second = checkpoint(&folder);
    assert!(second.save(&|to| to.write_all(b"two")));
    // Read twice, and not changed by what is saved there.
    assert_eq!([left(&second), left(&second)], [Some("one".to_owned()), Some("one".to_owned())]);
    assert!(second.resumes() && second.hint().is_some());
    assert_eq!(second.settle(Status::Done), None);
    assert_eq!(fs::read_to_string(&path).unwrap(), "two", "no answer was found");
    second.finish();
    assert_eq!(second.settle(Status::GaveUp), second.hint());
    assert_eq!(fs::read_to_string(&path).unwrap(), "two", "the answer could not be written");
    assert_eq!(second.settle(Status::Done), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_state_that_takes_too_long_after_a_signal_leaves_the_one_before() {
    let folder = TempDir::new().unwrap();
    let kept = checkpoint(&folder);
    assert!(kept.save(&|to| to.write_all(b"one")));
    kept.stop.store(true, Ordering::Relaxed);
    assert!(kept.save(&|to| to.write_all(b"two")), "a small one is quick");
    let slow = kept.write(&|to| {
        to.write_all(&[0; 1 << 14])?;
        thread::sleep(LEFT);
        to.write_all(&[0; 1 << 14])
    });
    assert_eq!(slow.unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(fs::read_to_string(folder.path().join("state")).unwrap(), "two");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn drafts_of_runs_that_were_killed_are_removed() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    let of = |process: u32| format!("state.{process}.part");
    let (dead, living) = (of(child.id()), of(std::process::id()));
    for name in [&dead, "state.x.part", "state.0.part", "other.1.part"] {
        fs::write(folder.path().join(name), "draft").unwrap();
    }
    checkpoint(&folder);
    assert!(!folder.path().join(&dead).exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    assert_eq!(writer(living.as_ref(), "state".as_ref()), i32::try_from(std::process::id()).ok());
    assert_eq!(writer("state.-7.part".as_ref(), "state".as_ref()), None);
}

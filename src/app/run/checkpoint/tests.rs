use std::fs;
use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::{Checkpoint, Checkpoints, Draft, Failure, LEFT};
use traybit_core::{CheckpointStore, Limits};
use traybit_program::Status;

fn open(folder: &TempDir) -> Result<Checkpoint, Failure> {
    let options = Checkpoints { checkpoint: None, checkpoint_every: Duration::from_secs(1) };
    options.open(&folder.path().join("state"), &Limits::default(), "subject")
}

fn checkpoint(folder: &TempDir) -> Checkpoint {
    open(folder).unwrap()
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
    let told = open(&folder).err();
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
fn a_draft_that_a_killed_run_left_is_removed_and_that_of_another_run_stays() {
    let folder = TempDir::new().unwrap();
    let draft = folder.path().join("state.traybit-part");
    fs::write(&draft, "draft").unwrap();
    checkpoint(&folder);
    assert!(!draft.exists());
    let stop = AtomicBool::new(false);
    let other = Draft::create(&draft, &stop).unwrap();
    assert!(format!("{:?}", open(&folder).err()).contains("another run saves its state there"));
    assert!(draft.exists());
    drop(other);
    assert!(checkpoint(&folder).save(&|to| to.write_all(b"one")));
}

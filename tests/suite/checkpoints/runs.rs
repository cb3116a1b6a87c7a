//! Checkpoints of whole programs: killed, ended, refused.

use std::fs;
use std::path::Path;

use crate::programs::{Answer, Files, here, interrupt, killed, traybit, traybit_here};

/// `traybit` with a line of arguments and a checkpoint.
fn kept(arguments: &str, state: &Path) -> Answer {
    traybit_here(&format!("{arguments} --checkpoint '{}'", state.display()))
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_answer() {
    for arguments in [
        "explore -q --layers puzzles/sliding/rush-hour-15.txt",
        "explore -q --layers --metric slide --threads 1 puzzles/sliding/d209 puzzles/sliding/d209.goal",
        "solve -q --metric step puzzles/sliding/d209 puzzles/sliding/d209.goal",
    ] {
        let files = Files::new();
        let state = files.path("state");
        // A quick machine may be done before.
        for _ in 0..6 {
            let mut command = traybit();
            command.args(arguments.split(' ')).arg("--checkpoint").arg(&state).current_dir(here("."));
            if !killed(command.args(["--checkpoint-every", "1ms"]), &state) {
                break;
            }
        }
        let (ended, whole) = (kept(arguments, &state), traybit_here(arguments));
        assert_eq!((ended.status, ended.sentences.as_str()), (0, ""), "{arguments}");
        assert!(ended.output == whole.output, "{arguments}: {}", ended.output);
        assert_eq!(fs::read_dir(files.path(".")).unwrap().count(), 0, "neither state nor draft is left");
    }
}

#[test]
fn a_run_that_gives_up_or_is_stopped_says_how_to_resume() {
    let files = Files::new();
    let state = files.path("state");
    let space = "explore --layers puzzles/sliding/rush-hour-15.txt";
    let whole = traybit_here(&format!("{space} -q")).output;
    let begun = kept(&format!("{space} --memory 1M"), &state);
    assert_eq!(begun.status, 5, "{begun:?}");
    assert!(
        begun.sentences.contains("state has the state of the search; the same command resumes"),
        "{begun:?}"
    );
    let late = kept(&format!("{space} --limit 1ms"), &state);
    assert_eq!(late.status, 5, "{late:?}");
    let mut child = traybit();
    child.args(space.split(' ')).args(["--threads", "1", "--checkpoint"]).arg(&state).current_dir(here("."));
    let child = child.spawn().expect("it starts");
    interrupt(&child, "INT");
    let stopped = Answer::from(child.wait_with_output().expect("it ends"));
    // It may be quicker than the signal.
    assert!([0, 130].contains(&stopped.status), "{stopped:?}");
    assert_eq!(stopped.status == 130, state.exists());
    let ended = kept(&format!("{space} -q"), &state);
    assert_eq!((ended.status, ended.sentences.as_str()), (0, ""));
    assert!(ended.output == whole && !state.exists());
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let files = Files::new();
    let state = files.path("state");
    let space = "explore puzzles/sliding/rush-hour-15.txt";
    let begun = kept(&format!("{space} --memory 1M"), &state);
    assert_eq!((begun.status, state.exists()), (5, true), "{begun:?}");
    let bytes = fs::read(&state).unwrap();
    let other = "the checkpoint is of another puzzle or other options";
    for (arguments, status, says) in [
        (&*format!("{space} --no-goal"), 4, other),
        ("explore puzzles/sliding/klotski", 4, other),
        ("explore puzzles/sliding/rush-hour-24.txt", 4, other),
        (&format!("{space} --metric step"), 4, other),
        (&format!("{space} --draw 2"), 4, other),
        ("solve puzzles/sliding/rush-hour-15.txt", 4, other),
        (&format!("{space} --memory 1K"), 5, "does not fit the memory allowed; raise it with --memory"),
    ] {
        kept(arguments, &state).refused(status, says);
        assert!(fs::read(&state).unwrap() == bytes, "nothing is overwritten");
    }
    for (text, says) in [
        (&bytes[..bytes.len() - 1], "the checkpoint is damaged"),
        (&b""[..], "this is not the checkpoint of a search by layers"),
        (b"a letter", "this is not the checkpoint of a search by layers"),
        (
            &[&bytes[..8], &[10], &bytes[9..]].concat(),
            "the checkpoint has version 10, and only version 9 can be read",
        ),
    ] {
        let path = files.write("other", text);
        kept(space, &path).refused(4, says);
        assert!(fs::read(path).unwrap() == text);
    }
    assert_eq!(kept(&format!("{space} -q"), &state).output, traybit_here(&format!("{space} -q")).output);
}

#[test]
fn a_checkpoint_has_a_place_of_its_own_and_a_search_by_layers() {
    let files = Files::new();
    let (state, missing) = (files.path("state"), files.path("missing/state"));
    let shortest = "solve puzzles/sliding/klotski puzzles/sliding/klotski.goal";
    kept(&format!("{shortest} --fast"), &state).refused(2, "--fast");
    assert_eq!(traybit_here(&format!("{shortest} --checkpoint-every 2s")).status, 2);
    let same = kept(&format!("{shortest} -o '{}'", state.display()), &state);
    same.refused(2, "cannot go to the same place");
    assert_eq!(kept(shortest, &files.path(".")).status, 3, "a folder");
    kept(shortest, &missing).refused(7, "missing/state: cannot be written");
    let count = shortest.replace("solve", "count");
    let counted = kept(&format!("{count} -q"), &state);
    let whole = traybit_here(&format!("{count} -q"));
    assert_eq!((counted.status, &counted.output), (0, &whole.output));
    assert!(!state.exists());
}

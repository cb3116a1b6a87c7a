//! Trays and goals of the contract: what is read can be written, read again and drawn.

use traybit_sliding::Choice;
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::formats::{drawing, drawn};

use crate::parts::{Dribble, parts};

/// A tray, and a goal after the mark.
pub fn check(data: &[u8]) {
    let [init, end] = parts(data);
    let tray = read_tray("INIT", init);
    let size = tray.as_ref().ok().map(|tray| tray.size);
    let goal = read_goal("GOAL", end, size);
    assert_eq!(read_tray("INIT", Dribble(init)).ok().as_ref(), tray.as_ref().ok());
    assert_eq!(read_goal("GOAL", Dribble(end), size).ok().as_ref(), goal.as_ref().ok());
    for (name, error) in [("INIT, line ", tray.as_ref().err()), ("GOAL, line ", goal.as_ref().err())] {
        assert!(error.is_none_or(|error| error.to_string().starts_with(name)), "{error:?}");
    }
    let (Ok(tray), Ok(goal)) = (tray, goal) else { return };
    if tray.size.cells() > 4096 {
        return;
    }
    let puzzle = course::with_goal(tray, goal);
    let (tray, goal) = course::write(&puzzle).expect("a tray and its goal");
    assert_eq!(course::read_pair(("INIT", tray.as_bytes()), ("GOAL", goal.as_bytes())).as_ref(), Ok(&puzzle));
    let classes = puzzle.classes();
    assert_eq!(classes.blocks(), puzzle.blocks.len());
    assert!(Choice::all(&classes).contains(&Choice::of(&classes)));
    if !puzzle.lacking.is_empty() {
        assert!(drawing::write(&puzzle).is_err());
        return;
    }
    let text = drawing::write(&puzzle).expect("every tray with names for its blocks can be drawn");
    let again = drawn::read("again", text.as_bytes()).expect("a drawing");
    let (other_tray, other_goal) = course::write(&again).expect("a tray and its goal");
    assert_eq!([&*other_tray, &*other_goal].map(sorted), [&*tray, &*goal].map(sorted));
    assert_eq!(puzzle.verify(&[]).is_ok(), again.verify(&[]).is_ok() || again.goals.concat().is_empty());
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

//! Trays and goals of the contract: what is read can be written, read again and drawn.

use traybit_sliding::formats::course::{self, Block, read_goal, read_tray};
use traybit_sliding::formats::{drawing, drawn};
use traybit_sliding::layout::Choice;

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
    if let Ok(goal) = &goal {
        assert_eq!(read_goal("GOAL", goal.to_string().as_bytes(), size).as_ref(), Ok(goal));
    }
    let Ok(tray) = tray else { return };
    assert_eq!(read_tray("INIT", tray.to_string().as_bytes()).as_ref(), Ok(&tray));
    let Ok(goal) = goal else { return };
    if tray.size.cells() > 4096 {
        return;
    }
    let puzzle = course::puzzle(&tray, Some(&goal));
    let classes = puzzle.classes();
    assert_eq!(classes.blocks(), tray.blocks.len());
    assert!(Choice::all(&classes).contains(&Choice::of(&classes)));
    if !puzzle.lacking.is_empty() {
        assert!(drawing::write(&puzzle).is_err());
        return;
    }
    let text = drawing::write(&puzzle).expect("every tray with names for its blocks can be drawn");
    let again = drawn::read("again", text.as_bytes()).expect("a drawing");
    let (other_tray, other_goal) = course::write(&again).expect("a tray and its goal");
    assert_eq!(other_tray.size, tray.size);
    assert_eq!(sorted(&other_tray.blocks), sorted(&tray.blocks));
    assert_eq!(sorted(&other_goal.blocks), sorted(&goal.blocks));
    assert_eq!(puzzle.verify(&[]).is_ok(), again.verify(&[]).is_ok() || !again.has_goal());
}

fn sorted(blocks: &[Block]) -> Vec<Block> {
    let mut blocks = blocks.to_vec();
    blocks.sort_unstable();
    blocks
}

use super::Session;
use crate::keys::{Action, Mode, Purpose};
use crate::table::Goal;
use crate::table::tests::{board, drawn, pair};
use traybit_family::Advice;
use traybit_picture::playback::Move;
use traybit_tiles::direction::Direction::{self, Left, Right, Up};

const CORRIDOR: (&str, &str) = ("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 0 3\n");
const CELL: (&str, &str) = ("1 4\n0 0 0 0\n", "0 3 0 3\n");

const FIRST: Action = Action::Walk(isize::MIN);
const BACK: Action = Action::Walk(-1);
const FORWARD: Action = Action::Walk(1);
const LAST: Action = Action::Walk(isize::MAX);
const HINT: Action = Action::Ask(Purpose::Hint);
const SOLVE: Action = Action::Ask(Purpose::Solution);

fn arrow(towards: Direction) -> Action {
    Action::Arrow { towards, is_far: false }
}

/// Performs an action; true if a search is awaited then.
fn asks(session: &mut Session, action: Action) -> bool {
    session.perform(action);
    session.awaited.is_some()
}

/// The solution of the single cell.
fn found() -> Advice {
    Advice { moves: vec![Move { piece: 0, to: (0, 3) }], length: (1, "slide"), is_shortest: true }
}

#[test]
fn blocks_are_chosen_and_moved_and_moves_undone() {
    let (puzzle, playback) = pair(CORRIDOR.0, CORRIDOR.1);
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert_eq!((session.mode, session.chosen), (Mode::Play, Some(0)));
    for (towards, message) in
        [(Right, "a cannot go right: b is in the way"), (Up, "a cannot go up: the edge is in the way")]
    {
        session.perform(arrow(towards));
        assert_eq!(session.message, message);
    }
    session.perform(Action::Name('b'));
    session.perform(Action::Arrow { towards: Right, is_far: true });
    assert_eq!((session.chosen, session.timeline.at), (Some(1), 1));
    session.perform(Action::Next { forwards: true });
    assert_eq!(session.chosen, Some(0));
    session.perform(BACK);
    session.perform(BACK);
    assert_eq!((session.timeline.at, session.message.as_str()), (0, "This is the start"));
    session.perform(LAST);
    assert_eq!(session.table.corners, [Some((0, 0)), Some((0, 3))]);
}

#[test]
fn hints_last_while_they_are_followed() {
    let (puzzle, playback) = pair(CELL.0, CELL.1);
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert!(asks(&mut session, HINT));
    session.answered(Ok(found()));
    assert_eq!(session.message, "Hint: a right 3 (the last move)");
    assert_eq!((session.mode, session.hint.map(|step| step.to)), (Mode::Play, Some((0, 3))));
    session.perform(arrow(Right));
    assert!(session.hint.is_none() && !asks(&mut session, HINT));
    assert_eq!(session.message, "Hint: a right 2 (the last move)");
    assert!(!asks(&mut session, SOLVE));
    assert_eq!(session.mode, Mode::Watch);
    session.perform(arrow(Right));
    assert_eq!((session.table.goal(), session.timeline.at), (Goal::Met, 2));
    session.perform(HINT);
    assert_eq!(session.message, "The goal is reached already");
    session.perform(FIRST);
    session.perform(Action::Mode(Mode::Play));
    assert!(!asks(&mut session, HINT));
    session.perform(Action::Ask(Purpose::Length));
    assert_eq!(session.message, "From here: 1 slide, the shortest solution, proven");
}

#[test]
fn late_answers_of_the_engine_are_of_no_use() {
    let (puzzle, playback) = pair(CORRIDOR.0, CORRIDOR.1);
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert!(asks(&mut session, SOLVE));
    session.perform(Action::Name('b'));
    assert!(!asks(&mut session, arrow(Right)));
    session.answered(Err("no solution exists".to_owned()));
    assert_eq!(session.message, "");
    assert!(asks(&mut session, SOLVE));
    session.answered(Err("no solution exists".to_owned()));
    assert_eq!((session.message.as_str(), session.awaited), ("No solution exists", None));
    assert!(asks(&mut session, HINT) && !asks(&mut session, Action::Escape));
}

#[test]
fn a_solution_plays_by_itself_to_its_end_and_leaves_a_search_behind() {
    let (puzzle, mut playback) = pair(CELL.0, CELL.1);
    playback.moves = [1, 2, 3].map(|column| Move { piece: 0, to: (0, column) }).to_vec();
    let mut session = Session::new(&playback, &*puzzle, 1.0);
    assert!(session.mode == Mode::Watch && asks(&mut session, SOLVE) && !asks(&mut session, Action::Run));
    session.advance(1);
    session.answered(Ok(found()));
    assert_eq!((session.timeline.steps.len(), session.timeline.at, session.message.as_str()), (3, 1, ""));
    // Moves that are watched are their own hints.
    assert!(!asks(&mut session, HINT));
    assert_eq!(session.message, "Hint: a right (then 1 more)");
    session.perform(Action::Run);
    session.perform(Action::Speed(2.0));
    assert_eq!(session.message, "2 moves a second");
    for (steps, at, is_running) in [(1, 2, true), (5, 3, false)] {
        session.advance(steps);
        assert_eq!((session.timeline.at, session.is_running), (at, is_running));
    }
    session.perform(Action::Run);
    assert!(session.message.starts_with("No moves follow"));
}

#[test]
fn tiles_are_clicked_and_slid() {
    let (puzzle, playback) = board();
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    session.perform(Action::Click((0, 2)));
    assert_eq!((session.timeline.at, session.table.blank()), (2, (0, 2)));
    session.perform(arrow(Left));
    assert!(session.message.starts_with("No tile can go left: the board ends on the right"));
    session.perform(Action::Arrow { towards: Right, is_far: true });
    assert_eq!(session.table.corners, playback.start);
    session.perform(Action::Next { forwards: true });
    assert_eq!(session.message, "There is nothing to choose here");
}

#[test]
fn fixed_blocks_are_passed_over() {
    let (puzzle, playback) = drawn("fixed: b\n\ntray:\nab.c\n\ngoal:\n...a\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    session.perform(Action::Next { forwards: true });
    for (name, message) in [('b', "b is fixed"), ('x', "No block is called x: ? shows the keys")] {
        session.perform(Action::Name(name));
        assert_eq!((session.message.as_str(), session.chosen), (message, Some(2)));
    }
}

#[test]
fn a_packing_is_placed_by_hand() {
    let (puzzle, playback) = drawn("piece L: 2\nXX\nX.\n\nboard:\n...\n...\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    let is_met = |session: &Session| session.table.goal() == Goal::Met;
    assert!(session.mode == Mode::Play && !is_met(&session));
    // The first piece goes up to the board, from row 4 to row 1; the second is turned and lies over it at first.
    let turn = Action::Turn { flips: false };
    let ways = [arrow(Up); 3].into_iter().chain([Action::Name('L'), turn, turn]).chain([arrow(Up); 3]);
    for action in ways.chain([arrow(Left); 3]) {
        session.perform(action);
    }
    assert!(!is_met(&session), "one lies over the other");
    session.perform(arrow(Right));
    assert!(is_met(&session));
    let made = session.timeline.at;
    session.perform(FIRST);
    assert_eq!(session.table.corners, playback.start);
    for _ in 0..made {
        session.perform(FORWARD);
    }
    assert!(is_met(&session));
}

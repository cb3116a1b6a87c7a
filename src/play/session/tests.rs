use super::{Mode, Purpose, Session};
use crate::keys::Action;
use crate::table::Goal;
use crate::table::tests::{board, drawn, pair};
use traybit_family::Advice;
use traybit_picture::playback::Move;
use traybit_tiles::direction::Direction;

const CORRIDOR: (&str, &str) = ("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 0 3\n");

const FIRST: Action = Action::Walk { forwards: false, steps: usize::MAX };
const BACK: Action = Action::Walk { forwards: false, steps: 1 };
const FORWARD: Action = Action::Walk { forwards: true, steps: 1 };
const LAST: Action = Action::Walk { forwards: true, steps: usize::MAX };

/// Performs an action; true if a search is awaited then.
fn asks(session: &mut Session, action: Action) -> bool {
    session.perform(action);
    session.awaited.is_some()
}

fn arrow(towards: Direction) -> Action {
    Action::Arrow { towards, far: false }
}

#[test]
fn blocks_are_chosen_and_moved_and_moves_undone() {
    let (puzzle, playback) = pair(CORRIDOR.0, CORRIDOR.1);
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert_eq!((session.mode, session.chosen), (Mode::Play, Some(0)));
    session.perform(arrow(Direction::Right));
    assert_eq!(session.message, "a cannot go right: b is in the way");
    session.perform(arrow(Direction::Up));
    assert_eq!(session.message, "a cannot go up: the edge is in the way");
    session.perform(Action::Name('b'));
    session.perform(Action::Arrow { towards: Direction::Right, far: true });
    assert_eq!((session.chosen, session.timeline.at), (Some(1), 1));
    session.perform(Action::Choose { forwards: true });
    assert_eq!(session.chosen, Some(0));
    session.perform(BACK);
    session.perform(BACK);
    assert_eq!((session.timeline.at, session.message.as_str()), (0, "This is the start"));
    session.perform(LAST);
    assert_eq!(session.table.corners(), [Some((0, 0)), Some((0, 3))]);
}

#[test]
fn hints_last_while_they_are_followed() {
    let (puzzle, playback) = pair("1 4\n0 0 0 0\n", "0 3 0 3\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert!(asks(&mut session, Action::Ask(Purpose::Hint)));
    session.answered(Ok(Advice { moves: vec![Move { piece: 0, to: (0, 3) }], worth: "1 slide".to_owned() }));
    assert_eq!(session.message, "Hint: a right 3 (the last move)");
    assert_eq!((session.mode, session.hint.map(|step| step.to)), (Mode::Play, Some((0, 3))));
    session.perform(arrow(Direction::Right));
    assert!(session.hint.is_none() && !asks(&mut session, Action::Ask(Purpose::Hint)));
    assert_eq!(session.message, "Hint: a right 2 (the last move)");
    assert!(!asks(&mut session, Action::Ask(Purpose::Solution)));
    assert_eq!(session.mode, Mode::Watch);
    session.perform(arrow(Direction::Right));
    assert_eq!((session.table.goal(), session.timeline.at), (Goal::Met, 2));
    session.perform(Action::Ask(Purpose::Hint));
    assert_eq!(session.message, "The goal is reached already");
    session.perform(FIRST);
    session.perform(Action::Mode(Mode::Play));
    assert!(!asks(&mut session, Action::Ask(Purpose::Hint)));
}

#[test]
fn what_the_engine_says_too_late_is_of_no_use() {
    let (puzzle, playback) = pair(CORRIDOR.0, CORRIDOR.1);
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert!(asks(&mut session, Action::Ask(Purpose::Solution)));
    session.perform(Action::Name('b'));
    assert!(!asks(&mut session, arrow(Direction::Right)));
    session.answered(Err("no solution exists".to_owned()));
    assert_eq!(session.message, "");
    assert!(asks(&mut session, Action::Ask(Purpose::Solution)));
    session.answered(Err("no solution exists".to_owned()));
    assert_eq!((session.message.as_str(), session.awaited), ("No solution exists", None));
    assert!(asks(&mut session, Action::Ask(Purpose::Hint)));
    assert!(!asks(&mut session, Action::Escape));
}

#[test]
fn a_solution_plays_by_itself_to_its_end() {
    let (puzzle, mut playback) = pair("1 4\n0 0 0 0\n", "0 3 0 3\n");
    playback.moves = [1, 2, 3].map(|column| Move { piece: 0, to: (0, column) }).to_vec();
    let mut session = Session::new(&playback, &*puzzle, 1.0);
    assert_eq!(session.mode, Mode::Watch);
    session.perform(Action::Run);
    session.perform(Action::Speed(2.0));
    assert_eq!(session.message, "2 moves a second");
    session.advance(2);
    assert_eq!((session.timeline.at, session.is_running), (2, true));
    session.advance(5);
    assert_eq!((session.timeline.at, session.is_running), (3, false));
    session.perform(Action::Run);
    assert!(session.message.starts_with("No moves follow"));
}

#[test]
fn tiles_are_clicked_and_slid() {
    let (puzzle, playback) = board();
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    session.perform(Action::Click((0, 2)));
    assert_eq!((session.timeline.at, session.table.blank()), (2, (0, 2)));
    session.perform(arrow(Direction::Left));
    assert!(session.message.starts_with("No tile can go left: the board ends on the right"));
    session.perform(Action::Arrow { towards: Direction::Right, far: true });
    assert_eq!(session.table.corners(), playback.start);
    session.perform(Action::Choose { forwards: true });
    assert_eq!(session.message, "There is nothing to choose here");
}

#[test]
fn fixed_blocks_are_passed_over() {
    let (puzzle, playback) = drawn("fixed: b\n\ntray:\nab.c\n\ngoal:\n...a\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    session.perform(Action::Choose { forwards: true });
    assert_eq!(session.chosen, Some(2));
    session.perform(Action::Name('b'));
    assert_eq!((session.message.as_str(), session.chosen), ("b is fixed", Some(2)));
    session.perform(Action::Name('x'));
    assert!(session.message.starts_with("No block is called x"));
}

#[test]
fn what_plays_by_itself_leaves_a_search_behind() {
    let (puzzle, mut playback) = pair("1 4\n0 0 0 0\n", "0 3 0 3\n");
    playback.moves = [1, 2, 3].map(|column| Move { piece: 0, to: (0, column) }).to_vec();
    let mut session = Session::new(&playback, &*puzzle, 1.0);
    assert!(asks(&mut session, Action::Ask(Purpose::Solution)));
    assert!(!asks(&mut session, Action::Run));
    session.advance(1);
    session.answered(Ok(Advice { moves: vec![Move { piece: 0, to: (0, 3) }], worth: "1 slide".to_owned() }));
    assert_eq!((session.timeline.steps.len(), session.timeline.at, session.message.as_str()), (3, 1, ""));
    // What is watched is its own hint.
    assert!(!asks(&mut session, Action::Ask(Purpose::Hint)));
    assert_eq!(session.message, "Hint: a right (then 1 more)");
}

#[test]
fn the_length_from_here_is_said_on_request() {
    let (puzzle, playback) = pair("1 4\n0 0 0 0\n", "0 3 0 3\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert!(asks(&mut session, Action::Ask(Purpose::Length)));
    session.answered(Ok(Advice { moves: vec![Move { piece: 0, to: (0, 3) }], worth: "1 slide".to_owned() }));
    assert_eq!((session.message.as_str(), session.hint), ("From here: 1 slide", None));
    assert!(!asks(&mut session, Action::Ask(Purpose::Length)));
}

#[test]
fn a_packing_is_placed_by_hand() {
    let (puzzle, playback) = drawn("piece L: 2\nXX\nX.\n\nboard:\n...\n...\n");
    let mut session = Session::new(&playback, &*puzzle, 2.0);
    assert_eq!((session.mode, session.table.goal()), (Mode::Play, session.table.goal()));
    assert!(matches!(session.table.goal(), Goal::Missing(_)));
    // The first piece goes up to the board, from row 4 to row 1.
    let up = |session: &mut Session, cells| {
        (0..cells).for_each(|_| {
            session.perform(arrow(Direction::Up));
        });
    };
    up(&mut session, 3);
    session.perform(Action::Name('L'));
    session.perform(Action::Turn { flips: false });
    session.perform(Action::Turn { flips: false });
    up(&mut session, 3);
    (0..3).for_each(|_| {
        session.perform(arrow(Direction::Left));
    });
    assert!(matches!(session.table.goal(), Goal::Missing(_)), "one lies over the other");
    session.perform(arrow(Direction::Right));
    assert_eq!(session.table.goal(), Goal::Met);
    let made = session.timeline.at;
    session.perform(FIRST);
    assert_eq!(session.table.corners(), playback.start);
    (0..made).for_each(|_| {
        session.perform(FORWARD);
    });
    assert_eq!(session.table.goal(), Goal::Met);
}

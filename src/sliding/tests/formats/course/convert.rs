//! Trays as puzzles, and back.

use traybit_sliding::formats::course::{puzzle, write};
use traybit_sliding::formats::course::{read_goal, read_tray};
use traybit_sliding::formats::drawn;
use traybit_sliding::puzzle::{Puzzle, Target};

fn pair(tray: &str, goal: &str) -> Puzzle {
    let tray = read_tray("tray", tray.as_bytes()).unwrap();
    let goal = read_goal("goal", goal.as_bytes(), Some(tray.size())).unwrap();
    puzzle(&tray, Some(&goal))
}

#[test]
fn goal_lines_name_blocks_of_their_own() {
    let tray = "2 3\n0 0 0 0\n0 1 0 2\n1 0 1 0\n";
    let puzzle = pair(tray, "1 2 1 2\n1 0 1 1\n0 0 0 0\n");
    let target = |block, anchor| Target { block, anchor };
    assert_eq!(puzzle.goals, [[target(0, (1, 2)), target(1, (1, 0)), target(2, (0, 0))]]);
    assert!(puzzle.lacking.is_empty() && puzzle.has_goal());
    let empty = pair(tray, "");
    assert_eq!((empty.goals.len(), empty.has_goal()), (1, false));
    let lacking = pair(tray, "1 1 1 2\n0 1 0 2\n0 0 1 0\n");
    assert_eq!(lacking.goals, [[target(1, (1, 1))]]);
    assert_eq!(
        lacking.lacking.iter().map(|block| (block.shape.to_string(), block.anchor)).collect::<Vec<_>>(),
        [("1×2".to_owned(), (0, 1)), ("2×1".to_owned(), (0, 0))]
    );
    let (_, goal) = write(&lacking).unwrap();
    assert_eq!(goal.to_string(), "1 1 1 2\n0 1 0 2\n0 0 1 0\n");
}

#[test]
fn what_a_tray_cannot_express_is_told() {
    let told = |text: &str| write(&drawn::read("f", text.as_bytes()).unwrap()).unwrap_err();
    for (text, sentence) in [
        ("tray:\na.\n.#\n", "a tray has no walls such as that at row 1, column 1"),
        ("gate +:\ntray:\na+\n", "a tray has no gates or exits such as that at row 0, column 1"),
        ("tray:\naa\na.\n", "blocks of a tray are rectangles, and block a is not"),
        ("fixed: b\ntray:\nab\n", "blocks of a tray move along rows and columns, and block b does not"),
        (
            "labels: a\ntray:\nab\n",
            "blocks of one shape are interchangeable in a tray, and block a is distinguished from its equals",
        ),
        (
            "tray:\na.\ngoal: a 0 0\ngoal: a 0 1\n",
            "a goal's file holds one goal, and there are 2 alternatives",
        ),
    ] {
        assert_eq!(told(text), sentence);
    }
}

#[test]
fn labels_without_equals_and_gates_without_cells_say_nothing() {
    let text = "labels: b\ngate +: b\ntray:\nabb\n...\ngoal: b 1 0\n";
    let (tray, goal) = write(&drawn::read("f", text.as_bytes()).unwrap()).unwrap();
    assert_eq!((tray.to_string(), goal.to_string()), ("2 3\n0 0 0 0\n0 1 0 2\n".into(), "1 0 1 1\n".into()));
}

//! Accepted files: sections of drawings, spellings of Rush Hour boards, pairs of tray and goal.

use traybit_core::{Shape, Size};
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::formats::drawn;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::formats::rush_hour;
use traybit_sliding::{Floor, Freedom, Gate, Puzzle, Slide, Target};

/// A block that leaves.
pub(super) const DOOR: &str = "\
; A block that leaves.
title: Out by the door
source: made up
down:a
labels: b
gate +: ab
exit >: b

tray:\r
#####
#abb#
#.bb#
##+>#

floor:
#####
#...#
#...#
##+>
goal: b 1 1, a 2 3

goal:
.
 .bb
  bb
.+
goal: a 1 1
";

fn puzzle(text: &str) -> Puzzle {
    drawn::read("f", text.as_bytes()).unwrap()
}

fn target(block: usize, anchor: (u16, u16)) -> Target {
    Target { block, anchor }
}

#[test]
fn every_section_of_a_drawing_is_taken_over() {
    let door = puzzle(DOOR);
    assert_eq!((door.title.as_deref(), door.source.as_deref()), (Some("Out by the door"), Some("made up")));
    assert_eq!(door.size, Size { height: 4, width: 5 });
    let blocks = door.blocks.iter().map(|block| (block.name, block.freedom, block.labelled));
    assert!(blocks.eq([('a', Freedom::Down, false), ('b', Freedom::Both, true)]));
    let gate = |mark, admits: &[char], is_exit| Gate { mark, admits: admits.to_vec(), is_exit };
    assert_eq!(door.gates, [gate('+', &['a', 'b'], false), gate('>', &['b'], true)]);
    let row = (0..5).map(|column| door.floor_at((3, column)));
    assert!(row.eq([Floor::Wall, Floor::Wall, Floor::Gate(0), Floor::Gate(1), Floor::Wall]));
    let goals =
        [vec![target(0, (2, 3)), target(1, (1, 1))], vec![target(1, (1, 2))], vec![target(0, (1, 1))]];
    assert_eq!(door.goals, goals);
}

#[test]
fn blanks_at_the_left_are_walls_and_gates_lie_under_blocks() {
    let ragged = puzzle("tray:\n  aa  \t\n.\n");
    assert_eq!((ragged.size, ragged.blocks[0].anchor), (Size { height: 2, width: 4 }, (0, 2)));
    assert!((0..8).filter(|cell| ragged.floor[*cell] == Floor::Open).eq([2, 3, 4]));
    let under = puzzle("gate +:a\ntray:\na+b\nfloor:\n++.\ngoal: a 0 1\n");
    assert_eq!(under.floor, [Floor::Gate(0), Floor::Gate(0), Floor::Open]);
    assert_eq!(puzzle("tray:\n木.\ngoal: 木 0 1\n").blocks[0].name, '木');
}

#[test]
fn blocks_leave_by_every_way_out_and_together() {
    let out =
        puzzle("exit >: b\nexit <: b\ngate -: b\ntray:\nbb.\n.>>\n->>\n.<.\ngoal: b leaves\ngoal: b 0 1\n");
    assert!(out.goals.iter().map(|goal| goal[0].anchor).eq([(1, 1), (2, 1), (0, 1)]));
    // a b . > >      Both on the exit: one on each cell, either way round; or one there, and the other beside it.
    let goals = |goals: &str| puzzle(&format!("exit >: a b\ntray:\nab.>>\n{goals}")).into_parts().goals;
    for (leaving, listed) in [
        ("goal: a leaves, b leaves\n", "goal: a 0 3, b 0 4\ngoal: a 0 4, b 0 3\n"),
        ("goal: b 0 2, a leaves\n", "goal: a 0 3, b 0 2\ngoal: a 0 4, b 0 2\n"),
        ("goal: a leaves, b 0 3\n", "goal: a 0 4, b 0 3\n"),
        ("goal: b 0 3, a leaves\n", "goal: a 0 4, b 0 3\n"),
    ] {
        assert_eq!(goals(leaving), goals(listed));
    }
}

/// A snake through the largest tray.
#[test]
fn large_blocks_are_read_at_once() {
    let rows = (0..255).map(|row| match row % 4 {
        1 => format!("{}a", ".".repeat(255)),
        3 => format!("a{}", ".".repeat(255)),
        _ => "a".repeat(256),
    });
    let snake = puzzle(&format!("tray:\n{}\n", rows.collect::<Vec<_>>().join("\n")));
    assert_eq!(snake.blocks[0].shape.area(), 128 * 256 + 127);
}

#[test]
fn all_spellings_are_one_board() {
    let board = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...";
    let puzzle = rush_hour::read("f", board.as_bytes()).unwrap();
    let line = format!("\r\n 15\t{} 541934\r\n", board.replace('.', "o"));
    for other in ["BB.C../.D.CEE/.DAAFG/H.IIFG/H.JKK./LLJ...", &line] {
        assert_eq!(rush_hour::read("f", other.as_bytes()).as_ref(), Ok(&puzzle));
    }
    assert_eq!(rush_hour::write(&puzzle).unwrap(), format!("{board}\n"));
    let red = puzzle.blocks.iter().position(|car| car.name == 'A').unwrap();
    assert_eq!(puzzle.goals, [vec![target(red, (2, 4))]]);
    assert!(puzzle.blocks.iter().all(|car| car.labelled == (car.name == 'A')));
    assert_eq!(puzzle.blocks[2].freedom, Freedom::Down);
    let row = rush_hour::read("f", b"xAA.oo/").unwrap();
    assert_eq!(
        (row.size, rush_hour::write(&row).unwrap()),
        (Size { height: 1, width: 6 }, "xAA.../\n".into())
    );
}

pub(crate) fn pair(tray: &str, goal: &str) -> Puzzle {
    course::read_pair(("tray", tray.as_bytes()), ("goal", goal.as_bytes())).unwrap()
}

#[test]
fn trays_keep_the_order_of_the_file() {
    let tray = read_tray("init", &b"5 4\r\n1 1 2 2\n 0 0\t1 0"[..]).unwrap();
    assert_eq!(tray.size, Size { height: 5, width: 4 });
    let blocks = tray.blocks.iter().map(|block| (block.shape.clone(), block.anchor));
    assert!(blocks.eq([(Shape::rectangle(2, 2), (1, 1)), (Shape::rectangle(2, 1), (0, 0))]));
    for (tray, goal) in [("256 1\n", ""), ("1 1\n0 0 0 0\n", ""), ("256 256\n", "255 0 255 255\n")] {
        assert_eq!(course::write(&pair(tray, goal)), Ok((tray.to_owned(), goal.to_owned())));
    }
    let goal = |text: &str, size| read_goal("goal", text.as_bytes(), size).unwrap();
    assert_eq!(goal("3 1 4 2", Some(tray.size)), [(Shape::rectangle(2, 2), (3, 1))]);
    assert_eq!(goal("255 0 255 255", None), [(Shape::rectangle(1, 256), (255, 0))]);
}

#[test]
fn goal_lines_name_blocks_of_their_own() {
    let tray = "2 3\n0 0 0 0\n0 1 0 2\n1 0 1 0\n";
    let puzzle = pair(tray, "1 2 1 2\n1 0 1 1\n0 0 0 0\n");
    assert_eq!(puzzle.goals, [[target(0, (1, 2)), target(1, (1, 0)), target(2, (0, 0))]]);
    assert!(puzzle.lacking.is_empty());
    let empty = pair(tray, "");
    assert_eq!(empty.goals, [[]]);
    let lacking = pair(tray, "1 1 1 2\n0 1 0 2\n0 0 1 0\n");
    assert_eq!(lacking.goals, [[target(1, (1, 1))]]);
    let shapes = lacking.lacking.iter().map(|(shape, anchor)| (shape.to_string(), *anchor));
    assert!(shapes.eq([("1×2".to_owned(), (0, 1)), ("2×1".to_owned(), (0, 0))]));
    assert_eq!(course::write(&lacking).unwrap().1, "1 1 1 2\n0 1 0 2\n0 0 1 0\n");
    // Labels without equals, and gates without cells, say nothing.
    let text = "labels: b\ngate +: b\ntray:\nabb\n...\ngoal: b 1 0\n";
    let written = course::write(&self::puzzle(text)).unwrap();
    assert_eq!(written, ("2 3\n0 0 0 0\n0 1 0 2\n".into(), "1 0 1 1\n".into()));
}

#[test]
fn moves_stream_with_their_line_numbers() {
    let mut moves = Lines::new("standard input", &b"0 1 2 3\n4 5 6 99999999999\n1"[..]);
    assert_eq!(moves.next_move(), Ok(Some(Slide { from: (0, 1), to: (2, 3) })));
    let long = moves.next_move().unwrap().unwrap();
    assert_eq!((long, moves.line), (Slide { from: (4, 5), to: (6, u32::MAX) }, 2));
    assert_eq!(long.to_string(), "4 5 6 (a number past every tray)");
    let sentence = moves.next_move().unwrap_err().to_string();
    assert!(sentence.contains("standard input, line 3: expected 4 integers"), "{sentence}");
}

//! A puzzle as a tray and a goal, two files of corners, and back.

use std::collections::HashMap;

use crate::forms::names;
use crate::placing::Misplaced;
use crate::puzzle::{Floor, Freedom, Parts, Piece, Puzzle, Target};
use crate::refute::Shortage;
use crate::tray::{Block, Goal, Tray};
use traybit_core::shape::Shape;

/// The puzzle of a tray and a goal: blocks in their order, called a, b, c …; each goal line asks for a block of its own.
/// An empty goal asks for nothing.
///
/// # Errors
/// A sentence without its full stop when the goal needs blocks that the tray lacks, or there are more blocks than names.
pub fn puzzle(tray: &Tray, goal: &Goal) -> Result<Puzzle, String> {
    let mut free_names = names::in_order();
    let mut blocks = Vec::with_capacity(tray.blocks().len());
    for block in tray.blocks() {
        let name = free_names.next();
        let name = name.ok_or_else(|| format!("there are names for {} blocks only", blocks.len()))?;
        let shape = Shape::rectangle(block.height, block.width);
        let anchor = (block.top, block.left);
        blocks.push(Piece { name, shape, anchor, freedom: Freedom::Both, labelled: false });
    }
    let mut of_shape: HashMap<(u16, u16), Vec<usize>> = HashMap::new();
    for (number, block) in tray.blocks().iter().enumerate().rev() {
        of_shape.entry(block.shape()).or_default().push(number);
    }
    let mut targets = Vec::with_capacity(goal.blocks().len());
    for line in goal.blocks() {
        let Some(block) = of_shape.get_mut(&line.shape()).and_then(Vec::pop) else {
            return Err(lack(tray, goal, *line));
        };
        targets.push(Target { block, anchor: (line.top, line.left) });
    }
    let parts = Parts {
        title: None,
        source: None,
        size: tray.size(),
        floor: vec![Floor::Open; tray.size().cells()],
        gates: Vec::new(),
        blocks,
        goals: if targets.is_empty() { Vec::new() } else { vec![targets] },
    };
    Puzzle::new(parts.clone()).map_err(|flaw| flaw.sentence(&parts))
}

/// The goal has more lines of a shape than the tray has blocks.
fn lack(tray: &Tray, goal: &Goal, line: Block) -> String {
    let count = |blocks: &[Block]| blocks.iter().filter(|block| block.shape() == line.shape()).count();
    let (height, width) = line.shape();
    Shortage { height, width, wanted: count(goal.blocks()), present: count(tray.blocks()) }.to_string()
}

/// The tray and the goal of a puzzle. Names, titles and sources are left out.
///
/// # Errors
/// A sentence without its full stop that says what a tray and a goal cannot express.
pub fn of(puzzle: &Puzzle) -> Result<(Tray, Goal), String> {
    let width = usize::from(puzzle.size.width);
    if let Some(cell) = puzzle.floor.iter().position(|floor| *floor != Floor::Open) {
        let what = if puzzle.floor[cell] == Floor::Wall { "walls" } else { "gates or exits" };
        let (row, column) = (cell / width, cell % width);
        return Err(format!("a tray has no {what} such as that at row {row}, column {column}"));
    }
    let mut equals: HashMap<&Shape, usize> = HashMap::new();
    for block in &puzzle.blocks {
        *equals.entry(&block.shape).or_default() += 1;
    }
    for block in &puzzle.blocks {
        let name = block.name;
        if !block.shape.is_rectangle() {
            return Err(format!("blocks of a tray are rectangles, and block {name} is not"));
        }
        if block.freedom != Freedom::Both {
            return Err(format!("blocks of a tray move along rows and columns, and block {name} does not"));
        }
        if block.labelled && equals[&block.shape] > 1 {
            return Err(format!(
                "blocks of one form are interchangeable in a tray, and block {name} is told apart from its equals"
            ));
        }
    }
    let goal = match &puzzle.goals[..] {
        [] => &[][..],
        [goal] => goal,
        goals => {
            return Err(format!("a goal's file holds one goal, and there are {} alternatives", goals.len()));
        }
    };
    let block =
        |shape: &Shape, (top, left)| Block { top, left, height: shape.height(), width: shape.width() };
    let start = puzzle.blocks.iter().map(|piece| block(&piece.shape, piece.anchor)).collect();
    let end = goal.iter().map(|target| block(&puzzle.blocks[target.block].shape, target.anchor)).collect();
    let refused = |misplaced: Misplaced| misplaced.to_string();
    let tray = Tray::new(puzzle.size, start).map_err(refused)?;
    Ok((tray, Goal::new(puzzle.size, end).map_err(refused)?))
}

#[cfg(test)]
mod tests {
    use super::{of, puzzle};
    use crate::forms::drawn;
    use crate::text::{read_goal, read_tray};

    fn pair(tray: &str, goal: &str) -> Result<String, String> {
        let tray = read_tray("tray", tray.as_bytes()).unwrap();
        let goal = read_goal("goal", goal.as_bytes(), Some(tray.size())).unwrap();
        puzzle(&tray, &goal).map(|puzzle| format!("{:?}", puzzle.goals))
    }

    #[test]
    fn goal_lines_ask_for_blocks_of_their_own() {
        let tray = "2 3\n0 0 0 0\n0 1 0 2\n1 0 1 0\n";
        assert_eq!(
            pair(tray, "1 2 1 2\n1 0 1 1\n0 0 0 0\n").unwrap(),
            "[[Target { block: 0, anchor: (1, 2) }, Target { block: 1, anchor: (1, 0) }, Target { block: 2, anchor: (0, 0) }]]"
        );
        assert_eq!(pair(tray, "").unwrap(), "[]");
        assert_eq!(
            pair(tray, "1 1 1 2\n0 1 0 2\n").unwrap_err(),
            "the goal needs 2 blocks of 1×2, and the tray has 1"
        );
        assert_eq!(
            pair(tray, "0 0 1 0\n").unwrap_err(),
            "the goal needs 1 block of 2×1, and the tray has none"
        );
    }

    #[test]
    fn what_a_tray_cannot_express_is_told() {
        let told = |text: &str| of(&drawn::read("f", text.as_bytes()).unwrap()).unwrap_err();
        for (text, sentence) in [
            ("tray:\na.\n.#\n", "a tray has no walls such as that at row 1, column 1"),
            ("gate +:\ntray:\na+\n", "a tray has no gates or exits such as that at row 0, column 1"),
            ("tray:\naa\na.\n", "blocks of a tray are rectangles, and block a is not"),
            ("fixed: b\ntray:\nab\n", "blocks of a tray move along rows and columns, and block b does not"),
            (
                "labels: a\ntray:\nab\n",
                "blocks of one form are interchangeable in a tray, and block a is told apart from its equals",
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
        let (tray, goal) = of(&drawn::read("f", text.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            (tray.to_string(), goal.to_string()),
            ("2 3\n0 0 0 0\n0 1 0 2\n".into(), "1 0 1 1\n".into())
        );
    }
}

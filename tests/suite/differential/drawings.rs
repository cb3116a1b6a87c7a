//! Random small puzzles of sliding blocks of every kind; and pairs of a tray of rectangles and a goal, which may ask for what
//! is not there.

#[path = "../../../src/sliding/tests/random.rs"]
mod random;

use traybit_core::Size;
use traybit_core::reference::Position;
use traybit_sliding::formats::{course, drawing};
use traybit_sliding::{Cell, Metric, Parts, Puzzle, Rules, Target};

use crate::differential::Dice;
use crate::differential::known::MOST_POSITIONS;
use crate::plain_layers::Layers;

/// The puzzle of a seed: a pair if it can be one.
pub(crate) fn problem(seed: u64) -> Puzzle {
    let mut dice = Dice::new(seed);
    let most = 3 + dice.roll(2);
    // Seldom a single column; in a single cell no block has room.
    let mut side = || if dice.roll(8) == 0 { 1 } else { 2 + dice.roll(most - 1) as u16 };
    let size = Size { height: 1 + side(), width: side() };
    let drawn =
        (0..).find_map(|more| random::sized(seed + (more << 32), size)).expect("a block fits at last");
    let problem = pair(&mut dice, &drawn).unwrap_or(drawn);
    match dice.roll(5) {
        0 | 1 => (0..9).find_map(|_| astray(&mut dice, &problem)).unwrap_or(problem),
        2 | 3 => far(problem, dice.pick(&[1, 2, usize::MAX])),
        _ => problem,
    }
}

/// The puzzle with a goal that names any two cells, perhaps out of reach, if the blocks drawn can stand there.
fn astray(dice: &mut Dice, problem: &Puzzle) -> Option<Puzzle> {
    let mut target = || Target {
        block: dice.roll(problem.blocks.len()),
        anchor: problem.size.cell(dice.roll(problem.size.cells())),
    };
    let goals = vec![vec![target(), target()]];
    Puzzle::new(Parts { goals, lacking: Vec::new(), ..problem.clone().into_parts() }).ok()
}

/// The puzzle as a tray and a goal, an empty one if it has none. One tray in eight lacks its first block of several.
fn pair(dice: &mut Dice, drawn: &Puzzle) -> Option<Puzzle> {
    let with_empty = drawn.goals.is_empty().then(|| drawn.clone().with_goal(Vec::new(), Vec::new()));
    let (tray, goal) = course::write(with_empty.as_ref().unwrap_or(drawn)).ok()?;
    let mut lines: Vec<&str> = tray.lines().collect();
    if lines.len() > 2 && dice.roll(8) == 0 {
        lines.remove(1);
    }
    let tray = lines.join("\n");
    course::read_pair(("tray", tray.as_bytes()), ("goal", goal.as_bytes())).ok()
}

/// Puzzle whose goal is the place of `targets` blocks in one of the positions farthest from the start.
fn far(problem: Puzzle, targets: usize) -> Puzzle {
    let rules = Rules::of(&problem);
    let expand = |position: &Position, to: &mut Vec<Position>| rules.expand(position, Metric::Slide, to);
    let (mut layers, mut last) = (Layers::new(rules.start(), expand), rules.start());
    while let Some(position) = layers.layer().first() {
        last.clone_from(position);
        if !layers.advance(MOST_POSITIONS) {
            return problem;
        }
    }
    let width = problem.size.width;
    let cell = |number: u16| (number / width, number % width);
    let moved = rules.start().into_iter().zip(last).filter(|(from, to)| from != to).take(targets);
    let moved: Vec<(Cell, Cell)> = moved.map(|(from, to)| (cell(from), cell(to))).collect();
    let number = |anchor| problem.blocks.iter().position(|block| block.anchor == anchor);
    let target = |&(from, anchor): &(Cell, Cell)| Target {
        block: number(from).expect("a block of the start"),
        anchor,
    };
    let goals = vec![moved.iter().map(target).collect()];
    let parts = Parts { goals, lacking: Vec::new(), ..problem.into_parts() };
    Puzzle::new(parts).expect("blocks of a position are apart")
}

/// The puzzle as text: a file, or two.
pub(super) fn shown(problem: &Puzzle) -> String {
    if !problem.named {
        let (tray, goal) = course::write(problem).expect("a tray and a goal");
        return format!("{tray}\nthe goal:\n{goal}");
    }
    drawing::write(problem).unwrap_or_else(|_| format!("{problem:?}"))
}

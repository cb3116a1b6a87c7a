//! Random small puzzles of sliding blocks of every kind: any shapes, walls, gates, blocks that keep an axis or do not
//! move, labels, several goals; and pairs of a tray of rectangles and a goal, which may ask for what is not there.

use std::collections::BTreeSet;

use traybit_core::grid::Size;
use traybit_core::reference::{Layers, Position};
use traybit_core::shape::Shape;
use traybit_sliding::checker::Checker;
use traybit_sliding::formats::course::{self, Block, Goal, Tray};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use traybit_sliding::reference::Rules;
use traybit_sliding::slide::RawMove;

use crate::differential::Dice;
use crate::differential::known::MOST_POSITIONS;

/// The puzzle of a seed: one in three is a pair.
pub(crate) fn problem(seed: u64) -> Puzzle {
    let mut dice = Dice::new(seed);
    let most = 3 + dice.roll(3);
    let problem = if dice.roll(3) == 0 { pair(&mut dice, most) } else { puzzle(&mut dice, most) };
    let targets = dice.pick(&[0, 0, 0, 1, 2, usize::MAX]);
    if targets > 0 { far(problem, targets) } else { problem }
}

/// Puzzle whose goal is the place of `targets` blocks in one of the positions farthest from the start.
fn far(problem: Puzzle, targets: usize) -> Puzzle {
    let rules = Rules::of(&problem);
    let expand =
        |position: &Position, found: &mut Vec<Position>| rules.expand(position, Metric::Slide, found);
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

/// Seldom a single row or column.
fn size(dice: &mut Dice, most: usize) -> Size {
    let mut side = || if dice.roll(8) == 0 { 1 } else { 2 + dice.roll(most - 1) };
    Size { height: side() as u16, width: side() as u16 }
}

/// Rectangles on a tray, the rest of which unit blocks may fill but for some cells; a goal of some of their shapes.
fn pair(dice: &mut Dice, most: usize) -> Puzzle {
    let size = size(dice, most);
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..dice.roll(14) {
        place(dice, size, &mut blocks, None);
    }
    if dice.roll(3) == 0 {
        let open: Vec<Cell> = size.all().filter(|&cell| !covers(&blocks, cell)).collect();
        let free = 1 + dice.roll(3);
        let kept: Vec<Cell> =
            (0..free).filter(|_| !open.is_empty()).map(|_| open[dice.roll(open.len())]).collect();
        let filled = open.into_iter().filter(|cell| !kept.contains(cell));
        blocks.extend(filled.map(|(top, left)| Block { top, left, height: 1, width: 1 }));
    }
    let mut goal = Vec::new();
    if dice.roll(2) == 0 {
        // What stands so after a walk can be reached.
        let after = walked(dice, size, blocks.clone());
        let most = dice.pick(&[1, 2, 3]);
        goal.extend(after.into_iter().filter(|_| dice.roll(3) < most));
    }
    for _ in 0..if goal.is_empty() { dice.roll(4) } else { 0 } {
        // One line in eight has any shape: perhaps one that is not there.
        let like = (!blocks.is_empty() && dice.roll(8) > 0).then(|| dice.pick(&blocks));
        place(dice, size, &mut goal, like);
    }
    let tray = Tray { size, blocks };
    course::puzzle(&tray, Some(&Goal { blocks: goal }))
}

/// Adds a block of any shape, or of that of another one, where it may stand, if it fits between the others.
fn place(dice: &mut Dice, size: Size, blocks: &mut Vec<Block>, like: Option<Block>) {
    let side = |dice: &mut Dice, most: u16| 1 + dice.roll(usize::from(most.min(3))).min(dice.roll(3)) as u16;
    let (height, width) = like.map_or_else(
        || (side(dice, size.height), side(dice, size.width)),
        |block| (block.height, block.width),
    );
    let top = dice.roll(usize::from(size.height - height) + 1) as u16;
    let left = dice.roll(usize::from(size.width - width) + 1) as u16;
    let block = Block { top, left, height, width };
    if !size.all().any(|cell| block.cells().any(|own| own == cell) && covers(blocks, cell)) {
        blocks.push(block);
    }
}

/// The blocks after some steps.
fn walked(dice: &mut Dice, size: Size, blocks: Vec<Block>) -> Vec<Block> {
    let tray = Tray { size, blocks };
    let puzzle = course::puzzle(&tray, None);
    let mut checker = puzzle.begin();
    if !tray.blocks.is_empty() {
        walk(dice, &mut checker, &puzzle);
    }
    let moved = tray.blocks.iter().zip(checker.anchors());
    moved.map(|(block, &(top, left))| Block { top, left, ..*block }).collect()
}

/// Makes some random steps.
fn walk(dice: &mut Dice, checker: &mut Checker<'_>, puzzle: &Puzzle) {
    for _ in 0..20 + dice.roll(200) {
        let (row, column) = checker.anchors()[dice.roll(puzzle.blocks.len())];
        let (row, column) = (u32::from(row), u32::from(column));
        let to = dice.pick(&[
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row + 1, column),
            (row, column + 1),
        ]);
        // What stands in the way stays there.
        let _ = checker.apply(RawMove { from: (row, column), to });
    }
}

fn covers(blocks: &[Block], cell: Cell) -> bool {
    blocks.iter().any(|block| block.cells().any(|own| own == cell))
}

/// A random puzzle of at most `most` cells either way.
pub(super) fn puzzle(dice: &mut Dice, most: usize) -> Puzzle {
    let size = size(dice, most);
    let cells: Vec<Cell> = size.all().collect();
    let (walled, gated) = (dice.roll(3) == 0, dice.roll(3) == 0);
    let floor = cells.iter().map(|_| match dice.roll(8) {
        0 if walled => Floor::Wall,
        1 if gated => Floor::Gate(0),
        _ => Floor::Open,
    });
    let floor: Vec<Floor> = floor.collect();
    let names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
    let admits: Vec<char> = names.into_iter().filter(|_| dice.roll(2) == 0).collect();
    let mut parts = Parts {
        floor,
        gates: if gated { vec![Gate { mark: '+', admits, is_exit: dice.roll(2) == 0 }] } else { Vec::new() },
        ..Parts::open(size)
    };
    let (axes, labels) = (dice.roll(3) == 0, dice.roll(3) == 0);
    let left = 2 + dice.roll(cells.len() / 3 + 1);
    // Small blocks have more ways to go.
    let largest = dice.pick(&[2, 3, 6]);
    let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
    for name in names.into_iter().take(1 + dice.roll(names.len()).max(dice.roll(names.len()))) {
        let freedom = match dice.roll(8) {
            0 | 1 if axes => Freedom::Across,
            2 | 3 if axes => Freedom::Down,
            4 if axes => Freedom::Fixed,
            _ => Freedom::Both,
        };
        let labelled = labels && dice.roll(2) == 0;
        let mut piece = Piece { name, shape: Shape::rectangle(1, 1), anchor: (0, 0), freedom, labelled };
        let may_be_on: Vec<Cell> = free.iter().copied().filter(|&cell| parts.admits(&piece, cell)).collect();
        if may_be_on.is_empty() || free.len() <= left {
            break;
        }
        let most = (1 + dice.roll(largest).min(dice.roll(largest))).min(free.len() - left);
        let shape = dice.shape(&may_be_on, most);
        (piece.shape, piece.anchor) = Shape::of(&shape);
        for cell in shape {
            free.remove(&cell);
        }
        parts.blocks.push(piece);
    }
    let here: Vec<char> = parts.blocks.iter().map(|block| block.name).collect();
    for gate in &mut parts.gates {
        gate.admits.retain(|name| here.contains(name));
    }
    for _ in 0..dice.pick(&[0, 1, 1, 1, 2, 3]) {
        let goal = goal(dice, &parts);
        let mut more = parts.clone();
        more.goals.push(goal);
        if Puzzle::new(more.clone()).is_ok() {
            parts = more;
        }
    }
    Puzzle::new(parts).expect("blocks were put on free cells that admit them")
}

/// Places of some blocks: any, or where a walk leads them.
fn goal(dice: &mut Dice, parts: &Parts) -> Vec<Target> {
    if parts.blocks.is_empty() {
        return Vec::new();
    }
    let some = 1 + dice.roll(2);
    let mut places: Vec<Cell> = parts.size.all().collect();
    if dice.roll(2) == 0 {
        let mut target = || Target { block: dice.roll(parts.blocks.len()), anchor: dice.pick(&places) };
        return (0..some).map(|_| target()).collect();
    }
    let puzzle = Puzzle::new(parts.clone()).expect("blocks were put on free cells that admit them");
    let mut checker = puzzle.begin();
    walk(dice, &mut checker, &puzzle);
    places = checker.anchors().to_vec();
    let all = dice.roll(3) == 0;
    let targets = places.iter().enumerate().map(|(block, &anchor)| Target { block, anchor });
    targets.filter(|_| all || dice.roll(places.len()) < some).collect()
}

//! Random small puzzles of sliding blocks of every kind: any shapes, walls, gates, blocks that keep an axis or do not
//! move, labels, several goals; and pairs of a tray of rectangles and a goal, which may ask for what is not there.

use std::collections::BTreeSet;

use traybit::shape::Shape;
use traybit::sliding::problem::Problem;
use traybit::sliding::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use traybit::sliding::tray::{Block, Goal, Size, Tray};

use crate::differential::dice::Dice;

/// The puzzle of a seed: one in three is a pair.
pub(super) fn problem(seed: u64) -> Problem {
    let mut dice = Dice::new(seed);
    let most = 2 + dice.roll(3);
    if dice.roll(3) == 0 { pair(&mut dice, most + 1) } else { Problem::from(puzzle(&mut dice, most)) }
}

/// As it would stand in a file, or in two.
pub(super) fn shown(problem: &Problem) -> String {
    match problem {
        Problem::Pair(tray, goal) => format!("{tray}\nthe goal:\n{goal}"),
        Problem::Drawn(puzzle) => {
            traybit::sliding::forms::drawing::write(puzzle).unwrap_or_else(|_| format!("{puzzle:?}"))
        }
    }
}

/// Rectangles on a tray, the rest of which unit blocks may fill but for some cells; a goal of some of their shapes.
fn pair(dice: &mut Dice, most: usize) -> Problem {
    let size = Size { height: 1 + dice.roll(most) as u16, width: 1 + dice.roll(most) as u16 };
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..dice.roll(7) {
        place(dice, size, &mut blocks, None);
    }
    if dice.roll(3) == 0 {
        let open: Vec<Cell> = cells(size).filter(|&cell| !covers(&blocks, cell)).collect();
        let free = 1 + dice.roll(3);
        let kept: Vec<Cell> =
            (0..free).filter(|_| !open.is_empty()).map(|_| open[dice.roll(open.len())]).collect();
        let filled = open.into_iter().filter(|cell| !kept.contains(cell));
        blocks.extend(filled.map(|(top, left)| Block { top, left, height: 1, width: 1 }));
    }
    let mut wanted = Vec::new();
    for _ in 0..dice.roll(4) {
        // One line in eight asks for any shape: perhaps one that is not there.
        let like = (!blocks.is_empty() && dice.roll(8) > 0).then(|| dice.pick(&blocks));
        place(dice, size, &mut wanted, like);
    }
    let tray = Tray::new(size, blocks).expect("blocks that overlap were left out");
    Problem::Pair(tray, Goal::new(size, wanted).expect("blocks that overlap were left out"))
}

/// Adds a block of any shape, or of that of another one, where it may stand, if it fits between the others.
fn place(dice: &mut Dice, size: Size, blocks: &mut Vec<Block>, like: Option<Block>) {
    let side = |dice: &mut Dice, most: u16| 1 + dice.roll(usize::from(most.min(3))) as u16;
    let (height, width) =
        like.map_or_else(|| (side(dice, size.height), side(dice, size.width)), Block::shape);
    let top = dice.roll(usize::from(size.height - height) + 1) as u16;
    let left = dice.roll(usize::from(size.width - width) + 1) as u16;
    let block = Block { top, left, height, width };
    if !cells(size).any(|cell| block.covers(cell) && covers(blocks, cell)) {
        blocks.push(block);
    }
}

fn covers(blocks: &[Block], cell: Cell) -> bool {
    blocks.iter().any(|block| block.covers(cell))
}

fn cells(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.height).flat_map(move |row| (0..size.width).map(move |column| (row, column)))
}

/// A random puzzle of at most `most` cells either way.
pub(super) fn puzzle(dice: &mut Dice, most: usize) -> Puzzle {
    let size = Size { height: 1 + dice.roll(most) as u16, width: 1 + dice.roll(most) as u16 };
    let cells: Vec<Cell> = cells(size).collect();
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
        title: None,
        source: None,
        size,
        floor,
        gates: if gated { vec![Gate { mark: '+', admits, is_exit: dice.roll(2) == 0 }] } else { Vec::new() },
        blocks: Vec::new(),
        goals: Vec::new(),
    };
    let (axes, labels) = (dice.roll(3) == 0, dice.roll(3) == 0);
    let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
    for name in names.into_iter().take(1 + dice.roll(names.len())) {
        let freedom = match dice.roll(8) {
            0 | 1 if axes => Freedom::Across,
            2 | 3 if axes => Freedom::Down,
            4 if axes => Freedom::Fixed,
            _ => Freedom::Both,
        };
        let labelled = labels && dice.roll(2) == 0;
        let mut piece = Piece { name, shape: Shape::rectangle(1, 1), anchor: (0, 0), freedom, labelled };
        let may_be_on: Vec<Cell> = free.iter().copied().filter(|&cell| parts.admits(&piece, cell)).collect();
        if may_be_on.len() < 2 {
            break;
        }
        let most = 1 + dice.roll(6);
        let form = dice.form(&may_be_on, most);
        (piece.shape, piece.anchor) = Shape::of(&form);
        for cell in form {
            free.remove(&cell);
        }
        parts.blocks.push(piece);
    }
    let here: Vec<char> = parts.blocks.iter().map(|block| block.name).collect();
    for gate in &mut parts.gates {
        gate.admits.retain(|name| here.contains(name));
    }
    for _ in 0..dice.roll(4) {
        let goal = (0..=dice.roll(2)).filter_map(|_| {
            let block = (!parts.blocks.is_empty()).then(|| dice.roll(parts.blocks.len()))?;
            Some(Target { block, anchor: dice.pick(&cells) })
        });
        let goal: Vec<Target> = goal.collect();
        let mut more = parts.clone();
        more.goals.push(goal);
        if Puzzle::new(more.clone()).is_ok() {
            parts = more;
        }
    }
    Puzzle::new(parts).expect("blocks were put on free cells that admit them")
}

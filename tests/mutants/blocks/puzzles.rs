//! Random small puzzles of every kind: forms with gaps, walls, gates, lines, labels; crowded trays of unit blocks.

use crate::bits::Key;
use crate::shape::Shape;
use crate::sliding::puzzle::{Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use crate::sliding::slide::RawMove;
use crate::grid::Size;

/// Numbers that are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.hash64())
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (self.0.hash64() >> 11) as usize % most
    }

    fn one_in(&mut self, most: usize) -> bool {
        self.below(most) == 0
    }
}

const FORMS: [&[(u16, u16)]; 17] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)],
    // Corners, a step, a tee.
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 1), (0, 2), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1), (1, 2)],
    // With a gap along rows, along columns, and one that another block could lie in.
    &[(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
    &[(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)],
    &[(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
    &[(0, 0), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2)],
];

/// The sides of trays whose cells fit 64 bits, and of those that need 128.
const SIDES: [(u16, u16); 14] = [
    (2, 3),
    (3, 3),
    (3, 3),
    (4, 4),
    (4, 4),
    (5, 4),
    (3, 5),
    (5, 5),
    (1, 7),
    (8, 8),
    (9, 8),
    (5, 13),
    (11, 11),
    (2, 64),
];

/// What a puzzle is to hold.
struct Plan {
    size: Size,
    /// Plain: rectangles only, and nothing but blocks in the tray.
    is_plain: bool,
    has_walls: bool,
    has_gate: bool,
    has_labels: bool,
    blocks: usize,
    /// How many forms there are to choose from.
    forms: usize,
    free: usize,
}

impl Plan {
    fn new(number: u64, dice: &mut Dice) -> Self {
        let (height, width) = SIDES[number as usize % SIDES.len()];
        let size = Size { height, width };
        let is_plain = dice.one_in(3);
        let mut chance = |most| !is_plain && dice.one_in(most);
        let (has_walls, has_gate, has_labels) = (chance(2), chance(3), chance(4));
        let crowded = dice.one_in(3);
        let blocks = if crowded { 40 } else { 1 + dice.below(7) };
        let forms = match (is_plain, crowded && dice.one_in(2)) {
            (_, true) => 2,
            (true, false) => 7,
            (false, false) => FORMS.len(),
        };
        Self { size, is_plain, has_walls, has_gate, has_labels, blocks, forms, free: 1 + dice.below(6) }
    }

    fn floor(&self, dice: &mut Dice) -> Vec<Floor> {
        let mut floor = vec![Floor::Open; self.size.cells()];
        for cell in &mut floor {
            if self.has_walls && dice.one_in(8) {
                *cell = Floor::Wall;
            } else if self.has_gate && dice.one_in(6) {
                *cell = Floor::Gate(0);
            }
        }
        floor
    }
}

fn freedom(dice: &mut Dice) -> Freedom {
    match dice.below(12) {
        0 => Freedom::Across,
        1 => Freedom::Down,
        2 => Freedom::Fixed,
        _ => Freedom::Both,
    }
}

/// The puzzle of a number; none where no block has room.
pub(crate) fn puzzle(number: u64) -> Option<Puzzle> {
    let mut dice = Dice::new(number);
    let plan = Plan::new(number, &mut dice);
    let floor = plan.floor(&mut dice);
    let mut rest = floor.iter().filter(|floor| **floor == Floor::Open).count();
    let mut parts = Parts {
        floor,
        ..Parts::open(plan.size)
    };
    let mut taken = vec![false; plan.size.cells()];
    let mut names = (0..=u32::MAX).filter_map(char::from_u32).filter(|name| name.is_alphabetic());
    for _ in 0..40 * plan.blocks {
        let cells = FORMS[dice.below(plan.forms)];
        let (down, right) = (dice.below(plan.size.height.into()), dice.below(plan.size.width.into()));
        let at: Vec<(u16, u16)> =
            cells.iter().map(|cell| (cell.0 + down as u16, cell.1 + right as u16)).collect();
        let number =
            |cell: &(u16, u16)| usize::from(cell.0) * usize::from(plan.size.width) + usize::from(cell.1);
        let inside = |cell: &(u16, u16)| cell.0 < plan.size.height && cell.1 < plan.size.width;
        let is_free = |cell: &(u16, u16)| parts.floor[number(cell)] == Floor::Open && !taken[number(cell)];
        if parts.blocks.len() >= plan.blocks
            || rest < plan.free + cells.len()
            || !at.iter().all(|cell| inside(cell) && is_free(cell))
        {
            continue;
        }
        at.iter().for_each(|cell| taken[number(cell)] = true);
        rest -= cells.len();
        let (shape, anchor) = Shape::of(&at);
        let freedom = if plan.is_plain { Freedom::Both } else { freedom(&mut dice) };
        let labelled = plan.has_labels && dice.one_in(2);
        parts.blocks.push(Piece { name: names.next()?, shape, anchor, freedom, labelled });
    }
    if plan.has_gate {
        let admits = parts.blocks.iter().map(|block| block.name).filter(|_| dice.one_in(2)).collect();
        parts.gates.push(Gate { mark: '+', admits, is_exit: false });
    }
    if parts.blocks.is_empty() {
        return None;
    }
    let goals = if plan.is_plain { dice.below(2) } else { dice.below(4) };
    let start = Puzzle::new(parts.clone()).expect("blocks on free cells");
    parts.goals = (0..goals).map(|_| goal(&start, &mut dice)).collect();
    Some(Puzzle::new(parts).expect("goals are positions"))
}

/// Some blocks, or all, where they are after some moves.
fn goal(puzzle: &Puzzle, dice: &mut Dice) -> Vec<Target> {
    let mut game = puzzle.begin();
    for _ in 0..dice.below(60) {
        let (row, column) = game.anchors()[dice.below(puzzle.blocks.len())];
        let (row, column) = (u32::from(row), u32::from(column));
        let to = [
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row.wrapping_sub(1), column),
        ];
        // What is impossible changes nothing.
        let _ = game.apply(RawMove { from: (row, column), to: to[dice.below(4)] });
    }
    let share = 1 + dice.below(3);
    let targets = game.anchors().iter().enumerate().map(|(block, &anchor)| Target { block, anchor });
    targets.filter(|_| share == 1 || dice.one_in(share)).collect()
}

//! Random small puzzles of every kind: shapes with gaps, walls, gates, fixed blocks and axes, labels; crowded trays of
//! unit blocks.

use traybit_core::{Rng, Shape, Size};
use traybit_sliding::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Slide, Target};

/// Seeded random numbers.
struct Dice(Rng);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0.below(end as u64) as usize
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }
}

/// Rows of the shapes: rectangles; corners, a step, a tee; shapes with a gap along rows, along columns, and one that another
/// block could lie in.
const SHAPES: &str = "x xx x/x xx/xx xxx x/x/x xxx/xxx x./xx .x/xx xx/.x .xx/xx. .x./xxx x.x/xxx xx/x./xx xx/.x/xx xxx/x.x x.xx/xxx.";

/// Names of blocks, before further letters.
const NAMES: &str = "zaB3木é\"x'o\\@~A-*=";

/// Content of a puzzle to be made.
#[expect(clippy::struct_excessive_bools, reason = "choices that do not depend on one another")]
struct Plan {
    size: Size,
    /// Rectangles only, and nothing but blocks in the tray.
    is_plain: bool,
    has_walls: bool,
    has_gate: bool,
    has_labels: bool,
    blocks: usize,
    /// Shapes to choose from, the first ones.
    shapes: usize,
    free: usize,
}

impl Plan {
    fn new(size: Size, dice: &mut Dice) -> Self {
        let is_plain = dice.one_in(3);
        let mut one_in = |sides| !is_plain && dice.one_in(sides);
        let (has_walls, has_gate, has_labels) = (one_in(2), one_in(3), one_in(4));
        let crowded = dice.one_in(3);
        let blocks = if crowded { 40 } else { 1 + dice.below(7) };
        let shapes = match (is_plain, crowded && dice.one_in(2)) {
            (_, true) => 2,
            (true, false) => 7,
            (false, false) => 17,
        };
        Self { size, is_plain, has_walls, has_gate, has_labels, blocks, shapes, free: 1 + dice.below(6) }
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

    fn all_free(&self, cells: &[Cell], free: &[bool]) -> bool {
        let is_inside = |cell: Cell| cell.0 < self.size.height && cell.1 < self.size.width;
        cells.iter().all(|&cell| is_inside(cell) && free[self.size.number(cell)])
    }
}

/// Random directions in which a block may move.
fn freedom(dice: &mut Dice) -> Freedom {
    match dice.below(12) {
        0 => Freedom::Across,
        1 => Freedom::Down,
        2 => Freedom::Fixed,
        _ => Freedom::Both,
    }
}

/// The puzzle of a number, in a tray of a size; none if no block has room.
pub(crate) fn sized(number: u64, size: Size) -> Option<Puzzle> {
    let mut dice = Dice(Rng::new(0, number));
    let plan = Plan::new(size, &mut dice);
    let mut parts = Parts { floor: plan.floor(&mut dice), ..Parts::open(plan.size) };
    let mut free: Vec<bool> = parts.floor.iter().map(|floor| *floor == Floor::Open).collect();
    let letters = ('a'..).filter(|name| name.is_alphabetic() && !NAMES.contains(*name));
    let mut names = NAMES.chars().chain(letters);
    for _ in 0..40 * plan.blocks {
        let shape = SHAPES.split(' ').nth(dice.below(plan.shapes))?;
        let (down, right) = (dice.below(plan.size.height.into()), dice.below(plan.size.width.into()));
        let rows = shape.split('/').zip(down as u16..);
        let cells = rows.flat_map(|(row, down)| {
            row.chars().zip(right as u16..).map(move |(c, right)| (c, (down, right)))
        });
        let at: Vec<Cell> = cells.filter(|(c, _)| *c == 'x').map(|(_, cell)| cell).collect();
        let left = free.iter().filter(|free| **free).count();
        if parts.blocks.len() >= plan.blocks || left < plan.free + at.len() || !plan.all_free(&at, &free) {
            continue;
        }
        for &cell in &at {
            free[plan.size.number(cell)] = false;
        }
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

/// Places of some blocks, or all, after some moves.
fn goal(puzzle: &Puzzle, dice: &mut Dice) -> Vec<Target> {
    let mut game = puzzle.begin();
    for _ in 0..dice.below(60) {
        let (row, column) = game.anchors[dice.below(puzzle.blocks.len())];
        let (row, column) = (u32::from(row), u32::from(column));
        let to = [
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row.wrapping_sub(1), column),
        ];
        // An impossible move changes nothing.
        let _ = game.apply(Slide { from: (row, column), to: to[dice.below(4)] });
    }
    let share = 1 + dice.below(3);
    let targets = game.anchors.iter().enumerate().map(|(block, &anchor)| Target { block, anchor });
    targets.filter(|_| share == 1 || dice.one_in(share)).collect()
}

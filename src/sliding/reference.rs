//! Blocks that slide in a tray, by the rules alone.
//!
//! ```text
//!   a b b     blocks of one kind are interchangeable: same form, same freedom, same gates, no label that a goal needs
//!   a . c     kinds in the order of their first blocks   a   b   c
//!   d d .     position: each block's first cell          0   1   5   6     (d is of b's kind: 1 6, then c: 5)
//! ```
//!
//! A position lists, kind by kind, the first cell in reading order of each block, ascending within a kind, as the cell's
//! number. Blocks that do not move are blocks like others.

use std::sync::Arc;

use crate::metric::Metric;
use crate::problem::Problem;
use crate::puzzle::{Cell, Floor, Freedom, Piece, Puzzle};
use crate::tray::{Block, Goal, Tray};
use traybit_core::reference::Position;

/// One kind of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    /// Cells as rows and columns after the first one.
    cells: Vec<(i32, i32)>,
    freedom: Freedom,
    /// Whether each gate admits it.
    gates: Vec<bool>,
    /// For each cell of the tray whether blocks of the kind may be on it.
    admitted: Arc<[bool]>,
    /// Tells blocks apart that a goal tells apart.
    label: Option<char>,
}

/// A puzzle as the rules see it.
#[derive(Clone, Debug)]
pub struct Rules {
    height: i32,
    width: i32,
    kinds: Vec<Kind>,
    /// For each place in a position the kind of the block there.
    kind_at: Vec<usize>,
    start: Position,
    /// The goals, any of which will do: kinds, and where one block of each must have its first cell. A kind that the
    /// tray lacks is past the last one.
    goals: Vec<Vec<(usize, u16)>>,
}

/// A block or a goal's line before its kind has a number.
struct Found {
    kind: Kind,
    at: u16,
}

impl Rules {
    /// The rules of a puzzle.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        match problem {
            Problem::Pair(tray, goal) => Self::of_pair(tray, goal),
            Problem::Drawn(puzzle) => Self::of_drawn(puzzle),
        }
    }

    fn of_pair(tray: &Tray, goal: &Goal) -> Self {
        let (height, width) = (i32::from(tray.size().height), i32::from(tray.size().width));
        // One list for all: the largest tray has 65,536 blocks.
        let everywhere: Arc<[bool]> = vec![true; tray.size().cells()].into();
        let found = |block: &Block| {
            let rows = 0..i32::from(block.height);
            let cells = rows.flat_map(|row| (0..i32::from(block.width)).map(move |column| (row, column)));
            let admitted = Arc::clone(&everywhere);
            let (freedom, gates) = (Freedom::Both, Vec::new());
            let kind = Kind { cells: cells.collect(), freedom, gates, admitted, label: None };
            Found { kind, at: number(width, (block.top, block.left)) }
        };
        let blocks = tray.blocks().iter().map(found).collect();
        Self::new(height, width, blocks, &[goal.blocks().iter().map(found).collect()])
    }

    fn of_drawn(puzzle: &Puzzle) -> Self {
        let (height, width) = (i32::from(puzzle.size.height), i32::from(puzzle.size.width));
        let unlabelled = |piece: &Piece| Kind {
            cells: cells_after_first(piece),
            freedom: piece.freedom,
            gates: puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect(),
            admitted: admitted(puzzle, piece),
            label: None,
        };
        let asked: Vec<Kind> =
            puzzle.goals.iter().flatten().map(|target| unlabelled(&puzzle.blocks[target.block])).collect();
        // A label that no goal asks for tells nothing apart.
        let kind = |piece: &Piece| {
            let kind = unlabelled(piece);
            let counts = piece.labelled && asked.contains(&kind);
            Kind { label: counts.then_some(piece.name), ..kind }
        };
        let found = |piece: &Piece, at: Cell| Found { kind: kind(piece), at: number(width, at) };
        let blocks = puzzle.blocks.iter().map(|piece| found(piece, piece.anchor)).collect();
        let goals = puzzle.goals.iter().map(|goal| {
            goal.iter().map(|target| found(&puzzle.blocks[target.block], target.anchor)).collect()
        });
        let goals: Vec<Vec<Found>> = goals.collect();
        Self::new(height, width, blocks, &goals)
    }

    fn new(height: i32, width: i32, mut blocks: Vec<Found>, goals: &[Vec<Found>]) -> Self {
        blocks.sort_unstable_by_key(|block| block.at);
        let mut kinds: Vec<Kind> = Vec::new();
        for block in &blocks {
            if !kinds.contains(&block.kind) {
                kinds.push(block.kind.clone());
            }
        }
        let number = |kind: &Kind| kinds.iter().position(|known| known == kind).unwrap_or(kinds.len());
        let mut places: Vec<(usize, u16)> =
            blocks.iter().map(|block| (number(&block.kind), block.at)).collect();
        places.sort_unstable();
        let goals = goals.iter().map(|goal| goal.iter().map(|line| (number(&line.kind), line.at)).collect());
        Self {
            height,
            width,
            goals: goals.collect(),
            kind_at: places.iter().map(|&(kind, _)| kind).collect(),
            start: places.iter().map(|&(_, at)| at).collect(),
            kinds,
        }
    }

    /// Where the search begins.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// For each place in a position the number of its block's kind: ascending.
    #[must_use]
    pub fn kinds(&self) -> &[usize] {
        &self.kind_at
    }

    /// Whether some goal holds.
    #[must_use]
    pub fn is_won(&self, position: &Position) -> bool {
        let stands = |wanted: &(usize, u16)| {
            self.kind_at.iter().zip(position).any(|(&kind, &at)| (kind, at) == *wanted)
        };
        self.goals.iter().any(|goal| goal.iter().all(stands))
    }

    /// Adds the positions one move on, as often as there are moves to them.
    pub fn expand(&self, position: &Position, metric: Metric, found: &mut Vec<Position>) {
        let mut picture = self.picture(position);
        for block in 0..position.len() {
            self.draw(&mut picture, block, position[block], false);
            for to in self.ways(&picture, block, position[block], metric) {
                let mut next = position.clone();
                next[block] = to;
                self.sort(&mut next, self.kind_at[block]);
                found.push(next);
            }
            self.draw(&mut picture, block, position[block], true);
        }
    }

    /// Which cells are taken.
    fn picture(&self, position: &Position) -> Vec<bool> {
        let mut picture = vec![false; (self.height * self.width) as usize];
        for (block, &at) in position.iter().enumerate() {
            self.draw(&mut picture, block, at, true);
        }
        picture
    }

    fn draw(&self, picture: &mut [bool], block: usize, at: u16, taken: bool) {
        for &(down, right) in &self.kinds[self.kind_at[block]].cells {
            picture[(i32::from(at) + down * self.width + right) as usize] = taken;
        }
    }

    /// Where one block can be after one move, itself not in the picture.
    fn ways(&self, picture: &[bool], block: usize, at: u16, metric: Metric) -> Vec<u16> {
        let mut reached = vec![at];
        let mut next = 0;
        while next < reached.len() {
            for towards in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let mut last = reached[next];
                while let Some(to) = self.step(picture, block, last, towards) {
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                    last = to;
                    if metric != Metric::Slide {
                        break;
                    }
                }
            }
            next += 1;
            if metric != Metric::Path {
                break;
            }
        }
        reached.remove(0);
        reached
    }

    /// Where a block is one cell further, if it can get there.
    fn step(&self, picture: &[bool], block: usize, at: u16, (down, right): (i32, i32)) -> Option<u16> {
        let kind = &self.kinds[self.kind_at[block]];
        if !kind.freedom.allows((down, right)) {
            return None;
        }
        let (row, column) = (i32::from(at) / self.width + down, i32::from(at) % self.width + right);
        for &(below, beside) in &kind.cells {
            let (row, column) = (row + below, column + beside);
            if !(0..self.height).contains(&row) || !(0..self.width).contains(&column) {
                return None;
            }
            let cell = (row * self.width + column) as usize;
            if picture[cell] || !kind.admitted[cell] {
                return None;
            }
        }
        Some((row * self.width + column) as u16)
    }

    /// Puts the blocks of a kind in order.
    fn sort(&self, position: &mut Position, kind: usize) {
        let first = self.kind_at.partition_point(|&other| other < kind);
        let end = self.kind_at.partition_point(|&other| other <= kind);
        position[first..end].sort_unstable();
    }
}

fn number(width: i32, (row, column): Cell) -> u16 {
    (i32::from(row) * width + i32::from(column)) as u16
}

fn cells_after_first(piece: &Piece) -> Vec<(i32, i32)> {
    let (row, column) = piece.anchor;
    let cells = piece.shape.cells_at(piece.anchor);
    cells.map(|cell| (i32::from(cell.0) - i32::from(row), i32::from(cell.1) - i32::from(column))).collect()
}

fn admitted(puzzle: &Puzzle, piece: &Piece) -> Arc<[bool]> {
    let admits = |floor: &Floor| match *floor {
        Floor::Wall => false,
        Floor::Open => true,
        Floor::Gate(gate) => puzzle.gates[gate].admits.contains(&piece.name),
    };
    puzzle.floor.iter().map(admits).collect()
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::forms::drawn;
    use crate::metric::Metric;
    use crate::problem::Problem;
    use traybit_core::reference::Position;
    use traybit_core::reference::layers::Layers;

    fn rules(text: &str) -> Rules {
        Rules::of(&Problem::from(drawn::read("drawing", text.as_bytes()).expect("a valid drawing")))
    }

    fn after_one_move(rules: &Rules, metric: Metric) -> Vec<Position> {
        let mut found = Vec::new();
        rules.expand(&rules.start(), metric, &mut found);
        found.sort_unstable();
        found
    }

    #[test]
    fn equal_blocks_stand_in_the_order_of_their_cells() {
        let rules = rules("tray:\nabb\na.c\ndd.\n");
        assert_eq!((&rules.start()[..], rules.kinds()), (&[0, 1, 6, 5][..], &[0, 1, 1, 2][..]));
        let steps = [[0, 1, 6, 4], [0, 1, 6, 8], [0, 1, 7, 5]].map(Position::from);
        assert_eq!(after_one_move(&rules, Metric::Step), steps);
    }

    #[test]
    fn the_metrics_differ_in_how_far_one_move_goes() {
        let rules = rules("tray:\na..\n.#.\n");
        let reached = |metric| {
            let all = after_one_move(&rules, metric);
            all.iter().map(|position| position[0]).collect::<Vec<u16>>()
        };
        assert_eq!(reached(Metric::Step), [1, 3]);
        assert_eq!(reached(Metric::Slide), [1, 2, 3]);
        assert_eq!(reached(Metric::Path), [1, 2, 3, 5]);
    }

    #[test]
    fn gates_lines_and_labels_count() {
        let gated = rules("gate +: a\nacross: b\ntray:\na+b\n...\n\ngoal: a 0 2\n");
        assert_eq!(after_one_move(&gated, Metric::Step), [[1, 2], [3, 2]].map(Position::from));
        let told_apart = rules("labels: ab\ntray:\nab.\n\ngoal: b 0 1\n");
        assert_eq!(told_apart.kinds(), [0, 1]);
        assert!(told_apart.is_won(&told_apart.start()));
        let nobody_asks = rules("labels: ab\ntray:\nab.\n");
        assert_eq!(nobody_asks.kinds(), [0, 0]);
        assert!(!nobody_asks.is_won(&nobody_asks.start()));
    }

    /// Klotski has 25,955 positions; the big block is at the exit after 116 steps at the earliest.
    #[test]
    fn klotski_is_known() {
        let rules = rules("tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n");
        let mut layers = Layers::new(rules.start(), |position: &Position, found: &mut Vec<Position>| {
            rules.expand(position, Metric::Step, found);
        });
        let (mut depth, mut nearest) = (0, None);
        while !layers.layer().is_empty() {
            let won = layers.layer().iter().any(|position| rules.is_won(position));
            nearest = nearest.or(won.then_some(depth));
            depth += 1;
            assert!(layers.advance(30_000));
        }
        assert_eq!((layers.positions(), nearest), (25_955, Some(116)));
    }
}

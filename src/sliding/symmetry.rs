//! Symmetries of a tray that take a goal to itself.
//!
//! ```text
//!  a b b c      c b b a      A position and its mirror image are equally far from a goal that is its own mirror
//!  a b b c  ──▶ c b b a      image, so a search for the shortest path needs only one of them. Blocks of equal
//!  . d e e      e e d .      shape are interchangeable: an image is a position of the same classes.
//! ```
//!
//! A square has eight symmetries, any other rectangle four. Those are kept that map walls to walls, each class
//! to one with the transformed shape and places, and each goal to a goal. With the identity they form a group.

use std::collections::HashSet;

use crate::board::Towards;
use crate::{Class, Classes, Freedom};
use traybit_core::grid::Turn;
use traybit_core::sorted;

/// One symmetry, not the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The class that each class becomes: its own, or on a square tray the one turned by a right angle.
    pub classes: Vec<u16>,
    /// Image of a block's anchor, by class and by anchor.
    pub anchors: Vec<Vec<u16>>,
    /// Image of each cell.
    pub cells: Vec<u16>,
    /// True if it changes the parity of the sum of all blocks' rows and columns.
    pub is_odd: bool,
    /// Image of each direction of [`Towards::ALL`].
    pub(crate) directions: [usize; 4],
}

/// True if blocks of one class become blocks of the other.
fn becomes(turn: Turn, class: &Class, other: &Class) -> bool {
    let freedom = match class.freedom {
        Freedom::Across if turn.exchanged => Freedom::Down,
        Freedom::Down if turn.exchanged => Freedom::Across,
        freedom => freedom,
    };
    (freedom, class.label, class.shape.area()) == (other.freedom, other.label, other.shape.area())
        && class.gates == other.gates
        && class.shape.turned(turn) == other.shape
}

impl Symmetry {
    /// All symmetries of a puzzle.
    pub fn all(puzzle: &Classes) -> Vec<Self> {
        let is_square = puzzle.size.height == puzzle.size.width;
        let goals = puzzle.goals.iter().collect();
        let turns = Turn::ALL[1..].iter().filter(|turn| is_square || !turn.exchanged);
        turns.filter_map(|&turn| Self::of(puzzle, &goals, turn)).collect()
    }

    /// The symmetry, if the puzzle has it.
    fn of(puzzle: &Classes, goals: &HashSet<&Vec<Vec<u16>>>, turn: Turn) -> Option<Self> {
        let size = puzzle.size;
        let cells: Vec<u16> = size.all().map(|cell| puzzle.number(turn.cell(size, cell))).collect();
        if !(0..size.cells()).all(|cell| puzzle.is_open(cell) == puzzle.is_open(usize::from(cells[cell]))) {
            return None;
        }
        let mut classes = Vec::new();
        let mut anchors = Vec::new();
        let mut is_odd = false;
        for class in &puzzle.classes {
            let index = puzzle.classes.iter().position(|other| becomes(turn, class, other))?;
            let image = &puzzle.classes[index];
            let places = class.anchors().map(|anchor| {
                let covered = class.shape.cells_at(puzzle.row_column(anchor));
                let place = covered.map(|cell| cells[size.number(cell)]).min()?;
                image.can_stand(place).then_some((anchor, place))
            });
            let places: Vec<(u16, u16)> = places.collect::<Option<_>>()?;
            if class.start.len() != image.start.len() || places.len() != image.anchors().count() {
                return None;
            }
            // The same for all places: the sides of the tray and of the shape decide.
            let parity = |cell: u16| puzzle.row_column(cell).0 + puzzle.row_column(cell).1;
            let changes = places.first().is_some_and(|&(from, to)| (parity(from) + parity(to)) % 2 == 1);
            is_odd ^= class.start.len() % 2 == 1 && changes;
            let mut table = vec![0; size.cells()];
            for (anchor, place) in places {
                table[usize::from(anchor)] = place;
            }
            classes.push(index as u16);
            anchors.push(table);
        }
        let directions = Towards::ALL.map(|towards| {
            let image = turn.direction(towards.offset());
            Towards::ALL.iter().position(|other| other.offset() == image).expect("symmetries turn directions")
        });
        let symmetry = Self { classes, anchors, cells, is_odd, directions };
        puzzle.goals.iter().all(|goal| goals.contains(&symmetry.goal(goal))).then_some(symmetry)
    }

    fn goal(&self, goal: &[Vec<u16>]) -> Vec<Vec<u16>> {
        let mut image = vec![Vec::new(); goal.len()];
        for ((anchors, &class), table) in goal.iter().zip(&self.classes).zip(&self.anchors) {
            image[usize::from(class)] = sorted(anchors.iter().map(|&anchor| table[usize::from(anchor)]));
        }
        image
    }
}

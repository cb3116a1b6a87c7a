//! Assigns the shapes in a drawing without names to pieces.
//!
//! If pieces share shapes, a flow from shapes to classes of equal pieces assigns them so that all counts hold, if possible.
//!
//! ```text
//!   shapes      classes                  All shapes of a connected component are one polyomino, turned: at most 8. Except
//!   xx  ──────▶ A fixed, 1..2            for paint, its classes are as few, so components are small.
//!      └──────▶ B, 3       ◀── x/x
//! ```

use std::collections::{BTreeMap, HashMap};
use std::iter::{repeat, repeat_n};
use std::mem::replace;
use std::ops::RangeInclusive;

use indexmap::IndexMap;

use crate::drawing::letters;
use crate::kinds::{Kinds, next_of};
use crate::pack::{Cell, Pack, Turned, less};
use traybit_core::shape::Shape;

/// The pieces of a puzzle by shape.
#[derive(Debug)]
pub struct Naming<'a> {
    pub(crate) pack: &'a Pack,
    kinds: Kinds,
    /// The classes, which are kinds, with each shape: those with the fewest orientations first.
    shapes: HashMap<Shape, Vec<usize>>,
    /// True if some shape belongs to several classes.
    has_shared: bool,
    /// True if names are the labels of drawings.
    pub(crate) has_letters: bool,
}

/// An assignment of the numbered shapes of one drawing.
struct Flow<'a> {
    /// Classes that each shape may be given to.
    open: Vec<&'a [usize]>,
    /// For each shape, the number assigned to each class.
    given: Vec<BTreeMap<usize, u64>>,
    /// For each class, the number assigned and its maximum.
    load: Vec<u64>,
    room: Vec<u64>,
}

impl<'a> Naming<'a> {
    pub fn of(pack: &'a Pack) -> Self {
        let kinds = Kinds::of(pack);
        let mut order: Vec<usize> = (0..kinds.pieces.len()).collect();
        let key =
            |&kind: &usize| (kinds.orientations[kind].len(), &kinds.orientations[kind], &kinds.colours[kind]);
        order.sort_by(|one, other| key(one).cmp(&key(other)));
        let mut shapes: HashMap<Shape, Vec<usize>> = HashMap::new();
        for kind in order {
            for Turned { shape, .. } in &kinds.orientations[kind] {
                shapes.entry(shape.clone()).or_default().push(kind);
            }
        }
        let has_shared = shapes.values().any(|classes| classes.len() > 1);
        Self { pack, kinds, shapes, has_shared, has_letters: letters(pack).is_ok() }
    }

    /// Classes of the pieces that may lie on these cells, by shape and paint: those with the fewest orientations first.
    pub fn classes(&self, cells: &[Cell]) -> Vec<usize> {
        let shape = Shape::of(cells).0;
        let takes = |class: &usize| {
            let mut turned = self.kinds.orientations[*class].iter();
            turned.any(|turned| turned.shape == shape && self.pack.fitting(turned, cells).is_some())
        };
        self.shapes.get(&shape).into_iter().flatten().copied().filter(takes).collect()
    }

    pub(crate) fn is_of(&self, classes: &[usize], piece: usize) -> bool {
        classes.contains(&self.kinds.of_piece[piece])
    }

    /// True if pieces of several classes may lie on these cells.
    pub(crate) fn is_shared(&self, cells: &[Cell]) -> bool {
        self.has_shared && self.classes(cells).len() > 1
    }

    /// True if the puzzle has an equal piece with another name.
    pub(crate) fn has_equal(&self, piece: usize) -> bool {
        self.kinds.pieces[self.kinds.of_piece[piece]].len() > 1
    }

    /// Assigns a piece to each shape in a drawing, given by its classes; `taken` of each piece are used already. Minimum
    /// counts are met first; pieces with the fewest orientations come first.
    pub fn pieces(&self, shapes: &[Vec<usize>], taken: &[u32]) -> Vec<usize> {
        let mut alike: IndexMap<&[usize], Vec<usize>> = IndexMap::new();
        for (place, classes) in shapes.iter().enumerate() {
            alike.entry(classes).or_default().push(place);
        }
        let (open, places): (Vec<&[usize]>, Vec<Vec<usize>>) = alike.into_iter().unzip();
        let counts = self.pack.pieces.iter().zip(taken);
        let mut left: Vec<_> = counts.map(|(piece, &taken)| less(&piece.counts, taken)).collect();
        let mut waiting: Vec<usize> = places.iter().map(Vec::len).collect();
        let pieces = &self.kinds.pieces;
        let (given, load) = (vec![BTreeMap::new(); open.len()], vec![0; pieces.len()]);
        let mut flow = Flow { open, given, load, room: Vec::new() };
        let bounds: [fn(&RangeInclusive<u32>) -> &u32; 2] = [RangeInclusive::start, RangeInclusive::end];
        for bound in bounds {
            let room = |&piece: &usize| u64::from(*bound(&left[piece]));
            flow.room = pieces.iter().map(|class| class.iter().map(room).sum()).collect();
            for (number, waiting) in waiting.iter_mut().enumerate() {
                while *waiting > 0 && flow.give(number, &mut vec![false; pieces.len()]) {
                    *waiting -= 1;
                }
            }
        }
        let mut given = vec![0; shapes.len()];
        for ((open, counts), places) in flow.open.iter().zip(&flow.given).zip(places) {
            let count = |class: &usize| counts.get(class).map_or(0, |&count| count as usize);
            let classes = open.iter().flat_map(|class| repeat_n(*class, count(class)));
            // Those that exceed the counts, which are checked later, get the first class.
            for (place, class) in places.into_iter().zip(classes.chain(repeat(open[0]))) {
                given[place] = next_of(&pieces[class], &mut left);
            }
        }
        given
    }
}

impl Flow<'_> {
    /// Assigns one more of a shape to a class, moving other shapes to make room if necessary (an augmenting path); false if
    /// that is impossible. The classes in `seen` have been tried.
    fn give(&mut self, number: usize, seen: &mut [bool]) -> bool {
        let open = self.open[number];
        if let Some(&class) = open.iter().find(|&&class| self.load[class] < self.room[class]) {
            self.load[class] += 1;
            *self.given[number].entry(class).or_default() += 1;
            return true;
        }
        for &class in open {
            if replace(&mut seen[class], true) {
                continue;
            }
            for other in 0..self.open.len() {
                let has_some = self.given[other].get(&class).is_some_and(|&count| count > 0);
                if has_some && other != number && self.give(other, seen) {
                    *self.given[other].entry(class).or_default() -= 1;
                    *self.given[number].entry(class).or_default() += 1;
                    return true;
                }
            }
        }
        false
    }
}

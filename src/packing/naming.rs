//! Assigns the shapes in a drawing to pieces, which have no other name there.
//!
//! Where pieces share shapes, a flow from shapes to classes of equal pieces assigns them so that all counts hold, if possible.
//!
//! ```text
//!   shapes      classes                  All shapes of a connected part are one polyomino, turned: it has 8 at most, and
//!   xx  ──────▶ A fixed, 1..2            but for paint its classes are as few, so that parts are small.
//!      └──────▶ B, 3       ◀── x/x
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::mem::replace;
use std::ops::RangeInclusive;

use crate::kinds::{Kinds, next_of};
use crate::pack::{Cell, Pack, Turned, less};
use traybit_core::shape::Shape;

/// The pieces of a puzzle by their shapes.
#[derive(Debug)]
pub struct Naming<'a> {
    pub(crate) pack: &'a Pack,
    kinds: Kinds,
    /// The classes: kinds, those with the fewest orientations first.
    order: Vec<usize>,
    /// The classes that have a shape, ascending.
    shapes: HashMap<Shape, Vec<usize>>,
    /// True if any shape is one of pieces that can be distinguished.
    has_shared: bool,
}

/// An assignment of the shapes of one drawing, which are numbered.
struct Flow<'a> {
    /// Classes that each shape may be given to.
    open: Vec<&'a [usize]>,
    /// Numbers of each shape that each class was given.
    given: Vec<BTreeMap<usize, u64>>,
    /// Numbers that each class was given and may be given.
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
        for (class, &kind) in order.iter().enumerate() {
            for Turned { shape, .. } in &kinds.orientations[kind] {
                shapes.entry(shape.clone()).or_default().push(class);
            }
        }
        let has_shared = shapes.values().any(|classes| classes.len() > 1);
        Self { pack, kinds, order, shapes, has_shared }
    }

    fn of_class(&self, class: usize) -> &[usize] {
        &self.kinds.pieces[self.order[class]]
    }

    /// Classes of the pieces that may lie on some cells, ascending: by their shape, and by their paint.
    pub fn classes(&self, cells: &[Cell]) -> Cow<'_, [usize]> {
        let shape = Shape::of(cells).0;
        let all = self.shapes.get(&shape).map(Vec::as_slice).unwrap_or_default();
        if self.pack.paint.cells.is_empty() {
            return all.into();
        }
        let takes = |class: &usize| {
            let mut turned = self.kinds.orientations[self.order[*class]].iter();
            turned.any(|turned| turned.shape == shape && self.pack.fitting(turned, cells).is_some())
        };
        all.iter().copied().filter(takes).collect()
    }

    pub(crate) fn is_of(&self, classes: &[usize], piece: usize) -> bool {
        classes.iter().any(|&class| self.order[class] == self.kinds.of_piece[piece])
    }

    /// True if several classes may lie on some cells.
    pub(crate) fn is_shared(&self, cells: &[Cell]) -> bool {
        self.has_shared && self.classes(cells).len() > 1
    }

    /// Names a piece for each shape in a drawing, given by its classes, where `taken` of each piece lie elsewhere. Least counts
    /// are met first; the piece with the fewest orientations goes first.
    pub fn pieces(&self, shapes: &[Cow<'_, [usize]>], taken: &[u32]) -> Vec<usize> {
        let mut numbers: HashMap<&[usize], usize> = HashMap::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut open: Vec<&[usize]> = Vec::new();
        for (place, classes) in shapes.iter().enumerate() {
            let number = *numbers.entry(classes).or_insert(open.len());
            if number == open.len() {
                places.push(Vec::new());
                open.push(classes);
            }
            places[number].push(place);
        }
        let mut waiting: Vec<usize> = places.iter().map(Vec::len).collect();
        let (given, load) = (vec![BTreeMap::new(); open.len()], vec![0; self.order.len()]);
        let mut flow = Flow { open, given, load, room: Vec::new() };
        // What there has to be of a piece is given first.
        let bounds: [fn(&RangeInclusive<u32>) -> &u32; 2] = [RangeInclusive::start, RangeInclusive::end];
        for bound in bounds {
            let room = |&piece: &usize| {
                u64::from(bound(&self.pack.pieces[piece].counts).saturating_sub(taken[piece]))
            };
            flow.room =
                (0..self.order.len()).map(|class| self.of_class(class).iter().map(room).sum()).collect();
            for (number, waiting) in waiting.iter_mut().enumerate() {
                while *waiting > 0 && flow.give(number, &mut vec![false; self.order.len()]) {
                    *waiting -= 1;
                }
            }
        }
        let mut of_class: Vec<Vec<usize>> = vec![Vec::new(); self.order.len()];
        for (number, places) in places.into_iter().enumerate() {
            let mut places = places.into_iter();
            for (&class, &count) in &flow.given[number] {
                of_class[class].extend(places.by_ref().take(count as usize));
            }
            // More than there may be: a check of the counts finds them.
            of_class[flow.open[number][0]].extend(places);
        }
        let counts = self.pack.pieces.iter().zip(taken);
        let mut left: Vec<_> = counts.map(|(piece, &taken)| less(&piece.counts, taken)).collect();
        let mut given = vec![0; shapes.len()];
        for (class, places) in of_class.into_iter().enumerate() {
            for place in places {
                given[place] = next_of(self.of_class(class), &mut left);
            }
        }
        given
    }
}

impl Flow<'_> {
    /// Gives one of a shape to a class, if need be by moving other shapes that make room; false if there is none. Classes that
    /// were `seen` have been tried.
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

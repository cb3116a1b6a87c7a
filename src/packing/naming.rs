//! Assigns the shapes in a drawing to pieces, which have no other name there.
//!
//! Where several pieces share shapes, a packing's shapes are given to pieces so that all counts hold, if possible: a flow from
//! shapes to classes of pieces with the same orientations.
//!
//! ```text
//!   shapes      classes                  All shapes of a connected part are one polyomino, turned: it has 8 at most, and
//!   xx  ──────▶ A fixed, 1..2            but for paint its classes are as few, so that parts are small.
//!      └──────▶ B, 3       ◀── x/x
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::iter::successors;
use std::ops::RangeInclusive;

use crate::pack::paint::Painted;
use crate::pack::{Cell, Pack};
use traybit_core::shape::Shape;

type Bound = fn(&RangeInclusive<u32>) -> &u32;

/// The ends of a range: what there has to be of a piece is given first.
const BOUNDS: [Bound; 2] = [RangeInclusive::start, RangeInclusive::end];

/// The pieces of a puzzle by their shapes.
#[derive(Debug)]
pub struct Naming<'a> {
    pack: &'a Pack,
    /// Pieces with the same orientations, paint and colour, and these; those with the fewest orientations first.
    classes: Vec<(Vec<usize>, Vec<Painted>)>,
    /// The classes that have a shape, ascending.
    shapes: HashMap<Shape, Vec<usize>>,
}

/// An assignment of the shapes of one drawing, which are numbered.
struct Flow<'a> {
    /// Classes that each shape may be given to.
    open: Vec<&'a [usize]>,
    /// Numbers of each shape that are not given yet, and that each class was given.
    waiting: Vec<u64>,
    given: Vec<BTreeMap<usize, u64>>,
    /// Numbers that each class was given and may be given.
    load: Vec<u64>,
    room: Vec<u64>,
}

impl<'a> Naming<'a> {
    pub fn of(pack: &'a Pack) -> Self {
        let mut alike: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (number, piece) in pack.pieces.iter().enumerate() {
            let painted = piece.painted();
            let orientations = painted.chunk_by(|one, other| one.shape == other.shape).count();
            alike.entry((orientations, painted, &piece.colour)).or_default().push(number);
        }
        let mut classes = Vec::with_capacity(alike.len());
        let mut shapes: HashMap<Shape, Vec<usize>> = HashMap::new();
        for ((_, painted, _), numbers) in alike {
            for same in painted.chunk_by(|one, other| one.shape == other.shape) {
                shapes.entry(same[0].shape.clone()).or_default().push(classes.len());
            }
            classes.push((numbers, painted));
        }
        Self { pack, classes, shapes }
    }

    /// Classes of the pieces that may lie on some cells, ascending: by their shape, and by their paint.
    pub fn classes(&self, cells: &[Cell]) -> Cow<'_, [usize]> {
        let shape = Shape::of(cells).0;
        let all = self.shapes.get(&shape).map(Vec::as_slice).unwrap_or_default();
        if self.pack.paint.cells.is_empty() {
            return all.into();
        }
        let takes = |class: &usize| {
            let mut ways = self.classes[*class].1.iter().filter(|painted| painted.shape == shape);
            ways.any(|painted| self.pack.takes(painted, cells.iter().copied()))
        };
        all.iter().copied().filter(takes).collect()
    }

    pub(crate) fn is_of(&self, classes: &[usize], piece: usize) -> bool {
        classes.iter().any(|&class| self.classes[class].0.contains(&piece))
    }

    /// True if any shape is one of pieces that can be distinguished.
    pub(crate) fn has_shared(&self) -> bool {
        self.shapes.values().any(|classes| classes.len() > 1)
    }

    /// Names a piece for each shape in a drawing, of one of its classes, where `taken` of each piece lie elsewhere. Least counts
    /// are met first, if possible, and no piece exceeds its count; the piece with the fewest orientations goes first.
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
        let waiting = places.iter().map(|places| places.len() as u64).collect();
        let (given, load) = (vec![BTreeMap::new(); open.len()], vec![0; self.classes.len()]);
        let mut flow = Flow { open, waiting, given, load, room: Vec::new() };
        for bound in BOUNDS {
            flow.room = self.rooms(taken, bound);
            flow.run();
        }
        let mut of_class: Vec<Vec<usize>> = vec![Vec::new(); self.classes.len()];
        for (number, places) in places.into_iter().enumerate() {
            let mut places = places.into_iter();
            for (&class, &count) in &flow.given[number] {
                of_class[class].extend(places.by_ref().take(count as usize));
            }
            // More than there may be: a check of the counts finds them.
            of_class[flow.open[number][0]].extend(places);
        }
        let mut given = vec![0; shapes.len()];
        for (class, places) in of_class.into_iter().enumerate() {
            self.hand_out(class, places, taken, &mut given);
        }
        given
    }

    /// Number of shapes that each class may still be given.
    fn rooms(&self, taken: &[u32], bound: Bound) -> Vec<u64> {
        let room =
            |&piece: &usize| u64::from(bound(&self.pack.pieces[piece].counts).saturating_sub(taken[piece]));
        self.classes.iter().map(|(class, _)| class.iter().map(room).sum()).collect()
    }

    /// Gives places of one class to its pieces: first what there has to be of each.
    fn hand_out(&self, class: usize, places: Vec<usize>, taken: &[u32], given: &mut [usize]) {
        let mut places = places.into_iter();
        let own = &self.classes[class].0;
        let mut had: Vec<u32> = own.iter().map(|&piece| taken[piece]).collect();
        for bound in BOUNDS {
            for (had, &piece) in had.iter_mut().zip(own) {
                let room = bound(&self.pack.pieces[piece].counts).saturating_sub(*had);
                for place in places.by_ref().take(room as usize) {
                    given[place] = piece;
                    *had += 1;
                }
            }
        }
        for place in places {
            given[place] = own[0];
        }
    }
}

impl Flow<'_> {
    /// Gives shapes to classes while there is room; no class has fewer afterwards than before.
    fn run(&mut self) {
        for number in 0..self.open.len() {
            while self.waiting[number] > 0 && self.push(number) {}
        }
    }

    /// Gives some of a shape to a class, if need be by moving other shapes that make room; whether that was possible.
    fn push(&mut self, start: usize) -> bool {
        // How each shape was reached: the one before, and the class between them.
        let mut from: HashMap<usize, (usize, usize)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(number) = queue.pop_front() {
            for &class in self.open[number] {
                if self.load[class] < self.room[class] {
                    self.shift(start, (number, class), &from);
                    return true;
                }
                for next in 0..self.open.len() {
                    let has_some = self.given[next].get(&class).is_some_and(|&count| count > 0);
                    if has_some && next != start && !from.contains_key(&next) {
                        from.insert(next, (number, class));
                        queue.push_back(next);
                    }
                }
            }
        }
        false
    }

    /// Moves the maximum number along the path that was found, whose last shape goes to a class with room: each shape
    /// goes to the class that the next one leaves.
    fn shift(&mut self, start: usize, last: (usize, usize), from: &HashMap<usize, (usize, usize)>) {
        let path: Vec<_> = successors(Some(last), |(number, _)| from.get(number).copied()).collect();
        let moved = path.windows(2).map(|pair| (pair[0].0, pair[1].1));
        let room = self.waiting[start].min(self.room[last.1] - self.load[last.1]);
        let amount = moved.clone().map(|(number, class)| self.given[number][&class]).fold(room, u64::min);
        self.waiting[start] -= amount;
        self.load[last.1] += amount;
        for &(number, class) in &path {
            *self.given[number].entry(class).or_default() += amount;
        }
        for (number, class) in moved {
            *self.given[number].entry(class).or_default() -= amount;
        }
    }
}

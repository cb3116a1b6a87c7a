//! A space of its own for the layered search, in one file: the 2×2×2 cube, whole, in the half-turn metric.
//!
//! ```text
//!        1───2        places of the corners, seen from the front: 0 to 3 on top, 4, 5, 6 below;
//!       /   /│        the corner at the bottom, left and behind stays, so that turning the three
//!      0───3 5        faces that it is not part of reaches everything
//!      │   │/
//!      4───6          key: for each of seven places 5 bits, 3 · corner + twist
//! ```
//!
//! `cargo run --release --example cube` counts the 3,674,160 positions and asserts the published numbers at each distance.

use std::ops::ControlFlow;

use traybit_core::search::compiled::explore;
use traybit_core::search::exploration::Request;
use traybit_core::search::limits::Limits;
use traybit_core::space::{Expander, Move, Neighbours, Sink, Space, UsedMoves};

/// Positions at each distance from the solved cube (half-turn metric), e.g. in J. Scherphuis, "Mini Cube".
const LAYERS: [u64; 12] = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];

/// A quarter turn of a face: four places in a circle, each of which gets the corner of the one before it, twisted so far.
struct Face([(u32, u64); 4]);

/// Up, front and right.
const FACES: [Face; 3] = [
    Face([(0, 0), (1, 0), (2, 0), (3, 0)]),
    Face([(0, 1), (3, 2), (6, 1), (4, 2)]),
    Face([(3, 1), (2, 2), (5, 1), (6, 2)]),
];

struct Cube;

fn corner(key: u64, place: u32) -> u64 {
    key >> (5 * place) & 31
}

fn turned(key: u64, Face(circle): &Face) -> u64 {
    (0..4).fold(key, |next, index| {
        let ((place, twist), (from, _)) = (circle[(index + 1) % 4], circle[index]);
        let (old, new) = (corner(key, place), corner(key, from));
        let twisted = new / 3 * 3 + (new % 3 + twist) % 3;
        next ^ (old ^ twisted) << (5 * place)
    })
}

impl Cube {
    /// Calls `visit` with each successor and the face turned, unless its bit is set in `used`.
    fn turns(
        key: u64,
        used: UsedMoves,
        mut visit: impl FnMut(u64, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (face, turn) in FACES.iter().enumerate().filter(|(face, _)| used >> face & 1 == 0) {
            let mut next = key;
            for _ in 0..3 {
                next = turned(next, turn);
                visit(next, face)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Space<u64> for Cube {
    fn start(&self) -> u64 {
        (0..7).fold(0, |key, place| key | (3 * place) << (5 * place))
    }

    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(Self)
    }

    /// A bit a face: whatever turned it also made its other turns. Two positions of one layer can be a turn apart.
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_moves: true, same_layer: true }
    }
}

impl Expander<u64> for Cube {
    fn is_goal(&mut self, state: &u64) -> bool {
        *state == self.start()
    }

    fn successors(&mut self, &state: &u64, sink: &mut Sink<u64, Move>) {
        let _ = Self::turns(state, 0, |next, face| sink.push(next, Move(face as u64)));
    }

    fn expand(&mut self, states: &[u64], used: &[UsedMoves], sink: &mut Sink<u64, UsedMoves>) {
        for (&state, &used) in states.iter().zip(used) {
            if Self::turns(state, used, |next, face| sink.push(next, 1 << face)).is_break() {
                return;
            }
        }
    }
}

fn main() {
    let explored = explore(&Cube, &Limits::default(), Request::default()).explored;
    for (distance, positions) in explored.sizes.iter().enumerate() {
        println!("{distance:2}  {positions:>9}");
    }
    assert_eq!(explored.sizes, LAYERS);
    println!("{} positions in {:.2?}", explored.cost.positions, explored.cost.time);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_cube_has_the_published_layers() {
        super::main();
    }
}

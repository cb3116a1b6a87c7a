//! Large boards: one board only, each tile taken home by the shortest way, whatever that does to the others.
//!
//! Work is proportional to the moves: where each tile stands is kept up to date.

use std::collections::HashSet;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::rows::gauge::Gauge;
use crate::rows::{Rectangle, Stage, plan};

/// Moves that settle lines until at most `cells` are left in one rectangle (or 3×3), and that rectangle. Both sides
/// are at least 2, and `start` has no obstacle. `check` is called after each tile or two.
///
/// # Errors
/// The first of `check`.
pub fn walk<E>(
    start: &Arrangement,
    cells: usize,
    check: impl Fn() -> Result<(), E>,
) -> Result<(Vec<Direction>, Rectangle), E> {
    let (stages, left) = plan(start.size(), start.rest(), cells);
    if stages.is_empty() {
        return Ok((Vec::new(), left));
    }
    let gauge = Gauge::new(i32::from(start.size().height.max(start.size().width)));
    let mut walker = Walker::new(start);
    for stage in &stages {
        check()?;
        walker.settle(stage, &gauge);
    }
    Ok((walker.moves, left))
}

struct Walker {
    board: Arrangement,
    /// For each tile, called by its home, the cell where it stands.
    stands: Vec<u16>,
    settled: Vec<bool>,
    moves: Vec<Direction>,
}

impl Walker {
    fn new(start: &Arrangement) -> Self {
        let mut stands = vec![0; start.homes().len()];
        for (cell, &home) in (0..=u16::MAX).zip(start.homes()) {
            stands[usize::from(home)] = cell;
        }
        Self { board: start.clone(), stands, settled: vec![false; start.homes().len()], moves: Vec::new() }
    }

    fn settle(&mut self, stage: &Stage, gauge: &Gauge) {
        let (first, last) = stage.cells.both();
        let homes = [first, last.unwrap_or(first)];
        let mut tiles = homes.map(|home| usize::from(self.stands[home]));
        let mut value = gauge.read(stage, self.board.gap(), tiles).value;
        let mut last = None;
        while tiles != homes {
            if let Some((way, next)) = self.onward(stage, gauge, tiles, value, last) {
                tiles = self.slide(way, tiles);
                (last, value) = (Some(way), next);
            } else {
                last = None;
                for way in self.detour(stage, gauge, tiles, value) {
                    tiles = self.slide(way, tiles);
                }
                value = gauge.read(stage, self.board.gap(), tiles).value;
            }
        }
        for home in homes {
            self.settled[home] = true;
        }
    }

    /// A move to a lower value. Values fall by one at a time, so the first is as good as any; on a straight way it is
    /// the one that was made last, and the one that undoes that leads up again.
    fn onward(
        &self,
        stage: &Stage,
        gauge: &Gauge,
        tiles: [usize; 2],
        value: i32,
        last: Option<Direction>,
    ) -> Option<(Direction, i32)> {
        let others =
            Direction::ALL.into_iter().filter(|&way| last != Some(way) && last != Some(way.opposite()));
        let ways = self.ways(last.into_iter().chain(others), self.board.gap(), tiles);
        let mut read = ways.map(|(way, gap, tiles)| (way, gauge.read(stage, gap, tiles).value));
        read.find(|&(_, next)| next < value)
    }

    /// Which of these moves are possible with the gap at a cell, and where it and the followed tiles are then.
    fn ways(
        &self,
        ways: impl IntoIterator<Item = Direction>,
        gap: usize,
        tiles: [usize; 2],
    ) -> impl Iterator<Item = (Direction, usize, [usize; 2])> {
        ways.into_iter().filter_map(move |way| {
            let source = way.source(gap, self.board.size()).filter(|&source| !self.settled[source])?;
            Some((way, source, tiles.map(|cell| if cell == source { gap } else { cell })))
        })
    }

    fn slide(&mut self, way: Direction, tiles: [usize; 2]) -> [usize; 2] {
        let gap = self.board.gap();
        self.board.slide(way);
        self.stands[usize::from(self.board.homes()[gap])] = gap as u16;
        self.moves.push(way);
        tiles.map(|cell| if cell == self.board.gap() { gap } else { cell })
    }

    /// The fewest moves to a value below the present one, of which no single move leads there: breadth-first over the
    /// places of gap and tiles. There are some: two tiles and the gap get anywhere where more than four cells are left.
    fn detour(&self, stage: &Stage, gauge: &Gauge, tiles: [usize; 2], value: i32) -> Vec<Direction> {
        let mut reached = vec![(self.board.gap(), tiles, 0, Direction::Up)];
        let mut seen = HashSet::from([(self.board.gap(), tiles)]);
        let mut next = 0;
        while next < reached.len() {
            let (gap, tiles, ..) = reached[next];
            if gauge.read(stage, gap, tiles).value < value {
                break;
            }
            for (way, gap, tiles) in self.ways(Direction::ALL, gap, tiles) {
                if seen.insert((gap, tiles)) {
                    reached.push((gap, tiles, next, way));
                }
            }
            next += 1;
        }
        let mut moves = Vec::new();
        while next > 0 {
            moves.push(reached[next].3);
            next = reached[next].2;
        }
        moves.reverse();
        moves
    }
}

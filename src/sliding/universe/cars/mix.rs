//! The search of a mix of cars: components, and distances to the goals.
//!
//! ```text
//!   boards    0 1 2 3 4 5 6 …       flooded from the first that is new: a component with its goals
//!   visited   S S . S R . R …       then, if it may hold the hardest board, searched from all of its goals at once
//! ```

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

use crate::universe::cars::boards::{Boards, Lines, RowsPlaced, State};
use crate::universe::shares::{Hardest, Row};

/// Boards between two checks of the limits.
const STRIDE: usize = 1 << 14;

/// The search of a mix; its memory is used again for the next one.
#[derive(Default)]
pub(super) struct Search {
    boards: Boards,
    /// Search of each board so far: [`NEW`], [`SEEN`] as part of a component, or [`REACHED`] from a goal.
    visited: Vec<u8>,
    /// The boards of a component.
    component: Vec<State>,
    /// Those of them that a goal is reached from, by distance.
    queue: Vec<State>,
}

const NEW: u8 = 0;
const SEEN: u8 = 1;
const REACHED: u8 = 2;

impl Search {
    /// Explores the boards that have these cars, with these placements of the rows; cars move any number of cells if
    /// `is_slide`. Distances are left out in components that cannot hold a board `least` moves from its goal.
    pub(super) fn mix(
        &mut self,
        lines: &Lines,
        rows: &[RowsPlaced],
        is_slide: bool,
        least: u32,
        limits: &Limits,
    ) -> Result<Row, GaveUp> {
        let boards = self.boards.place(lines, rows)?;
        self.visited.clear();
        self.visited.resize(boards as usize, NEW);
        let mut row = Row { boards: boards.into(), mixes: 1, ..Row::default() };
        let mut from = 0;
        while let Some(new) = self.visited[from..].iter().position(|&mark| mark == NEW) {
            from += new;
            let (size, goals) = self.flood(lines, from as u32, limits)?;
            let most = row.hardest.map_or(least, |hardest| hardest.moves.max(least));
            // Each move leads to one more board at least.
            let is_searched = goals > 0 && size - goals >= u64::from(most);
            let hardest = is_searched.then(|| self.distances(lines, is_slide, limits)).transpose()?;
            let positions = if goals > 0 { size } else { 0 };
            row.add(Row { components: 1, positions, hardest, ..Row::default() });
        }
        Ok(row)
    }

    /// Collects the component of a board. Returns its numbers of boards and goals.
    fn flood(&mut self, lines: &Lines, from: u32, limits: &Limits) -> Result<(u64, u64), GaveUp> {
        let Self { boards, visited, component, .. } = self;
        component.clear();
        visited[from as usize] = SEEN;
        component.push(boards.state(from));
        let (mut at, mut goals) = (0, 0);
        while let Some(&state) = component.get(at) {
            at += 1;
            if at.is_multiple_of(STRIDE) {
                limits.check()?;
            }
            goals += u64::from(boards.is_goal(state));
            boards.expand(lines, state, false, |next| {
                let mark = &mut visited[next.number as usize];
                if *mark == NEW {
                    *mark = SEEN;
                    component.push(next);
                }
            });
        }
        Ok((at as u64, goals))
    }

    /// Searches the collected component back from all of its goals. Returns the first of the boards that are farthest.
    fn distances(&mut self, lines: &Lines, is_slide: bool, limits: &Limits) -> Result<Hardest, GaveUp> {
        let Self { boards, visited, component, queue } = self;
        queue.clear();
        queue.extend(component.iter().filter(|state| boards.is_goal(**state)));
        for state in &*queue {
            visited[state.number as usize] = REACHED;
        }
        let (mut moves, mut layer) = (0, 0..queue.len());
        loop {
            for at in layer.clone() {
                if (at + 1).is_multiple_of(STRIDE) {
                    limits.check()?;
                }
                boards.expand(lines, queue[at], is_slide, |next| {
                    let mark = &mut visited[next.number as usize];
                    if *mark != REACHED {
                        *mark = REACHED;
                        queue.push(next);
                    }
                });
            }
            if queue.len() == layer.end {
                break;
            }
            moves += 1;
            layer = layer.end..queue.len();
        }
        let start = queue[layer].iter().map(|state| boards.packed(lines, *state)).min();
        Ok(Hardest { moves, start: start.expect("the last layer has a board") })
    }

    pub(super) fn bytes(&self) -> usize {
        let lists = self.component.capacity() + self.queue.capacity();
        self.boards.bytes() + self.visited.capacity() + lists * size_of::<State>()
    }
}

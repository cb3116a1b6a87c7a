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

/// Boards between two looks at the limits.
const STRIDE: usize = 1 << 14;

/// The search of a mix, with room for the next one.
pub(super) struct Search<'a> {
    limits: &'a Limits,
    /// True if a car moves any number of cells with one move.
    is_slide: bool,
    pub(super) boards: Boards,
    /// Search of each board so far: [`NEW`], [`SEEN`] as part of a component, or [`REACHED`] from a goal.
    visited: Vec<u8>,
    /// The boards of a component.
    component: Vec<State>,
    queue: Vec<State>,
}

const NEW: u8 = 0;
const SEEN: u8 = 1;
const REACHED: u8 = 2;

impl<'a> Search<'a> {
    pub(super) fn new(limits: &'a Limits, is_slide: bool) -> Self {
        Self {
            limits,
            is_slide,
            boards: Boards::default(),
            visited: Vec::new(),
            component: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Explores the boards that have these cars, with these placements of the rows. Of components that cannot hold a board
    /// `least` moves from its goal the distances are not searched.
    pub(super) fn mix(
        &mut self,
        lines: &Lines,
        rows: impl Iterator<Item = RowsPlaced>,
        least: u32,
    ) -> Result<Row, GaveUp> {
        let boards = self.boards.place(lines, rows)?;
        self.visited.clear();
        self.visited.resize(boards as usize, NEW);
        let mut row = Row { boards: boards.into(), mixes: 1, ..Row::default() };
        let mut from = 0;
        while let Some(new) = self.visited[from..].iter().position(|&mark| mark == NEW) {
            from += new;
            let (size, goals) = self.flood(lines, self.boards.state(lines, from as u32))?;
            let most = row.hardest.map_or(least, |hardest| hardest.moves.max(least));
            // Each move leads to one more board at least.
            let is_searched = goals > 0 && size - goals >= u64::from(most);
            let hardest = is_searched.then(|| self.distances(lines)).transpose()?;
            let positions = if goals > 0 { size } else { 0 };
            row.add(Row { components: 1, positions, hardest, ..Row::default() });
        }
        Ok(row)
    }

    /// Collects the component of a board. Gives its numbers of boards and goals.
    fn flood(&mut self, lines: &Lines, from: State) -> Result<(u64, u64), GaveUp> {
        let Self { limits, boards, visited, component, .. } = self;
        component.clear();
        visited[from.number as usize] = SEEN;
        component.push(from);
        let (mut at, mut goals) = (0, 0);
        while let Some(&state) = component.get(at) {
            at += 1;
            if at.is_multiple_of(STRIDE) {
                limits.check()?;
            }
            goals += u64::from(boards.is_goal(state));
            boards.expand::<false>(lines, state, |next| {
                let mark = &mut visited[next.number as usize];
                if *mark == NEW {
                    *mark = SEEN;
                    component.push(next);
                }
            });
        }
        Ok((at as u64, goals))
    }

    /// Searches the collected component back from all of its goals. Gives the first of the boards that are farthest.
    fn distances(&mut self, lines: &Lines) -> Result<Hardest, GaveUp> {
        let Self { limits, is_slide, boards, visited, component, queue } = self;
        queue.clear();
        queue.extend(component.iter().filter(|state| boards.is_goal(**state)));
        for state in &*queue {
            visited[state.number as usize] = REACHED;
        }
        let (mut moves, mut layer) = (0, 0..queue.len());
        loop {
            for at in layer.clone() {
                let state = queue[at];
                if (at + 1).is_multiple_of(STRIDE) {
                    limits.check()?;
                }
                let visit = |next: State| {
                    let mark = &mut visited[next.number as usize];
                    if *mark != REACHED {
                        *mark = REACHED;
                        queue.push(next);
                    }
                };
                if *is_slide {
                    boards.expand::<true>(lines, state, visit);
                } else {
                    boards.expand::<false>(lines, state, visit);
                }
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

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let lists = self.component.capacity() + self.queue.capacity();
        self.boards.bytes() + self.visited.capacity() + lists * size_of::<State>()
    }
}

//! Beam search by tours: one state walks through the tree of all kept paths, making moves and taking them back.
//!
//! ```text
//!          ┌ b ─ o            tour:  a b o ↑ c d o ↑ e o
//!   ─ a ─ ─┤     ┌ d ─ o             letters: moves; ↑: back; o: a kept state, whose successors are scored in passing
//!          └ c ──┤
//!                └ e ─ o      a, which all paths share, is made for good
//! ```
//!
//! A move costs what it changes, however large the state is, and nothing is kept but the tour: a byte or two for a kept
//! state. States are told apart by their hashes; a state of a recent layer is not kept again. The search is incomplete and
//! proves nothing. (Beam search: Lowerre, 1976; the tour is folklore of programming contests.)

use crate::{GaveUp, Limits};

/// Kept states between two checks of the limits.
const STRIDE: u32 = 1 << 12;
/// Slots for hashes for each kept state.
const SLOTS: usize = 8;
/// Longest tour for each kept state.
const LENGTH: usize = 16;
/// Number of moves: they are numbered from 0.
const MOVES: u8 = 4;
const BACK: u8 = u8::MAX;
const KEPT: u8 = u8::MAX - 1;

/// State that makes moves and takes them back.
pub trait Walker {
    /// Record of a move, by which it is taken back. Records are pushed, as returning them takes up to a third longer.
    type Undo;

    /// Makes a move, if it is possible and does not undo the last one; returns whether it was.
    fn make(&mut self, step: u8, undos: &mut Vec<Self::Undo>) -> bool;
    /// Takes back the last move.
    fn take_back(&mut self, undo: Self::Undo);
    /// Score of the state (less is better), and its hash.
    fn score(&self) -> (i32, u64);
    /// Number of moves to a goal at least; 0 at one.
    fn least(&self) -> u32;
}

struct Child {
    score: i32,
    parent: u32,
    step: u8,
}

/// Searches with a beam of this width for at most `most` moves to a goal; `positions` counts the successors.
pub fn search<W: Walker>(
    walker: &mut W,
    (width, most): (usize, u32),
    positions: &mut u64,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, GaveUp> {
    let bits = (width * SLOTS).next_power_of_two().ilog2();
    // Slots, two tours, children and their scores.
    let bytes = (4 << bits) + width * (2 * LENGTH + usize::from(MOVES) * (size_of::<Child>() + 4));
    limits.within(bytes).and(limits.has_room(bytes))?;
    let mut seen = vec![0_u32; 1 << bits];
    let (mut made, mut tour, mut next) = (Vec::new(), vec![KEPT], Vec::new());
    let (mut children, mut scores) = (Vec::<Child>::new(), Vec::new());
    let (mut path, mut undos) = (Vec::new(), Vec::new());
    for layer in 1..=most {
        children.clear();
        let mut parent = 0;
        for &step in &tour {
            if step == BACK {
                path.pop();
                take_back(walker, &mut undos);
            } else if step != KEPT {
                path.push(step);
                walker.make(step, &mut undos);
            } else {
                if parent % STRIDE == 0 {
                    limits.check()?;
                }
                for step in 0..MOVES {
                    if !walker.make(step, &mut undos) {
                        continue;
                    }
                    let (least, (score, hash)) = (walker.least(), walker.score());
                    take_back(walker, &mut undos);
                    if least == 0 {
                        made.extend(path.iter().chain([&step]));
                        return Ok(Some(made));
                    }
                    let (slot, tag) = (&mut seen[(hash >> (64 - bits)) as usize], hash as u32);
                    if *slot != tag && layer + least <= most {
                        *slot = tag;
                        children.push(Child { score, parent, step });
                    }
                }
                parent += 1;
            }
        }
        path.drain(..).for_each(|_| take_back(walker, &mut undos));
        if children.is_empty() {
            return Ok(None);
        }
        let (mut limit, mut room) = (i32::MAX, 0);
        if children.len() > width {
            scores.clear();
            scores.extend(children.iter().map(|child| child.score));
            limit = *scores.select_nth_unstable(width).1;
            room = width - children.iter().filter(|child| child.score < limit).count();
        }
        grow(&tour, &children, (limit, room), &mut next);
        loop {
            for step in next.drain(..shared(&next)) {
                walker.make(step, &mut undos);
                made.push(step);
            }
            undos.clear();
            if next.len() <= LENGTH * width {
                break;
            }
            prune(&mut next);
        }
        std::mem::swap(&mut tour, &mut next);
        *positions += children.len() as u64;
    }
    Ok(None)
}

fn take_back<W: Walker>(walker: &mut W, undos: &mut Vec<W::Undo>) {
    if let Some(undo) = undos.pop() {
        walker.take_back(undo);
    }
}

/// Writes the tour of the children that score less than `most`, and of the first `room` that score `most`.
fn grow(tour: &[u8], children: &[Child], (most, mut room): (i32, usize), next: &mut Vec<u8>) {
    next.clear();
    let (mut parent, mut children) = (0, children.iter().peekable());
    for &step in tour {
        match step {
            // A branch without a kept state is cut off.
            BACK if next.last().is_some_and(|&last| last < KEPT) => _ = next.pop(),
            KEPT => {
                while let Some(child) = children.next_if(|child| child.parent == parent) {
                    let has_room = child.score == most && room > 0;
                    room -= usize::from(has_room);
                    if child.score < most || has_room {
                        next.extend([child.step, KEPT, BACK]);
                    }
                }
                parent += 1;
            }
            _ => next.push(step),
        }
    }
    next.truncate(next.iter().rposition(|&step| step == KEPT).map_or(0, |last| last + 1));
}

/// Cuts a tour down to its longest branch at the first fork.
fn prune(tour: &mut Vec<u8>) {
    let (mut depth, mut begin, mut longest) = (0, 0, 0..0);
    for (index, &step) in tour.iter().enumerate() {
        match step {
            BACK => depth -= 1,
            KEPT => {}
            _ => depth += 1,
        }
        if depth == 0 || index + 1 == tour.len() {
            if index + 1 - begin > longest.len() {
                longest = begin..index + 1;
            }
            begin = index + 1;
        }
    }
    tour.truncate(longest.end);
    tour.drain(..longest.start);
    tour.truncate(tour.iter().rposition(|&step| step == KEPT).map_or(0, |last| last + 1));
}

/// Number of moves at the beginning of a tour that all its paths share.
fn shared(tour: &[u8]) -> usize {
    let (mut depth, mut least) = (0, usize::MAX);
    for &step in tour {
        if step < KEPT {
            depth += 1;
        } else {
            depth -= usize::from(step == BACK);
            least = least.min(depth);
        }
    }
    least
}

//! Shortens a path: a shortest path in a neighbourhood of it, which is grown breadth-first from all states of the path at
//! once. (Plan neighbourhood graph search: Nakhost and Müller, ICAPS 2010.)

use std::ops::ControlFlow;

use crate::search::state_set::StateSet;
use crate::space::{Move, Space, Walker};
use crate::{Key, Limits};

/// Maximum size of a neighbourhood, in states for each state of the path …
const PER_STATE: usize = 24;
/// … and as a share of the positions of the search itself, so that it is cheap in comparison.
const SHARE: usize = 4;

/// Returns a path with the same ends as `path` and at most as long; examines about `positions / 4` states.
pub fn shorten<K: Key>(space: &dyn Space<K>, path: Vec<K>, positions: usize, limits: &Limits) -> Vec<K> {
    let room = (path.len() * PER_STATE).min(positions / SHARE).max(path.len());
    if path.len() < 4 || room < 2 * path.len() || limits.check().is_err() {
        return path;
    }
    let (mut near, mut walker) = (StateSet::default(), Walker::new(space));
    for state in &path {
        near.add(state.clone());
    }
    let mut next = 0;
    while near.states.len() < room && next < near.states.len() {
        if limits.check().is_err() {
            return path;
        }
        let state = near.states[next].clone();
        walker.successors(&state, |successor, _| {
            near.add(successor);
            if near.states.len() < room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        next += 1;
    }
    shortest(space, &near, &path, limits)
}

/// The moves that lead from each state of `path` to the next, which is one move away.
pub fn moves_along<K: Key>(space: &dyn Space<K>, path: &[K]) -> Vec<Move> {
    let mut path = path.iter().cloned();
    path.next().map_or_else(Vec::new, |start| moves_through(space, start, path, |state| state))
}

/// The moves from a state through states whose images are those of a path, each one move from the last.
pub(super) fn moves_through<K: Key>(
    space: &dyn Space<K>,
    start: K,
    path: impl Iterator<Item = K>,
    image: impl Fn(K) -> K,
) -> Vec<Move> {
    let (mut state, mut walker) = (start, Walker::new(space));
    path.map(|stop| {
        let mut found = None;
        walker.successors(&state, |successor, step| {
            if image(successor.clone()) != stop {
                return ControlFlow::Continue(());
            }
            found = found.take().or(Some((successor, step)));
            ControlFlow::Break(())
        });
        let (next, step) = found.expect("neighbouring states of a path are one move apart");
        state = next;
        step
    })
    .collect()
}

/// The shortest path inside the neighbourhood between the ends of `path`.
fn shortest<K: Key>(space: &dyn Space<K>, near: &StateSet<K>, path: &[K], limits: &Limits) -> Vec<K> {
    const UNSEEN: u32 = u32::MAX;
    let (Some(first), Some(last)) = (near.find(&path[0]), near.find(&path[path.len() - 1])) else {
        return path.to_vec();
    };
    let mut walker = Walker::new(space);
    // Searched from the end, so that following the parents gives the path in its own order.
    let mut towards = vec![UNSEEN; near.states.len()];
    towards[last as usize] = last;
    let mut queue = vec![last];
    let mut next = 0;
    while towards[first as usize] == UNSEEN && next < queue.len() {
        if limits.check().is_err() {
            return path.to_vec();
        }
        let at = queue[next];
        next += 1;
        walker.successors(&near.states[at as usize], |successor, _| {
            if let Some(found) = near.find(&successor)
                && towards[found as usize] == UNSEEN
            {
                towards[found as usize] = at;
                queue.push(found);
            }
            ControlFlow::Continue(())
        });
    }
    let mut shorter = vec![near.states[first as usize].clone()];
    let mut at = first;
    while at != last {
        at = towards[at as usize];
        shorter.push(near.states[at as usize].clone());
    }
    shorter
}

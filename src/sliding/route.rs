//! Path of one block between two places with the other blocks standing still, in as few straight slides as
//! possible.

use std::collections::HashMap;

use crate::board::{Board, Towards};
use crate::body::Body;
use crate::puzzle::Cell;

/// The places at which a block at `from` stops on its way to `to`, `to` among them and `from` not; empty when the
/// two are equal, none when no path was found among `most_places` places. The block itself must not stand on the board.
pub fn route(board: &Board, body: &Body, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    if from == to {
        return Some(Vec::new());
    }
    // One slide or two are nearly always enough; on an open tray a search would meet thousands of places first.
    let corners = [(from.0, to.1), (to.0, from.1)];
    if corners.contains(&to) && is_clear(board, body, from, to) {
        return Some(vec![to]);
    }
    let mut corners = corners.into_iter();
    if let Some(corner) =
        corners.find(|&corner| is_clear(board, body, from, corner) && is_clear(board, body, corner, to))
    {
        return Some([corner, to].into_iter().filter(|&stop| stop != from).collect());
    }
    search(board, body, from, to, most_places)
}

/// True if a block can slide from one place to another one in its row or column.
fn is_clear(board: &Board, body: &Body, from: Cell, to: Cell) -> bool {
    let towards = match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (std::cmp::Ordering::Less, _) => Towards::Up,
        (std::cmp::Ordering::Greater, _) => Towards::Down,
        (_, std::cmp::Ordering::Less) => Towards::Left,
        _ => Towards::Right,
    };
    let mut at = from;
    while at != to {
        let Some(next) = body.next(board, at, towards) else { return false };
        at = next;
    }
    true
}

fn search(board: &Board, body: &Body, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&stop) = queue.get(next).filter(|_| queue.len() < most_places) {
        next += 1;
        for towards in Towards::ALL {
            let mut at = stop;
            while let Some(reached) = body.next(board, at, towards) {
                at = reached;
                if came_from.contains_key(&at) {
                    continue;
                }
                came_from.insert(at, stop);
                queue.push(at);
                if at == to {
                    return Some(path(&came_from, from, to).split_off(1));
                }
            }
        }
    }
    None
}

/// Path with as few cells as possible: its corners, and `to`.
pub fn nearest(board: &Board, body: &Body, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while !came_from.contains_key(&to) {
        let at = *queue.get(next)?;
        next += 1;
        for reached in Towards::ALL.into_iter().filter_map(|towards| body.next(board, at, towards)) {
            came_from.entry(reached).or_insert_with(|| {
                queue.push(reached);
                at
            });
        }
    }
    let cells = path(&came_from, from, to);
    // A stop is where the path turns, and where it ends.
    let turns = |way: &&[Cell]| way[0].0 != way[2].0 && way[0].1 != way[2].1;
    let corners = cells.windows(3).filter(turns).map(|way| way[1]);
    Some(corners.chain((from != to).then_some(to)).collect())
}

/// The path from `from` to `to`, both among its places, by where each place was come to from.
fn path(came_from: &HashMap<Cell, Cell>, from: Cell, to: Cell) -> Vec<Cell> {
    let back = std::iter::successors(Some(to), |place| came_from.get(place).copied());
    let mut places: Vec<Cell> = back.take_while(|&place| place != from).collect();
    places.push(from);
    places.reverse();
    places
}

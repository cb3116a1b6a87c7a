//! Path of one block between two places with the other blocks standing still, in as few straight slides as
//! possible.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::iter::successors;

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
        (Ordering::Less, _) => Towards::Up,
        (Ordering::Greater, _) => Towards::Down,
        (_, Ordering::Less) => Towards::Left,
        _ => Towards::Right,
    };
    successors(Some(from), |&at| body.next(board, at, towards)).any(|at| at == to)
}

/// The path of fewest slides from one place to another, without `from`; none when it was not found among `most_places`
/// places.
fn search(board: &Board, body: &Body, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while !came_from.contains_key(&to) {
        let stop = *queue.get(next).filter(|_| queue.len() < most_places)?;
        next += 1;
        for towards in Towards::ALL {
            let slide = successors(body.next(board, stop, towards), |&at| body.next(board, at, towards));
            for at in slide {
                came_from.entry(at).or_insert_with(|| {
                    queue.push(at);
                    stop
                });
            }
        }
    }
    let back = successors(Some(to), |place| came_from.get(place).copied());
    let mut path: Vec<Cell> = back.take_while(|&place| place != from).collect();
    path.reverse();
    Some(path)
}

//! Universes of any pieces once more, as plainly as they can be written: pieces as sets of cells, boards as sets of pieces.

use std::collections::{BTreeSet, HashSet};

use traybit_sliding::universe::Ground;

type Piece = BTreeSet<(i32, i32)>;
type Board = BTreeSet<Piece>;

/// The figures of the boards with one number of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub(super) boards: u64,
    pub(super) mixes: u64,
    pub(super) components: u64,
    pub(super) positions: u64,
    /// Moves of the hardest simple puzzle.
    pub(super) moves: Option<u32>,
}

/// The figures by number of pieces, from none on.
pub(super) fn figures(tray: Ground) -> Vec<Figures> {
    let (height, width) = (i32::from(tray.size.height), i32::from(tray.size.width));
    let numbers = (0..height * width).filter(|number| tray.open >> number & 1 == 1);
    let cells: Piece = numbers.map(|number| (number / width, number % width)).collect();
    let boards = all_boards(&cells);
    let mut figures = vec![Figures::default(); cells.len() + 1];
    let (mut mixes, mut known) = (HashSet::new(), HashSet::new());
    for board in &boards {
        let here = &mut figures[board.len()];
        here.boards += 1;
        here.mixes += u64::from(mixes.insert(mix(board)));
        if known.insert(board.clone()) {
            here.components += 1;
            let mut waiting = vec![board.clone()];
            while let Some(board) = waiting.pop() {
                let next = moves(&board, &cells).into_iter().map(|(_, _, next)| next);
                waiting.extend(next.filter(|next| known.insert(next.clone())));
            }
        }
    }
    let over = |piece: &&Piece, cell| piece.contains(&cell);
    let goal = |board: &Board| {
        let piece = board.iter().find(|piece| over(piece, (height - 1, width - 1)))?.clone();
        Some((board.clone(), piece))
    };
    let mut layer: Vec<(Board, Piece)> = boards.iter().filter_map(goal).collect();
    let mut seen: HashSet<(Board, Piece)> = layer.iter().cloned().collect();
    for distance in 0.. {
        let mut next = Vec::new();
        for (board, chosen) in &layer {
            let here = &mut figures[board.len()];
            here.positions += 1;
            if chosen.contains(&(0, 0)) {
                here.moves = Some(distance);
            }
            for (before, after, board) in moves(board, &cells) {
                let position = (board, if before == *chosen { after } else { chosen.clone() });
                if seen.insert(position.clone()) {
                    next.push(position);
                }
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    figures
}

/// Each cell is empty, a piece of its own, or of a piece that there is; pieces must be connected.
fn all_boards(cells: &Piece) -> Vec<Board> {
    let mut boards = vec![Board::new()];
    for &cell in cells {
        let mut more = boards.clone();
        for board in &boards {
            for piece in board.iter().cloned().chain([Piece::new()]) {
                let mut board = board.clone();
                board.remove(&piece);
                board.insert(piece.into_iter().chain([cell]).collect());
                more.push(board);
            }
        }
        boards = more;
    }
    boards.retain(|board| board.iter().all(hangs_together));
    boards
}

fn hangs_together(piece: &Piece) -> bool {
    let mut waiting: Vec<_> = piece.first().copied().into_iter().collect();
    let mut left = piece.clone();
    while let Some((row, column)) = waiting.pop() {
        if left.remove(&(row, column)) {
            waiting.extend([(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]);
        }
    }
    left.is_empty()
}

/// The pieces, moved into the corner of the tray, in order.
fn mix(board: &Board) -> Vec<Piece> {
    let least = |piece: &Piece, of: fn(&(i32, i32)) -> i32| piece.iter().map(of).min().unwrap_or(0);
    let in_corner = |piece: &Piece| {
        let (row, column) = (least(piece, |cell| cell.0), least(piece, |cell| cell.1));
        shifted(piece, (-row, -column))
    };
    let mut mix: Vec<Piece> = board.iter().map(in_corner).collect();
    mix.sort();
    mix
}

fn shifted(piece: &Piece, (down, right): (i32, i32)) -> Piece {
    piece.iter().map(|&(row, column)| (row + down, column + right)).collect()
}

/// All moves along any path: the piece before and after, and the board after.
fn moves(board: &Board, cells: &Piece) -> Vec<(Piece, Piece, Board)> {
    let mut all = Vec::new();
    for piece in board {
        let mut others = board.clone();
        others.remove(piece);
        let free: Piece =
            cells.iter().filter(|&cell| others.iter().all(|other| !other.contains(cell))).copied().collect();
        let (mut places, mut waiting) = (BTreeSet::from([piece.clone()]), vec![piece.clone()]);
        while let Some(place) = waiting.pop() {
            for step in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = shifted(&place, step);
                if next.is_subset(&free) && places.insert(next.clone()) {
                    waiting.push(next.clone());
                    let mut board = others.clone();
                    board.insert(next.clone());
                    all.push((piece.clone(), next, board));
                }
            }
        }
    }
    all
}

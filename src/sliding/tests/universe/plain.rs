//! Boards once more, as plainly as they can be written: pieces as sets of cells, boards as sets of pieces.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use traybit_sliding::universe::Ground;
use traybit_sliding::universe::shares::Explored;

pub(super) type Cells = BTreeSet<(i32, i32)>;
/// The cells of a piece, and whether it is the one that is to get to the goal.
pub(super) type Piece = (Cells, bool);
pub(super) type Board = BTreeSet<Piece>;

/// Boards, mixes, components, positions with a way to the goal, and moves of the hardest start.
pub(super) type Figures = (u64, u64, u64, u64, Option<u32>);

/// The figures that were explored, by number of pieces; those without a board left out.
pub(super) fn explored(found: &Explored) -> BTreeMap<usize, Figures> {
    let rows = found.rows.iter().enumerate().filter(|(_, row)| row.boards > 0);
    let figures = rows.map(|(pieces, row)| {
        let moves = row.hardest.map(|hardest| hardest.moves);
        (pieces, (row.boards, row.mixes, row.components, row.positions, moves))
    });
    figures.collect()
}

/// The open cells of a tray.
pub(super) fn cells(Ground { size, open }: Ground) -> Cells {
    let cells = size.all().filter(|&cell| open >> size.number(cell) & 1 == 1);
    cells.map(|(row, column)| (row.into(), column.into())).collect()
}

/// The figures of all boards by number of pieces: `mix` tells mixes apart, `goals` are positions at the goal, and
/// `is_start` says which positions are starts.
pub(super) fn figures<M: Ord>(
    boards: &[Board],
    moves: impl Fn(&Board) -> Vec<Board>,
    mix: impl Fn(&Board) -> M,
    goals: Vec<Board>,
    is_start: impl Fn(&Board) -> bool,
) -> BTreeMap<usize, Figures> {
    let mut figures: BTreeMap<usize, Figures> = BTreeMap::new();
    let (mut mixes, mut known) = (BTreeSet::new(), HashSet::new());
    for board in boards {
        let here = figures.entry(board.len()).or_default();
        here.0 += 1;
        here.1 += u64::from(mixes.insert(mix(board)));
        here.2 += u64::from(!known.contains(board));
        let mut waiting = vec![board.clone()];
        while let Some(board) = waiting.pop() {
            if known.insert(board.clone()) {
                waiting.extend(moves(&board));
            }
        }
    }
    let mut layer = goals;
    let mut seen: HashSet<Board> = layer.iter().cloned().collect();
    for distance in 0.. {
        let mut next = Vec::new();
        for position in &layer {
            let here = figures.entry(position.len()).or_default();
            here.3 += 1;
            if is_start(position) {
                here.4 = Some(distance);
            }
            next.extend(moves(position).into_iter().filter(|next| seen.insert(next.clone())));
        }
        layer = next;
        if layer.is_empty() {
            return figures;
        }
    }
    unreachable!()
}

/// All moves of one piece: along any path of the steps that `steps` allows it, or one of them if `is_step`.
pub(super) fn moves(
    board: &Board,
    open: &Cells,
    steps: impl Fn(&Cells) -> Vec<(i32, i32)>,
    is_step: bool,
) -> Vec<Board> {
    let mut all = Vec::new();
    for piece @ (cells, is_chosen) in board {
        let mut others = board.clone();
        others.remove(piece);
        let is_free =
            |cell: &(i32, i32)| open.contains(cell) && others.iter().all(|(other, _)| !other.contains(cell));
        let (mut places, mut waiting) = (BTreeSet::from([cells.clone()]), vec![cells.clone()]);
        while let Some(place) = waiting.pop() {
            for step in steps(&place) {
                let next = shifted(&place, step);
                if next.iter().all(is_free) && places.insert(next.clone()) {
                    all.push(others.iter().cloned().chain([(next.clone(), *is_chosen)]).collect());
                    waiting.extend((!is_step).then_some(next));
                }
            }
        }
    }
    all
}

pub(super) fn shifted(cells: &Cells, (down, right): (i32, i32)) -> Cells {
    cells.iter().map(|&(row, column)| (row + down, column + right)).collect()
}

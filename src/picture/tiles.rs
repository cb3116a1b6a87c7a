//! Playbacks of sliding tiles.

use crate::playback::{Aim, Floor, Handling, Move, Piece, Playback};
use traybit_core::shape::Shape;
use traybit_tiles::board::Board;
use traybit_tiles::checker::Game;
use traybit_tiles::solution::RawMove;

/// The playback of a board and a sequence of valid moves. Tiles are coloured by their row in the goal.
///
/// # Errors
/// If a move is impossible: a sentence without its full stop that says why.
pub fn playback<M: Copy + Into<RawMove>>(
    start: &Board,
    goal: &Board,
    moves: &[M],
) -> Result<Playback, String> {
    let size = start.size();
    let width = usize::from(size.width);
    let homes = places(goal);
    let shape = || Shape::rectangle(1, 1);
    let colour = |tile: usize| homes[tile].map_or(usize::from(size.height), |home| home / width);
    let piece = |tile: usize| Piece::new(tile.to_string(), shape(), tile - 1, colour(tile));
    let aim =
        |tile: usize| Some(Aim { class: Some(tile - 1), shape: shape(), corner: size.cell(homes[tile]?) });
    let floor = |cell: usize| if start.is_wall(cell) { Floor::Wall } else { Floor::Open };
    let starts = places(start);
    let tiles = 1..start.numbers().iter().flatten().count();
    let mut playback = Playback {
        pieces: tiles.clone().map(piece).collect(),
        start: tiles.clone().map(|tile| starts[tile].map(|cell| size.cell(cell))).collect(),
        goals: vec![tiles.filter_map(aim).collect()],
        task: task(goal),
        counts: vec![(moves.len() as u64, "move")],
        handling: Handling::Push,
        size,
        floor: (0..size.cells()).map(floor).collect(),
        ..Playback::default()
    };
    let (mut game, mut blank) = (Game::new(start), start.blank());
    for (step, number) in moves.iter().map(|&step| step.into()).zip(1..) {
        let tile =
            game.apply(step).map_err(|reason| format!("move {number} ({step}) is impossible: {reason}"))?;
        playback.moves.push(Move { piece: usize::from(tile) - 1, to: size.cell(blank) });
        // A valid move has a source cell.
        blank = step.direction.source(blank, size).unwrap_or(blank);
    }
    Ok(playback)
}

fn task(goal: &Board) -> String {
    let usual = [
        (goal.in_order(false), "Put the tiles in order, the blank last"),
        (goal.in_order(true), "Put the tiles in order, the blank first"),
    ];
    let usual = usual.into_iter().find(|(board, _)| board == goal);
    usual.map_or("Put the tiles in the goal's order", |(_, words)| words).to_owned()
}

/// The cell of each tile, the blank as 0; none for a tile that a goal does not name.
fn places(board: &Board) -> Vec<Option<usize>> {
    let mut places = vec![None; board.tiles().len()];
    for (cell, tile) in (0..).zip(board.numbers()).filter_map(|(cell, number)| Some((cell, number?))) {
        places[usize::from(tile)] = Some(cell);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::playback;
    use traybit_core::grid::Size;
    use traybit_tiles::board::Board;
    use traybit_tiles::direction::Direction;
    use traybit_tiles::solution::RawMove;

    #[test]
    fn tiles_follow_the_blank() {
        let size = Size { height: 2, width: 3 };
        let start = Board::blank_last(size);
        let step = |direction, tile| RawMove { tile, direction };
        let moves = [step(Direction::Down, Some(3)), step(Direction::Right, None)];
        let playback = playback(&start, &Board::blank_first(size), &moves).unwrap();
        assert_eq!(playback.captions(), ["3 down", "2 right"]);
        assert_eq!(playback.corners_after(2)[1..3], [Some((0, 2)), Some((1, 2))]);
        assert_eq!(playback.pieces.iter().map(|piece| piece.colour).collect::<Vec<_>>(), [0, 0, 1, 1, 1]);
        let wrong = super::playback(&start, &start, &[step(Direction::Down, Some(2))]);
        assert_eq!(wrong.unwrap_err(), "move 1 (2 D) is impossible: the tile above the blank is 3");
    }
}

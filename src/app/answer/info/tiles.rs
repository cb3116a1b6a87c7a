//! A board of tiles described without a search.

use crate::answer::tiles::unsolvable;
use crate::answer::{Body, Object};
use traybit_program::text::counted;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;

/// The description of a board and its goal; `other` is another goal that has a name.
pub(crate) fn tiles(board: &Board, goal: &Board, other: Option<(&'static str, Board)>) -> Body {
    let arrangement = Arrangement::new(board, goal);
    let size = board.size();
    let (manhattan, tiles) = (arrangement.manhattan(), size.cells() - 1);
    let impossible = arrangement.obstacle().map(unsolvable);
    let hint = other.filter(|(_, other)| Arrangement::new(board, other).obstacle().is_none());
    let hint = hint.map(|(name, _)| name).filter(|_| impossible.is_some());
    let rows: Vec<&[u16]> = board.tiles().chunks(size.width.into()).collect();
    let fields = Object::of("tiles.info")
        .with("rows", size.height)
        .with("columns", size.width)
        .with("tiles", rows)
        .maybe("impossible", impossible.as_ref())
        .maybe("solvable_with_goal", hint)
        .maybe("manhattan", impossible.is_none().then_some(manhattan));
    let mut lines =
        vec![format!("{}×{}: {}, 1 blank", size.height, size.width, counted(tiles as u64, "tile"))];
    lines.push(String::new());
    lines.extend(board.to_string().lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    lines.push(impossible.unwrap_or_else(|| {
        format!("Manhattan distance from the goal: at least {}", counted(manhattan, "move"))
    }));
    lines.extend(hint.map(|name| format!("with --goal {name} it has a solution")));
    let text = lines.join("\n") + "\n";
    Body { text, fields }
}

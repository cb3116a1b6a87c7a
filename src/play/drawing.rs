//! Layout of the game's screen, and drawing of the board.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use crate::keys::Mode;
use crate::session::Session;
use traybit_picture::playback::{Aim, Cell, Floor, Handling, Playback, beyond, straight};
use traybit_picture::terminal::board::{Board, Scale};
use traybit_picture::terminal::{Colours, Window, scales};

/// Minimum width of the panel beside the board, and minimum height below it.
const BESIDE: u16 = 20;
const BELOW: u16 = 6;

/// If cells have more rows than `LOW`, the panel must have room for whole sentences: `ROOMY` columns.
const LOW: u16 = 3;
const ROOMY: u16 = 54;

/// Width of the panel beside a board that is larger than the screen.
const BESIDE_LARGE: u16 = 30;

/// Maximum number of rows of a cell, and of columns of a label.
const TALLEST: u16 = 8;
const LONGEST_NAME: u16 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) scale: Scale,
    /// The board, or the visible part of it.
    pub(crate) board: Window,
    pub(crate) panel: Rect,
    pub(crate) keys: Rect,
    /// True if the screen is too small for the whole board.
    pub(crate) is_part: bool,
}

impl Places {
    /// Chooses the largest scale at which the board fits beside or above the panel. If none fits, shows the part of the
    /// board around the cell of interest.
    pub(crate) fn of(playback: &Playback, area: Rect, interest: Cell) -> Self {
        let keys = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
        let area = Rect { height: area.height - keys.height, ..area };
        let scales = scales(playback, TALLEST, LONGEST_NAME);
        // Walls around the tray are left out, unless pieces can be laid anywhere beside it.
        let (corner, size) =
            if playback.is_placed_by_hand() { ((0, 0), playback.size) } else { playback.open_box() };
        let fitting = scales.iter().find_map(|&scale| {
            let (columns, rows) = scale.extent(size);
            let fits = |columns: u32, rows: u32| columns <= area.width.into() && rows <= area.height.into();
            let panel = if scale.height > LOW { ROOMY } else { BESIDE };
            let beside = fits(columns + 1 + u32::from(panel), rows);
            (beside || fits(columns, rows + u32::from(BELOW))).then_some((scale, beside))
        });
        let is_part = fitting.is_none();
        let smallest = scales[scales.len() - 1];
        let (scale, beside) = fitting.unwrap_or((smallest, area.width >= 2 * BESIDE_LARGE));
        let (across, down) = scale.extent(size);
        let (columns, rows) = match (is_part, beside) {
            (false, _) => (across as u16, down as u16),
            (true, true) => (area.width - BESIDE_LARGE - 1, area.height),
            (true, false) => (area.width, area.height.saturating_sub(BELOW)),
        };
        // The board is at the top left, the panel beside or below it.
        let board = Rect { width: columns.min(across as u16), height: rows.min(down as u16), ..area };
        let panel = if beside {
            let left = board.width + 2;
            Rect { x: area.x + left, width: area.width.saturating_sub(left), ..area }
        } else {
            Rect { y: area.y + board.height, height: area.height.saturating_sub(board.height), ..area }
        };
        let ((x, y), (left, top), line) =
            (scale.origin(interest), scale.origin(corner), u32::from(scale.lined));
        let begin = |place: u32, start: u32, seen: u16, whole: u32| {
            let (start, seen) = (start - line, u32::from(seen));
            start + place.saturating_sub(start + seen / 2).min(whole.saturating_sub(seen))
        };
        let first = (begin(x, left, board.width, across), begin(y, top, board.height, down));
        Self { scale, board: Window { area: board, first }, panel, keys, is_part }
    }

    /// The cell at a place on the screen, if it is on the board.
    pub(crate) fn cell_at(&self, playback: &Playback, place: Position) -> Option<Cell> {
        let Window { area, first } = self.board;
        if !area.contains(place) {
            return None;
        }
        let ((across, down), line) = (self.scale.pitch(), u32::from(self.scale.lined));
        let row = ((u32::from(place.y - area.y) + first.1).saturating_sub(line) / down) as u16;
        let column = ((u32::from(place.x - area.x) + first.0).saturating_sub(line) / across) as u16;
        (row < playback.size.height && column < playback.size.width).then_some((row, column))
    }
}

/// Draws the board with the places of the goal and the arrows of a hint.
pub(crate) fn draw(session: &Session, places: &Places, colours: Colours, buffer: &mut Buffer) {
    let Session { playback, table, .. } = session;
    let usual = match session.mode {
        Mode::Watch => session.timeline.last().map(|step| step.piece),
        Mode::Play => session.chosen,
    };
    let marked = session.hint.map(|step| step.piece).or(usual);
    let mut board = Board::new(playback, &table.corners, places.scale, colours, marked);
    board.frame = 1;
    // On a board of tiles, only the tiles in their places are marked.
    let is_home = |aim: &&Aim| aim.class.and_then(|class| table.corners[class]) == Some(aim.corner);
    let aims = playback.goals.iter().flatten();
    let aims = aims.filter(|aim| playback.handling != Handling::Push || is_home(aim));
    board.aimed = aims.flat_map(Aim::cells).collect();
    board.draw(buffer, places.board);
    let hint = session.hint.and_then(|step| Some((step, straight(step.from?, step.to)?)));
    let Some((step, (towards, cells))) = hint else { return };
    // The cells that the piece passes or reaches.
    let passed = (1..=cells).filter_map(|cells| beyond(step.from?, towards, cells));
    let passed: HashSet<Cell> = passed.flat_map(|corner| playback.cells_at(step.piece, corner)).collect();
    let is_free = |cell: &Cell| board.covering(*cell).is_none() && playback.floor_at(*cell) != Floor::Wall;
    let (arrow, style) = (["↑", "↓", "←", "→"][towards as usize], colours.aim().add_modifier(Modifier::BOLD));
    for cell in passed.into_iter().filter(is_free) {
        places.board.write(buffer, places.scale.middle(cell), arrow, style);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::{Position, Rect};

    use super::{Places, Scale};
    use crate::table::tests::{board, drawn, pair};
    use traybit_picture::playback::{Cell, Playback};

    fn places(playback: &Playback, width: u16, height: u16, interest: Cell) -> Places {
        Places::of(playback, Rect { x: 0, y: 0, width, height }, interest)
    }

    #[test]
    fn boards_are_as_large_as_the_screen_allows_and_clicks_hit_cells() {
        let (_, playback) = pair("5 4\n0 0 1 1\n", "3 1 4 2\n");
        for (screen, scale, lined) in [
            ((100, 40), (11, 5), true),
            ((100, 20), (5, 2), true),
            ((40, 15), (3, 1), true),
            ((20, 12), (2, 1), false),
        ] {
            let places = places(&playback, screen.0, screen.1, (0, 0));
            assert_eq!(places.scale, Scale { width: scale.0, height: scale.1, lined }, "{screen:?}");
            assert_eq!(u32::from(places.board.area.width), places.scale.extent(playback.size).0);
            assert!(places.panel.right() <= screen.0 && places.panel.bottom() < screen.1);
        }
        let (_, tiles) = board();
        assert_eq!(places(&tiles, 80, 24, (0, 0)).scale, Scale { width: 15, height: 7, lined: true });
        let places = places(&playback, 60, 24, (0, 0));
        let hits = [(0, 0), (4, 2), (9, 6), (31, 19), (33, 0), (0, 21)];
        let hits = hits.map(|(x, y)| places.cell_at(&playback, Position { x, y }));
        assert_eq!(hits, [Some((0, 0)), Some((0, 0)), Some((1, 1)), Some((4, 3)), None, None]);
    }

    #[test]
    fn walls_around_a_tray_take_no_room() {
        let (_, framed) = drawn("tray:\n#####\n#ab.#\n#####\n\ngoal: a 1 3\n");
        let (_, bare) = drawn("tray:\nab.\n\ngoal: a 0 2\n");
        let [framed, bare] = [(&framed, (1, 1)), (&bare, (0, 0))].map(|(playback, first)| {
            let places = places(playback, 80, 24, first);
            (places.board.area, places.cell_at(playback, Position { x: 1, y: 1 }))
        });
        assert_eq!((framed.0, framed.1, bare.1), (bare.0, Some((1, 1)), Some((0, 0))));
    }

    #[test]
    fn a_board_larger_than_the_screen_is_seen_round_a_cell() {
        let (_, playback) = pair("256 256\n0 0 1 1\n", "3 1 4 2\n");
        for (cell, first) in [((0, 0), (0, 0)), ((100, 100), (76, 81)), ((255, 255), (207, 217))] {
            let places = places(&playback, 80, 40, cell);
            assert_eq!(
                (places.board.area.width, places.board.area.height, places.board.first),
                (49, 39, first)
            );
        }
        // A screen too small for anything is not an error.
        for (width, height) in [(0, 0), (1, 1), (3, 2), (80, 1)] {
            places(&playback, width, height, (0, 0));
        }
    }
}

//! The place of the board on the screen, and the scale that it is drawn at. A character is about twice as high as it is
//! wide, so cells are, too.

use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use traybit_picture::playback::{Cell, Handling, Playback};
use traybit_picture::terminal::board::Scale;

/// The narrowest panel beside the board, and the lowest below it.
const BESIDE: u16 = 20;
const BELOW: u16 = 6;

/// Cells of more rows than this leave the panel room for whole sentences: this many columns.
const LOW: u16 = 3;
const ROOMY: u16 = 54;

/// The panel beside a board that is larger than the screen.
const BESIDE_LARGE: u16 = 30;

/// The most columns for a name.
const LONGEST_NAME: u16 = 5;

/// All scales for a playback, the largest first.
fn scales(playback: &Playback) -> Vec<Scale> {
    let names = playback.pieces.iter().map(|piece| Span::raw(piece.label.as_str()).width() as u16);
    let name = names.max().unwrap_or(1).clamp(1, LONGEST_NAME);
    // Numbers side by side need something between them; tiles have a mark beside the number.
    let (in_lines, in_flat) = match playback.handling {
        Handling::Push => (name + 2, name + 1),
        _ => (name, name.min(2)),
    };
    let lined = [8, 7, 6, 5, 4, 3, 2, 1].map(|height| Scale {
        width: (2 * height + 1).max(in_lines),
        height,
        lined: true,
    });
    let flat = [2, 1].map(|width| Scale { width: in_flat.max(width), height: 1, lined: false });
    lined.into_iter().chain(flat).collect()
}

/// The places of the board, the panel and the keys on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) scale: Scale,
    /// The board, or as much of it as is seen.
    pub(crate) board: Rect,
    /// Column and row of the drawing at the board's first place.
    pub(crate) first: (u32, u32),
    pub(crate) panel: Rect,
    pub(crate) keys: Rect,
    /// True if the screen is too small for the whole board.
    pub(crate) is_part: bool,
}

impl Places {
    /// The largest scale at which the board fits beside or above the panel; else as much as there is room for, with the
    /// cell of interest in the middle.
    pub(crate) fn of(playback: &Playback, area: Rect, interest: Cell) -> Self {
        let keys = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
        let area = Rect { height: area.height - keys.height, ..area };
        let scales = scales(playback);
        let fitting = scales.iter().find_map(|&scale| {
            let (columns, rows) = scale.extent(playback.size);
            let fits = |columns: u32, rows: u32| columns <= area.width.into() && rows <= area.height.into();
            let panel = if scale.height > LOW { ROOMY } else { BESIDE };
            let beside = fits(columns + 1 + u32::from(panel), rows);
            (beside || fits(columns, rows + u32::from(BELOW))).then_some((scale, beside))
        });
        let is_part = fitting.is_none();
        let smallest = scales[scales.len() - 1];
        let (scale, beside) = fitting.unwrap_or((smallest, area.width >= 2 * BESIDE_LARGE));
        let (across, down) = scale.extent(playback.size);
        let (columns, rows) = match (is_part, beside) {
            (false, _) => (across as u16, down as u16),
            (true, true) => (area.width - BESIDE_LARGE - 1, area.height),
            (true, false) => (area.width, area.height.saturating_sub(BELOW)),
        };
        // The board at the top left, and the panel beside or below it.
        let board = Rect { width: columns.min(across as u16), height: rows.min(down as u16), ..area };
        let panel = if beside {
            let left = board.width + 2;
            Rect { x: area.x + left, width: area.width.saturating_sub(left), ..area }
        } else {
            Rect { y: area.y + board.height, height: area.height.saturating_sub(board.height), ..area }
        };
        let (x, y) = scale.origin(interest);
        let begin = |place: u32, seen: u16, whole: u32| {
            place.saturating_sub(u32::from(seen) / 2).min(whole.saturating_sub(u32::from(seen)))
        };
        let first = (begin(x, board.width, across), begin(y, board.height, down));
        Self { scale, board, first, panel, keys, is_part }
    }

    /// The cell at a place of the screen, if the board is there.
    pub(crate) fn cell_at(&self, playback: &Playback, place: Position) -> Option<Cell> {
        if !self.board.contains(place) {
            return None;
        }
        let (across, down) = self.scale.pitch();
        let cell = |place: u16, begin: u16, first: u32, pitch: u32| {
            (u32::from(place - begin) + first).saturating_sub(u32::from(self.scale.lined)) / pitch
        };
        let row = cell(place.y, self.board.y, self.first.1, down) as u16;
        let column = cell(place.x, self.board.x, self.first.0, across) as u16;
        (row < playback.size.height && column < playback.size.width).then_some((row, column))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::{Position, Rect};

    use super::{Places, Scale};
    use crate::table::tests::{board, pair};
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
            assert_eq!(u32::from(places.board.width), places.scale.extent(playback.size).0);
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
    fn a_board_larger_than_the_screen_is_seen_round_a_cell() {
        let (_, playback) = pair("256 256\n0 0 1 1\n", "3 1 4 2\n");
        for (cell, first) in [((0, 0), (0, 0)), ((100, 100), (76, 81)), ((255, 255), (207, 217))] {
            let places = places(&playback, 80, 40, cell);
            assert_eq!((places.board.width, places.board.height, places.first), (49, 39, first));
        }
        // A screen without room for anything is no error.
        for (width, height) in [(0, 0), (1, 1), (3, 2), (80, 1)] {
            places(&playback, width, height, (0, 0));
        }
    }
}

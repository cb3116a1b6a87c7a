//! Rulers: the numbers of rows and columns along the upper and the left edge, on request.
//!
//! ```text
//!       1 2 3      Open cells are counted from 1, as sentences count them, wherever the board's box begins. Where numbers
//!     1 a b b      would touch, only each second, fifth, tenth … is written.
//!     2 a . b
//! ```

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::playback::Playback;
use crate::terminal::Window;
use crate::terminal::board::{Board, Scale};

/// The rows and the columns that have numbers: each with its place in the board's box, and its number.
pub(crate) struct Rulers {
    pub(crate) rows: Vec<(u16, String)>,
    pub(crate) columns: Vec<(u16, String)>,
}

impl Rulers {
    /// The rulers of a playback that is to have some; `digit` is the breadth and `line` the height of a digit, in cells.
    pub(crate) fn of(playback: &Playback, digit: f64, line: f64) -> Option<Self> {
        let ((top, left), size) = playback.board_box();
        let digits = f64::from(size.width.max(1).ilog10() + 1);
        let numbers = |first: u16, count: u16, apart: f64| {
            let strides = [1, 2, 5, 10, 20, 50];
            let stride = strides.into_iter().find(|&stride| f64::from(stride) >= apart).unwrap_or(100);
            (stride..=count)
                .step_by(stride.into())
                .map(|number| (first + number - 1, number.to_string()))
                .collect()
        };
        let (rows, columns) =
            (numbers(top, size.height, line), numbers(left, size.width, digit * (digits + 1.0)));
        playback.has_rulers.then_some(Self { rows, columns })
    }

    /// The number of digits of the longest number of a row.
    pub(crate) fn breadth(&self) -> usize {
        self.rows.iter().map(|(_, number)| number.len()).max().unwrap_or(0)
    }
}

/// The rulers of a drawing in characters.
pub(crate) fn of_text(playback: &Playback, scale: Scale) -> Option<Rulers> {
    Rulers::of(playback, 1.0 / f64::from(scale.pitch().0), 1.0)
}

impl Board<'_> {
    /// Writes the numbers of rows and columns beside a window that shows the whole board.
    pub(crate) fn write_rulers(&self, buffer: &mut Buffer, Window { area, first }: Window) {
        let Some(Rulers { rows, columns }) = of_text(self.playback, self.scale) else { return };
        for (row, number) in rows {
            let y = area.y + (self.scale.middle((row, 0)).1 - first.1) as u16;
            buffer.set_string(area.x - 1 - number.len() as u16, y, number, Style::new());
        }
        for (column, number) in columns {
            let (x, digits) = (self.scale.middle((0, column)).0 - first.0, number.len() as u32);
            // Labels stand at the right of a cell without lines around it.
            let x = if self.scale.lined {
                x - (digits - 1) / 2
            } else {
                x + u32::from(self.scale.width) / 2 + 1 - digits
            };
            buffer.set_string(area.x + x as u16, area.y - 1, number, Style::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rulers;
    use crate::playback::Playback;
    use crate::tests::drawn;

    #[test]
    fn open_cells_are_counted_from_1_as_far_as_there_is_room() {
        let wide = format!("#{}#", ".".repeat(12));
        let framed =
            Playback { has_rulers: true, ..drawn(&[&"#".repeat(14), &wide, &wide, &"#".repeat(14)]) };
        let numbers = |digit| {
            let Rulers { rows, columns } = Rulers::of(&framed, digit, 0.5).expect("rulers");
            assert_eq!(rows, [(1, "1".to_owned()), (2, "2".to_owned())]);
            columns.into_iter().map(|(column, number)| format!("{number} at {column}")).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0.3).len(), 12);
        assert_eq!(numbers(1.0), ["5 at 5", "10 at 10"]);
        assert!(Rulers::of(&drawn(&["a."]), 0.1, 0.1).is_none());
    }
}

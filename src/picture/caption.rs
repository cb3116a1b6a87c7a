//! The caption below a board: its title, the goal, the legend of its marks, and the moves made.
//!
//! ```text
//!   ╭───────────╮
//!   │   board   │
//!   ╰───────────╯
//!   Title                      bold
//!   Get b to rows 4 and 5,     the goal, in as many lines as it takes
//!   columns 2 and 3
//!   ┆ where blocks have to get   the legend
//!   ▨ gate, for b only
//!   1 2 3                      a drawing of the goal, if the board does not show it
//!   4 5
//!   Move 3 of 90: b left       one line, the only one that changes
//! ```

use crate::label::Face;
use crate::markup::{Area, around, short};
use crate::palette::{AIM, GATE, INK, colour, hex};
use crate::playback::{Mark, Playback};

/// Minimum width of a picture with a caption, in pixels.
const MIN_WIDTH: u32 = 120;

/// Minimum and maximum font size, in pixels.
const SIZES: (f64, f64) = (12.0, 18.0);
/// Distance between lines, in font sizes.
const LEADING: f64 = 1.4;

#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// Left edge of the text, and the width of the lines, in pixels.
    left: f64,
    width: f64,
    em: f64,
    /// The text that does not change.
    pub(super) still: String,
    /// The whole area, which begins right below the board.
    pub(super) area: Area,
    /// The area of the line with the moves made.
    pub(super) moving: Area,
    /// Place of the separate drawing of the goal, whose height `area` includes.
    pub(super) panel: (f64, f64),
}

impl Caption {
    /// The caption of a playback below a board, with room for a drawing `panel` pixels high; `None` if the board is too
    /// narrow.
    pub(super) fn of(playback: &Playback, board: Area, panel: f64) -> Option<Self> {
        if board.width < MIN_WIDTH {
            return None;
        }
        let em = (f64::from(board.width) / 22.0).clamp(SIZES.0, SIZES.1);
        let (left, width) = (f64::from(board.left) + 0.3 * em, f64::from(board.width) - 0.6 * em);
        let top = board.top + board.height as i32;
        let (mut still, mut count) = (String::new(), 0.0);
        let mut add = |text: &str, face: Face, mark: Option<Mark>| {
            let indent = mark.map_or(0.0, |_| 1.3 * em);
            let baseline = |count: f64| f64::from(top) + em * (LEADING * count + 1.1);
            still += &mark.map_or(String::new(), |mark| swatch(mark, (left, baseline(count)), em));
            for line in face.wrapped(text, em, width - indent) {
                let place = (left + indent, baseline(count));
                still += &face.path(&face.line(&line).0, em, place);
                count += 1.0;
            }
        };
        add(playback.title.as_deref().unwrap_or_default(), Face::Bold, None);
        add(&playback.task, Face::Regular, None);
        for (mark, words) in playback.marks() {
            add(words, Face::Regular, Some(mark));
        }
        let has_moves = !playback.progress(0).is_empty();
        let words = if count > 0.0 { em * (LEADING * count + 0.3) } else { 0.0 };
        let end = words + panel;
        let height = end + if has_moves { em * (LEADING + 0.3) } else { 0.0 };
        let area = Area { top, height: height.ceil() as u32, ..board };
        let moving = Area { top: top + end.floor() as i32, height: area.height - end.floor() as u32, ..area };
        let panel = (left, f64::from(top) + words);
        Some(Self { left, width, em, still: inked(&still), area, moving, panel })
    }

    /// The line with the moves made.
    pub(super) fn line(&self, text: &str) -> String {
        let glyphs = Face::Regular.line(self.cut(text)).0;
        let place = (self.left, f64::from(self.moving.top) + 1.1 * self.em);
        inked(&Face::Regular.path(&glyphs, self.em, place))
    }

    /// Shortens the text to the width: leaves out the next move, then the last one.
    fn cut<'a>(&self, text: &'a str) -> &'a str {
        let fits = |text: &&str| Face::Regular.line(text).1 * self.em <= self.width;
        let before = |end| text.split_once(end).map_or(text, |(before, _)| before);
        [text, before("; next"), before(":")].into_iter().find(fits).unwrap_or_default()
    }
}

fn inked(content: &str) -> String {
    around("g", &format!(" fill=\"{}\"", hex(INK)), content)
}

/// A sample of a mark as on the board, in front of the text on a baseline.
fn swatch(mark: Mark, (x, baseline): (f64, f64), em: f64) -> String {
    let size = em * 0.9;
    let [x, y, side] = [x, baseline - 0.8 * em, size].map(short);
    let square = |fill: &str, stroke: &str| {
        format!("<rect fill=\"{fill}\" height=\"{side}\"{stroke} width=\"{side}\" x=\"{x}\" y=\"{y}\"/>\n")
    };
    let hatched = |ground| square(&hex(ground), "") + &square("url(#hatch)", "");
    let dashed = |ink, dashes: [f64; 2], width: &str| {
        let (ink, [dash, gap]) = (hex(ink), dashes.map(|part| short(part * size)));
        square("none", &format!(r#" stroke="{ink}" stroke-dasharray="{dash} {gap}"{width}"#))
    };
    let samples = match mark {
        Mark::Gate => hatched(GATE),
        Mark::Fixed => hatched(colour(7)),
        Mark::Aim => dashed(AIM, [0.2, 0.2], &format!(r#" stroke-width="{}""#, short(0.12 * size))),
        Mark::Exit => dashed(INK, [0.15, 0.25], ""),
    };
    around("g", "", &samples)
}

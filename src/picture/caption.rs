//! The words below a board: its title, the goal, the marks that it has, and the moves made.
//!
//! ```text
//!   ╭───────────╮
//!   │   board   │
//!   ╰───────────╯
//!   Title                      bold
//!   Get b to rows 4 and 5,     the goal, in as many lines as it takes
//!   columns 2 and 3
//!   ▨ gate, for b only         the legend
//!   1 2 3                      the goal drawn, where the board does not show it
//!   4 5
//!   Move 3 of 90: b left       one line, the only one that changes
//! ```
//!
//! Letters are outlines, defined once and used wherever they stand.

use std::collections::BTreeSet;

use crate::label::{Face, Lettering, wrapped};
use crate::markup::{Area, around, document, element, ground, short};
use crate::palette::{GATE, INK, OUTSIDE, colour, hex};
use crate::playback::{Mark, Playback};

/// Narrower pictures have no words, in pixels.
const MIN_WIDTH: u32 = 120;

/// The least and the greatest size of letters, in pixels.
const SIZES: (f64, f64) = (12.0, 18.0);
/// Distance between lines, in sizes of letters.
const LEADING: f64 = 1.4;

#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// Left edge of the words, in pixels, and the width of the lines.
    left: f64,
    width: f64,
    em: f64,
    lines: Vec<Line>,
    /// All of it: the first pixels are those below the board.
    pub(super) area: Area,
    /// The pixels of the line of the moves made.
    pub(super) moving: Area,
    /// Place of the goal's own drawing, its height already counted.
    pub(super) panel: (f64, f64),
    lettering: Lettering,
}

#[derive(Clone, Debug)]
struct Line {
    text: String,
    face: Face,
    mark: Option<Mark>,
}

impl Caption {
    /// The words of a playback below a board, and below them room for a drawing `panel` pixels high; `None` if the board is
    /// too narrow.
    pub(super) fn of(playback: &Playback, board: Area, panel: f64, lettering: &Lettering) -> Option<Self> {
        if board.width < MIN_WIDTH {
            return None;
        }
        let em = (f64::from(board.width) / 22.0).clamp(SIZES.0, SIZES.1);
        let (left, width) = (f64::from(board.left) + 0.3 * em, f64::from(board.width) - 0.6 * em);
        let mut lines = Vec::new();
        let mut add = |text: &str, face: Face, mark: Option<Mark>| {
            let room = (width - indent(mark, em)) / em;
            let fits = |line: &str, word: &str| lettering.line(&format!("{line} {word}"), face).1 <= room;
            for (number, text) in wrapped(text, fits).into_iter().enumerate() {
                lines.push(Line { text, face, mark: mark.filter(|_| number == 0) });
            }
        };
        add(playback.title.as_deref().unwrap_or_default(), Face::Bold, None);
        add(&playback.task, Face::Regular, None);
        for (mark, words) in &playback.legend {
            add(words, Face::Regular, Some(*mark));
        }
        let has_moves = !playback.progress(0).is_empty();
        let words = if lines.is_empty() { 0.0 } else { em * (LEADING * lines.len() as f64 + 0.3) };
        let still = words + panel;
        let height = still + if has_moves { em * (LEADING + 0.3) } else { 0.0 };
        let top = board.top + board.height as i32;
        let area = Area { top, height: height.ceil() as u32, ..board };
        let moving =
            Area { top: top + still.floor() as i32, height: area.height - still.floor() as u32, ..area };
        let panel = (left, f64::from(top) + words);
        Some(Self { left, width, em, lines, area, moving, panel, lettering: lettering.clone() })
    }

    pub(super) fn still(&self) -> String {
        let mut content = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            let baseline = f64::from(self.area.top) + self.em * (LEADING * number as f64 + 1.1);
            content += &line.mark.map_or(String::new(), |mark| self.swatch(mark, baseline));
            content += &self.words(&line.text, line.face, (self.left + indent(line.mark, self.em), baseline));
        }
        around("g", &format!(" fill=\"{}\"", hex(INK)), &content)
    }

    /// The line of the moves made, perhaps on a ground of its own; empty if nothing moves.
    pub(super) fn moving(&self, text: &str, has_ground: bool) -> String {
        if text.is_empty() {
            return String::new();
        }
        let ground = if has_ground { ground(self.moving, OUTSIDE) } else { String::new() };
        let place = (self.left, f64::from(self.moving.top) + 1.1 * self.em);
        let words = self.words(self.cut(text), Face::Regular, place);
        around("g", &format!(" fill=\"{}\"", hex(INK)), &(ground + &words))
    }

    /// Leaves out the next move, then the last one, if there is no room.
    fn cut<'a>(&self, text: &'a str) -> &'a str {
        let fits = |text: &&str| self.lettering.line(text, Face::Regular).1 * self.em <= self.width;
        let before = |end| text.split_once(end).map_or(text, |(before, _)| before);
        [text, before("; next"), before(":")].into_iter().find(fits).unwrap_or_default()
    }

    fn words(&self, text: &str, face: Face, (x, baseline): (f64, f64)) -> String {
        let (name, y, mut content) = (name(face), short(baseline), String::new());
        for (character, origin) in self.lettering.line(text, face).0 {
            let (letter, x) = (u32::from(character), short(x + origin * self.em));
            content += &element("use", &format!("href=\"#{name}-{letter:x}\" x=\"{x}\" y=\"{y}\""));
        }
        content
    }

    /// The outlines of the letters in the lines that stay and in that of the moves made.
    pub(super) fn definitions(&self, moving: &str) -> String {
        let lines = self.lines.iter().map(|line| (&*line.text, line.face));
        self.letters(&lines.chain([(self.cut(moving), Face::Regular)]).collect::<Vec<_>>())
    }

    /// The line of the moves made as a document of its own.
    pub(super) fn moving_document(&self, text: &str) -> String {
        let letters = self.letters(&[(self.cut(text), Face::Regular)]);
        document(self.moving, "", &(letters + &self.moving(text, true)))
    }

    fn letters(&self, lines: &[(&str, Face)]) -> String {
        let outlines = [Face::Regular, Face::Bold].map(|face| {
            let lines = lines.iter().filter(|line| line.1 == face);
            let letters: BTreeSet<char> =
                lines.flat_map(|line| self.lettering.line(line.0, face).0).map(|letter| letter.0).collect();
            self.lettering.outlines(&letters, name(face), self.em, face)
        });
        around("defs", "", &outlines.concat())
    }

    /// A sample of a mark as it is on the board.
    fn swatch(&self, mark: Mark, baseline: f64) -> String {
        let size = self.em * 0.9;
        let [x, y, side] = [self.left, baseline - 0.8 * self.em, size].map(short);
        let square = |fill: &str, stroke: &str| {
            format!(
                "<rect fill=\"{fill}\" height=\"{side}\"{stroke} width=\"{side}\" x=\"{x}\" y=\"{y}\"/>\n"
            )
        };
        let hatched = |ground| square(&hex(ground), "") + &square("url(#hatch)", "");
        let samples = match mark {
            Mark::Gate => hatched(GATE),
            Mark::Fixed => hatched(colour(7)),
            Mark::Exit => {
                let (ink, [dash, gap]) = (hex(INK), [0.15, 0.25].map(|part| short(part * size)));
                square("none", &format!(r#" stroke="{ink}" stroke-dasharray="{dash} {gap}""#))
            }
        };
        around("g", "", &samples)
    }
}

/// The room that a mark takes before its words.
fn indent(mark: Option<Mark>, em: f64) -> f64 {
    mark.map_or(0.0, |_| 1.3 * em)
}

/// The beginning of the names of a face's letters.
fn name(face: Face) -> &'static str {
    ["text", "title"][face as usize]
}

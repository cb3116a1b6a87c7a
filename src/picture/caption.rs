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

use svg::Node;
use svg::node::element::{Definitions, Group, Path, Rectangle, Use};

use crate::area::Area;
use crate::label::{Face, Lettering};
use crate::palette::{GATE, INK, OUTSIDE, colour, hex};
use crate::path::short;
use crate::playback::{Mark, Playback};

/// Narrower pictures have no words, in pixels.
const MIN_WIDTH: u32 = 120;

/// The least and the greatest size of letters, in pixels.
const SIZES: (f64, f64) = (12.0, 18.0);
/// Distance between lines, in sizes of letters.
const LEADING: f64 = 1.4;

/// The words below a board.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// Left edge of the words, in pixels, and the width of the lines.
    left: f64,
    width: f64,
    em: f64,
    lines: Vec<Line>,
    /// The first pixel below the board, and the height of all lines.
    top: i32,
    pub(super) height: u32,
    /// The height of what stays.
    still: f64,
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
    /// The words of a playback below a board that covers so much, and below them room for a drawing of so many pixels;
    /// none where there is no room.
    pub(super) fn of(playback: &Playback, board: Area, panel: f64, lettering: &Lettering) -> Option<Self> {
        if board.width < MIN_WIDTH {
            return None;
        }
        let em = (f64::from(board.width) / 22.0).clamp(SIZES.0, SIZES.1);
        let (left, width) = (f64::from(board.left) + 0.3 * em, f64::from(board.width) - 0.6 * em);
        let mut lines = Vec::new();
        let mut add = |text: &str, face: Face, mark: Option<Mark>| {
            let room = (width - indent(mark, em)) / em;
            for (number, text) in
                wrapped(text, |text| lettering.line(text, face).1 <= room).into_iter().enumerate()
            {
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
        let all = still + if has_moves { em * (LEADING + 0.3) } else { 0.0 };
        let top = board.top + board.height as i32;
        Some(Self {
            left,
            width,
            em,
            lines,
            top,
            height: all.ceil() as u32,
            still,
            panel: (left, f64::from(top) + words),
            lettering: lettering.clone(),
        })
    }

    /// The lines that stay.
    pub(super) fn still(&self, definitions: &mut Definitions) -> Group {
        let (mut group, mut used) = (Group::new().set("fill", hex(INK)), BTreeSet::new());
        for (number, line) in self.lines.iter().enumerate() {
            let baseline = f64::from(self.top) + self.em * (LEADING * number as f64 + 1.1);
            if let Some(mark) = line.mark {
                group = group.add(self.swatch(mark, baseline));
            }
            let x = self.left + indent(line.mark, self.em);
            group = self.write(group, &line.text, line.face, (x, baseline), &mut used);
        }
        self.define(definitions, &used);
        group
    }

    /// The line of the moves made, perhaps on a ground of its own: as many of its parts as fit.
    pub(super) fn moving(&self, text: &str, has_ground: bool, definitions: &mut Definitions) -> Group {
        let (area, mut used) = (self.moving_area(), BTreeSet::new());
        let ground = Rectangle::new().set("x", area.left).set("y", area.top).set("width", area.width);
        let mut group = Group::new().set("fill", hex(INK));
        if has_ground {
            group = group.add(ground.set("height", area.height).set("fill", hex(OUTSIDE)));
        }
        let is_wide = |text: &str| self.lettering.line(text, Face::Regular).1 * self.em > self.width;
        // The next move and the last one are said only where there is room.
        let before = |end| text.split_once(end).map_or(text, |(before, _)| before);
        let text = [text, before("; next"), before(":")].into_iter().find(|text| !is_wide(text));
        let baseline = f64::from(area.top) + 1.1 * self.em;
        group = self.write(group, text.unwrap_or_default(), Face::Regular, (self.left, baseline), &mut used);
        self.define(definitions, &used);
        group
    }

    /// The pixels of the line of the moves made.
    pub(super) fn moving_area(&self) -> Area {
        let top = self.top + self.still.floor() as i32;
        Area {
            top,
            left: (self.left - 0.3 * self.em).round() as i32,
            height: (self.top + self.height as i32 - top) as u32,
            width: (self.width + 0.6 * self.em).round() as u32,
        }
    }

    fn write(
        &self,
        mut group: Group,
        text: &str,
        face: Face,
        (x, baseline): (f64, f64),
        used: &mut BTreeSet<(Face, char)>,
    ) -> Group {
        for (character, origin) in self.lettering.line(text, face).0 {
            let letter = Use::new().set("href", format!("#{}", name(face, character)));
            group = group.add(letter.set("x", short(x + origin * self.em)).set("y", short(baseline)));
            used.insert((face, character));
        }
        group
    }

    fn define(&self, definitions: &mut Definitions, used: &BTreeSet<(Face, char)>) {
        for &(face, character) in used {
            let data = self.lettering.outline(character, self.em, face).unwrap_or_default();
            let path = Path::new().set("id", name(face, character)).set("d", data);
            definitions.append(path);
        }
    }

    /// A sample of a mark as it is on the board.
    fn swatch(&self, mark: Mark, baseline: f64) -> Group {
        let side = self.em * 0.9;
        let square = |fill: String| {
            let square =
                Rectangle::new().set("x", short(self.left)).set("y", short(baseline - 0.8 * self.em));
            square.set("width", short(side)).set("height", short(side)).set("fill", fill)
        };
        let hatched = |ground: String| Group::new().add(square(ground)).add(square("url(#hatch)".to_owned()));
        match mark {
            Mark::Gate => hatched(hex(GATE)),
            Mark::Fixed => hatched(hex(colour(7))),
            Mark::Exit => {
                let dashes = (short(0.15 * side), short(0.25 * side));
                let edge = square("none".to_owned()).set("stroke", hex(INK)).set("stroke-dasharray", dashes);
                Group::new().add(edge)
            }
        }
    }
}

/// The room that a mark takes before its words.
fn indent(mark: Option<Mark>, em: f64) -> f64 {
    mark.map_or(0.0, |_| 1.3 * em)
}

/// The name of a letter's outline.
fn name(face: Face, character: char) -> String {
    let face = match face {
        Face::Regular => "text",
        Face::Bold => "title",
    };
    format!("{face}-{:x}", u32::from(character))
}

/// A text in lines that fit, as far as its words do; none for an empty text.
fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Caption, wrapped};
    use crate::area::Area;
    use crate::label::Lettering;
    use crate::tests::varied;

    #[test]
    fn words_stay_within_their_lines() {
        assert_eq!(wrapped("a bb ccc d", |line| line.len() <= 4), ["a bb", "ccc", "d"]);
        assert_eq!(wrapped(" ", |_| true), Vec::<String>::new());
    }

    #[test]
    fn a_picture_too_narrow_has_no_words() {
        let (mut playback, lettering) = (varied(), Lettering::default());
        playback.task = "Get b to rows 3 and 4, column 5".to_owned();
        let board = |width| Area { top: 0, left: 0, height: 100, width };
        assert!(Caption::of(&playback, board(119), 0.0, &lettering).is_none());
        let caption = Caption::of(&playback, board(160), 0.0, &lettering).expect("room for words");
        assert_eq!(caption.lines.len(), 2);
        let moving = caption.moving_area();
        assert_eq!(moving.top + moving.height as i32, 100 + caption.height as i32);
    }
}

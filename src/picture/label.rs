//! Labels of pieces: their places, and their letters as outlines, so that a picture looks the same everywhere and
//! needs no font.
//!
//! ```text
//!   0 1 2 3 4     A label's middle is a point of the box round the piece, counted in half cells: cells have their
//!   + - + - +     middles at odd rows and columns. It is the middle of the box where the piece covers all that meets
//! 1 | x | x |     there, as in (1, 2) of this bar, and the middle of the cell nearest to the piece's centre of mass
//!   + - + - +     elsewhere.
//! ```

use std::collections::BTreeSet;

use ab_glyph::{Font, FontRef, OutlineCurve, Point};

use crate::markup::{path, short};
use traybit_core::shape::Shape;

/// Height of the middle of a capital or a figure above the baseline, in ems of the font; and of small letters, some
/// of which rise above the others.
const MIDDLE_OF_CAPITALS: f64 = 0.3645;
const MIDDLE_OF_SMALL: f64 = 0.31;

/// The middle of a piece's label in the box round it: (row, column) in half cells.
pub(crate) fn middle(shape: &Shape) -> (u16, u16) {
    let (height, width) = (shape.height(), shape.width());
    let touches = |middle: u16, place: u16| (2 * place + 1).abs_diff(middle) <= 1;
    let meeting = shape.cells().filter(|cell| touches(height, cell.0) && touches(width, cell.1)).count();
    if meeting == (2 - usize::from(height % 2)) * (2 - usize::from(width % 2)) {
        return (height, width);
    }
    let area = shape.area() as i64;
    let sum =
        |part: fn((u16, u16)) -> u16| shape.cells().map(|cell| i64::from(2 * part(cell) + 1)).sum::<i64>();
    let centre = (sum(|cell| cell.0), sum(|cell| cell.1));
    let distance = |cell: (u16, u16)| {
        let away = |sum: i64, place: u16| (sum - area * i64::from(2 * place + 1)).pow(2);
        away(centre.0, cell.0) + away(centre.1, cell.1)
    };
    let nearest = shape.cells().min_by_key(|cell| distance(*cell)).unwrap_or_default();
    (2 * nearest.0 + 1, 2 * nearest.1 + 1)
}

/// The letters that pictures are written with: those of `DejaVu` Sans, by face.
#[derive(Clone, Debug)]
pub(crate) struct Lettering([FontRef<'static>; 2]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Face {
    /// The face of words.
    Regular,
    /// The face of labels and titles.
    Bold,
}

/// A label, ready to be placed. Lengths are in ems.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    /// Its characters, and how far right of the label's middle the origin of each is.
    pub(crate) glyphs: Vec<(char, f64)>,
    /// Distance of the baseline below its middle.
    pub(crate) baseline: f64,
    pub(crate) width: f64,
}

impl Default for Lettering {
    fn default() -> Self {
        let fonts = [dejavu::sans::regular(), dejavu::sans::bold()];
        Self(fonts.map(|bytes| FontRef::try_from_slice(bytes).expect("a font")))
    }
}

impl Lettering {
    /// The font of a face, and the number of its units in an em.
    fn font(&self, face: Face) -> (&FontRef<'static>, f64) {
        let font = &self.0[face as usize];
        (font, font.units_per_em().map_or(1.0, f64::from))
    }

    /// The characters of a line of words that have ink, and how far right of its start the origin of each is; then the
    /// width of the line. Lengths are in ems.
    pub(crate) fn line(&self, text: &str, face: Face) -> (Vec<(char, f64)>, f64) {
        let (font, em) = self.font(face);
        let (mut letters, mut origin) = (Vec::new(), 0.0);
        for character in text.chars() {
            let glyph = font.glyph_id(character);
            if glyph.0 != 0 && font.outline(glyph).is_some() {
                letters.push((character, origin));
            }
            origin += f64::from(font.h_advance_unscaled(glyph)) / em;
        }
        (letters, origin)
    }

    /// The label of a text; none if it is empty or has a character that the font lacks.
    pub(crate) fn label(&self, text: &str) -> Option<Label> {
        let (font, em) = self.font(Face::Bold);
        let (mut glyphs, mut origin, mut ink, mut before) = (Vec::new(), 0.0, None, None);
        for character in text.chars() {
            let glyph = font.glyph_id(character);
            let bounds = font.outline(glyph).filter(|_| glyph.0 != 0)?.bounds;
            origin +=
                before.replace(glyph).map_or(0.0, |before| f64::from(font.kern_unscaled(before, glyph)));
            // The sides of the bounds are those of the ink, in either order.
            let (left, right) = (bounds.min.x.min(bounds.max.x), bounds.min.x.max(bounds.max.x));
            let first = ink.map_or(origin + f64::from(left), |(first, _)| first);
            ink = Some((first, origin + f64::from(right)));
            glyphs.push((character, origin));
            origin += f64::from(font.h_advance_unscaled(glyph));
        }
        let (first, last) = ink?;
        for (_, origin) in &mut glyphs {
            *origin = (*origin - f64::midpoint(first, last)) / em;
        }
        let is_small = text.chars().any(char::is_lowercase);
        let baseline = if is_small { MIDDLE_OF_SMALL } else { MIDDLE_OF_CAPITALS };
        Some(Label { glyphs, baseline, width: (last - first) / em })
    }

    /// The outline of a character as path data (SVG), from its origin on the baseline; an em is that long.
    fn outline(&self, character: char, em: f64, face: Face) -> Option<String> {
        let (font, units) = self.font(face);
        // Fonts count upwards, pictures downwards.
        let place = |number: f32, scale: f64| short(f64::from(number) * scale);
        let point = |point: Point| format!("{} {}", place(point.x, em / units), place(point.y, -em / units));
        let (mut data, mut pen) = (Vec::new(), None);
        for curve in font.outline(font.glyph_id(character))?.curves {
            let (from, to, drawn) = match curve {
                OutlineCurve::Line(from, to) => (from, to, "L".to_owned()),
                OutlineCurve::Quad(from, control, to) => (from, to, format!("Q{} ", point(control))),
                OutlineCurve::Cubic(from, first, second, to) => {
                    (from, to, format!("C{} {} ", point(first), point(second)))
                }
            };
            if pen != Some(from) {
                data.extend(["M".to_owned(), point(from)]);
            }
            data.extend([drawn, point(to)]);
            pen = Some(to);
        }
        Some(data.concat())
    }

    /// The outlines of characters, each with an identifier that begins with `name`.
    pub(crate) fn outlines(&self, letters: &BTreeSet<char>, name: &str, em: f64, face: Face) -> String {
        let outline = |&letter: &char| {
            let data = self.outline(letter, em, face).unwrap_or_default();
            path(&data, &format!("id=\"{name}-{:x}\"", u32::from(letter)))
        };
        letters.iter().map(outline).collect()
    }
}

/// A text in lines that fit, as far as its words do; `fits` decides whether a line has room for one more word.
pub(crate) fn wrapped(text: &str, fits: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(line, word) => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Face, Lettering, middle};
    use traybit_core::shape::Shape;

    #[test]
    fn labels_stand_on_their_pieces() {
        for (cells, expected) in [
            (&[(0, 0)][..], (1, 1)),
            (&[(0, 0), (0, 1), (1, 0), (1, 1)], (2, 2)),
            (&[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], (1, 3)),
            (&[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], (3, 3)),
            (&[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], (1, 3)),
        ] {
            assert_eq!(middle(&Shape::of(cells).0), expected, "{cells:?}");
        }
    }

    #[test]
    fn a_label_is_centred_on_its_ink() {
        let lettering = Lettering::default();
        let label = lettering.label("H").expect("a letter");
        let outline = lettering.outline('H', 100.0, Face::Bold).expect("a letter");
        // H has straight edges: the same room on both sides, and its bar in the middle.
        let numbers = outline.split(|c: char| c.is_ascii_alphabetic() || c == ' ');
        let numbers: Vec<f64> = numbers.filter_map(|part| part.parse().ok()).collect();
        let ends = [0, 1].map(|axis| {
            let places = || numbers.iter().copied().skip(axis).step_by(2);
            (places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max))
        });
        let expected = [-2.0 * label.glyphs[0].1, -2.0 * label.baseline, label.width].map(|ems| 100.0 * ems);
        let seen = [ends[0].0 + ends[0].1, ends[1].0 + ends[1].1, ends[0].1 - ends[0].0];
        assert!(seen.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.1), "{outline}");
    }

    #[test]
    fn texts_that_the_font_lacks_have_no_label() {
        let lettering = Lettering::default();
        for text in ["", "木", "a木", " "] {
            assert_eq!(lettering.label(text), None, "{text}");
        }
        let two = lettering.label("12").expect("two figures");
        assert!(two.glyphs.len() == 2 && two.glyphs[0].1 < 0.0 && two.glyphs[1].1 > -0.1 && two.width > 1.0);
    }
}

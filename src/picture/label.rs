//! Labels of pieces: their glyphs as outlines, so that a picture looks the same everywhere and needs no font.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve, Point};

use crate::markup::{element, short};

/// Height of the middle of a capital or a digit above the baseline, in ems; and that of lower-case letters, some of
/// which have ascenders.
const MIDDLE_OF_CAPITALS: f64 = 0.3645;
const MIDDLE_OF_SMALL: f64 = 0.31;

/// The fonts of pictures: `DejaVu` Sans, by face.
static FONTS: LazyLock<[FontRef<'static>; 2]> = LazyLock::new(|| {
    [dejavu::sans::regular(), dejavu::sans::bold()].map(|font| FontRef::try_from_slice(font).expect("a font"))
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// The face of ordinary text.
    Regular,
    /// The face of labels and titles.
    Bold,
}

/// Visible glyphs of a face, each with the distance of its origin from the start of the text, in ems.
pub(crate) type Glyphs = Vec<(GlyphId, f64)>;

/// A label that is laid out. Lengths are in ems.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    /// Its glyphs in the bold face, relative to the label's middle.
    pub(crate) glyphs: Glyphs,
    /// Distance from its middle down to the baseline.
    pub(crate) baseline: f64,
    pub(crate) width: f64,
}

impl Face {
    /// Its font, and the units per em of that.
    fn font(self) -> (&'static FontRef<'static>, f64) {
        let font = &FONTS[self as usize];
        (font, font.units_per_em().map_or(1.0, f64::from))
    }

    /// The glyphs of a line of text, and its width in ems.
    pub(crate) fn line(self, text: &str) -> (Glyphs, f64) {
        let (font, em) = self.font();
        let (mut glyphs, mut origin, mut before) = (Vec::new(), 0.0, None);
        for glyph in text.chars().map(|character| font.glyph_id(character)) {
            let kerning = before.replace(glyph).map_or(0.0, |before| font.kern_unscaled(before, glyph));
            origin += f64::from(kerning) / em;
            if glyph.0 != 0 && font.outline(glyph).is_some() {
                glyphs.push((glyph, origin));
            }
            origin += f64::from(font.h_advance_unscaled(glyph)) / em;
        }
        (glyphs, origin)
    }

    /// A path along the outlines of glyphs; their text begins at (x, y) on the baseline. Lengths are in pixels.
    pub(crate) fn path(self, glyphs: &[(GlyphId, f64)], em: f64, (x, y): (f64, f64)) -> String {
        let (font, units) = self.font();
        let mut data = String::new();
        for &(glyph, origin) in glyphs {
            // The y axis points up in fonts and down in pictures.
            let point = |point: Point| {
                let [right, up] = [point.x, point.y].map(|part| f64::from(part) * em / units);
                format!("{} {}", short(x + origin * em + right), short(y - up))
            };
            let mut pen = None;
            for curve in font.outline(glyph).into_iter().flat_map(|outline| outline.curves) {
                let (from, to, drawn) = match curve {
                    OutlineCurve::Line(from, to) => (from, to, "L".to_owned()),
                    OutlineCurve::Quad(from, control, to) => (from, to, format!("Q{} ", point(control))),
                    OutlineCurve::Cubic(from, first, second, to) => {
                        (from, to, format!("C{} {} ", point(first), point(second)))
                    }
                };
                if pen.replace(to) != Some(from) {
                    data += &format!("M{}", point(from));
                }
                data += &(drawn + &point(to));
            }
        }
        if data.is_empty() { data } else { element("path", &format!("d=\"{data}\"")) }
    }

    /// Wraps a text at spaces into lines of at most `room` pixels. A word is never split.
    pub(crate) fn wrapped(self, text: &str, em: f64, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match (lines.last_mut(), longer.filter(|longer| self.line(longer).1 * em <= room)) {
                (Some(line), Some(longer)) => *line = longer,
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// The label for a text; `None` if it is empty or has a character that the font lacks.
pub(crate) fn label(text: &str) -> Option<Label> {
    let (font, em) = Face::Bold.font();
    let (mut glyphs, _) = Face::Bold.line(text);
    if glyphs.len() < text.chars().count() {
        return None;
    }
    let ink = |&(glyph, origin): &(GlyphId, f64)| {
        let bounds = font.outline(glyph)?.bounds;
        Some([bounds.min.x, bounds.max.x].map(|side| origin + f64::from(side) / em))
    };
    let ([left, _], [_, right]) = (ink(glyphs.first()?)?, ink(glyphs.last()?)?);
    for (_, origin) in &mut glyphs {
        *origin -= f64::midpoint(left, right);
    }
    let is_small = text.chars().any(char::is_lowercase);
    let baseline = if is_small { MIDDLE_OF_SMALL } else { MIDDLE_OF_CAPITALS };
    Some(Label { glyphs, baseline, width: right - left })
}

#[cfg(test)]
mod tests {
    use super::{Face, label};

    #[test]
    fn a_label_is_centred_on_its_ink() {
        let label = label("H").expect("a letter");
        let path = Face::Bold.path(&label.glyphs, 100.0, (0.0, 100.0 * label.baseline));
        // H has straight edges: equal margins on both sides, and its bar in the middle.
        let numbers = path.split(|c: char| c.is_ascii_alphabetic() || "\" ".contains(c));
        let numbers: Vec<f64> = numbers.filter_map(|part| part.parse().ok()).collect();
        let ends = [0, 1].map(|axis| {
            let places = || numbers.iter().copied().skip(axis).step_by(2);
            (places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max))
        });
        let seen =
            [ends[0].0 + ends[0].1, ends[1].0 + ends[1].1, ends[0].1 - ends[0].0 - 100.0 * label.width];
        assert!(seen.iter().all(|off| off.abs() < 0.1), "{path}");
    }

    #[test]
    fn texts_that_the_font_lacks_have_no_label() {
        for text in ["", "木", "a木", " "] {
            assert_eq!(label(text), None, "{text}");
        }
        let two = label("12").expect("two figures");
        assert!(two.glyphs.len() == 2 && two.glyphs[0].1 < 0.0 && two.glyphs[1].1 > -0.1 && two.width > 1.0);
    }
}

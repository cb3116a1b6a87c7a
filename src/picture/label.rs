//! Labels of pieces: their places, and their letters as outlines, so that a picture looks the same everywhere and
//! needs no font.
//!
//! ```text
//!   0 1 2 3 4     A label's middle is a point of the box round the piece, counted in half cells: cells have their
//!   + - + - +     middles at odd rows and columns. It is the middle of the box where the piece covers all that meets
//! 1 | x | x |     there, as in (1, 2) of this bar, and the middle of the cell nearest to the piece's centre of mass
//!   + - + - +     elsewhere.
//! ```

use ab_glyph::{Font, FontRef, OutlineCurve, Point};

use crate::path::short;
use traybit_core::shape::Shape;

/// Height of the middle of a capital or a figure above the baseline, in ems of the font; and of small letters, some
/// of which rise above the others.
const MIDDLE_OF_CAPITALS: f64 = 0.3645;
const MIDDLE_OF_SMALL: f64 = 0.31;

/// The middle of a piece's label in the box round it: (row, column) in half cells.
pub fn middle(shape: &Shape) -> (u16, u16) {
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

/// The letters that pictures are written with: those of `DejaVu` Sans.
#[derive(Clone, Debug)]
pub struct Lettering {
    bold: FontRef<'static>,
    regular: FontRef<'static>,
}

/// A weight of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// The face of words.
    Regular,
    /// The face of labels and titles.
    Bold,
}

/// A label, ready to be placed. Lengths are in ems.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its characters, and how far right of the label's middle the origin of each is.
    pub glyphs: Vec<(char, f64)>,
    /// Distance of the baseline below its middle.
    pub baseline: f64,
    /// Its width.
    pub width: f64,
}

impl Default for Lettering {
    fn default() -> Self {
        let font = |bytes| FontRef::try_from_slice(bytes).expect("a font");
        Self { bold: font(dejavu::sans::bold()), regular: font(dejavu::sans::regular()) }
    }
}

impl Lettering {
    /// The font of a face, and how many of its units an em is.
    fn font(&self, face: Face) -> (&FontRef<'static>, f64) {
        let font = match face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
        };
        (font, font.units_per_em().map_or(1.0, f64::from))
    }

    /// The characters of a line of words that have ink, and how far right of its start the origin of each is; then the
    /// width of the line. Lengths are in ems.
    pub fn line(&self, text: &str, face: Face) -> (Vec<(char, f64)>, f64) {
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
    pub fn label(&self, text: &str) -> Option<Label> {
        let (font, em) = self.font(Face::Bold);
        let (mut glyphs, mut origin, mut inked) = (Vec::new(), 0.0, None);
        let mut before = None;
        for character in text.chars() {
            let glyph = font.glyph_id(character);
            let outline = font.outline(glyph).filter(|_| glyph.0 != 0)?;
            origin += before.map_or(0.0, |before| f64::from(font.kern_unscaled(before, glyph)));
            let (left, right) = (f64::from(outline.bounds.min.x), f64::from(outline.bounds.max.x));
            // The left and right sides of the bounds are those of the ink, in either order.
            let (first, _) = inked.unwrap_or((origin + left.min(right), 0.0));
            inked = Some((first, origin + left.max(right)));
            glyphs.push((character, origin));
            origin += f64::from(font.h_advance_unscaled(glyph));
            before = Some(glyph);
        }
        let (first, last) = inked?;
        let half = f64::midpoint(first, last);
        let glyphs =
            glyphs.into_iter().map(|(character, origin)| (character, (origin - half) / em)).collect();
        let baseline =
            if text.chars().any(char::is_lowercase) { MIDDLE_OF_SMALL } else { MIDDLE_OF_CAPITALS };
        Some(Label { glyphs, baseline, width: (last - first) / em })
    }

    /// The outline of a character as path data (SVG), from its origin on the baseline; an em is that long.
    pub fn outline(&self, character: char, em: f64, face: Face) -> Option<String> {
        let (font, units) = self.font(face);
        let outline = font.outline(font.glyph_id(character))?;
        let scale = em / units;
        // Fonts count upwards, pictures downwards.
        let point = |point: Point| {
            format!("{} {}", short(f64::from(point.x) * scale), short(f64::from(point.y) * -scale))
        };
        let (mut data, mut pen) = (String::new(), None);
        for curve in outline.curves {
            let (from, to, drawn) = match curve {
                OutlineCurve::Line(from, to) => (from, to, format!("L{}", point(to))),
                OutlineCurve::Quad(from, control, to) => {
                    (from, to, format!("Q{} {}", point(control), point(to)))
                }
                OutlineCurve::Cubic(from, first, second, to) => {
                    (from, to, format!("C{} {} {}", point(first), point(second), point(to)))
                }
            };
            if pen != Some(from) {
                data.push('M');
                data += &point(from);
            }
            data += &drawn;
            pen = Some(to);
        }
        Some(data)
    }
}

#[cfg(test)]
mod tests {
    use super::{Face, Lettering, middle};
    use traybit_core::shape::Shape;

    #[test]
    fn labels_stand_on_their_pieces() {
        assert_eq!(middle(&Shape::rectangle(1, 1)), (1, 1));
        assert_eq!(middle(&Shape::rectangle(2, 3)), (2, 3));
        let jay = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)];
        assert_eq!(middle(&Shape::of(&jay).0), (1, 3));
        let plus = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)];
        assert_eq!(middle(&Shape::of(&plus).0), (3, 3));
        let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        assert_eq!(middle(&Shape::of(&ring).0), (1, 3));
    }

    #[test]
    fn a_label_is_centred_on_its_ink() {
        let lettering = Lettering::default();
        let label = lettering.label("H").expect("a letter");
        let outline = lettering.outline('H', 100.0, Face::Bold).expect("a letter");
        // H has straight edges: the same room on both sides, and its bar in the middle.
        let numbers =
            outline.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter(|part| !part.is_empty());
        let numbers: Vec<f64> = numbers.map(|part| part.parse().expect("a number")).collect();
        let (mut least, mut most) = ([f64::MAX; 2], [f64::MIN; 2]);
        for point in numbers.chunks_exact(2) {
            for axis in 0..2 {
                least[axis] = least[axis].min(point[axis]);
                most[axis] = most[axis].max(point[axis]);
            }
        }
        let right = label.glyphs[0].1 * 100.0;
        assert!((least[0] + most[0] + 2.0 * right).abs() < 0.1, "{outline}");
        assert!((least[1] + most[1] + 200.0 * label.baseline).abs() < 0.1, "{outline}");
        assert!((most[0] - least[0] - label.width * 100.0).abs() < 0.1, "{outline}");
    }

    #[test]
    fn what_the_font_has_not_gives_no_label() {
        let lettering = Lettering::default();
        for text in ["", "木", "a木", " "] {
            assert_eq!(lettering.label(text), None, "{text}");
        }
        let two = lettering.label("12").expect("two figures");
        assert!(two.glyphs.len() == 2 && two.glyphs[0].1 < 0.0 && two.glyphs[1].1 > -0.1 && two.width > 1.0);
    }
}

//! A flame graph: where time goes, as a picture.
//!
//! ```text
//!  ┌───────┐┌────┐
//!  │ hash  ││free│          one box a function, as wide as its samples are many;
//!  ├───────┴┴────┴──┐┌───┐  above it those that it calls, in the order of their names
//!  │ expand         ││ … │
//!  ├────────────────┴┴───┤
//!  │ all samples         │
//!  └─────────────────────┘
//! ```
//!
//! (Brendan Gregg, "The Flame Graph", Communications of the ACM 59(6), 2016.)

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::report::text::counted;

/// The picture's width in pixels.
const WIDTH: f64 = 1200.0;
/// The height of a box, and how far its name stands above its lower edge.
const ROW: usize = 18;
const BELOW_NAME: usize = 5;
/// Room for the sentence above all boxes.
const HEAD: usize = 24;
/// Narrower boxes are left out: nobody sees them.
const LEAST: f64 = 0.3;
/// The width of a letter, about, and of the room left and right of a name.
const LETTER: f64 = 7.0;
const MARGIN: f64 = 3.0;

/// A function, called by the one below it.
#[derive(Default)]
struct Call {
    samples: u64,
    calls: BTreeMap<String, Call>,
}

/// Draws stacks, the outermost function of each first, with the samples that found each; the title is a
/// sentence's beginning.
#[must_use]
pub fn svg(title: &str, stacks: impl IntoIterator<Item = (Vec<String>, u64)>) -> String {
    let mut root = Call::default();
    for (stack, samples) in stacks {
        root.samples += samples;
        let mut call = &mut root;
        for function in stack {
            call = call.calls.entry(function).or_default();
            call.samples += samples;
        }
    }
    let height = HEAD + root.height() * ROW + 1;
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fffdf5\"/>\n\
         <text x=\"{MARGIN}\" y=\"16\">{}: {}; a box tells its name and its share under the pointer</text>\n",
        escaped(title),
        counted(root.samples, "sample"),
    );
    if root.samples > 0 {
        root.draw("all samples", 0.0, height - ROW - 1, WIDTH / root.samples as f64, &mut picture);
    }
    picture.push_str("</svg>\n");
    picture
}

impl Call {
    /// How many boxes stand above each other.
    fn height(&self) -> usize {
        1 + self.calls.values().map(Self::height).max().unwrap_or(0)
    }

    /// Draws this box with its upper left corner there, `scale` pixels a sample, and all above it.
    fn draw(&self, name: &str, left: f64, top: usize, scale: f64, picture: &mut String) {
        let width = self.samples as f64 * scale;
        if width < LEAST {
            return;
        }
        let share = 100.0 * width / WIDTH;
        let letters = ((width - 2.0 * MARGIN) / LETTER) as usize;
        // A string takes all.
        let _ = writeln!(
            picture,
            "<g><title>{}: {}, {share:.1} %</title><rect x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" \
             height=\"{ROW}\" fill=\"{}\" stroke=\"#fffdf5\"/><text x=\"{:.1}\" y=\"{}\">{}</text></g>",
            escaped(name),
            counted(self.samples, "sample"),
            colour(name),
            left + MARGIN,
            top + ROW - BELOW_NAME,
            escaped(&shortened(name, letters)),
        );
        let mut left = left;
        for (name, call) in &self.calls {
            call.draw(name, left, top - ROW, scale, picture);
            left += call.samples as f64 * scale;
        }
    }
}

/// The name, or as much of it as there is room for; hardly any is none.
fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    match letters {
        0..3 => String::new(),
        _ => name.chars().take(letters - 1).chain(['…']).collect(),
    }
}

/// A warm colour, the same for the same name.
fn colour(name: &str) -> String {
    let mixed = name.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("hsl({} 85% {}%)", mixed % 50, 62 + mixed / 50 % 14)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{shortened, svg};

    fn stack(names: &[&str]) -> Vec<String> {
        names.iter().copied().map(str::to_owned).collect()
    }

    #[test]
    fn boxes_are_as_wide_as_their_samples_are_many() {
        let picture = svg(
            "run",
            [
                (stack(&["main", "expand"]), 30),
                (stack(&["main", "Vec<u64>::push"]), 60),
                (stack(&["main"]), 10),
            ],
        );
        for part in [
            "run: 100 samples; a box",
            "<title>all samples: 100 samples, 100.0 %</title><rect x=\"0.0\" y=\"60\" width=\"1200.0\"",
            "<title>main: 100 samples, 100.0 %</title><rect x=\"0.0\" y=\"42\" width=\"1200.0\"",
            "<title>Vec&lt;u64&gt;::push: 60 samples, 60.0 %</title><rect x=\"0.0\" y=\"24\" width=\"720.0\"",
            "<title>expand: 30 samples, 30.0 %</title><rect x=\"720.0\" y=\"24\" width=\"360.0\"",
        ] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn no_samples_are_a_picture_too() {
        let picture = svg("run", []);
        assert!(picture.contains("run: 0 samples") && !picture.contains("<title>"), "{picture}");
    }

    #[test]
    fn names_are_cut_to_their_boxes() {
        assert_eq!(
            [9, 6, 5, 3, 2].map(|letters| shortened("expand", letters)),
            ["expand", "expand", "expa…", "ex…", ""]
        );
    }
}

//! Reduction to 255 colours, for GIF files, whose pixels are one byte.
//!
//! ```text
//!   rrrrrggg gggbbbbb     Colours are counted in boxes, given by the first bits of their parts. A box has the colour
//!                         that is most frequent in it: flat areas keep theirs, and only the blends along edges, which
//!                         are rare, share one. The fullest boxes are kept; the others take the nearest of those.
//! ```

use std::collections::HashMap;

use crate::palette::Colour;

/// The most colours of a palette; one more number stands for pixels that stay.
const MAX_COLOURS: usize = 255;

/// The number of the box that a colour falls into.
pub(super) fn boxed([red, green, blue]: Colour) -> u16 {
    u16::from(red >> 3) << 11 | u16::from(green >> 2) << 5 | u16::from(blue >> 3)
}

/// The number of pixels of each colour.
#[derive(Clone, Debug, Default)]
pub(super) struct Census(HashMap<Colour, u64>);

/// A palette of at most 255 colours, and the colour of each box.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub(super) palette: Vec<Colour>,
    /// Colours, by number of the box.
    places: Vec<u8>,
}

impl Census {
    pub(super) fn count(&mut self, shade: Colour, times: usize) {
        *self.0.entry(shade).or_insert(0) += times as u64;
    }

    /// The palette of the counted colours.
    pub(super) fn reduce(&self) -> Reduced {
        let mut boxes: HashMap<u16, (u64, u64, Colour)> = HashMap::new();
        for (&shade, &count) in &self.0 {
            let entry = boxes.entry(boxed(shade)).or_insert((0, 0, shade));
            entry.0 += count;
            if (count, shade) > (entry.1, entry.2) {
                (entry.1, entry.2) = (count, shade);
            }
        }
        // The fullest first; among equals the order is still always the same.
        let mut fullest: Vec<(u64, u16, Colour)> =
            boxes.into_iter().map(|(number, (count, _, shade))| (count, number, shade)).collect();
        fullest.sort_unstable_by(|one, other| other.cmp(one));
        let kept = &fullest[..fullest.len().min(MAX_COLOURS)];
        let palette: Vec<Colour> = kept.iter().map(|entry| entry.2).collect();
        let nearest = |shade: Colour| {
            let places = (0..palette.len()).min_by_key(|place| distance(palette[*place], shade));
            places.unwrap_or(0) as u8
        };
        let mut places = vec![0; usize::from(u16::MAX) + 1];
        for &(_, number, shade) in &fullest {
            places[usize::from(number)] = nearest(shade);
        }
        Reduced { palette, places }
    }
}

impl Reduced {
    /// The place in the palette of a box that was counted.
    pub(super) fn place(&self, number: u16) -> u8 {
        self.places[usize::from(number)]
    }
}

fn distance(one: Colour, other: Colour) -> u32 {
    (0..3).map(|part| u32::from(one[part].abs_diff(other[part])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::{Census, boxed};

    #[test]
    fn few_colours_stay_what_they_are() {
        let mut census = Census::default();
        let shades = [[0, 0, 0], [255, 255, 255], [232, 93, 78], [125, 196, 138]];
        for shade in shades {
            census.count(shade, 1);
        }
        let reduced = census.reduce();
        assert_eq!(reduced.palette.len(), 4);
        for shade in shades {
            assert_eq!(reduced.palette[usize::from(reduced.place(boxed(shade)))], shade);
        }
    }

    #[test]
    fn of_many_colours_the_frequent_ones_stay() {
        let mut census = Census::default();
        for part in 0..=255 {
            census.count([part, 255 - part, 0], 1);
            census.count([part, 0, part / 2], 1);
            census.count([0, part, 255], 1);
        }
        census.count([200, 100, 50], 1000);
        let reduced = census.reduce();
        assert!(reduced.palette.len() <= 256);
        assert_eq!(reduced.palette[usize::from(reduced.place(boxed([200, 100, 50])))], [200, 100, 50]);
        let near = reduced.palette[usize::from(reduced.place(boxed([9, 0, 4])))];
        assert!(near.iter().zip([9, 0, 4]).all(|(part, shade)| part.abs_diff(shade) <= 16), "{near:?}");
    }
}

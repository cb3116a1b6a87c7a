//! Colours of pieces: bright enough for dark labels, each far from the next.

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

/// Colours of pieces as red, green and blue; the first is for the pieces of the goal.
#[expect(clippy::unreadable_literal, reason = "six digits are a colour as the web writes it")]
const PALETTE: [u32; 24] = [
    0xed6656, 0x7dc48a, 0x6aa9e0, 0xf0c65a, 0xb48fd6, 0x5fc9c4, 0xf2a15f, 0xa3b8cc, 0xd98cb3, 0xb5cf5e,
    0x8c9ee8, 0xd6b08c, 0x58b58f, 0xf08f8f, 0x8fd1f0, 0xe0d86b, 0xc9a6f0, 0x9cd9b0, 0xe8b8c8, 0xc8c0a8,
    0x78c0d8, 0xd8a058, 0xa8a8e0, 0xb0d080,
];

/// Colours of pieces on terminals with 256 colours, near to those above and distinct: numbers in the 6×6×6 cube
/// (16 + 36 red + 6 green + blue).
const CUBE: [u8; 24] = [
    203, 114, 110, 221, 140, 80, 215, 145, 175, 149, 111, 180, 72, 174, 117, 185, 183, 115, 181, 144, 74,
    179, 146, 150,
];

/// The number of a colour on a terminal with 256 colours: 16 to 231 are a cube with six levels each of red, green and blue,
/// and 232 to 255 are greys. Pieces have their own numbers, so that no two look the same.
pub fn nearest(colour: Colour) -> u8 {
    match colour {
        INK => 235,
        WALL => 238,
        GATE => 187,
        AIM => 124,
        colour => {
            (0..CUBE.len()).find(|&piece| self::colour(piece) == colour).map_or(255, |piece| CUBE[piece])
        }
    }
}

/// Colour of a piece; colours repeat after 24 pieces.
pub fn colour(number: usize) -> Colour {
    let [_, red, green, blue] = PALETTE[number % PALETTE.len()].to_be_bytes();
    [red, green, blue]
}

/// A colour as `#rrggbb`.
pub fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

pub const OUTSIDE: Colour = [0xff, 0xff, 0xff];
pub const WALL: Colour = [0x4a, 0x45, 0x40];
/// Free cells.
pub const FLOOR: Colour = [0xf4, 0xef, 0xe6];
/// Free cells for some pieces only.
pub const GATE: Colour = [0xd8, 0xcc, 0xb8];
/// Labels and the edges of pieces.
pub const INK: Colour = [0x2b, 0x28, 0x26];
/// Places of the goal.
pub const AIM: Colour = [0xb0, 0x2a, 0x1e];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{FLOOR, INK, PALETTE, colour, nearest};

    /// The contrast of two colours, 1 to 21, as the Web Content Accessibility Guidelines (2.2) define it.
    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let light = |colour: [u8; 3]| {
            let linear = colour.map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn colours_differ_and_labels_can_be_read() {
        let levels = [0, 95, 135, 175, 215, 255];
        for piece in (0..PALETTE.len()).map(colour) {
            let cube = usize::from(nearest(piece) - 16);
            let seen = [cube / 36, cube / 6 % 6, cube % 6].map(|level| levels[level]);
            let off = piece.iter().zip(seen).map(|(part, seen)| part.abs_diff(seen)).max();
            assert!(off <= Some(40), "{piece:?} is {seen:?} among 256 colours");
            assert!(contrast(piece, INK).min(contrast(seen, INK)) >= 4.5, "{piece:?}");
        }
        // Equal colours would have one number.
        let pieces = (0..24).map(colour).map(nearest).collect::<HashSet<u8>>();
        assert_eq!((pieces.len(), nearest(FLOOR), nearest(colour(25))), (24, 255, 114));
        assert_eq!(colour(25), colour(1));
    }
}

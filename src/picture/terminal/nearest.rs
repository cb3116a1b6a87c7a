//! Colours of terminals that know 256 of them.

use crate::palette::{Colour, in_cube};

/// The levels of red, green and blue in the cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The number of the nearest colour: 16 to 231 are a cube with six levels of red, green and blue each, and 232 to 255 the
/// greys 8, 18, 28 to 238. Pieces have numbers of their own, so that no two are alike.
#[must_use]
pub fn nearest(colour: Colour) -> u8 {
    if let Some(number) = in_cube(colour) {
        return number;
    }
    let off = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let level = |part: u8| (0..6u8).min_by_key(|&level| off(LEVELS[usize::from(level)], part)).unwrap_or(0);
    let [red, green, blue] = colour.map(level);
    let far = |seen: Colour| seen.iter().zip(colour).map(|(&seen, part)| off(seen, part)).sum::<u32>();
    let cube = far([red, green, blue].map(|level| LEVELS[usize::from(level)]));
    let grey = (0..24u8).min_by_key(|grey| far([8 + 10 * grey; 3])).unwrap_or(0);
    if far([8 + 10 * grey; 3]) < cube { 232 + grey } else { 16 + 36 * red + 6 * green + blue }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::nearest;
    use crate::palette::{FLOOR, colour};

    #[test]
    fn colours_have_near_ones_among_256() {
        let known =
            [([0, 0, 0], 16), ([255, 0, 0], 196), ([95, 135, 175], 67), ([8, 8, 8], 232), (FLOOR, 255)];
        assert!(known.iter().all(|&(colour, number)| nearest(colour) == number));
        let pieces: HashSet<u8> = (0..24).map(|number| nearest(colour(number))).collect();
        assert_eq!(pieces.len(), 24);
    }
}

//! Drawings of packings in colours, for terminals of 256 colours.

use std::fmt::Write as _;

use traybit_packing::drawing::write_runs;
use traybit_packing::pack::{Pack, Packing};

/// Backgrounds of the 6×6×6 cube (16 + 36 red + 6 green + blue), all bright enough for black labels; one and the next
/// are far apart. With a colour for the labels, too, they look alike on dark and on light terminals.
const PALETTE: [u8; 24] = [
    203, 114, 75, 221, 176, 80, 215, 147, 148, 211, 79, 187, 111, 209, 120, 183, 179, 117, 204, 150, 141,
    222, 43, 218,
];

/// The drawing of a packing with a colour for each piece; after 24 of them colours come again, and labels do not.
#[must_use]
pub fn coloured(pack: &Pack, packing: &Packing) -> String {
    write_runs(pack, packing, |drawing, piece, run| match piece {
        Some(number) => {
            let background = PALETTE[number % PALETTE.len()];
            // Writing to a string cannot fail.
            let _ = write!(drawing, "\x1b[38;5;16;48;5;{background}m{run}\x1b[0m");
        }
        None => drawing.push_str(run),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{PALETTE, coloured};
    use traybit_packing::drawing::write;
    use traybit_packing::formats::read;
    use traybit_packing::pack::Placed;

    #[test]
    fn a_coloured_drawing_is_the_drawing_between_its_colours() {
        let pack = read("p", &b"piece D: 2\nXX\n\nboard:\n...\n.#.\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 2]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (1, 0)]), placed([(0, 1), (0, 2)])];
        let text = coloured(&pack, &packing);
        let plain: String =
            text.split('\x1b').map(|part| part.split_once('m').map_or(part, |cut| cut.1)).collect();
        assert_eq!(plain, write(&pack, &packing));
        assert_eq!(
            text.lines().next(),
            Some("\x1b[38;5;16;48;5;203m11\x1b[0m\x1b[38;5;16;48;5;114m2222\x1b[0m")
        );
        // What is not coloured ends each row, so that no colour runs over.
        assert!(text.lines().all(|line| line.ends_with("\x1b[0m") || line.ends_with(' ')));
    }

    #[test]
    fn colours_differ() {
        assert_eq!(PALETTE.iter().collect::<HashSet<_>>().len(), PALETTE.len());
    }
}

//! Drawings of packings in colours, for terminals of 256 colours.

use std::fmt::Write as _;

use traybit_packing::drawing::write_runs;
use traybit_packing::pack::{Pack, Packing};
use traybit_picture::palette::colour;
use traybit_picture::terminal::nearest::nearest;

/// The drawing of a packing with a background for each piece and dark labels, which look alike on dark and on light
/// terminals; after 24 pieces colours come again, and labels do not.
#[must_use]
pub fn coloured(pack: &Pack, packing: &Packing) -> String {
    write_runs(pack, packing, |drawing, piece, run| match piece {
        Some(number) => {
            let background = nearest(colour(number));
            // Writing to a string cannot fail.
            let _ = write!(drawing, "\x1b[38;5;16;48;5;{background}m{run}\x1b[0m");
        }
        None => drawing.push_str(run),
    })
}

#[cfg(test)]
mod tests {
    use super::coloured;
    use traybit_packing::drawing::write;
    use traybit_packing::forms::read;
    use traybit_packing::pack::Laid;

    #[test]
    fn a_coloured_drawing_is_the_drawing_between_its_colours() {
        let pack = read("p", &b"piece D: 2\nXX\n\nboard:\n...\n.#.\n"[..]).expect("a puzzle");
        let laid = |cells: [(u16, u16); 2]| Laid { piece: 0, cells: cells.to_vec() };
        let packing = vec![laid([(0, 0), (1, 0)]), laid([(0, 1), (0, 2)])];
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
}

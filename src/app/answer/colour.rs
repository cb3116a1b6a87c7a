//! Drawings of packings in colours.

use traybit_packing::drawing::write_runs;
use traybit_packing::pack::{Pack, Packing};
use traybit_picture::palette::colour;
use traybit_picture::terminal::{Colours, Glyph, written};

/// The drawing of a packing with a colour for each piece, as far as there are colours.
pub(crate) fn coloured(pack: &Pack, packing: &Packing, colours: Colours) -> String {
    let mut rows = vec![Vec::new()];
    let plain = write_runs(pack, packing, |drawing, piece, run| {
        if drawing.ends_with('\n') {
            rows.push(Vec::new());
        }
        let glyph = |character| Glyph { background: piece.map(colour), ..Glyph::plain(character) };
        rows.last_mut().into_iter().for_each(|row: &mut Vec<Glyph>| row.extend(run.chars().map(glyph)));
        drawing.push_str(run);
    });
    if colours == Colours::None { plain } else { written(&rows, colours) }
}

#[cfg(test)]
mod tests {
    use traybit_packing::drawing::write;
    use traybit_packing::formats::read;
    use traybit_packing::pack::Placed;
    use traybit_picture::terminal::Colours;

    use super::coloured;

    #[test]
    fn a_coloured_drawing_is_the_drawing_between_its_colours() {
        let pack = read("p", &b"piece D: 2\nXX\n\nboard:\n...\n.#.\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 2]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (1, 0)]), placed([(0, 1), (0, 2)])];
        for colours in [Colours::None, Colours::Cube, Colours::True] {
            let text = coloured(&pack, &packing, colours);
            let plain: String =
                text.split('\x1b').map(|part| part.split_once('m').map_or(part, |cut| cut.1)).collect();
            let plain = if colours == Colours::None { text.clone() } else { plain };
            // A terminal needs no blanks at the end of a line.
            let drawing: Vec<String> =
                write(&pack, &packing).lines().map(|line| line.trim_end().to_owned()).collect();
            let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
            assert_eq!(lines, drawing, "{text:?}");
            assert_eq!(text.contains('\x1b'), colours != Colours::None);
        }
    }
}

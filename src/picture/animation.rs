//! Playbacks as GIF files: the first picture is whole, each further one is of the cells that a move touches.
//!
//! ```text
//!   a . b      . a b     The picture after `a right` is of the two cells on the left; what was there before is painted
//!   c c b  ->  c c b     over, and all else stays.
//! ```

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::area::Area;
use crate::colours::{Census, Reduced, boxed};
use crate::palette::{Colour, OUTSIDE};
use crate::playback::{Cell, Playback};
use crate::raster::{check_size, part, render};
use crate::svg::Picture;

/// The most moves.
const MAX_MOVES: usize = 10_000;
/// The most pixels of all pictures together.
const MAX_PIXELS: u64 = 1 << 28;
/// Extra time for the last picture, in hundredths of a second.
const REST: u16 = 200;

/// A frame: its place and its pixels, as numbers of boxes of colours.
struct Painted {
    top: u16,
    left: u16,
    height: u16,
    width: u16,
    pixels: Vec<u16>,
}

/// A playback as a GIF file with cells of so many pixels a side; each picture stays for so many hundredths of a second.
///
/// # Errors
/// A playback that is too long or too large, as a sentence without its full stop.
pub fn gif(playback: &Playback, cell: u16, delay: u16) -> Result<Vec<u8>, String> {
    let picture = Picture::new(playback, cell);
    check(playback, &picture)?;
    let mut census = Census::default();
    let mut corners = playback.start.clone();
    let area = picture.area();
    let mut painted = vec![paint(&render(&picture.document(&corners))?, area, area, &mut census)];
    for step in &playback.moves {
        let before = corners[step.piece].replace(step.to);
        let cells = touched(playback, step.piece, before, step.to);
        painted.push(paint(&part(&picture, &corners, cells)?, picture.area_of(cells), area, &mut census));
    }
    encode(area, painted, &census.reduce(), delay)
        .map_err(|reason| format!("the playback cannot be encoded: {reason}"))
}

fn check(playback: &Playback, picture: &Picture<'_>) -> Result<(), String> {
    let count = playback.moves.len();
    if count > MAX_MOVES {
        return Err(format!(
            "a playback of {count} moves is too long: expected at most {MAX_MOVES}; --step N gives one position"
        ));
    }
    let area = picture.area();
    check_size(area)?;
    let size = |area: Area| u64::from(area.height) * u64::from(area.width);
    let parts = playback
        .steps()
        .map(|(step, before)| size(picture.area_of(touched(playback, step.piece, before, step.to))));
    let all = size(area) + parts.sum::<u64>();
    if all > MAX_PIXELS {
        return Err(format!(
            "a playback of {} million pixels is too large: expected at most {} million; a smaller --cell helps",
            all / 1_000_000,
            MAX_PIXELS / 1_000_000
        ));
    }
    Ok(())
}

/// The cells of the box round a piece before and after a move.
fn touched(playback: &Playback, piece: usize, before: Option<Cell>, after: Cell) -> Area {
    let shape = &playback.pieces[piece].shape;
    let before = before.unwrap_or(after);
    let (top, left) = (before.0.min(after.0), before.1.min(after.1));
    Area {
        top: top.into(),
        left: left.into(),
        height: u32::from(before.0.max(after.0) - top + shape.height()),
        width: u32::from(before.1.max(after.1) - left + shape.width()),
    }
}

/// Counts the colours of a frame, a part of the whole picture.
fn paint(pixels: &Pixmap, part: Area, whole: Area, census: &mut Census) -> Painted {
    let shades = pixels.pixels().iter().map(|pixel| {
        // Transparent pixels show the outside.
        let through = |part: u8, behind: u8| {
            let behind = u16::from(behind) * u16::from(u8::MAX - pixel.alpha()) / u16::from(u8::MAX);
            u16::from(part).saturating_add(behind).min(u16::from(u8::MAX)) as u8
        };
        let [red, green, blue] = OUTSIDE;
        [through(pixel.red(), red), through(pixel.green(), green), through(pixel.blue(), blue)]
    });
    let shades: Vec<Colour> = shades.collect();
    for run in shades.chunk_by(|one, other| one == other) {
        census.count(run[0], run.len());
    }
    Painted {
        top: (part.top - whole.top) as u16,
        left: (part.left - whole.left) as u16,
        height: part.height as u16,
        width: part.width as u16,
        pixels: shades.into_iter().map(boxed).collect(),
    }
}

fn encode(
    area: Area,
    painted: Vec<Painted>,
    reduced: &Reduced,
    delay: u16,
) -> Result<Vec<u8>, gif::EncodingError> {
    let palette = reduced.palette.concat();
    let mut encoder = Encoder::new(Vec::new(), area.width as u16, area.height as u16, &palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let last = painted.len() - 1;
    for (number, picture) in painted.into_iter().enumerate() {
        let pixels: Vec<u8> = picture.pixels.into_iter().map(|number| reduced.place(number)).collect();
        encoder.write_frame(&Frame {
            delay: if number == last { delay.saturating_add(REST) } else { delay },
            dispose: DisposalMethod::Keep,
            top: picture.top,
            left: picture.left,
            ..Frame::from_indexed_pixels(picture.width, picture.height, pixels, None)
        })?;
    }
    encoder.into_inner()
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};

    use super::{MAX_MOVES, gif};
    use crate::playback::{Move, Playback};
    use crate::raster::render;
    use crate::svg::Picture;
    use crate::tests::{drawn, varied};
    use traybit_core::shape::Shape;

    /// The delays of the pictures, and each as it is on the screen: three bytes a pixel.
    fn decoded(file: &[u8]) -> (Vec<u16>, Vec<Vec<u8>>) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 3];
        let (mut delays, mut screens) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (top, left) = (usize::from(frame.top), usize::from(frame.left));
            for (place, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (row, column) = (place / usize::from(frame.width), place % usize::from(frame.width));
                let at = 3 * ((top + row) * width + left + column);
                screen[at..at + 3].copy_from_slice(&pixel[..3]);
            }
            delays.push(frame.delay);
            screens.push(screen.clone());
        }
        (delays, screens)
    }

    #[test]
    fn every_picture_is_that_of_its_position() {
        let playback = varied();
        let file = gif(&playback, 24, 40).unwrap();
        let (delays, screens) = decoded(&file);
        assert_eq!(delays, [40, 40, 40, 240]);
        let picture = Picture::new(&playback, 24);
        for (moves, screen) in screens.iter().enumerate() {
            let whole = render(&picture.document(&playback.corners_after(moves))).unwrap();
            for (pixel, shown) in whole.pixels().iter().zip(screen.chunks_exact(3)) {
                let paper = u8::MAX - pixel.alpha();
                let wanted =
                    [pixel.red(), pixel.green(), pixel.blue()].map(|part| part.saturating_add(paper));
                let is_near = shown.iter().zip(wanted).all(|(part, wanted)| part.abs_diff(wanted) <= 24);
                assert!(is_near, "after {moves} moves {shown:?} for {wanted:?}");
            }
        }
    }

    #[test]
    fn pieces_that_appear_are_painted() {
        let mut playback = drawn(&["aab", "abb"]);
        playback.start = vec![None, None];
        playback.moves = vec![Move { piece: 1, to: (0, 1) }, Move { piece: 0, to: (0, 0) }];
        let (_, screens) = decoded(&gif(&playback, 16, 10).unwrap());
        assert!(screens.len() == 3 && screens[0] != screens[1] && screens[1] != screens[2]);
    }

    #[test]
    fn only_what_changes_is_stored() {
        let mut playback = drawn(&vec![&*format!("a{}", ".".repeat(39)); 40]);
        playback.pieces.truncate(1);
        playback.pieces[0].shape = Shape::rectangle(1, 1);
        playback.moves = (0..100).map(|number| Move { piece: 0, to: (0, number % 2) }).collect();
        let (one, hundred) = (Playback { moves: playback.moves[..1].to_vec(), ..playback.clone() }, playback);
        let (one, hundred) = (gif(&one, 10, 10).unwrap().len(), gif(&hundred, 10, 10).unwrap().len());
        assert!(hundred - one < 99 * 300, "{one} and {hundred} bytes");
    }

    #[test]
    fn long_films_are_refused() {
        let mut playback = drawn(&["a."]);
        playback.moves = vec![Move { piece: 0, to: (0, 1) }; MAX_MOVES + 1];
        assert!(gif(&playback, 10, 10).unwrap_err().contains("too long"));
        playback.moves = vec![Move { piece: 0, to: (0, 1) }; MAX_MOVES];
        assert!(gif(&playback, 512, 10).unwrap_err().contains("--cell"));
    }
}

//! Pictures in pixels: PNG and GIF files.
//!
//! The first frame of an animation is complete; each further one has only what changes.
//!
//! ```text
//!   a . b      .½a b      . a b     A move is a few frames along its path and one at its end. Each frame has the cells
//!   c c b  ->  c c b  ->  c c b     that the move touches, the first also the line that counts the moves. Unchanged
//!   Move 0     Move 1     Move 1    pixels are transparent.
//! ```

use std::fmt::Display;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::markup::Area;
use crate::palette::Colour;
use crate::playback::{Cell, Move};
use crate::svg::Picture;
use traybit_core::grid::bounding_box;

/// Maximum number of pixels of a picture.
const MAX_PICTURE: u64 = 1 << 24;
/// Maximum side of a picture, in pixels.
const LONGEST_SIDE: u32 = u16::MAX as u32;

/// Rejects an area that is too large for a raster image, with advice.
fn check_size(area: Area) -> Result<(), String> {
    let pixels = u64::from(area.height) * u64::from(area.width);
    if pixels <= MAX_PICTURE && area.height.max(area.width) <= LONGEST_SIDE {
        return Ok(());
    }
    Err(format!(
        "a picture of {} by {} pixels is too large: expected at most {} million pixels and sides of at most \
         {LONGEST_SIDE}; a smaller --cell helps, and --svg has no such bound",
        area.height,
        area.width,
        MAX_PICTURE / 1_000_000
    ))
}

/// Renders the position after `moved` moves as a PNG file, transparent outside the board.
///
/// # Errors
/// If the picture is too large; a sentence without its full stop.
pub fn png(mut picture: Picture<'_>, moved: usize) -> Result<Vec<u8>, String> {
    picture.has_ground = false;
    png_of(&picture.document(moved), picture.area())
}

/// Renders a document that shows an area as a PNG file.
pub(crate) fn png_of(document: &str, area: Area) -> Result<Vec<u8>, String> {
    check_size(area)?;
    let pixels = render(document, area, area)?;
    pixels.encode_png().map_err(|reason| format!("the picture cannot be encoded: {reason}"))
}

/// Renders the part `part` of a document that shows the area `whole`.
fn render(document: &str, whole: Area, part: Area) -> Result<Pixmap, String> {
    let failed = |reason: &dyn Display| format!("the picture cannot be drawn: {reason}");
    let tree = Tree::from_str(document, &Options::default()).map_err(|reason| failed(&reason))?;
    let mut pixels =
        Pixmap::new(part.width, part.height).ok_or_else(|| failed(&"there is no memory for it"))?;
    let [right, down] = [whole.left - part.left, whole.top - part.top].map(|pixels| pixels as f32);
    resvg::render(&tree, Transform::from_translate(right, down), &mut pixels.as_mut());
    Ok(pixels)
}

const MAX_MOVES: usize = 10_000;
/// Maximum number of pixels of all frames together.
const MAX_PIXELS: u64 = 1 << 28;
/// Extra time for the first and the last frame, in hundredths of a second.
const REST: [u16; 2] = [100, 200];
/// Time of a frame within a move, the maximum number of these per move, and the divisor for their share of a move's time.
const GLIDE: u16 = 4;
const MAX_GLIDES: u16 = 4;
const PART: u16 = 2;
/// Maximum total number of frames within moves, unless each move has only one.
const MANY_GLIDES: usize = 600;

/// Speed of the reduction to 256 colours, from 1 (the best quality) to 30; only frames with more colours need it.
const QUANTISING_SPEED: i32 = 10;

/// The GIF encoder and the screen after the frames written so far.
struct Screen {
    area: Area,
    shades: Vec<Colour>,
    file: Encoder<Vec<u8>>,
}

/// Renders the moves of a playback as a GIF file; each takes `delay` hundredths of a second. `drawn` is called after each.
///
/// # Errors
/// If the playback is too long or too large; a sentence without its full stop.
pub fn gif(picture: &Picture<'_>, delay: u16, mut drawn: impl FnMut()) -> Result<Vec<u8>, String> {
    let (playback, area) = (picture.playback, picture.area());
    let glides = glides(picture, delay)?;
    let failed = |reason: EncodingError| format!("the playback cannot be encoded: {reason}");
    let mut file = Encoder::new(Vec::new(), area.width as u16, area.height as u16, &[]).map_err(failed)?;
    file.set_repeat(Repeat::Infinite).map_err(failed)?;
    let shades = vec![[0; 3]; area.width as usize * area.height as usize];
    let mut screen = Screen { area, shades, file };
    // The frame after the last move stays longer.
    let rest = |moved: usize| if moved == playback.moves.len() { REST[1] } else { 0 };
    let stays = delay.saturating_add(REST[0]).saturating_add(rest(0));
    let mut corners = playback.start.clone();
    let first = picture.frame(&corners, (0, [0.0; 2]), 0, area);
    screen.paint(area, &render(&first, area, area)?, stays).map_err(failed)?;
    for (number, step) in playback.moves.iter().enumerate() {
        let before = corners[step.piece].replace(step.to);
        let cells = touched(picture, step, before);
        for place in 1..=glides + 1 {
            // The fraction of the move that is still ahead of the piece.
            let left = f64::from(glides + 1 - place) / f64::from(glides + 1);
            let away =
                |from: u16, to: u16| (f64::from(from) - f64::from(to)) * f64::from(picture.cell) * left;
            let from = before.unwrap_or(step.to);
            let away = [away(from.1, step.to.1), away(from.0, step.to.0)];
            let line = picture.progress().filter(|_| place == 1);
            let part = line.map_or(cells, |line| line.with(cells));
            let document = picture.frame(&corners, (step.piece, away), number + 1, part);
            let stays = if place > glides {
                (delay - glides * GLIDE).saturating_add(rest(number + 1))
            } else {
                GLIDE
            };
            screen.paint(part, &render(&document, area, part)?, stays).map_err(failed)?;
        }
        drawn();
    }
    screen.file.into_inner().map_err(failed)
}

/// The number of frames within a move: fewer if moves follow quickly, none if there would be too many pixels.
fn glides(picture: &Picture<'_>, delay: u16) -> Result<u16, String> {
    let (playback, count) = (picture.playback, picture.playback.moves.len());
    if count > MAX_MOVES {
        return Err(format!(
            "a playback of {count} moves is too long: expected at most {MAX_MOVES}; --step N gives one position"
        ));
    }
    let area = picture.area();
    check_size(area)?;
    let size = |area: Area| u64::from(area.height) * u64::from(area.width);
    let parts: u64 = playback.steps().map(|(step, before)| size(touched(picture, step, before))).sum();
    let all = size(area) + parts;
    if all > MAX_PIXELS {
        return Err(format!(
            "a playback of {} million pixels is too large: expected at most {} million; a smaller --cell helps",
            all / 1_000_000,
            MAX_PIXELS / 1_000_000
        ));
    }
    // Pieces that appear during the playback have no path to glide along.
    let has_starts = playback.start.iter().all(Option::is_some);
    let few = (MANY_GLIDES / count.max(1)).clamp(1, MAX_GLIDES.into()) as u16;
    let glides = if has_starts { (delay / PART / GLIDE).min(few) } else { 0 };
    Ok(if all + u64::from(glides) * parts > MAX_PIXELS { 0 } else { glides })
}

/// The area of the bounding boxes of a piece before and after a move.
fn touched(picture: &Picture<'_>, step: &Move, before: Option<Cell>) -> Area {
    let of = |corner| Area::of(bounding_box(picture.playback.cells_at(step.piece, corner)), picture.cell);
    of(before.unwrap_or(step.to)).with(of(step.to))
}

impl Screen {
    /// Paints an area of the picture over the screen, and writes a frame with the pixels that change.
    fn paint(&mut self, area: Area, pixmap: &Pixmap, delay: u16) -> Result<(), EncodingError> {
        // Red, green, blue, and an alpha of 0 if the pixel does not change.
        let mut pixels = vec![0; 4 * pixmap.pixels().len()];
        let (top, left) = (area.top - self.area.top, (area.left - self.area.left) as usize);
        let lines = pixmap.pixels().chunks(area.width as usize);
        let frame = pixels.chunks_mut(4 * area.width as usize);
        for ((row, line), frame) in (top as usize..).zip(lines).zip(frame) {
            let before = &mut self.shades[row * self.area.width as usize + left..];
            for ((pixel, before), frame) in line.iter().zip(before).zip(frame.as_chunks_mut().0) {
                let shade = opaque([pixel.red(), pixel.green(), pixel.blue()], pixel.alpha());
                if *before != shade {
                    *before = shade;
                    let [red, green, blue] = shade;
                    *frame = [red, green, blue, u8::MAX];
                }
            }
        }
        let (width, height) = (area.width as u16, area.height as u16);
        self.file.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            top: top as u16,
            left: left as u16,
            ..Frame::from_rgba_speed(width, height, &mut pixels, QUANTISING_SPEED)
        })
    }
}

/// Blends a pixel with premultiplied alpha over the white outside.
fn opaque(shade: Colour, alpha: u8) -> Colour {
    shade.map(|part| part.saturating_add(u8::MAX - alpha))
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};

    use resvg::tiny_skia::Pixmap;

    use super::{MAX_MOVES, gif, opaque, png, render};
    use crate::palette::colour;
    use crate::playback::Move;
    use crate::svg::Picture;
    use crate::tests::{drawn, varied};

    /// Decodes a GIF file: the delays of its frames, and the colours on the screen after each.
    fn decoded(file: &[u8]) -> (Vec<u16>, Vec<Vec<[u8; 3]>>) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
        let (mut delays, mut screens) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (place, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
                let (row, column) = (place / usize::from(frame.width), place % usize::from(frame.width));
                if pixel[3] > 0 {
                    let at = (usize::from(frame.top) + row) * width + usize::from(frame.left) + column;
                    screen[at].copy_from_slice(&pixel[..3]);
                }
            }
            delays.push(frame.delay);
            screens.push(screen.clone());
        }
        (delays, screens)
    }

    #[test]
    fn moves_are_counted_and_glide_and_their_ends_are_their_positions() {
        let playback = varied();
        let (delays, screens) = decoded(&gif(&Picture::new(&playback, 40), 40, || ()).unwrap());
        assert_eq!(delays, [140, 4, 4, 4, 4, 24, 4, 4, 4, 4, 24, 4, 4, 4, 4, 224]);
        let (delays, bare) = decoded(&gif(&Picture::bare(&playback, 40), 4, || ()).unwrap());
        assert_eq!(delays, [104, 4, 4, 204]);
        let (picture, mut blends) = (Picture::bare(&playback, 40), 0);
        for (moves, shades) in bare.iter().enumerate() {
            let whole = render(&picture.document(moves), picture.area(), picture.area()).unwrap();
            for (place, pixel) in whole.pixels().iter().enumerate() {
                let expected = opaque([pixel.red(), pixel.green(), pixel.blue()], pixel.alpha());
                for shown in [shades[place], screens[5 * moves][place]] {
                    let off = shown.iter().zip(expected).map(|(part, shade)| part.abs_diff(shade)).max();
                    assert!(off <= Some(64), "after {moves} moves {shown:?} for {expected:?}");
                    blends += usize::from(off > Some(8));
                }
            }
        }
        // Colours differ only where edges are blended.
        let size = bare[0].len();
        assert!(blends < bare.len() * size / 20, "{blends} pixels");
        assert_ne!(screens[0][size..], screens[1][size..], "the line that counts moves");
    }

    #[test]
    fn pieces_that_appear_are_painted() {
        let mut playback = drawn(&["aab", "abb"]);
        playback.start = vec![None, None];
        playback.moves = vec![Move { piece: 1, to: (0, 1) }, Move { piece: 0, to: (0, 0) }];
        let (_, screens) = decoded(&gif(&Picture::bare(&playback, 16), 10, || ()).unwrap());
        assert!(screens.len() == 3 && screens[0] != screens[1] && screens[1] != screens[2]);
    }

    #[test]
    fn long_playbacks_are_refused() {
        for (moves, cell, reason) in [(MAX_MOVES + 1, 10, "too long"), (MAX_MOVES, 512, "--cell")] {
            let mut playback = drawn(&["a."]);
            playback.moves = vec![Move { piece: 0, to: (0, 1) }; moves];
            assert!(gif(&Picture::bare(&playback, cell), 10, || ()).unwrap_err().contains(reason));
        }
    }

    #[test]
    fn pieces_have_their_colours_and_the_outside_none() {
        let playback = varied();
        let picture = Picture::new(&playback, 40);
        let pixels = Pixmap::decode_png(&png(picture.clone(), 0).unwrap()).unwrap();
        let area = picture.area();
        assert_eq!((pixels.width(), pixels.height()), (area.width, area.height));
        let at = |row: i32, column: i32| {
            let pixel = pixels.pixel((column - area.left) as u32, (row - area.top) as u32).expect("inside");
            ([pixel.red(), pixel.green(), pixel.blue()], pixel.alpha())
        };
        let shade = |piece: usize| (colour(playback.pieces[piece].colour), u8::MAX);
        // Near the upper edges of a, in row 1, and b, in column 3.
        assert_eq!((at(46, 60), at(46, 140)), (shade(0), shade(1)));
        let below = area.top + area.height as i32 - 1;
        assert_eq!([at(area.top, area.left), at(260, 60), at(below, area.left)].map(|seen| seen.1), [0; 3]);
    }
}

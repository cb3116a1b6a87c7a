//! Pictures in pixels.

use resvg::tiny_skia::{IntRect, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::markup::Area;
use crate::playback::Cell;
use crate::svg::{Glide, Picture};

/// The most pixels of a picture.
const MAX_PIXELS: u64 = 1 << 24;
/// The longest side of a picture, in pixels.
const LONGEST_SIDE: u32 = u16::MAX as u32;

/// Refuses an area that is too large for a picture in pixels, with advice.
pub(crate) fn check_size(area: Area) -> Result<(), String> {
    let pixels = u64::from(area.height) * u64::from(area.width);
    if pixels <= MAX_PIXELS && area.height.max(area.width) <= LONGEST_SIDE {
        return Ok(());
    }
    Err(format!(
        "a picture of {} by {} pixels is too large: expected at most {} million pixels and sides of at most \
         {LONGEST_SIDE}; a smaller --cell helps, and --svg has no such bound",
        area.height,
        area.width,
        MAX_PIXELS / 1_000_000
    ))
}

/// The position after `moved` moves as a PNG file, transparent outside the board.
///
/// # Errors
/// A picture that is too large, as a sentence without its full stop.
pub fn png(picture: &Picture<'_>, moved: usize) -> Result<Vec<u8>, String> {
    check_size(picture.area())?;
    let pixels = render(&picture.document(moved))?;
    pixels.encode_png().map_err(|reason| format!("the picture cannot be encoded: {reason}"))
}

/// Renders some cells of a position. Their surroundings are drawn as well and cut off again: lines that end at the edge
/// of a picture look different there.
pub(super) fn part(
    picture: &Picture<'_>,
    corners: &[Option<Cell>],
    glide: Glide,
    cells: Area,
) -> Result<Pixmap, String> {
    let more =
        Area { top: cells.top - 1, left: cells.left - 1, height: cells.height + 2, width: cells.width + 2 };
    let (inner, outer) = (picture.area_of(cells), picture.area_of(more));
    let pixels = render(&picture.part(corners, glide, more))?;
    IntRect::from_xywh(inner.left - outer.left, inner.top - outer.top, inner.width, inner.height)
        .and_then(|cut| pixels.clone_rect(cut))
        .ok_or_else(|| "the picture cannot be drawn: there is no memory for it".to_owned())
}

/// The pixels of a document of ours.
pub(super) fn render(document: &str) -> Result<Pixmap, String> {
    let failed = |reason: &dyn std::fmt::Display| format!("the picture cannot be drawn: {reason}");
    let tree = Tree::from_str(document, &Options::default()).map_err(|reason| failed(&reason))?;
    let size = tree.size().to_int_size();
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"there is no memory for it"))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;

    use super::png;
    use crate::palette::colour;
    use crate::svg::Picture;
    use crate::tests::varied;

    #[test]
    fn pieces_have_their_colours_and_the_outside_none() {
        let playback = varied();
        let picture = Picture::new(&playback, 40).without_ground();
        let pixels = Pixmap::decode_png(&png(&picture, 0).unwrap()).unwrap();
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

//! The parts of a picture that no move changes: frame, walls, floor, gates and exits below the pieces, and the
//! outlines of goals above them.

use crate::label::{Face, label};
use crate::markup::{Area, PIECE, around, filled, outlined, path, short};
use crate::palette::{AIM, FLOOR, GATE, WALL, colour, hex};
use crate::playback::{Cell, Floor, Playback};
use crate::rulers::Rulers;

/// Width of the frame and of the margin around it, in cells.
const FRAME: f64 = 0.16;
const ROOM: f64 = 0.05;

/// Cells smaller than this, in pixels, have no lines between them.
const MIN_LINED: u16 = 10;

#[derive(Clone, Debug)]
pub(super) struct Backdrop {
    pub(super) area: Area,
    pub(super) below: String,
    /// The outlines of the goals, if there are any.
    pub(super) above: String,
    pub(super) rulers: String,
}

impl Backdrop {
    pub(super) fn new(playback: &Playback, cell: u16) -> Self {
        let side = f64::from(cell);
        let (mut below, mut above) = (board(playback, side), String::new());
        for aim in playback.drawn_aims() {
            let piece = playback.pieces.iter().find(|piece| aim.class == Some(piece.class));
            let tint = hex(piece.map_or(AIM, |piece| colour(piece.colour)));
            let place = outlined(aim.cells(), side, PIECE);
            below += &path(&place, &format!(r#"fill="{tint}" fill-opacity="0.25""#));
            let (edge, dash) = (outlined(aim.cells(), side, (0.12, 0.1)), short(side * 0.1));
            above += &path(&edge, &format!(r#"stroke-dasharray="{dash} {dash}""#));
        }
        if !above.is_empty() {
            let (ink, line) = (hex(AIM), short(side * 0.05));
            let style =
                format!(r#" fill="none" stroke="{ink}" stroke-linecap="round" stroke-width="{line}""#);
            above = around("g", &style, &above);
        }
        let (area, rulers) = ruled(playback, area(playback, cell), side);
        Self { area, below: around("g", "", &below), above, rulers }
    }
}

/// The rulers of a board with this area, and the area with them.
fn ruled(playback: &Playback, board: Area, side: f64) -> (Area, String) {
    let em = (side * 0.3).clamp(8.0, 18.0);
    let Some(rulers) = Rulers::of(playback, 0.7 * em / side, 1.2 * em / side) else {
        return (board, String::new());
    };
    let [across, down] = [em * (0.7 * rulers.breadth() as f64 + 0.6), em * 1.3].map(f64::ceil);
    let middle = |place: u16| (f64::from(place) + 0.5) * side;
    let (x, y) = (f64::from(board.left) - across / 2.0, f64::from(board.top) - down / 2.0);
    let above = rulers.columns.iter().map(|(column, number)| (number, middle(*column), y));
    let beside = rulers.rows.iter().map(|(row, number)| (number, x, middle(*row)));
    let written = above.chain(beside).filter_map(|(number, x, y)| {
        let label = label(number)?;
        Some(Face::Bold.path(&label.glyphs, em, (x, y + label.baseline * em)))
    });
    let area = board.with(Area { top: board.top - down as i32, left: board.left - across as i32, ..board });
    (area, around("g", &format!(r#" fill="{}""#, hex(WALL)), &written.collect::<String>()))
}

/// Area of the board without its outside, but with its frame and a margin, in pixels.
fn area(playback: &Playback, cell: u16) -> Area {
    let Area { top, left, height, width } = Area::of(playback.open_box(), cell);
    let room = (f64::from(cell) * (FRAME + ROOM)).ceil() as u32;
    let (top, left) = (top - room as i32, left - room as i32);
    Area { top, left, height: height + 2 * room, width: width + 2 * room }
}

fn board(playback: &Playback, side: f64) -> String {
    let outside = playback.outside();
    let of = |kinds: &[Floor], rounding| {
        outlined(playback.size.all().filter(|cell| kinds.contains(&playback.floor_at(*cell))), side, rounding)
    };
    let is_inside = |cell: &Cell| !outside.contains(cell) && playback.floor_at(*cell) != Floor::Exit;
    let frame = (-FRAME, FRAME + 0.06);
    let mut content = filled(&outlined(playback.size.all().filter(is_inside), side, frame), WALL)
        + &filled(&of(&[Floor::Open, Floor::Gate], (0.0, 0.06)), FLOOR);
    let gates = of(&[Floor::Gate], (0.0, 0.0));
    if !gates.is_empty() {
        content += &(filled(&gates, GATE) + &path(&gates, "fill=\"url(#hatch)\""));
    }
    let exits = of(&[Floor::Exit], (0.0, 0.0));
    if !exits.is_empty() {
        // Drawn over the frame, which is open there.
        let lighter = GATE.map(|part| u8::MAX - (u8::MAX - part) / 2);
        let (edge, ink) = (of(&[Floor::Exit], (0.03, 0.06)), hex(WALL));
        let [line, dash, gap] = [0.03, 0.06, 0.12].map(|part| short(side * part));
        let style =
            format!(r#"fill="none" stroke="{ink}" stroke-dasharray="{dash} {gap}" stroke-width="{line}""#);
        content += &(filled(&exits, lighter) + &path(&edge, &style));
    }
    for &(row, column) in &playback.openings {
        // The frame is open there, and an arrow leads out.
        let [x, y] = [column + 1, row].map(|place| short(f64::from(place) * side));
        let parts = [FRAME + ROOM, 0.03, 0.94, 0.15, 0.18, 0.32];
        let [frame, inset, high, wide, tall, low] = parts.map(|part| short(part * side));
        content += &filled(&format!("M{x} {y}m0 {inset}h{frame}v{high}h-{frame}z"), FLOOR);
        content += &filled(&format!("M{x} {y}m{inset} {low}l{wide} {tall}l-{wide} {tall}z"), AIM);
    }
    if side >= f64::from(MIN_LINED) {
        let (ink, line) = (hex(GATE), short(side * 0.02));
        let style = format!(r#"fill="none" stroke="{ink}" stroke-width="{line}""#);
        content += &path(&lines(playback, side), &style);
    }
    content
}

/// The lines between cells of the floor, each as long as possible.
fn lines(playback: &Playback, side: f64) -> String {
    let is_floor = |cell: Cell| matches!(playback.floor_at(cell), Floor::Open | Floor::Gate);
    let (height, width) = (playback.size.height, playback.size.width);
    let mut data = Vec::new();
    for (is_across, count, length) in [(true, height, width), (false, width, height)] {
        let at = |line: u16, place: u16| is_floor(if is_across { (line, place) } else { (place, line) });
        for line in 1..count {
            let places: Vec<u16> =
                (0..length).filter(|&place| at(line - 1, place) && at(line, place)).collect();
            for run in places.chunk_by(|one, next| one + 1 == *next) {
                let ends = [line, run[0], run[0] + run.len() as u16];
                let [line, first, end] = ends.map(|place| short(f64::from(place) * side));
                data.push(if is_across {
                    format!("M{first} {line}H{end}")
                } else {
                    format!("M{line} {first}V{end}")
                });
            }
        }
    }
    data.concat()
}

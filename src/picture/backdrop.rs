//! The parts of a picture that no move changes: frame, walls, floor, gates and exits below the pieces, goals round
//! them.

use svg::node::element::{Group, Path};

use crate::area::Area;
use crate::palette::{AIM, Colour, FLOOR, GATE, WALL, colour, hex};
use crate::path::{Rounding, path, short};
use crate::playback::{Aim, Cell, Floor, Playback};

/// The frame's breadth and that of the room round it, in cells.
const FRAME: f64 = 0.16;
const ROOM: f64 = 0.05;

/// Cells smaller than this, in pixels, have no lines between them, and no goals.
const MIN_LINED: u16 = 10;

/// The parts of a picture that no move changes.
#[derive(Clone, Debug)]
pub(super) struct Backdrop {
    pub(super) area: Area,
    pub(super) below: Group,
    /// The goals' outlines, if there are any.
    pub(super) above: Option<Group>,
}

impl Backdrop {
    pub(super) fn new(playback: &Playback, cell: u16) -> Self {
        let aims = if cell < MIN_LINED { Vec::new() } else { playback.drawn_aims() };
        let mut below = board(playback, f64::from(cell));
        for aim in &aims {
            below = below.add(area_of(playback, aim, f64::from(cell)));
        }
        let mut above = Group::new().set("fill", "none").set("stroke", hex(AIM));
        above = above.set("stroke-width", short(f64::from(cell) * 0.05)).set("stroke-linecap", "round");
        for aim in &aims {
            above = above.add(dashes(aim, f64::from(cell)));
        }
        Self { area: area(playback, cell), below, above: (!aims.is_empty()).then_some(above) }
    }
}

/// The pixels of the board without its outside, with its frame and a margin.
fn area(playback: &Playback, cell: u16) -> Area {
    let (first, size) = playback.open_box();
    let room = (f64::from(cell) * (FRAME + ROOM)).ceil() as i32;
    let (side, both) = (i32::from(cell), 2 * room as u32);
    Area {
        top: i32::from(first.0) * side - room,
        left: i32::from(first.1) * side - room,
        height: u32::from(size.height) * u32::from(cell) + both,
        width: u32::from(size.width) * u32::from(cell) + both,
    }
}

fn board(playback: &Playback, side: f64) -> Group {
    let outside = playback.outside();
    let of = |kinds: &'static [Floor]| {
        playback.cells().filter(move |cell| kinds.contains(&playback.floor_at(*cell)))
    };
    let inside =
        playback.cells().filter(|cell| !outside.contains(cell) && playback.floor_at(*cell) != Floor::Exit);
    let frame = Rounding { cell: side, inset: -side * FRAME, radius: side * (FRAME + 0.06) };
    let floor = Rounding { cell: side, inset: 0.0, radius: side * 0.06 };
    let mut group = Group::new()
        .add(filled(path(inside, frame), WALL))
        .add(filled(path(of(&[Floor::Open, Floor::Gate]), floor), FLOOR));
    if of(&[Floor::Gate]).next().is_some() {
        let data = path(of(&[Floor::Gate]), Rounding::sharp(side));
        group =
            group.add(filled(data.clone(), GATE)).add(Path::new().set("d", data).set("fill", "url(#hatch)"));
    }
    if of(&[Floor::Exit]).next().is_some() {
        // Over the frame, which is open there.
        let exit = filled(path(of(&[Floor::Exit]), Rounding::sharp(side)), lighter(GATE));
        let edge = Rounding { cell: side, inset: side * 0.03, radius: side * 0.06 };
        let edge = Path::new()
            .set("d", path(of(&[Floor::Exit]), edge))
            .set("fill", "none")
            .set("stroke", hex(WALL))
            .set("stroke-width", short(side * 0.03))
            .set("stroke-dasharray", (short(side * 0.06), short(side * 0.12)));
        group = group.add(exit).add(edge);
    }
    for &(row, column) in &playback.openings {
        // The frame is open there, and an arrow leads out.
        let [x, y, frame] =
            [f64::from(column + 1) * side, f64::from(row) * side, side * (FRAME + ROOM)].map(short);
        let [inset, high] = [0.03, 0.94].map(|part| short(part * side));
        let opening = Path::new().set("d", format!("M{x} {y}m0 {inset}h{frame}v{high}h-{frame}z"));
        let tip = Path::new().set("fill", hex(AIM)).set("d", {
            let [wide, tall] = [0.15, 0.18].map(|part| short(part * side));
            format!("M{x} {y}m{} {}l{wide} {tall}l-{wide} {tall}z", short(side * 0.03), short(side * 0.32))
        });
        group = group.add(opening.set("fill", hex(FLOOR))).add(tip);
    }
    if side >= f64::from(MIN_LINED) {
        let lines = Path::new().set("d", lines(playback, side)).set("fill", "none").set("stroke", hex(GATE));
        group = group.add(lines.set("stroke-width", short(side * 0.02)));
    }
    group
}

/// The lines between cells of the floor, each as long as it can be.
fn lines(playback: &Playback, side: f64) -> String {
    let is_floor = |cell: Cell| matches!(playback.floor_at(cell), Floor::Open | Floor::Gate);
    let (height, width) = (playback.size.height, playback.size.width);
    let mut lines = Vec::new();
    for (is_across, count, length) in [(true, height, width), (false, width, height)] {
        for line in 1..count {
            let is_floor = |line, place| is_floor(if is_across { (line, place) } else { (place, line) });
            let is_crossed = |place| is_floor(line - 1, place) && is_floor(line, place);
            for (first, end) in runs(length, is_crossed) {
                let [line, first, end] = [line, first, end].map(|place| short(f64::from(place) * side));
                let across = || format!("M{first} {line}H{end}");
                lines.push(if is_across { across() } else { format!("M{line} {first}V{end}") });
            }
        }
    }
    lines.concat()
}

/// The longest runs of numbers below `count` that have a property: the first of each, and the one after its last.
fn runs(count: u16, has: impl Fn(u16) -> bool) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for number in (0..count).filter(|number| has(*number)) {
        match runs.last_mut() {
            Some(run) if run.1 == number => run.1 += 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

/// A place of the goal, tinted with its piece's colour.
fn area_of(playback: &Playback, aim: &Aim, side: f64) -> Path {
    let piece = playback.pieces.iter().find(|piece| aim.class == Some(piece.class));
    let shade = piece.map_or(AIM, |piece| colour(piece.colour));
    filled(path(aim.cells(), Rounding::piece(side)), shade).set("fill-opacity", "0.25")
}

fn dashes(aim: &Aim, side: f64) -> Path {
    let rounding = Rounding { cell: side, inset: side * 0.12, radius: side * 0.1 };
    Path::new()
        .set("d", path(aim.cells(), rounding))
        .set("stroke-dasharray", (short(side * 0.1), short(side * 0.1)))
}

fn filled(data: String, shade: Colour) -> Path {
    Path::new().set("d", data).set("fill", hex(shade))
}

fn lighter(shade: Colour) -> Colour {
    shade.map(|part| u8::MAX - (u8::MAX - part) / 2)
}

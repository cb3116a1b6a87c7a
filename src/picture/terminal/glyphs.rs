//! A board as glyphs: labels, marks and backgrounds between the lines.

use std::collections::{BTreeSet, HashSet};

use crate::palette::colour;
use crate::playback::{Aim, Cell, Floor, Playback};
use crate::terminal::board::{Board, Scale, breadth};
use crate::terminal::{Glyph, HATCH};

/// Mark of the free cells of a gate.
pub const GATE: char = '+';
/// Mark of the free cells of an exit.
pub const EXIT: char = '>';

/// An opening of the frame: the exit of a Rush Hour board.
pub const OUT: char = '→';

/// A wall inside the tray, a free cell in letters, a place of the goal, and a piece without a name.
const WALL: char = '▒';
const FREE: char = '·';
const AIM: char = '×';
const NAMELESS: char = '■';

/// Characters where lines meet, by the weights of the lines upwards, rightwards, downwards and leftwards (0 none, 1 light,
/// 2 heavy), read as a number to the base 3 without its first digit, which is the row.
const MEETING: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// The character where lines of these weights go upwards, rightwards, downwards and leftwards: 0 is none, 1 light, 2 heavy.
///
/// # Panics
/// When a weight is more than 2.
pub fn meeting([up, right, down, left]: [usize; 4]) -> char {
    MEETING[up].chars().nth(9 * right + 3 * down + left).unwrap_or(' ')
}

/// The glyphs of a position, all rows of one length.
pub fn grid(playback: &Playback, corners: &[Option<Cell>], scale: Scale) -> Vec<Vec<Glyph>> {
    let board = Board::new(playback, corners, scale, 2, None);
    let aimed = playback.drawn_aims().into_iter().flat_map(Aim::cells).collect();
    let painter = Painter { board, playback, aimed, outside: playback.outside() };
    if scale.lined { painter.boxes(corners) } else { painter.letters() }
}

struct Painter<'a> {
    board: Board<'a>,
    playback: &'a Playback,
    aimed: HashSet<Cell>,
    /// Walls that are no part of the picture.
    outside: BTreeSet<Cell>,
}

impl Painter<'_> {
    /// The glyph of a cell without line or mark.
    fn ground(&self, cell: (i32, i32)) -> Glyph {
        let is_pillar =
            |cell: Cell| self.playback.floor_at(cell) == Floor::Wall && !self.outside.contains(&cell);
        let piece = self.board.piece(cell).map(|piece| &self.playback.pieces[piece]);
        let background = piece.map(|piece| colour(piece.colour));
        let character = match piece {
            Some(piece) if piece.is_fixed => HATCH,
            None if self.board.place(cell).is_some_and(is_pillar) => WALL,
            _ => ' ',
        };
        Glyph { background, ..Glyph::plain(character) }
    }

    fn mark(&self, cell: Cell) -> Option<char> {
        match self.playback.floor_at(cell) {
            Floor::Gate => Some(GATE),
            Floor::Exit => Some(EXIT),
            Floor::Open | Floor::Wall => None,
        }
    }

    /// The glyphs with lines round pieces.
    fn boxes(&self, corners: &[Option<Cell>]) -> Vec<Vec<Glyph>> {
        let glyph = |x, y| match self.board.arms(x, y) {
            _ if self.board.is_open(x, y) => Glyph::plain(OUT),
            [0, 0, 0, 0] => self.ground(self.board.cell(x, y)),
            arms => Glyph::plain(meeting(arms)),
        };
        let (columns, rows) = self.board.scale.extent(self.playback.size);
        let mut rows: Vec<Vec<Glyph>> =
            (0..rows).map(|y| (0..columns).map(|x| glyph(x, y)).collect()).collect();
        for (piece, corner) in corners.iter().enumerate() {
            let Some(corner) = *corner else { continue };
            let ((x, y), label) = self.board.label(piece, corner);
            write_label(&mut rows[y as usize], x as usize, label);
        }
        self.add_marks(&mut rows);
        rows
    }

    /// Marks stand in the middle of their cells, or beside the label that is there.
    fn add_marks(&self, rows: &mut [Vec<Glyph>]) {
        for cell @ (row, column) in self.playback.size.all() {
            let is_free = self.board.piece((row.into(), column.into())).is_none();
            let mark =
                if self.aimed.contains(&cell) { Some(AIM) } else { self.mark(cell).filter(|_| is_free) };
            let Some(mark) = mark else { continue };
            let (across, down) = self.board.scale.pitch();
            let middle = |pitch: u32, place: u16| (pitch * u32::from(place) + pitch / 2) as usize;
            let (glyphs, middle) = (&mut rows[middle(down, row)], middle(across, column));
            let free = glyphs[middle..=middle + 1].iter_mut().find(|glyph| glyph.character == ' ');
            if let Some(glyph) = free {
                glyph.character = mark;
            }
        }
    }

    /// The glyphs with a label in each cell.
    fn letters(&self) -> Vec<Vec<Glyph>> {
        let columns = usize::from(self.board.scale.width);
        let cell = |cell: Cell| -> Vec<Glyph> {
            let place = (cell.0.into(), cell.1.into());
            let mut glyphs = vec![self.ground(place); columns];
            let label = match self.board.piece(place).map(|piece| &self.playback.pieces[piece].label) {
                Some(label) if (1..=columns).contains(&breadth(label)) => label.clone(),
                Some(_) => NAMELESS.to_string(),
                None if self.aimed.contains(&cell) => AIM.to_string(),
                None if self.playback.floor_at(cell) == Floor::Open => FREE.to_string(),
                None => self.mark(cell).map(String::from).unwrap_or_default(),
            };
            write_label(&mut glyphs, columns - breadth(&label), &label);
            glyphs
        };
        let size = self.playback.size;
        (0..size.height).map(|row| (0..size.width).flat_map(|column| cell((row, column))).collect()).collect()
    }
}

/// Writes a label over glyphs, which keep their background.
fn write_label(glyphs: &mut [Glyph], place: usize, label: &str) {
    for (glyph, written) in glyphs.iter_mut().skip(place).zip(Glyph::line(label)) {
        *glyph = Glyph { background: glyph.background, is_bold: glyph.background.is_some(), ..written };
    }
}

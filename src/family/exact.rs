//! The row of exact covers. Sudoku and queens are drawn: their marks are pieces of one cell. Others have no board.

use std::sync::Arc;

use crate::input::read_covers;
use crate::interface::{answer_of, refused};
use crate::packing::{DLX, Placing};
use crate::{Answer, Contents, Family, Game, GoalSource, Numbered, Objective, Puzzle, Unwritten, item};
use traybit_core::{Limits, Shape, Size};
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::drawn::Kind;
use traybit_packing::exact::grid::Drawing;
use traybit_packing::exact::{self, ExactCover, first, likeness, text};
use traybit_picture::playback::{Cell, Floor, Handling, Mark, Move, Piece, Playback};
use traybit_program::{Failure, Source};

pub static FAMILY: Family = Family {
    name: "exact",
    title: "exact covers",
    one: "an exact cover",
    formats_read: "an exact cover (a sudoku, a board of queens, or DLX text: a comment after `|` first, or items)",
    unit: "option",
    numbered: Numbered::Solutions,
    likeness,
    read: |name, bytes| Ok(Contents::one(exact::read(name, bytes)?, GoalSource::Inside)),
    formats: &[DLX],
    is_shared: false,
};

/// The playback of a board: the marks that are given, then the others, row by row.
fn playback(drawing: &Drawing, marks: &[Option<usize>]) -> Playback {
    let (side, names) = (drawing.side as u16, &drawing.marks);
    let (task, noun) = match drawing.kind {
        Kind::Sudoku => ("Put each mark once in each row, column and box".to_owned(), "mark"),
        Kind::Queens => (format!("Place {side} queens, none attacking another"), "queen"),
    };
    let size = Size { height: side, width: side };
    let mut playback = Playback {
        task,
        handling: Handling::Place,
        size,
        floor: vec![Floor::Open; size.cells()],
        ..Playback::default()
    };
    for ((cell, &mark), given) in size.all().zip(marks).zip(&drawing.given) {
        let Some(mark) = mark else { continue };
        if given.is_none() {
            playback.moves.push(Move { piece: playback.pieces.len(), to: cell });
        }
        let piece = Piece::new(names[mark].clone(), Shape::of(&[cell]).0, mark, mark);
        playback.pieces.push(Piece { is_fixed: given.is_some(), ..piece });
        playback.start.push(given.map(|_| cell));
    }
    if playback.pieces.len() > playback.moves.len() {
        playback.legend.push((Mark::Fixed, "given".to_owned()));
    }
    playback.counts = vec![(playback.pieces.len() as u64, noun)];
    playback
}

/// The playback of a solution as it is written; `None` if the exact cover has no board.
pub fn solved(cover: &ExactCover, text: &str) -> Option<Playback> {
    let drawing = cover.drawing.as_ref()?;
    drawing.read(text).ok().map(|marks| playback(drawing, &marks))
}

impl Puzzle for ExactCover {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn write(&self, _format: &str, limits: &Limits) -> Result<Vec<String>, Unwritten> {
        Ok(vec![text::write_problem(self, limits).map_err(Unwritten::GaveUp)?])
    }

    fn playback(&self, solution: Option<&Source>, number: usize) -> Result<Playback, Failure> {
        let none = "an exact cover has no board; `traybit solve` lists its solutions";
        let drawing = self.drawing.as_ref().ok_or_else(|| Failure::invalid(none))?;
        let Some(source) = solution else { return Ok(playback(drawing, &drawing.given)) };
        let (place, lines) = item(read_covers(source)?, number, "solution", &source.name())?;
        let refused = refused(source, &place);
        Checker::of(self).check(lines.iter().map(String::as_str)).map_err(&refused)?;
        Ok(playback(drawing, &drawing.read(&lines.join("\n")).map_err(refused)?))
    }

    fn game<'a>(&'a self, playback: &'a Playback) -> Box<dyn Game + 'a> {
        Box::new(Placing { pack: None, playback })
    }

    fn moved(&self, _corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        Arc::new(self.clone())
    }

    fn answer(&self, _objective: Objective, limits: &Limits) -> Answer {
        answer_of(first(self, limits), |found| Checker::of(self).check(text::write(self, found).lines()))
    }
}

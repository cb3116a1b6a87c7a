//! The row of packing: pieces placed on a board.

use std::sync::Arc;

use crate::input::read_packings;
use crate::interface::{answer_of, refused};
use crate::{
    Answer, Contents, Family, Format, Game, GoalSource, Numbered, Objective, Puzzle, Unwritten, item,
};
use traybit_core::Limits;
use traybit_packing::checker::{self, Checker};
use traybit_packing::exact::text::export;
use traybit_packing::formats::{self, burr, text};
use traybit_packing::solve::enumerate::first;
use traybit_packing::{Pack, Packing, Placed};
use traybit_picture::packing as picture;
use traybit_picture::playback::{Cell, Playback};
use traybit_program::{Failure, Source};

/// The format of exact covers.
pub(super) const DLX: Format = Format {
    name: "dlx",
    help: "Items and options for Knuth's program DLX3, for a packing or an exact cover",
};

pub static FAMILY: Family = Family {
    name: "packing",
    title: "packing puzzles",
    one: "a packing puzzle",
    formats_read: "a packing puzzle (with a line `board:`, or of BurrTools)",
    unit: "piece",
    numbered: Numbered::Solutions,
    likeness: formats::likeness,
    read: |name, bytes| Ok(Contents::one(formats::read(name, bytes)?, GoalSource::Inside)),
    formats: &[
        Format { name: "text", help: "Drawn pieces and a board, for a packing" },
        Format { name: "burrtools", help: "A puzzle of BurrTools, for a packing" },
        DLX,
    ],
    is_shared: false,
};

impl Puzzle for Pack {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn write(&self, format: &str, limits: &Limits) -> Result<Vec<String>, Unwritten> {
        Ok(vec![match format {
            "burrtools" => burr::write(self)?,
            "dlx" => export(self, limits).map_err(Unwritten::GaveUp)?,
            _ => text::write(self),
        }])
    }

    fn playback(&self, solution: Option<&Source>, number: usize) -> Result<Playback, Failure> {
        let Some(source) = solution else { return Ok(picture::playback(self, None)) };
        let (place, packing) = item(read_packings(self, source)?, number, "packing", &source.name())?;
        Checker::of(self).check_part(&packing).map_err(refused(source, &place))?;
        Ok(picture::playback(self, Some(&packing)))
    }

    fn game<'a>(&'a self, playback: &'a Playback) -> Box<dyn Game + 'a> {
        Box::new(Placing { pack: Some(self), playback })
    }

    fn moved(&self, _corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        Arc::new(self.clone())
    }

    fn answer(&self, _objective: Objective, limits: &Limits) -> Answer {
        answer_of(first(self, limits), |packing| checker::check(self, packing))
    }
}

/// Game of placing pieces: as the playback has them; or, by hand, anywhere in its box, even over one another.
pub(super) struct Placing<'a> {
    /// The puzzle whose pieces are placed by hand.
    pub(super) pack: Option<&'a Pack>,
    pub(super) playback: &'a Playback,
}

impl Game for Placing<'_> {
    fn apply(&mut self, piece: usize, _from: Cell, (row, column): Cell) -> Result<(), String> {
        let (size, shape) = (self.playback.size, &self.playback.pieces[piece].shape);
        if row + shape.height() > size.height || column + shape.width() > size.width {
            return Err("the edge is in the way".to_owned());
        }
        Ok(())
    }

    fn missing(&self, corners: &[Option<Cell>]) -> Option<String> {
        if let Some(pack) = self.pack.filter(|_| self.playback.is_placed_by_hand()) {
            let placed = self.playback.on_board(corners).map(|(piece, corner)| Placed {
                piece: self.playback.pieces[piece].class,
                cells: self.playback.cells_at(piece, corner).collect(),
            });
            let mut packing: Packing = placed.collect();
            packing.sort_by(|one, other| one.cells.cmp(&other.cells));
            return checker::check(pack, &packing).err();
        }
        match corners.iter().filter(|corner| corner.is_none()).count() {
            0 => None,
            1 => Some("1 piece is not yet placed".to_owned()),
            more => Some(format!("{more} pieces are not yet placed")),
        }
    }
}

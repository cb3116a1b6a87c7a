//! Validation of a packing puzzle before the search.
//!
//! The number of covered cells is computed from both sides; some choice of counts must give the number the board requires:
//!
//! ```text
//!   pieces   sum of area × count, every count in its range          88
//!   board    open cells minus `empty`, including all full cells     100 − 12
//! ```

use std::collections::{BTreeMap, BTreeSet, HashSet};

use num_bigint::BigUint;

use crate::checker::Checker;
use crate::pack::{Cell, Floor, Freedom, Pack, Paint, Piece, Placed, Rule, is_paint, range};
use traybit_core::{BLANKS, LONGEST_SIDE, Size, is_visible};

/// Maximum number of cells examined to find a place for every piece; pieces beyond this limit are left to the search.
const MOST_LOOKS: usize = 1 << 27;

/// Maximum number of pieces of different names.
const MOST_PIECES: usize = 50_000;

/// Maximum length of a piece's name, in characters.
const LONGEST_NAME: usize = 64;

/// An error in a puzzle, and the part of it that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The part that is wrong.
    pub place: Place,
    /// Sentence with what was expected and what was found, without its full stop.
    pub sentence: String,
}

/// A part of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A section of the text format, by its key.
    Section(&'static str),
    /// The name or shape of a piece, by its index in the list.
    Piece(usize),
    /// The counts of a piece, by its index in the list.
    Counts(usize),
    /// A cell of a piece placed beforehand.
    Placed(Cell),
}

const BOARD: Place = Place::Section("board");
const PIECES: Place = Place::Section("piece");
const EMPTY: Place = Place::Section("empty");

fn ensure<S: Into<String>>(holds: bool, place: Place, sentence: impl FnOnce() -> S) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw { place, sentence: sentence().into() }) }
}

impl Pack {
    /// Validates the puzzle. Counts are limited to the room on the board, and paint without effect is removed.
    pub fn checked(mut self) -> Result<Self, Flaw> {
        self.reduce_paint();
        self.placed.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        self.check_board()?;
        self.check_pieces()?;
        self.check_paint()?;
        self.check_places()?;
        self.check_placed()?;
        self.check_sums()?;
        let open = self.open();
        for piece in &mut self.pieces {
            let (least, most) = piece.counts.clone().into_inner();
            piece.counts = least..=most.min(piece.most_in(open)).max(least);
        }
        self.check_rules()?;
        self.empty = *self.empty.start()..=(*self.empty.end()).min(open as u32);
        if let Some(pieces) = &mut self.rules.pieces {
            *pieces = *pieces.start()..=(*pieces.end()).min(open as u32).max(*pieces.start());
        }
        Ok(self)
    }

    fn check_board(&self) -> Result<(), Flaw> {
        for remark in [&self.title, &self.source].into_iter().flatten() {
            let is_plain = remark.trim_matches(BLANKS) == remark && !remark.chars().any(char::is_control);
            ensure(is_plain, BOARD, || "expected one line without blanks round it or control characters")?;
        }
        let (Size { height, width }, cells) = (self.size, self.floor.len());
        ensure(self.size.is_allowed() && cells == self.size.cells(), BOARD, || {
            let expected = format!("expected a board of 1 to {LONGEST_SIDE} rows and columns");
            format!("{expected}, found {height}×{width} with {cells} cells")
        })?;
        ensure(self.open() > 0, BOARD, || "expected a board with a cell that is no wall, found none")?;
        let (least, most) = (self.empty.start(), self.empty.end());
        ensure(least <= most, EMPTY, || format!("expected a range of numbers, found {least}..{most}"))
    }

    fn check_pieces(&self) -> Result<(), Flaw> {
        let mut names = HashSet::new();
        for (number, Piece { name, shape, counts, colour, .. }) in self.pieces.iter().enumerate() {
            let (place, counts_at) = (Place::Piece(number), Place::Counts(number));
            ensure(is_name(name), place, || {
                let without = "without : and ;, single blanks between them";
                format!("expected a name of 1 to {LONGEST_NAME} visible characters {without}, found {name:?}")
            })?;
            ensure(names.insert(name), place, || {
                format!("expected a name of its own for each piece, found a second {name}")
            })?;
            ensure(shape.is_connected(), place, || {
                let expected = format!("expected every cell of piece {name} beside another one of it");
                expected + ", found a part that lies by itself"
            })?;
            let (least, most) = (counts.start(), counts.end());
            ensure(least <= most, counts_at, || {
                format!("expected how many there are of piece {name}, found {least}..{most}")
            })?;
            let has_name = |colour: &String| !colour.is_empty() && colour.chars().all(is_visible);
            ensure(colour.as_ref().is_none_or(has_name), counts_at, || {
                format!("expected a visible name of the colour of piece {name}, found {colour:?}")
            })?;
        }
        let pieces = self.pieces.len();
        ensure((1..=MOST_PIECES).contains(&pieces), PIECES, || {
            format!("expected 1 to {MOST_PIECES} pieces, found {pieces}")
        })
    }

    fn check_rules(&self) -> Result<(), Flaw> {
        let has_colours = self.pieces.iter().any(|piece| piece.colour.is_some());
        ensure(
            has_colours || !self.rules.has(Rule::ColoursApart),
            Place::Section("rules"),
            || "expected a piece with a colour, such as `piece L: 2 colour red`, found none",
        )?;
        let Some(pieces) = &self.rules.pieces else { return Ok(()) };
        let (least, most) = self.pieces_in_all().into_inner();
        let meets = !pieces.is_empty() && *pieces.end() >= least && *pieces.start() <= most;
        ensure(meets, Place::Section("pieces"), || {
            let expected = format!("within the sums of theirs that there is room for, {least} to {most}");
            let end = Some(pieces.end()).filter(|end| **end < u32::MAX);
            let end = end.map_or(" or more".to_owned(), |end| format!(" to {end}"));
            format!("expected a number of all pieces {expected}, found {}{end}", pieces.start())
        })
    }

    fn check_paint(&self) -> Result<(), Flaw> {
        let Paint { cells, fits } = &self.paint;
        let board = (BOARD, cells, self.size.cells());
        let pieces = self.pieces.iter().enumerate();
        let pieces = pieces.map(|(number, piece)| (Place::Piece(number), &piece.paint, piece.shape.area()));
        for (place, paint, cells) in pieces.chain([board]) {
            let found = paint.len();
            ensure(found == 0 || found == cells, place, || {
                format!("expected the paint of all cells, found {found}")
            })?;
        }
        let of_pieces: BTreeSet<char> =
            self.pieces.iter().flat_map(|piece| &piece.paint).copied().flatten().collect();
        let of_board: BTreeSet<char> = cells.iter().copied().flatten().collect();
        for colour in of_pieces.union(&of_board) {
            ensure(is_paint(*colour), BOARD, || {
                format!("expected colours that are letters or digits, found {colour:?}")
            })?;
        }
        for (own, others) in fits {
            ensure(of_pieces.contains(own), Place::Section("fits"), || {
                format!("expected a colour of a piece before `on`, found {own}")
            })?;
            for other in others {
                ensure(of_board.contains(other), Place::Section("fits"), || {
                    format!("expected colours of the board after `on`, found {other}")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that each piece that must be placed fits on the board by itself.
    fn check_places(&self) -> Result<(), Flaw> {
        let mut looks = MOST_LOOKS;
        let is_painted = !self.paint.cells.is_empty();
        let has_less = is_painted || self.floor.contains(&Floor::Wall);
        let lack = if is_painted { "walls or colours keep" } else { "walls keep" };
        let (height, width) = (self.size.height, self.size.width);
        for (number, piece) in self.pieces.iter().enumerate().filter(|(_, its)| *its.counts.start() > 0) {
            let (tall, wide) = (piece.shape.height(), piece.shape.width());
            let turned = if piece.freedom == Freedom::Fixed { (tall, wide) } else { (wide, tall) };
            let fits = |(tall, wide)| tall <= height && wide <= width;
            let (expected, name) = ("expected pieces that fit on the board", &piece.name);
            ensure(fits((tall, wide)) || fits(turned), Place::Piece(number), || {
                let larger = format!("which is larger: {tall}×{wide}");
                format!("{expected}, {height}×{width}, found piece {name}, {larger}")
            })?;
            ensure(!has_less || self.has_place(piece, &mut looks), Place::Piece(number), || {
                format!("{expected}, found piece {name}, which {lack} from every place")
            })?;
        }
        Ok(())
    }

    /// True if a piece can lie somewhere, or if `looks` are used up.
    fn has_place(&self, piece: &Piece, looks: &mut usize) -> bool {
        piece.orientations().iter().any(|turned| {
            self.anchors(&turned.shape).any(|anchor| {
                let is_free = turned.shape.cells_at(anchor).all(|cell| {
                    *looks = looks.saturating_sub(1);
                    self.floor_at(cell) != Floor::Wall
                });
                let fits =
                    || self.fitting(turned, &turned.shape.cells_at(anchor).collect::<Vec<Cell>>()).is_some();
                is_free && fits() || *looks == 0
            })
        })
    }

    /// Checks that pieces placed beforehand are a valid part of a packing and within their counts.
    fn check_placed(&self) -> Result<(), Flaw> {
        if self.placed.is_empty() {
            return Ok(());
        }
        let place = |cell: Option<Cell>| cell.map_or(BOARD, Place::Placed);
        Checker::of(self)
            .check_lying(&self.placed)
            .map_err(|(cell, sentence)| Flaw { place: place(cell), sentence })?;
        let mut counts = vec![0; self.pieces.len()];
        for Placed { piece, cells } in &self.placed {
            let (at, most, name) =
                (place(cells.first().copied()), self.pieces[*piece].counts.end(), &self.pieces[*piece].name);
            ensure(cells.is_sorted(), at, || format!("expected the cells of piece {name} in order"))?;
            counts[*piece] += 1;
            ensure(counts[*piece] <= *most, at, || {
                format!("expected at most {most} of piece {name}, found one more")
            })?;
        }
        Ok(())
    }

    /// Checks that some choice of counts covers the number of cells that the board requires.
    fn check_sums(&self) -> Result<(), Flaw> {
        let open = self.open() as u64;
        let full = self.floor.iter().filter(|floor| **floor == Floor::Full).count() as u64;
        let (least, most) = self.covered().into_inner();
        ensure(least <= open, PIECES, || {
            format!(
                "expected pieces for the {open} cells of the board, found that they cover {least} at least"
            )
        })?;
        ensure(most >= full, PIECES, || {
            let expected = format!("expected pieces for the {full} cells that have to be covered");
            format!("{expected}, found that they cover {most} at most")
        })?;
        let (fewest, highest) = (u64::from(*self.empty.start()), u64::from(*self.empty.end()));
        ensure(fewest <= open, EMPTY, || {
            format!("expected at most {open} empty cells, as many as the board has, found {fewest}")
        })?;
        let needed = (open.saturating_sub(highest).max(full), open - fewest);
        ensure(needed.0 <= needed.1, EMPTY, || {
            let expected = format!("expected at most {} empty cells, since {full} have to be", open - full);
            format!("{expected} covered, found {fewest}")
        })?;
        ensure(self.can_cover(least, needed), EMPTY, || {
            let needed = range(&(needed.0..=needed.1));
            let cover = if least == most { least.to_string() } else { "another number".to_owned() };
            format!("expected pieces that cover {needed} of the {open} cells, found that they cover {cover}")
        })
    }

    /// True if some choice of counts covers `lowest` to `highest` cells, inclusive: subset sums as bits, area by area.
    fn can_cover(&self, least: u64, (lowest, highest): (u64, u64)) -> bool {
        let Some(spare) = highest.checked_sub(least) else { return false };
        let spare = spare as usize;
        let mut extras: BTreeMap<usize, u64> = BTreeMap::new();
        for piece in &self.pieces {
            let more = u64::from(piece.counts.end() - piece.counts.start());
            *extras.entry(piece.shape.area()).or_default() += more;
        }
        let all = (BigUint::from(1_u8) << (spare + 1)) - 1_u8;
        let mut sums = BigUint::from(1_u8);
        for (area, more) in extras {
            let mut left = more.min((spare / area) as u64) as usize;
            // Any number up to `left` is a sum of some of these parts: 1, 2, 4 … and the remainder.
            let mut next = 1;
            while left > 0 {
                let part = left.min(next);
                sums = (&sums | &sums << (part * area)) & &all;
                left -= part;
                next *= 2;
            }
        }
        let first = lowest.saturating_sub(least);
        (first..=spare as u64).any(|sum| sums.bit(sum))
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c == ' ' || is_visible(c) && c != ':' && c != ';';
    !name.is_empty()
        && name.trim() == name
        && !name.contains("  ")
        && name.chars().all(is_plain)
        && name.chars().count() <= LONGEST_NAME
}

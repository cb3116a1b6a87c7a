//! Checks of a packing puzzle before anything is searched.
//!
//! Covered cells are counted on both sides; some counts of the pieces must give the number that the board requires:
//!
//! ```text
//!   pieces   sum of area × count, every count in its range          88
//!   board    open cells less `empty`, and all cells that are full   100 − 12
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use crate::pack::paint::{Paint, Painted, is_paint};
use crate::pack::{Cell, Floor, Freedom, Pack, Piece, Rule};
use traybit_core::grid::LONGEST_SIDE;
use traybit_core::shape::Shape;
use traybit_core::source_text::is_visible;

/// Cells examined, for all pieces together, in search of a place for each. A piece for which they do not suffice is left to
/// the search.
const MOST_LOOKS: usize = 1 << 27;

/// The longest name of a piece, in characters.
pub const LONGEST_NAME: usize = 64;

/// An error in a puzzle, and the part of it that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The part that is wrong.
    pub place: Place,
    /// Sentence that says what was expected and what was found, without its full stop.
    pub sentence: String,
}

/// A part of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The title.
    Title,
    /// The source.
    Source,
    /// The list of pieces.
    Pieces,
    /// A piece, by its place in the list: its name or shape.
    Piece(usize),
    /// The number of a piece.
    Counts(usize),
    /// The board.
    Board,
    /// The number of empty cells.
    Empty,
    /// The number of all pieces together.
    Number,
    /// The rules that have names.
    Rules,
    /// The colours that fit others.
    Fits,
    /// A cell of a piece placed beforehand.
    Placed(Cell),
}

fn flaw(place: Place, sentence: impl Into<String>) -> Result<(), Flaw> {
    Err(Flaw { place, sentence: sentence.into() })
}

impl Pack {
    /// The puzzle with its open-ended counts cut down to what the board has room for, its pieces placed beforehand in
    /// order and without paint that says nothing, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first [`Flaw`].
    pub fn checked(mut self) -> Result<Self, Flaw> {
        self.reduce_paint();
        self.placed.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        self.check()?;
        let open = self.open();
        for piece in &mut self.pieces {
            let (least, most) = piece.counts.clone().into_inner();
            piece.counts = least..=most.min(piece.most_in(open)).max(least);
        }
        self.empty = *self.empty.start()..=(*self.empty.end()).min(open as u32);
        if let Some(pieces) = &mut self.rules.pieces {
            *pieces = *pieces.start()..=(*pieces.end()).min(open as u32).max(*pieces.start());
        }
        Ok(self)
    }

    /// Checks the puzzle, which can be solved, or found to have no solution, when there is no flaw.
    fn check(&self) -> Result<(), Flaw> {
        self.check_remarks()?;
        self.check_board()?;
        self.check_pieces()?;
        self.check_rules()?;
        self.check_paint()?;
        self.check_places()?;
        self.check_placed()?;
        self.check_sums()
    }

    fn check_remarks(&self) -> Result<(), Flaw> {
        for (place, remark) in [(Place::Title, &self.title), (Place::Source, &self.source)] {
            let Some(remark) = remark else { continue };
            if remark.trim_matches([' ', '\t']) != remark || remark.chars().any(char::is_control) {
                return flaw(place, "expected one line without blanks round it or control characters");
            }
        }
        Ok(())
    }

    fn check_board(&self) -> Result<(), Flaw> {
        if !self.size.is_allowed() || self.floor.len() != self.size.cells() {
            let expected = format!("expected a board of 1 to {LONGEST_SIDE} rows and columns");
            let (height, width) = (self.size.height, self.size.width);
            let cells = self.floor.len();
            return flaw(Place::Board, format!("{expected}, found {height}×{width} with {cells} cells"));
        }
        if self.open() == 0 {
            return flaw(Place::Board, "expected a board with a cell that is no wall, found none");
        }
        if self.empty.is_empty() {
            let (least, most) = (self.empty.start(), self.empty.end());
            return flaw(Place::Empty, format!("expected a range of numbers, found {least}..{most}"));
        }
        Ok(())
    }

    fn check_pieces(&self) -> Result<(), Flaw> {
        let mut names = HashSet::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            let name = &piece.name;
            if !is_name(name) {
                let expected = format!(
                    "expected a name of 1 to {LONGEST_NAME} visible characters without : and ; and without blanks round it"
                );
                return flaw(Place::Piece(number), format!("{expected}, found {name:?}"));
            }
            if !names.insert(name) {
                let expected = "expected a name of its own for each piece";
                return flaw(Place::Piece(number), format!("{expected}, found a second {name}"));
            }
            if !piece.shape.is_connected() {
                let expected = format!("expected every cell of piece {name} beside another one of it");
                return flaw(Place::Piece(number), expected + ", found a part that lies by itself");
            }
            if piece.counts.is_empty() {
                let (least, most) = (piece.counts.start(), piece.counts.end());
                let sentence = format!("expected how many there are of piece {name}, found {least}..{most}");
                return flaw(Place::Counts(number), sentence);
            }
        }
        if self.pieces.iter().all(|piece| *piece.counts.end() == 0) {
            return flaw(Place::Pieces, "expected at least one piece to place, found none");
        }
        Ok(())
    }

    fn check_rules(&self) -> Result<(), Flaw> {
        for (number, Piece { name, colour, .. }) in self.pieces.iter().enumerate() {
            if let Some(colour) = colour
                && (colour.is_empty() || !colour.chars().all(is_visible))
            {
                let sentence =
                    format!("expected a visible name of the colour of piece {name}, found {colour:?}");
                return flaw(Place::Counts(number), sentence);
            }
        }
        if self.rules.has(Rule::ColoursApart) && self.pieces.iter().all(|piece| piece.colour.is_none()) {
            return flaw(
                Place::Rules,
                "expected a piece with a colour, such as `piece L: 2 colour red`, found none",
            );
        }
        let Some(pieces) = &self.rules.pieces else { return Ok(()) };
        let sum = |end: fn(&RangeInclusive<u32>) -> &u32| {
            self.pieces.iter().fold(0, |sum: u32, piece| sum.saturating_add(*end(&piece.counts)))
        };
        let (least, most) = (sum(RangeInclusive::start), sum(RangeInclusive::end));
        if pieces.is_empty() || *pieces.end() < least || *pieces.start() > most {
            let expected =
                format!("expected a number of all pieces within the sums of theirs, {least} to {most}");
            return flaw(Place::Number, format!("{expected}, found {} to {}", pieces.start(), pieces.end()));
        }
        Ok(())
    }

    fn check_paint(&self) -> Result<(), Flaw> {
        let Paint { cells, fits } = &self.paint;
        let is_complete = |paint: &[Option<char>], cells: usize| paint.is_empty() || paint.len() == cells;
        if !is_complete(cells, self.size.cells()) {
            return flaw(Place::Board, format!("expected the paint of all cells, found {}", cells.len()));
        }
        for (number, piece) in self.pieces.iter().enumerate() {
            if !is_complete(&piece.paint, piece.shape.area()) {
                let found = piece.paint.len();
                return flaw(Place::Piece(number), format!("expected the paint of all cells, found {found}"));
            }
        }
        let of_pieces: BTreeSet<&char> =
            self.pieces.iter().flat_map(|piece| &piece.paint).flatten().collect();
        let of_board: BTreeSet<&char> = cells.iter().flatten().collect();
        if let Some(colour) = of_pieces.union(&of_board).find(|colour| !is_paint(***colour)) {
            return flaw(
                Place::Board,
                format!("expected colours that are letters or digits, found {colour:?}"),
            );
        }
        for (own, others) in fits {
            if !of_pieces.contains(own) {
                return flaw(Place::Fits, format!("expected a colour of a piece before `on`, found {own}"));
            }
            if let Some(other) = others.iter().find(|other| !of_board.contains(other)) {
                return flaw(Place::Fits, format!("expected colours of the board after `on`, found {other}"));
            }
        }
        Ok(())
    }

    /// Checks that each piece of which there has to be one fits on the board by itself.
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
            let sentence = if !fits((tall, wide)) && !fits(turned) {
                let larger = format!("which is larger: {tall}×{wide}");
                format!("{expected}, {height}×{width}, found piece {name}, {larger}")
            } else if has_less && !self.has_place(piece, &mut looks) {
                format!("{expected}, found piece {name}, which {lack} from every place")
            } else {
                continue;
            };
            return flaw(Place::Piece(number), sentence);
        }
        Ok(())
    }

    /// True if a piece can lie somewhere, as far as that is found out before the looks are used up.
    fn has_place(&self, piece: &Piece, looks: &mut usize) -> bool {
        for painted in piece.painted() {
            let shape = &painted.shape;
            let spare =
                self.size.height.checked_sub(shape.height()).zip(self.size.width.checked_sub(shape.width()));
            let Some((down, right)) = spare else { continue };
            for (row, left) in (0..=down).flat_map(|row| (0..=right).map(move |left| (row, left))) {
                let cells = || shape.cells_at((row, left + shape.lead()));
                let is_free = cells().all(|cell| {
                    *looks = looks.saturating_sub(1);
                    self.floor_at(cell) != Floor::Wall
                });
                if is_free && self.takes(&painted, cells()) || *looks == 0 {
                    return true;
                }
            }
        }
        false
    }

    fn check_placed(&self) -> Result<(), Flaw> {
        let mut taken = vec![false; self.size.cells()];
        let mut counts = vec![0; self.pieces.len()];
        let mut orientations: HashMap<usize, Vec<Painted>> = HashMap::new();
        for placed in &self.placed {
            let Some(&first) = placed.cells.first() else {
                return flaw(Place::Board, "expected a cell of each piece placed beforehand, found none");
            };
            let Some(piece) = self.pieces.get(placed.piece) else {
                let sentence = format!("expected the number of a piece, found {}", placed.piece);
                return flaw(Place::Placed(first), sentence);
            };
            for &(row, column) in &placed.cells {
                let place = Place::Placed((row, column));
                if row >= self.size.height || column >= self.size.width {
                    return flaw(place, "expected a cell of the board, found one outside");
                }
                if self.floor_at((row, column)) == Floor::Wall {
                    return flaw(place, format!("expected no wall under piece {}, found one", piece.name));
                }
                if std::mem::replace(&mut taken[self.size.number((row, column))], true) {
                    return flaw(place, "expected one piece on a cell, found two");
                }
            }
            let shape = Shape::of(&placed.cells).0;
            let allowed = orientations.entry(placed.piece).or_insert_with(|| piece.painted());
            let mut ways = allowed.iter().filter(|painted| painted.shape == shape);
            if !placed.cells.is_sorted() || !ways.any(|way| self.takes(way, placed.cells.iter().copied())) {
                let sentence = format!("expected a way to place piece {}, found {shape}", piece.name);
                return flaw(Place::Placed(first), sentence);
            }
            counts[placed.piece] += 1;
            if counts[placed.piece] > *piece.counts.end() {
                let most = piece.counts.end();
                let sentence = format!("expected at most {most} of piece {}, found one more", piece.name);
                return flaw(Place::Placed(first), sentence);
            }
        }
        Ok(())
    }

    /// Checks that some counts within their ranges cover as many cells as the board requires.
    fn check_sums(&self) -> Result<(), Flaw> {
        let open = self.open() as u64;
        let full = self.floor.iter().filter(|floor| **floor == Floor::Full).count() as u64;
        let (least, most) = self.covered().into_inner();
        if least > open {
            let expected = format!("expected pieces for the {open} cells of the board");
            return flaw(Place::Pieces, format!("{expected}, found that they cover {least} at least"));
        }
        if most < full {
            let expected = format!("expected pieces for the {full} cells that have to be covered");
            return flaw(Place::Pieces, format!("{expected}, found that they cover {most} at most"));
        }
        let (fewest, highest) = (u64::from(*self.empty.start()), u64::from(*self.empty.end()));
        if fewest > open {
            let expected = format!("expected at most {open} empty cells, as many as the board has");
            return flaw(Place::Empty, format!("{expected}, found {fewest}"));
        }
        let needed = (open.saturating_sub(highest).max(full), open - fewest);
        if needed.0 > needed.1 {
            let expected = format!("expected at most {} empty cells, since {full} have to be", open - full);
            return flaw(Place::Empty, format!("{expected} covered, found {fewest}"));
        }
        if self.can_cover(least, needed) {
            return Ok(());
        }
        let (lowest, highest) = needed;
        let needed = if lowest == highest { lowest.to_string() } else { format!("{lowest} to {highest}") };
        let cover = if least == most { least.to_string() } else { "another number".to_owned() };
        let expected = format!("expected pieces that cover {needed} of the {open} cells");
        flaw(Place::Empty, format!("{expected}, found that they cover {cover}"))
    }

    /// True if some counts cover a number of cells that is needed, both ends among it: sums as bits, areas one by one.
    fn can_cover(&self, least: u64, (lowest, highest): (u64, u64)) -> bool {
        let Some(spare) = highest.checked_sub(least) else { return false };
        let spare = spare as usize;
        let mut extras: BTreeMap<usize, u64> = BTreeMap::new();
        for piece in &self.pieces {
            let more = u64::from(piece.counts.end() - piece.counts.start());
            *extras.entry(piece.shape.area()).or_default() += more;
        }
        let mut sums = vec![0_u64; spare / 64 + 1];
        sums[0] = 1;
        for (area, more) in extras {
            let mut left = more.min((spare / area) as u64) as usize;
            let mut part = 1;
            // Any number up to `left` is a sum of these parts: 1, 2, 4 … and the rest.
            while left > 0 {
                let now = part.min(left);
                add_shifted(&mut sums, now * area);
                left -= now;
                part *= 2;
            }
        }
        let first = lowest.saturating_sub(least) as usize;
        (first..=spare).any(|sum| sums[sum / 64] >> (sum % 64) & 1 == 1)
    }
}

/// Adds each sum of a set to itself, larger by some number.
fn add_shifted(sums: &mut [u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for word in (words..sums.len()).rev() {
        let low = if bits > 0 && word > words { sums[word - words - 1] >> (64 - bits) } else { 0 };
        sums[word] |= sums[word - words] << bits | low;
    }
}

/// True if a piece can have this name.
pub(crate) fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c == ' ' || is_visible(c) && c != ':' && c != ';';
    !name.is_empty()
        && name.trim() == name
        && name.chars().all(is_plain)
        && name.chars().count() <= LONGEST_NAME
}

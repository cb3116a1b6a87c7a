//! A packing puzzle as an exact cover: what Knuth's program DLX3 reads, and how puzzles with rules are solved.
//!
//! ```text
//!   items    p1         a piece, or pieces that cannot be distinguished, as many as there are of it
//!            0,0        a cell that has to be covered; secondary, if it may stay empty
//!            e          the empty cells, where their number does not follow from the pieces
//!            n          all pieces together, where their number is limited
//!            r3 c5      a line that some piece has to cross: below row 3, right of column 5
//!            b7         the 7th placement, which some piece has to be in the way of
//!            u1.2       the second piece of p1 that is not used, if one is not
//!            >12 v12    secondary: an edge of cell 12, beside which one cell at most may be empty
//!            2>12 2v12  secondary: one beside which one piece of colour 2 may lie
//!   options  p1 0,0 0,1 …   a piece and the cells that it covers
//!            e 0,0          a cell that stays empty
//! ```
//!
//! It is made from the board and the pieces, not from the covers of the other searches, so that its count tests those.

mod builder;

use std::ops::RangeInclusive;

use crate::cover::Placements;
use crate::exact::packing::builder::{Builder, Need, SECONDARY};
use crate::exact::{Choice, ExactCover, Item};
use crate::kinds::{Kinds, Scan};
use crate::pack::paint::Painted;
use crate::pack::{Cell, Floor, Pack, Rule};
use crate::space::EMPTY;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

/// A puzzle as an exact cover.
pub(crate) struct Problem<'a> {
    pub cover: ExactCover,
    /// For each option the kind of its piece, the orientation among those of the kind, and the corner of its box; none where
    /// a cell stays empty.
    pub placements: Vec<Option<(usize, usize, Cell)>>,
    /// Pieces that are one item, by that.
    pub kinds: Vec<Kind<'a>>,
    /// Range of the number of empty cells, where options leave them so.
    pub empty: Option<RangeInclusive<u32>>,
}

impl Problem<'_> {
    /// The number of each option's piece among the placements of the puzzle's cover; some options have no piece.
    pub(crate) fn names(&self, pack: &Pack, kinds: &Kinds, placements: &Placements<'_>) -> Vec<u32> {
        let scan = Scan::of(pack);
        let orientations = |kind: usize| kinds.orientations[..kind].iter().map(Vec::len).sum::<usize>();
        let name = |&(kind, orientation, (row, column)): &(usize, usize, Cell)| {
            let shape = &kinds.orientations[kind][orientation];
            let first = shape.cells().map(|(down, right)| scan.number((row + down, column + right))).min()?;
            placements.number((first, (orientations(kind) + orientation) as u32))
        };
        self.placements.iter().map(|placement| placement.as_ref().and_then(name).unwrap_or(EMPTY)).collect()
    }
}

/// Pieces that are one item.
pub(crate) struct Kind<'a> {
    pub names: Vec<&'a str>,
    /// Range of the number still to be placed, of which there is at least one.
    pub counts: RangeInclusive<u32>,
    number: usize,
    orientations: Vec<Shape>,
    painted: Vec<Painted>,
    /// Its colour and the number of that, where pieces of one colour must not touch.
    colour: Option<(usize, String)>,
}

/// The exact cover of a puzzle without a flaw.
///
/// # Errors
/// The limit that it would pass: a large board with large pieces has more options than there is memory.
pub(crate) fn problem<'a>(pack: &'a Pack, limits: &Limits) -> Result<Problem<'a>, GaveUp> {
    let kinds = kinds(pack);
    let mut needs = needs(pack);
    let (empty, is_possible) = empties(pack, &kinds, &mut needs);
    let lain = pack.placed.len() as u32;
    let number = pack.rules.pieces.as_ref().map(|pieces| {
        let (least, most) = pieces.clone().into_inner();
        least.saturating_sub(lain)..=most.saturating_sub(lain)
    });
    let mut builder = Builder::new(pack, needs);
    let is_broken = !is_possible || builder.is_broken();
    builder.add_items(&kinds, empty.as_ref());
    let has_none = number.as_ref().is_some_and(|number| *number.end() == 0);
    if let Some(number) = number.filter(|_| !has_none) {
        builder.number = Some(builder.add("n".to_owned(), number));
    }
    if is_broken {
        // It has no option.
        builder.add("broken".to_owned(), 1..=1);
    }
    for (item, kind) in (0..).zip(&kinds) {
        builder.add_pieces(item, kind, limits)?;
    }
    if empty.is_some() {
        builder.add_empty(kinds.len() as u32);
    }
    if pack.rules.has(Rule::Maximal) {
        for (item, kind) in (0..).zip(&kinds) {
            builder.block(item, kind, limits)?;
        }
    }
    if has_none {
        builder.options.retain(|option| option.placement.is_none());
    }
    let Builder { mut primary, secondary, options, .. } = builder;
    // A problem with nothing to decide would be refused.
    let is_done = primary.is_empty();
    if is_done {
        primary.push(Item { name: "done".to_owned(), counts: 1..=1 });
    }
    let first = primary.len() as u32;
    let numbered = |entry: u32| if entry & SECONDARY == 0 { entry } else { first + (entry & !SECONDARY) };
    let choice = |entries: &[u32]| Choice {
        line: 0,
        text: String::new(),
        entries: entries.iter().map(|&entry| (numbered(entry), 0)).collect(),
    };
    let mut choices: Vec<Choice> = options.iter().map(|option| choice(&option.entries)).collect();
    let mut placements: Vec<_> = options.iter().map(|option| option.placement).collect();
    if is_done {
        choices.push(choice(&[0]));
        placements.push(None);
    }
    let items = primary.into_iter().chain(secondary).collect();
    let cover = ExactCover { items, primary: first as usize, options: choices, idle: 0 };
    Ok(Problem { cover, placements, kinds, empty })
}

/// The kinds of which there are pieces left.
fn kinds(pack: &Pack) -> Vec<Kind<'_>> {
    let kinds = Kinds::of(pack);
    let counts = kinds.left(pack);
    let mut colours: Vec<&String> = Vec::new();
    let all = kinds.orientations.iter().zip(&kinds.colours).zip(counts).enumerate();
    let all = all.map(|(number, ((orientations, colour), counts))| {
        let own = pack.pieces.iter().zip(&kinds.of_piece).filter(|(_, of)| usize::from(**of) == number);
        let colour = colour.as_ref().filter(|_| pack.rules.has(Rule::ColoursApart)).map(|colour| {
            let known = colours.iter().position(|known| *known == colour);
            let number = known.unwrap_or(colours.len());
            colours.extend(known.is_none().then_some(colour));
            (number, colour.clone())
        });
        let names = own.map(|(piece, _)| &*piece.name).collect();
        let (orientations, painted) = (orientations.clone(), kinds.painted[number].clone());
        Kind { names, counts, number, orientations, painted, colour }
    });
    all.filter(|kind| *kind.counts.end() > 0).collect()
}

fn needs(pack: &Pack) -> Vec<Need> {
    let need = |floor: &Floor| match floor {
        Floor::Wall => Need::Nothing,
        Floor::Open => Need::Either,
        Floor::Full => Need::Covered,
    };
    let mut needs: Vec<Need> = pack.floor.iter().map(need).collect();
    for &cell in pack.placed.iter().flat_map(|placed| &placed.cells) {
        needs[pack.size.number(cell)] = Need::Nothing;
    }
    needs
}

/// Range of the number of empty cells, unless all is said by the pieces and by which cells have to be covered: all of them,
/// where none can stay empty. False if no number of them is possible.
fn empties(pack: &Pack, kinds: &[Kind<'_>], needs: &mut [Need]) -> (Option<RangeInclusive<u32>>, bool) {
    // The empty cells by the counts alone, and by the puzzle's own range.
    let free = needs.iter().filter(|need| **need != Need::Nothing).count() as u64;
    let left = |end: fn(&RangeInclusive<u32>) -> &u32| {
        let area = |kind: &Kind<'_>| kind.orientations[0].area() as u64 * u64::from(*end(&kind.counts));
        free.saturating_sub(kinds.iter().map(area).fold(0, u64::saturating_add))
    };
    let by_counts = left(RangeInclusive::end)..=left(RangeInclusive::start);
    let (fewest, highest) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
    let either = needs.iter().filter(|need| **need == Need::Either).count() as u64;
    let least = fewest.max(*by_counts.start());
    let most = highest.min(*by_counts.end()).min(either);
    if most == 0 {
        needs.iter_mut().filter(|need| **need == Need::Either).for_each(|need| *need = Need::Covered);
    }
    let follows = fewest <= *by_counts.start() && *by_counts.end() <= highest;
    let is_told = (!follows || pack.rules.has(Rule::HolesApart)) && least.max(most) > 0;
    (is_told.then_some(least as u32..=least.max(most) as u32), least <= most)
}

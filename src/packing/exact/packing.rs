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

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use crate::cover::{Kinds, Placements, Scan};
use crate::exact::{Choice, ExactCover, Item};
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
    /// The number of each option's piece among the placements of the puzzle's cover, at the first node of the option, by
    /// which moves call it; other nodes and options have no piece.
    pub(crate) fn names(&self, pack: &Pack, kinds: &Kinds, placements: &Placements<'_>) -> Vec<u32> {
        let scan = Scan::of(pack);
        let orientations = |kind: usize| kinds.orientations[..kind].iter().map(Vec::len).sum::<usize>();
        let name = |&(kind, orientation, (row, column)): &(usize, usize, Cell)| {
            let shape = &kinds.orientations[kind][orientation];
            let first = shape.cells().map(|(down, right)| scan.number((row + down, column + right))).min()?;
            placements.number((first, (orientations(kind) + orientation) as u32))
        };
        let mut names = Vec::new();
        for (option, placement) in self.cover.options.iter().zip(&self.placements) {
            let end = names.len() + option.entries.len();
            names.push(placement.as_ref().and_then(name).unwrap_or(EMPTY));
            names.resize(end, EMPTY);
        }
        names
    }
}

/// Pieces that are one item.
pub(crate) struct Kind<'a> {
    pub names: Vec<&'a str>,
    /// Range of the number still to be placed, of which there is at least one.
    pub counts: RangeInclusive<u32>,
    number: usize,
    orientations: Vec<Shape>,
    /// Its colour and the number of that, where pieces of one colour must not touch.
    colour: Option<(usize, String)>,
}

/// Requirement on a cell of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nothing: it is a wall or covered beforehand.
    Nothing,
    /// Cover it, or leave it empty.
    Either,
    /// Cover it.
    Covered,
}

/// The mark of a secondary item until the primary ones are numbered.
const SECONDARY: u32 = 1 << 31;

/// The sides of edges: that to the right of a cell, and that below it.
const SIDES: [char; 2] = ['>', 'v'];

/// An edge: its side of a cell, and the colour that it is for, or none for empty cells.
type Edge = (char, Cell, Option<usize>);

/// An option under way.
struct Draft {
    entries: Vec<u32>,
    /// The entries between the first, which is the kind, and this one are cells and edges: no two options share one.
    exclusive: usize,
    placement: Option<(usize, usize, Cell)>,
}

struct Builder<'a> {
    pack: &'a Pack,
    needs: Vec<Need>,
    primary: Vec<Item>,
    secondary: Vec<Item>,
    /// The item of each cell.
    cells: Vec<u32>,
    edges: HashMap<Edge, u32>,
    /// The items of lines below rows and right of columns.
    lines: [Vec<Option<u32>>; 2],
    /// The item of all pieces together.
    number: Option<u32>,
    options: Vec<Draft>,
    entries: usize,
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
    let mut builder = Builder {
        pack,
        needs,
        primary: Vec::new(),
        secondary: Vec::new(),
        cells: vec![0; pack.size.cells()],
        edges: HashMap::new(),
        lines: [Vec::new(), Vec::new()],
        number: None,
        options: Vec::new(),
        entries: 0,
    };
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
        Kind { names, counts, number, orientations: orientations.clone(), colour }
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

impl<'a> Builder<'a> {
    fn add(&mut self, name: String, counts: RangeInclusive<u32>) -> u32 {
        self.primary.push(Item { name, counts });
        self.primary.len() as u32 - 1
    }

    fn add_secondary(&mut self, name: String) -> u32 {
        self.secondary.push(Item { name, counts: 0..=1 });
        SECONDARY | (self.secondary.len() as u32 - 1)
    }

    /// Adds the items of kinds, cells and lines.
    fn add_items(&mut self, kinds: &[Kind<'_>], empty: Option<&RangeInclusive<u32>>) {
        for (number, kind) in (1..).zip(kinds) {
            self.add(format!("p{number}"), kind.counts.clone());
        }
        if let Some(empty) = empty {
            self.add("e".to_owned(), empty.clone());
        }
        let (pack, needs) = (self.pack, self.needs.clone());
        for need in [Need::Covered, Need::Either] {
            for (cell, _) in pack.size.all().zip(&needs).filter(|(_, own)| **own == need) {
                let name = format!("{},{}", cell.0, cell.1);
                let is_primary = need == Need::Covered || empty.is_some();
                let item = if is_primary { self.add(name, 1..=1) } else { self.add_secondary(name) };
                self.cells[pack.size.number(cell)] = item;
            }
        }
        if pack.rules.has(Rule::FaultFree) {
            self.add_lines();
        }
    }

    /// Adds the lines that have cells on both sides and are not crossed yet.
    fn add_lines(&mut self) {
        let pack = self.pack;
        let is_cut = |side: usize, line: u16| {
            let across = |cell: Cell| if side == 0 { cell.0 } else { cell.1 };
            let is_beside = |cell: Cell| across(cell) == line && pack.floor_at(cell) != Floor::Wall;
            let touches = |cell: Cell| pack.beside(cell).any(|other| across(other) == line + 1);
            let crosses = |cells: &[Cell]| {
                cells.iter().any(|&cell| across(cell) <= line)
                    && cells.iter().any(|&cell| across(cell) > line)
            };
            pack.size.all().any(|cell| is_beside(cell) && touches(cell))
                && !pack.placed.iter().any(|placed| crosses(&placed.cells))
        };
        for (side, (name, lines)) in [("r", pack.size.height), ("c", pack.size.width)].into_iter().enumerate()
        {
            self.lines[side] = (0..lines)
                .map(|line| is_cut(side, line).then(|| self.add(format!("{name}{line}"), 1..=u32::MAX)))
                .collect();
        }
    }

    /// The colours that lie beside a cell beforehand.
    fn colours_beside(&self, cell: Cell) -> impl Iterator<Item = &'a String> {
        let pack = self.pack;
        let placed = pack.placed.iter().filter(|_| pack.rules.has(Rule::ColoursApart));
        let beside =
            placed.filter(move |placed| pack.beside(cell).any(|other| placed.cells.contains(&other)));
        beside.filter_map(|placed| pack.pieces[placed.piece].colour.as_ref())
    }

    /// True if pieces of one colour are neighbours beforehand.
    fn is_broken(&self) -> bool {
        let pack = self.pack;
        pack.placed.iter().any(|placed| {
            let own = pack.pieces[placed.piece].colour.as_ref();
            let outside = |cell: &Cell| pack.beside(*cell).filter(|other| !placed.cells.contains(other));
            let others = placed.cells.iter().flat_map(outside);
            let others =
                others.filter_map(|cell| pack.placed.iter().find(|other| other.cells.contains(&cell)));
            own.is_some()
                && pack.rules.has(Rule::ColoursApart)
                && others.into_iter().any(|other| pack.pieces[other.piece].colour.as_ref() == own)
        })
    }

    /// The item of the edge between two neighbours.
    fn edge(&mut self, one: Cell, other: Cell, colour: Option<usize>) -> u32 {
        let cell = one.min(other);
        let side = SIDES[usize::from(one.0 != other.0)];
        if let Some(&item) = self.edges.get(&(side, cell, colour)) {
            return item;
        }
        let colour_name = colour.map_or(String::new(), |colour| (colour + 1).to_string());
        let item = self.add_secondary(format!("{colour_name}{side}{}", self.pack.size.number(cell)));
        self.edges.insert((side, cell, colour), item);
        item
    }

    /// Adds the options of a kind, wherever nothing is in the way of a piece.
    fn add_pieces(&mut self, item: u32, kind: &Kind<'_>, limits: &Limits) -> Result<(), GaveUp> {
        let size = self.pack.size;
        let is_apart = |cell: Cell| {
            kind.colour.as_ref().is_none_or(|(_, own)| self.colours_beside(cell).all(|other| other != own))
        };
        let is_free: Vec<bool> = size
            .all()
            .zip(&self.needs)
            .map(|(cell, need)| *need != Need::Nothing && is_apart(cell))
            .collect();
        for (orientation, shape) in kind.orientations.iter().enumerate() {
            for row in 0..(size.height + 1).saturating_sub(shape.height()) {
                limits.check().and(limits.within(self.bytes()))?;
                for column in 0..(size.width + 1).saturating_sub(shape.width()) {
                    let cells: Vec<Cell> =
                        shape.cells().map(|(down, right)| (row + down, column + right)).collect();
                    if !cells.iter().all(|&cell| is_free[size.number(cell)]) {
                        continue;
                    }
                    let mut entries = vec![item];
                    entries.extend(cells.iter().map(|&cell| self.cells[size.number(cell)]));
                    if let &Some((colour, _)) = &kind.colour {
                        for &cell in &cells {
                            let beside: Vec<Cell> = self.pack.beside(cell).collect();
                            let beside = beside.into_iter().filter(|other| !cells.contains(other));
                            entries.extend(beside.map(|other| self.edge(cell, other, Some(colour))));
                        }
                    }
                    let exclusive = entries.len();
                    entries.extend(self.number);
                    for (lines, from, length) in
                        [(&self.lines[0], row, shape.height()), (&self.lines[1], column, shape.width())]
                    {
                        let crossed = lines.iter().skip(from.into()).take(usize::from(length) - 1);
                        entries.extend(crossed.flatten());
                    }
                    let placement = Some((kind.number, orientation, (row, column)));
                    self.push(Draft { entries, exclusive, placement });
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, option: Draft) {
        self.entries += option.entries.len();
        self.options.push(option);
    }

    /// Bytes of the options so far, here and in the exact cover.
    fn bytes(&self) -> usize {
        self.options.len() * (size_of::<Draft>() + size_of::<Choice>()) + self.entries * size_of::<[u32; 3]>()
    }

    /// Adds the options that leave cells empty.
    fn add_empty(&mut self, item: u32) {
        let pack = self.pack;
        for cell in pack
            .size
            .all()
            .filter(|&cell| self.needs[pack.size.number(cell)] == Need::Either)
            .collect::<Vec<_>>()
        {
            let mut entries = vec![item, self.cells[pack.size.number(cell)]];
            if pack.rules.has(Rule::HolesApart) {
                let either = |other: &Cell| self.needs[pack.size.number(*other)] == Need::Either;
                let beside: Vec<Cell> = pack.beside(cell).filter(either).collect();
                entries.extend(beside.into_iter().map(|other| self.edge(cell, other, None)));
            }
            self.push(Draft { entries, exclusive: 0, placement: None });
        }
    }

    /// Adds an item for each placement of a kind, which all options have that are in its way: those that share a cell or an
    /// edge. Where the pieces can be used up, options stand for those that are not used; that the first is none of them
    /// is in the way of all.
    fn block(&mut self, item: u32, kind: &Kind<'_>, limits: &Limits) -> Result<(), GaveUp> {
        let (least, most) = kind.counts.clone().into_inner();
        let free = self.needs.iter().filter(|need| **need != Need::Nothing).count();
        let is_limited = (most as usize) < free / kind.orientations[0].area();
        if is_limited && least == most {
            return Ok(());
        }
        let mut sharing: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, Draft { entries, exclusive, .. }) in self.options.iter().enumerate() {
            for &item in entries.get(1..*exclusive).unwrap_or_default() {
                sharing.entry(item).or_default().push(number);
            }
        }
        let is_own =
            |number: &usize| self.options[*number].placement.is_some_and(|(own, ..)| own == kind.number);
        let own: Vec<usize> = (0..self.options.len()).filter(is_own).collect();
        let used_up = if is_limited { Some(self.add_unused(item, most - least, most)) } else { None };
        for number in own {
            limits.check().and(limits.within(self.bytes()))?;
            let Draft { entries, exclusive, .. } = &self.options[number];
            let others = entries[1..*exclusive].iter().flat_map(|item| &sharing[item]).copied();
            let others: BTreeSet<usize> = others.chain(used_up).collect();
            let item = self.add(format!("b{}", number + 1), 1..=u32::MAX);
            self.entries += others.len();
            for other in others {
                self.options[other].entries.push(item);
            }
        }
        Ok(())
    }

    /// Adds options for pieces that are not used, so that each piece has an option: the second only with the first, and so
    /// on. The number of the option by which the first is used.
    ///
    /// ```text
    ///   u1.1 p1        u1.2 p1 w1.1        unused
    ///   u1.1 w1.1      u1.2                used: what follows is, too
    /// ```
    fn add_unused(&mut self, item: u32, unused: u32, all: u32) -> usize {
        self.primary[item as usize].counts = all..=all;
        let first = self.options.len() + 1;
        let mut before = None;
        for number in 1..=unused {
            let own = self.add(format!("u{}.{number}", item + 1), 1..=1);
            let after = (number < unused).then(|| self.add_secondary(format!("w{}.{number}", item + 1)));
            for entries in [[Some(own), Some(item), before], [Some(own), after, None]] {
                let entries = entries.into_iter().flatten().collect();
                self.push(Draft { entries, exclusive: 0, placement: None });
            }
            before = after;
        }
        first
    }
}

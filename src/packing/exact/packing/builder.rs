//! Items and options of a packing puzzle, rule by rule.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use crate::exact::packing::Kind;
use crate::exact::{Choice, Item};
use crate::pack::{Cell, Floor, Pack, Rule};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Requirement on a cell of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing: it is a wall or covered beforehand.
    Nothing,
    /// Cover it, or leave it empty.
    Either,
    /// Cover it.
    Covered,
}

/// The mark of a secondary item until the primary ones are numbered.
pub(super) const SECONDARY: u32 = 1 << 31;

/// The sides of edges: that to the right of a cell, and that below it.
const SIDES: [char; 2] = ['>', 'v'];

/// An edge: its side of a cell, and the colour that it is for, or none for empty cells.
type Edge = (char, Cell, Option<usize>);

/// An option under way.
pub(super) struct Draft {
    pub(super) entries: Vec<u32>,
    /// The entries between the first, which is the kind, and this one are cells and edges: no two options share one.
    exclusive: usize,
    pub(super) placement: Option<(usize, usize, Cell)>,
}

/// The exact cover under way.
pub(super) struct Builder<'a> {
    pack: &'a Pack,
    needs: Vec<Need>,
    pub(super) primary: Vec<Item>,
    pub(super) secondary: Vec<Item>,
    /// The item of each cell.
    cells: Vec<u32>,
    edges: HashMap<Edge, u32>,
    /// The items of lines below rows and right of columns.
    lines: [Vec<Option<u32>>; 2],
    /// The item of all pieces together.
    pub(super) number: Option<u32>,
    pub(super) options: Vec<Draft>,
    entries: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(pack: &'a Pack, needs: Vec<Need>) -> Self {
        Self {
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
        }
    }

    pub(super) fn add(&mut self, name: String, counts: RangeInclusive<u32>) -> u32 {
        self.primary.push(Item { name, counts });
        self.primary.len() as u32 - 1
    }

    fn add_secondary(&mut self, name: String) -> u32 {
        self.secondary.push(Item { name, counts: 0..=1 });
        SECONDARY | (self.secondary.len() as u32 - 1)
    }

    /// Adds the items of kinds, cells and lines.
    pub(super) fn add_items(&mut self, kinds: &[Kind<'_>], empty: Option<&RangeInclusive<u32>>) {
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

    /// The colours of other pieces that lie beside a cell beforehand, where those of one colour must not touch.
    fn colours_beside(&self, cell: Cell) -> impl Iterator<Item = &'a String> {
        let pack = self.pack;
        let placed = pack.placed.iter().filter(|_| pack.rules.has(Rule::ColoursApart));
        let others = placed.filter(move |placed| !placed.cells.contains(&cell));
        let beside = others.filter(move |other| pack.beside(cell).any(|cell| other.cells.contains(&cell)));
        beside.filter_map(|placed| pack.pieces[placed.piece].colour.as_ref())
    }

    /// True if pieces of one colour are neighbours beforehand.
    pub(super) fn is_broken(&self) -> bool {
        self.pack.placed.iter().any(|placed| {
            let own = self.pack.pieces[placed.piece].colour.as_ref();
            placed.cells.iter().any(|&cell| self.colours_beside(cell).any(|other| Some(other) == own))
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
    pub(super) fn add_pieces(&mut self, item: u32, kind: &Kind<'_>, limits: &Limits) -> Result<(), GaveUp> {
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
            let ways = || kind.painted.iter().filter(|painted| painted.shape == *shape);
            for row in 0..(size.height + 1).saturating_sub(shape.height()) {
                limits.check().and(limits.within(self.bytes()))?;
                for column in 0..(size.width + 1).saturating_sub(shape.width()) {
                    let cells: Vec<Cell> =
                        shape.cells().map(|(down, right)| (row + down, column + right)).collect();
                    if !cells.iter().all(|&cell| is_free[size.number(cell)])
                        || !ways().any(|way| self.pack.takes(way, cells.iter().copied()))
                    {
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
    pub(super) fn add_empty(&mut self, item: u32) {
        let pack = self.pack;
        for cell in pack.size.all() {
            if self.needs[pack.size.number(cell)] != Need::Either {
                continue;
            }
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
    pub(super) fn block(&mut self, item: u32, kind: &Kind<'_>, limits: &Limits) -> Result<(), GaveUp> {
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

//! A packing puzzle as an exact cover: for export to Knuth's program DLX3, and for solving puzzles with rules.
//!
//! ```text
//!   items    p1         a piece, or pieces that cannot be distinguished, with their number
//!            0,0        a cell that has to be covered; secondary, if it may stay empty
//!            e          the empty cells, if their number does not follow from the pieces
//!            n          all pieces together, if their number is limited
//!            r3 c5      a line that some piece must cross: below row 3, right of column 5
//!            b7         the 7th placement, which some piece must block
//!            u1.2       the second piece of p1 that is not used, only with the first
//!            >12 v12    secondary: an edge of cell 12, beside which at most one cell may be empty
//!            2>12 2v12  secondary: one beside which one piece of colour 2 may lie
//!   options  p1 0,0 0,1 …   a piece and the cells that it covers
//!            e 0,0          a cell that stays empty
//!            u1.1 p1        a piece of p1 that is not used
//!            u1.1 w1.1 b7   it is used, and so are those after it: no piece is left, so all placements are blocked
//! ```
//!
//! It is built from the board and the pieces, not from the covers of the other searches, so that its count tests them.

use std::collections::{BTreeSet, HashMap};
use std::iter::once;
use std::ops::RangeInclusive;

use crate::exact::{Choice, ExactCover, Item};
use crate::kinds::{Kinds, Scan};
use crate::pack::{Cell, Floor, Pack, Placed, Rule, less, sum};
use traybit_core::{GaveUp, Limits};

pub(crate) struct Problem<'a> {
    pub cover: ExactCover,
    /// For each option its placement; `None` if a cell stays empty.
    pub placements: Vec<Option<Placement>>,
    pub kinds: Vec<Kind<'a>>,
    /// Range of the number of empty cells, if there are options that leave cells empty.
    pub empty: Option<RangeInclusive<u32>>,
}

/// The first cell in scan order, and the orientation among those of all kinds.
type Placement = (u32, u32);

/// Pieces that share one item; at least one may still be placed.
pub(crate) struct Kind<'a> {
    pub names: Vec<&'a str>,
    /// Range of the number still to be placed.
    pub counts: RangeInclusive<u32>,
    number: usize,
    /// The first kind of its colour, if pieces of one colour must not touch.
    colour: Option<usize>,
}

/// The exact cover of a puzzle without a flaw.
pub(crate) fn problem<'a>(pack: &'a Pack, limits: &Limits) -> Result<Problem<'a>, GaveUp> {
    let all = Kinds::of(pack);
    let kinds = kinds(pack, &all);
    let mut builder = Builder {
        pack,
        limits,
        all: &all,
        floor: pack.floor.clone(),
        items: Vec::new(),
        cells: vec![0; pack.size.cells()],
        edges: HashMap::new(),
        lines: [Vec::new(), Vec::new()],
        number: None,
        options: Vec::new(),
        entries: 0,
    };
    for &cell in pack.placed.iter().flat_map(|placed| &placed.cells) {
        builder.floor[pack.size.number(cell)] = Floor::Wall;
    }
    let (empty, is_possible) = builder.empties(&kinds);
    for (number, kind) in (1..).zip(&kinds) {
        builder.add(format!("p{number}"), kind.counts.clone());
    }
    if let Some(empty) = &empty {
        builder.add("e".to_owned(), empty.clone());
    }
    builder.add_cells(empty.is_some());
    if pack.rules.has(Rule::FaultFree) {
        builder.add_lines();
    }
    let lain = pack.placed.len() as u32;
    let number = pack.rules.pieces.as_ref().map(|pieces| less(pieces, lain));
    let has_none = number.as_ref().is_some_and(|number| *number.end() == 0);
    builder.number = number.filter(|_| !has_none).map(|number| builder.add("n".to_owned(), number));
    let is_broken = |placed: &Placed| {
        let colour = pack.pieces[placed.piece].colour.as_ref();
        placed.cells.iter().any(|&cell| builder.touches(cell, colour))
    };
    if !is_possible || pack.placed.iter().any(is_broken) {
        // No option has this item, so there is no solution.
        builder.add("broken".to_owned(), 1..=1);
    }
    for (item, kind) in (0..).zip(&kinds) {
        builder.add_pieces(item, kind)?;
    }
    if empty.is_some() {
        builder.add_empty(kinds.len() as u32);
    }
    if pack.rules.has(Rule::Maximal) {
        for (item, kind) in (0..).zip(&kinds) {
            builder.block(item, kind)?;
        }
    }
    if has_none {
        builder.options.retain(|option| option.placement.is_none());
    }
    if !builder.items.iter().any(|(_, is_primary)| *is_primary) {
        // A problem without a primary item would be rejected.
        let done = builder.add("done".to_owned(), 1..=1);
        builder.push(vec![done], 0, None);
    }
    let (cover, placements) = builder.finish();
    Ok(Problem { cover, placements, kinds, empty })
}

fn kinds<'a>(pack: &'a Pack, all: &Kinds) -> Vec<Kind<'a>> {
    let kinds = all.left(pack).into_iter().enumerate().map(|(number, counts)| {
        let names = all.pieces[number].iter().map(|&piece| &*pack.pieces[piece].name).collect();
        let own = all.colours[number].as_ref().filter(|_| pack.rules.has(Rule::ColoursApart));
        let colour = own.and_then(|own| all.colours.iter().position(|colour| colour.as_ref() == Some(own)));
        Kind { names, counts, number, colour }
    });
    kinds.filter(|kind| *kind.counts.end() > 0).collect()
}

struct Draft {
    entries: Vec<u32>,
    /// End of the entries after the first (the kind) that are cells and edges, which no two chosen options share.
    exclusive: usize,
    placement: Option<Placement>,
}

struct Builder<'a> {
    pack: &'a Pack,
    limits: &'a Limits,
    all: &'a Kinds,
    /// The board, with walls in place of the pieces placed beforehand.
    floor: Vec<Floor>,
    /// Items; true for primary ones.
    items: Vec<(Item, bool)>,
    cells: Vec<u32>,
    /// Items of edges, by the side of a cell and the colour; `None` for empty cells.
    edges: HashMap<(char, Cell, Option<usize>), u32>,
    /// The items of lines below rows and right of columns.
    lines: [Vec<Option<u32>>; 2],
    number: Option<u32>,
    options: Vec<Draft>,
    entries: usize,
}

impl Builder<'_> {
    fn add(&mut self, name: String, counts: RangeInclusive<u32>) -> u32 {
        self.items.push((Item { name, counts }, true));
        self.items.len() as u32 - 1
    }

    fn add_secondary(&mut self, name: String) -> u32 {
        self.items.push((Item { name, counts: 0..=1 }, false));
        self.items.len() as u32 - 1
    }

    fn push(&mut self, entries: Vec<u32>, exclusive: usize, placement: Option<Placement>) {
        self.entries += entries.len();
        self.options.push(Draft { entries, exclusive, placement });
    }

    /// Checks the limits, counting the options so far twice: here and in the exact cover.
    fn check(&self) -> Result<(), GaveUp> {
        let options = self.options.len() * (size_of::<Draft>() + size_of::<Choice>());
        self.limits.check().and(self.limits.within(options + self.entries * size_of::<[u32; 3]>()))
    }

    /// Range of the number of empty cells, unless it follows from the pieces and the cells that must be covered: all, if
    /// none can stay empty. False if no number is possible.
    fn empties(&mut self, kinds: &[Kind<'_>]) -> (Option<RangeInclusive<u32>>, bool) {
        let pack = self.pack;
        let count = |floor: Floor| self.floor.iter().filter(|own| **own == floor).count() as u64;
        let (open, free) = (count(Floor::Open), count(Floor::Open) + count(Floor::Full));
        let area = |kind: &Kind<'_>| self.all.orientations[kind.number][0].shape.area() as u64;
        let (least, most) = sum(kinds.iter().map(|kind| (area(kind), &kind.counts))).into_inner();
        let (by_most, by_fewest) = (free.saturating_sub(most), free.saturating_sub(least));
        let (fewest, highest) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
        let (least, most) = (fewest.max(by_most), highest.min(by_fewest).min(open));
        if most == 0 {
            let open = self.floor.iter_mut().filter(|floor| **floor == Floor::Open);
            open.for_each(|floor| *floor = Floor::Full);
        }
        let follows = fewest <= by_most && by_fewest <= highest;
        let has_item = (!follows || pack.rules.has(Rule::HolesApart)) && least.max(most) > 0;
        (has_item.then_some(least as u32..=least.max(most) as u32), least <= most)
    }

    /// Adds the items of cells. Cells that may stay empty are secondary, unless empty cells have an item.
    fn add_cells(&mut self, has_empty: bool) {
        let size = self.pack.size;
        for (floor, is_primary) in [(Floor::Full, true), (Floor::Open, has_empty)] {
            for cell in size.all().filter(|&cell| self.floor[size.number(cell)] == floor).collect::<Vec<_>>()
            {
                let name = format!("{},{}", cell.0, cell.1);
                self.cells[size.number(cell)] =
                    if is_primary { self.add(name, 1..=1) } else { self.add_secondary(name) };
            }
        }
    }

    /// Adds the lines that have cells on both sides and are not crossed yet.
    fn add_lines(&mut self) {
        let pack = self.pack;
        for (side, name, lines) in [(0, "r", pack.size.height), (1, "c", pack.size.width)] {
            let across = |cell: &Cell| [cell.0, cell.1][side];
            for line in 0..lines {
                let is_beside = |cell: Cell| {
                    across(&cell) == line
                        && pack.floor_at(cell) != Floor::Wall
                        && pack.beside(cell).any(|other| across(&other) == line + 1)
                };
                let crosses = |placed: &Placed| {
                    let sides = || placed.cells.iter().map(across);
                    sides().any(|own| own <= line) && sides().any(|own| own > line)
                };
                let is_cut = pack.size.all().any(is_beside) && !pack.placed.iter().any(crosses);
                let item = is_cut.then(|| self.add(format!("{name}{line}"), 1..=u32::MAX));
                self.lines[side].push(item);
            }
        }
    }

    /// True if pieces of one colour must not touch and another one of this colour, placed beforehand, is beside the cell.
    fn touches(&self, cell: Cell, colour: Option<&String>) -> bool {
        let pack = self.pack;
        let is_beside = |placed: &Placed| {
            pack.pieces[placed.piece].colour.as_ref() == colour
                && !placed.cells.contains(&cell)
                && pack.beside(cell).any(|cell| placed.cells.contains(&cell))
        };
        colour.is_some() && pack.rules.has(Rule::ColoursApart) && pack.placed.iter().any(is_beside)
    }

    fn edge(&mut self, one: Cell, other: Cell, colour: Option<usize>) -> u32 {
        let cell = one.min(other);
        let side = if one.0 == other.0 { '>' } else { 'v' };
        let (items, size) = (&mut self.items, self.pack.size);
        *self.edges.entry((side, cell, colour)).or_insert_with(|| {
            let colour = colour.map_or(String::new(), |colour| (colour + 1).to_string());
            items.push((Item { name: format!("{colour}{side}{}", size.number(cell)), counts: 0..=1 }, false));
            items.len() as u32 - 1
        })
    }

    /// Adds the options of a kind: all placements that nothing obstructs.
    fn add_pieces(&mut self, item: u32, kind: &Kind<'_>) -> Result<(), GaveUp> {
        let (pack, all, size) = (self.pack, self.all, self.pack.size);
        let colour = all.colours[kind.number].as_ref();
        let is_free = |cell| self.floor[size.number(cell)] != Floor::Wall && !self.touches(cell, colour);
        let is_free: Vec<bool> = size.all().map(is_free).collect();
        let before: usize = all.orientations[..kind.number].iter().map(Vec::len).sum();
        for (orientation, turned) in (before as u32..).zip(&all.orientations[kind.number]) {
            let shape = &turned.shape;
            for (row, column) in pack.anchors(shape) {
                if column == shape.lead() {
                    self.check()?;
                }
                let cells: Vec<Cell> = shape.cells_at((row, column)).collect();
                if !cells.iter().all(|&cell| is_free[size.number(cell)])
                    || pack.fitting(turned, &cells).is_none()
                {
                    continue;
                }
                let own = cells.iter().map(|&cell| self.cells[size.number(cell)]);
                let mut entries: Vec<u32> = once(item).chain(own).collect();
                if kind.colour.is_some() {
                    for &cell in &cells {
                        let beside = pack.beside(cell).filter(|other| !cells.contains(other));
                        entries.extend(beside.map(|other| self.edge(cell, other, kind.colour)));
                    }
                }
                let exclusive = entries.len();
                entries.extend(self.number);
                let [below, right] = &self.lines;
                let below = below.iter().skip(row.into()).take(usize::from(shape.height()) - 1);
                let right =
                    right.iter().skip((column - shape.lead()).into()).take(usize::from(shape.width()) - 1);
                entries.extend(below.chain(right).flatten());
                let first = cells.iter().map(|&cell| Scan::of(pack).number(cell)).min();
                self.push(entries, exclusive, first.map(|first| (first, orientation)));
            }
        }
        Ok(())
    }

    fn add_empty(&mut self, item: u32) {
        let pack = self.pack;
        for cell in pack.size.all() {
            if self.floor[pack.size.number(cell)] != Floor::Open {
                continue;
            }
            let mut entries = vec![item, self.cells[pack.size.number(cell)]];
            if pack.rules.has(Rule::HolesApart) {
                for other in pack.beside(cell) {
                    if self.floor[pack.size.number(other)] == Floor::Open {
                        entries.push(self.edge(cell, other, None));
                    }
                }
            }
            self.push(entries, 0, None);
        }
    }

    /// Adds an item for each placement of a kind, which an option blocks that shares a cell or an edge with it.
    fn block(&mut self, item: u32, kind: &Kind<'_>) -> Result<(), GaveUp> {
        let (least, most) = kind.counts.clone().into_inner();
        let free = self.floor.iter().filter(|floor| **floor != Floor::Wall).count();
        let is_limited = (most as usize) < free / self.all.orientations[kind.number][0].shape.area();
        if is_limited && least == most {
            return Ok(());
        }
        let mut sharing: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, Draft { entries, exclusive, .. }) in self.options.iter().enumerate() {
            for &item in entries.get(1..*exclusive).unwrap_or_default() {
                sharing.entry(item).or_default().push(number);
            }
        }
        let is_own = |option: &Draft| option.placement.is_some() && option.entries[0] == item;
        let own = (0..self.options.len()).filter(|&number| is_own(&self.options[number]));
        let own: Vec<usize> = own.collect();
        let used_up = is_limited.then(|| self.add_unused(item, most - least, most));
        for number in own {
            self.check()?;
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

    /// Adds options for unused pieces; returns the number of the option that uses the first of them.
    fn add_unused(&mut self, item: u32, unused: u32, all: u32) -> usize {
        self.items[item as usize].0.counts = all..=all;
        let first = self.options.len() + 1;
        let mut before = None;
        for number in 1..=unused {
            let own = self.add(format!("u{}.{number}", item + 1), 1..=1);
            let after = (number < unused).then(|| self.add_secondary(format!("w{}.{number}", item + 1)));
            for entries in [[Some(own), Some(item), before], [Some(own), after, None]] {
                self.push(entries.into_iter().flatten().collect(), 0, None);
            }
            before = after;
        }
        first
    }

    /// The exact cover, in which the primary items come first, and the placements of its options.
    fn finish(self) -> (ExactCover, Vec<Option<Placement>>) {
        let mut numbers = vec![0; self.items.len()];
        let (first, last): (Vec<_>, Vec<_>) =
            self.items.into_iter().enumerate().partition(|(_, (_, is_primary))| *is_primary);
        let primary = first.len();
        let numbered = first.into_iter().chain(last).zip(0..).map(|((old, (item, _)), number)| {
            numbers[old] = number;
            item
        });
        let items = numbered.collect();
        let choice = |Draft { entries, placement, .. }: Draft| {
            let entries = entries.iter().map(|&entry| (numbers[entry as usize], 0)).collect();
            (Choice { text: String::new(), entries }, placement)
        };
        let (options, placements) = self.options.into_iter().map(choice).unzip();
        (ExactCover { items, primary, options, idle: 0, drawing: None }, placements)
    }
}

//! What the lower bounds of all boards of one size and one rest of the gap come from: tables, one behind another, and
//! what a move does, looked up instead of computed.
//!
//! ```text
//!   entries    table 0 │ table 1 │ …                     half a byte each
//!   entry      base of the table + where the set of cells begins + number of the order
//!   partition  each tile belongs to one pattern: a move changes the sum by the entries of one pattern only
//! ```
//!
//! Patterns that are images of one another share a table, and their cells are renamed as the table has them. A board
//! whose goal is its own reflection in the diagonal has a second partition, the reflection of the first one, at no
//! cost but that of looking; the larger of both sums counts. (Looking up the reflection as well: Culberson and
//! Schaeffer, "Searching with pattern databases", 1996; the larger of several sums: Holte et al., 2006.)

use std::sync::Arc;

use hashbrown::HashMap;

use crate::direction::Direction;
use crate::tables::orders::MOST_TILES;
use crate::tables::ranks::Ranks;
use crate::tables::{MOST_CELLS, Numbering, Pattern, Table};
use crate::walking::Walking;
use traybit_core::grid::Size;

/// The most partitions: one, and its reflection.
pub(super) const MOST_PARTITIONS: usize = 2;

/// Bounds for boards of at most [`MOST_CELLS`] cells.
#[derive(Debug)]
pub struct Bounds {
    size: Size,
    rest: usize,
    /// By gap and direction, where the tile comes from.
    pub(super) sources: [[u8; 4]; MOST_CELLS],
    /// By gap, a bit for each direction possible.
    pub(super) open: [u8; MOST_CELLS],
    /// By direction, cell left and home of the tile: whether it gets closer to its home (−1) or not (1).
    pub(super) approach: [[[i8; MOST_CELLS]; MOST_CELLS]; 4],
    /// By axis (the first one is that of moves along columns) and cell, its line.
    pub(super) lines: [[u8; MOST_CELLS]; 2],
    pub(super) walking: [Option<Arc<Walking>>; 2],
    pub(super) members: Vec<Member>,
    pub(super) partitions: usize,
    /// By partition and home of the tile, its pattern.
    pub(super) of_tile: [[u8; MOST_CELLS]; MOST_PARTITIONS],
    /// Where the entries of each set of cells begin, for each count of tiles.
    ranks: Vec<Ranks>,
    /// The numbers of orders after each move, for each count of tiles.
    next: Vec<u16>,
    halves: Vec<u8>,
}

/// A pattern with its table.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) homes: u32,
    pub(super) partition: usize,
    /// The cell of the table for each cell of the board.
    pub(super) cells: Vec<u8>,
    /// Where its table begins.
    base: u32,
    /// Which of the ranks are those of its count of tiles.
    ranks: usize,
    /// By place before (times [`MOST_TILES`]) and after, where the numbers of orders after the move begin.
    begins: [u32; MOST_TILES * MOST_TILES],
    /// By gap and direction.
    slides: [[Slide; 4]; MOST_CELLS],
}

/// A tile's move in the cells of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Slide {
    /// The cell left and the cell taken.
    flip: u32,
    /// The cells before the one left.
    before: u32,
    /// The cells before the one taken.
    after: u32,
}

/// Where the tiles of a pattern stand: the set of cells (bits 0 to 31), the number of their order (32 to 47) and the
/// entry (48 to 51).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing(u64);

impl Standing {
    #[inline(always)]
    fn new(set: u32, order: u16, entry: u8) -> Self {
        Self(u64::from(set) | u64::from(order) << 32 | u64::from(entry) << 48)
    }

    #[inline(always)]
    fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn order(self) -> u16 {
        (self.0 >> 32) as u16
    }

    /// Half of what the pattern costs more than the Manhattan distance.
    #[inline(always)]
    pub(super) fn entry(self) -> u8 {
        (self.0 >> 48) as u8
    }
}

impl Bounds {
    /// Bounds without tables: walking distances, and along an axis that has none, the Manhattan distance.
    ///
    /// # Panics
    /// When the board has more than [`MOST_CELLS`] cells.
    #[must_use]
    pub fn new(size: Size, rest: usize, walking: [Option<Arc<Walking>>; 2]) -> Self {
        assert!(size.cells() <= MOST_CELLS, "at most 32 cells");
        let mut this = Self {
            size,
            rest,
            sources: [[0; 4]; MOST_CELLS],
            open: [0; MOST_CELLS],
            approach: [[[0; MOST_CELLS]; MOST_CELLS]; 4],
            lines: [[0; MOST_CELLS]; 2],
            walking,
            members: Vec::new(),
            partitions: 0,
            of_tile: [[0; MOST_CELLS]; MOST_PARTITIONS],
            ranks: Vec::new(),
            next: Vec::new(),
            halves: Vec::new(),
        };
        let width = usize::from(size.width);
        for cell in 0..size.cells() {
            this.lines[0][cell] = (cell / width) as u8;
            this.lines[1][cell] = (cell % width) as u8;
        }
        for (gap, direction, source) in moves(size) {
            this.sources[gap][direction as usize] = source as u8;
            this.open[gap] |= 1 << direction as usize;
            let lines = this.lines[direction as usize / 2];
            for home in 0..size.cells() {
                let closer = lines[gap].abs_diff(lines[home]) < lines[source].abs_diff(lines[home]);
                this.approach[direction as usize][source][home] = if closer { -1 } else { 1 };
            }
        }
        this
    }

    /// Adds the tables of one partition and of its reflection, if there is one; `table` makes each once, and none
    /// comes back where it does not.
    #[must_use]
    pub fn with_tables(
        mut self,
        partitions: &[Vec<u32>],
        mut table: impl FnMut(&Numbering, Pattern) -> Option<Table>,
    ) -> Option<Self> {
        self.partitions = partitions.len();
        let mut numberings: HashMap<usize, (usize, usize, Numbering)> = HashMap::new();
        let mut bases = HashMap::new();
        let patterns = distinct(self.size, self.rest, partitions);
        let tiles = |pattern: &Pattern| pattern.homes.count_ones() as usize;
        self.halves.reserve_exact(
            patterns.iter().map(|pattern| Numbering::table_bytes(self.size, tiles(pattern))).sum(),
        );
        for pattern in patterns {
            let (_, _, numbering) = numberings.entry(tiles(&pattern)).or_insert_with(|| {
                let numbering = Numbering::new(self.size, tiles(&pattern));
                let unit = numbering.orders.number() as u32;
                self.ranks.push(Ranks::new(self.size.cells() as u32, tiles(&pattern) as u32, unit));
                self.next.extend_from_slice(numbering.orders.next());
                (self.ranks.len() - 1, self.next.len() - numbering.orders.next().len(), numbering)
            });
            bases.insert(pattern, 2 * self.halves.len() as u32);
            self.halves.extend_from_slice(table(numbering, pattern)?.halves());
        }
        for (partition, patterns) in partitions.iter().enumerate() {
            for &homes in patterns {
                let (pattern, cells) = Pattern::new(self.size, homes, self.rest).standard(self.size);
                let (ranks, next, numbering) = &numberings[&tiles(&pattern)];
                for tile in (0..self.size.cells()).filter(|tile| homes >> tile & 1 == 1) {
                    self.of_tile[partition][tile] = self.members.len() as u8;
                }
                self.members.push(Member {
                    homes,
                    partition,
                    base: bases[&pattern],
                    ranks: *ranks,
                    begins: numbering.orders.begins().map(|begin| begin + *next as u32),
                    slides: slides(self.size, &cells),
                    cells,
                });
            }
        }
        Some(self)
    }

    /// Where the tiles of a pattern stand after a move of one of them.
    #[inline(always)]
    pub(super) fn step(&self, member: &Member, standing: Standing, gap: usize, direction: usize) -> Standing {
        let slide = &member.slides[gap][direction];
        let set = standing.set() ^ slide.flip;
        let from = (standing.set() & slide.before).count_ones() as usize;
        let to = (set & slide.after).count_ones() as usize;
        let begin = member.begins[(from * MOST_TILES + to) % (MOST_TILES * MOST_TILES)] as usize;
        self.standing(member, set, self.next[begin + usize::from(standing.order())])
    }

    /// Where the tiles of a pattern stand, with its entry.
    #[inline(always)]
    pub(super) fn standing(&self, member: &Member, set: u32, order: u16) -> Standing {
        let index = member.base + self.ranks[member.ranks].rank(set) + u32::from(order);
        Standing::new(set, order, self.halves[index as usize / 2] >> (index % 2 * 4) & 15)
    }

    /// The walking distances of rows and of columns, where there are such tables.
    #[must_use]
    pub fn walking(&self) -> &[Option<Arc<Walking>>; 2] {
        &self.walking
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let walking = self.walking.iter().flatten().map(|walking| walking.bytes()).sum::<usize>();
        size_of::<Self>() + self.halves.len() + 2 * self.next.len() + size_of_val(&*self.members) + walking
    }
}

/// The patterns that stand for those of all partitions, each once.
#[must_use]
pub fn distinct(size: Size, rest: usize, partitions: &[Vec<u32>]) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for &homes in partitions.iter().flatten() {
        let (pattern, _) = Pattern::new(size, homes, rest).standard(size);
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// Every move of a board: the gap before it, the direction, and the cell that the tile leaves.
fn moves(size: Size) -> impl Iterator<Item = (usize, Direction, usize)> {
    (0..size.cells()).flat_map(move |gap| {
        let there = Direction::ALL.into_iter();
        there.filter_map(move |direction| Some((gap, direction, direction.source(gap, size)?)))
    })
}

/// All moves in the cells of a table.
fn slides(size: Size, cells: &[u8]) -> [[Slide; 4]; MOST_CELLS] {
    let mut slides = [[Slide::default(); 4]; MOST_CELLS];
    for (gap, direction, source) in moves(size) {
        let (left, taken) = (1u32 << cells[source], 1u32 << cells[gap]);
        slides[gap][direction as usize] = Slide { flip: left | taken, before: left - 1, after: taken - 1 };
    }
    slides
}

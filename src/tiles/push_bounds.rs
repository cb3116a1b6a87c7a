//! Lower bounds on pushes: databases of a few tiles each, which count the pushes along one axis; those along the other are
//! free.
//!
//! ```text
//!   board        sequence: the tiles in reading order, without the blank
//!    1 2 3 4       a push along the blank's row changes nothing: 1 2 3 4 5 6 7 8 … stays
//!    5 . 6 7       a tile that comes up or down passes the others of one row: down, 2 goes past 3 4 5
//!    8 …
//!   entry        blank's row · rank of the places of the pattern's tiles in the sequence · rank of their order
//!                  ─▶  minimum number of pushes along columns that bring the row of the blank and these tiles home
//! ```
//!
//! A push may move tiles of several patterns, so the bound of an axis is the largest of its patterns' entries. Columns read
//! one after the other make the same bounds for pushes along rows. As the axes of pushes alternate, `r` pushes along rows and
//! `c` along columns need `max(2c, 2r − 1)` pushes if the next one goes along a row. (Worked out here.)

use std::array;
use std::sync::Arc;

use crate::Arrangement;
use crate::pattern::MOST_CELLS;
use crate::pattern::index::{MOST_TILES, Orders, Ranks, rank};
use crate::pattern::partition::partition;
use traybit_core::parallel_map::parallel_map;
use traybit_core::{GaveUp, Limits, Size, sorted};

/// Entry of what no push has reached yet.
const UNSEEN: u8 = u8::MAX;
/// Entries expanded between two checks of the limits.
const CHECKED: usize = 1 << 14;

/// Lower bounds on pushes along both axes: 0 along columns, 1 along rows.
pub struct PushBounds {
    pub(super) axes: [Axis; 2],
    pub(super) size: Size,
    /// Number of tiles in a pattern.
    pub(super) tiles: usize,
}

/// Numbering of the cells along an axis, with its databases.
pub(super) struct Axis {
    /// Cells in reading order, by cell of the board.
    cells: [u8; MOST_CELLS],
    databases: Arc<Databases>,
}

/// Databases of pushes along columns, for all patterns of a board.
struct Databases {
    /// Cells of a row.
    length: usize,
    /// Index of a row's first entry, by cell of the blank in reading order.
    rows: [u32; MOST_CELLS],
    ranks: Ranks,
    orders: Orders,
    patterns: Vec<Database>,
}

/// Tiles of a pattern, given by their homes, and their entries.
struct Database {
    homes: u32,
    entries: Vec<u8>,
}

/// Tiles of a pattern in the sequence: their places, and the rank of their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    set: u32,
    order: u16,
}

impl PushBounds {
    /// Maximum number of tiles in a pattern whose database has at most `most` bytes, one at least.
    pub fn tiles(size: Size, most: usize) -> usize {
        (1..size.cells().min(MOST_TILES + 1)).rfind(|&tiles| bytes(size, tiles) <= most).unwrap_or(1)
    }

    /// Maximum bytes of all such databases, with those for building one.
    pub fn bytes_for(size: Size, most: usize) -> usize {
        let tiles = Self::tiles(size, most);
        (2 * size.cells().div_ceil(tiles) + 8) * bytes(size, tiles)
    }

    /// Databases for patterns of so many tiles on a board of at most [`MOST_CELLS`] cells.
    pub fn new(size: Size, blank_home: usize, tiles: usize, limits: &Limits) -> Result<Self, GaveUp> {
        let (height, width) = (usize::from(size.height), usize::from(size.width));
        let turned = |cell: usize| cell % width * height + cell / width;
        let columns = Arc::new(Databases::new(size, blank_home, tiles, limits)?);
        let rows = if height == width && turned(blank_home) == blank_home {
            Arc::clone(&columns)
        } else {
            let size = Size { height: size.width, width: size.height };
            Arc::new(Databases::new(size, turned(blank_home), tiles, limits)?)
        };
        let axis = |databases, number: &dyn Fn(usize) -> usize| Axis {
            cells: array::from_fn(|cell| if cell < size.cells() { number(cell) as u8 } else { 0 }),
            databases,
        };
        Ok(Self { axes: [axis(columns, &|cell| cell), axis(rows, &turned)], size, tiles })
    }

    /// Number of patterns, the same along both axes.
    pub fn patterns(&self) -> usize {
        self.axes[0].databases.patterns.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let patterns = self.axes.iter().flat_map(|axis| &axis.databases.patterns);
        patterns.map(|database| database.entries.len()).sum()
    }
}

/// Bytes of a database along the longer side.
fn bytes(size: Size, tiles: usize) -> usize {
    let rows = usize::from(size.height.max(size.width));
    (1..=tiles).fold(rows, |bytes, taken| bytes.saturating_mul(size.cells() - taken))
}

impl Axis {
    /// Places of a pattern's tiles on a board, and the entry.
    pub(super) fn places(&self, pattern: usize, board: &Arrangement) -> (Places, u8) {
        let blank = usize::from(self.cells[board.blank()]);
        let database = &self.databases.patterns[pattern];
        let all = board.homes().iter().enumerate();
        let numbers = all.map(|(cell, &home)| (self.cells[cell], self.cells[usize::from(home)]));
        let ours = sorted(numbers.filter(|(_, home)| database.homes >> home & 1 == 1));
        let cells = ours.iter().map(|&(cell, _)| 1 << cell).sum();
        let order: Vec<usize> = ours.iter().map(|&(_, home)| home.into()).collect();
        let places = Places { set: without(cells, blank), order: rank(&order) as u16 };
        (places, database.entries[self.databases.index(places, blank)])
    }

    /// Moves a tile into the blank's cell from another one of this axis; returns the largest entry.
    #[inline(always)]
    pub(super) fn step<const N: usize>(&self, places: &mut [Places; N], blank: u8, source: u8) -> u8 {
        let [blank, source] =
            [blank, source].map(|cell| usize::from(self.cells[usize::from(cell) % MOST_CELLS]));
        let mut most = 0;
        for (pattern, places) in self.databases.patterns.iter().zip(places) {
            *places = self.databases.step(*places, blank, blank < source);
            most = pattern.entries[self.databases.index(*places, source)].max(most);
        }
        most
    }
}

/// Places in the sequence of the tiles on some cells.
fn without(cells: u32, blank: usize) -> u32 {
    let before = (1 << blank) - 1;
    cells & before | cells >> 1 & !before
}

impl Databases {
    fn new(size: Size, blank_home: usize, tiles: usize, limits: &Limits) -> Result<Self, GaveUp> {
        let length = usize::from(size.width);
        let (ranks, orders) =
            (Ranks::new(size.cells() as u32 - 1, tiles as u32), Orders::new(tiles, length - 1));
        let sets: Vec<u32> = ranks.sets().collect();
        let rows = array::from_fn(|cell| (cell / length * sets.len() * orders.number) as u32);
        let mut this = Self { length, rows, ranks, orders, patterns: Vec::new() };
        let all = (u32::MAX >> (MOST_CELLS - size.cells())) & !(1 << blank_home);
        let patterns = partition(size, blank_home, tiles).into_iter().map(|mut homes| {
            // The tiles left over, and others.
            while (homes.count_ones() as usize) < tiles {
                homes |= 1 << (all & !homes).trailing_zeros();
            }
            homes
        });
        let build = |homes| {
            Ok(Database { homes, entries: this.build(&sets, homes, size.height, blank_home, limits)? })
        };
        this.patterns =
            parallel_map(patterns.collect(), limits.threads, build).into_iter().collect::<Result<_, _>>()?;
        Ok(this)
    }

    /// Entries of a pattern, breadth-first from the goal.
    fn build(
        &self,
        sets: &[u32],
        homes: u32,
        rows: u16,
        blank_home: usize,
        limits: &Limits,
    ) -> Result<Vec<u8>, GaveUp> {
        let (number, length, rows) = (self.orders.number, self.length, usize::from(rows));
        let mut entries = vec![UNSEEN; rows * sets.len() * number];
        let start = Places { set: without(homes, blank_home), order: 0 };
        let start = self.index(start, blank_home);
        entries[start] = 0;
        let (mut layer, mut next) = (vec![start as u32], Vec::new());
        for pushes in 1.. {
            for (count, &index) in layer.iter().enumerate() {
                if count % CHECKED == 0 {
                    limits.check()?;
                }
                let (set, order) = (index as usize / number, (index as usize % number) as u16);
                let (row, set) = (set / sets.len(), sets[set % sets.len()]);
                for (column, is_next) in (0..length).flat_map(|column| [(column, false), (column, true)]) {
                    let (mut places, mut blank) = (Places { set, order }, row * length + column);
                    for _ in 0..if is_next { rows - 1 - row } else { row } {
                        places = self.step(places, blank, is_next);
                        blank = if is_next { blank + length } else { blank - length };
                        let index = self.index(places, blank);
                        if entries[index] == UNSEEN {
                            entries[index] = pushes;
                            next.push(index as u32);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(entries)
    }

    /// Places after a tile has gone to the blank from the next row, or from the one before.
    #[inline(always)]
    fn step(&self, Places { set, order }: Places, blank: usize, is_next: bool) -> Places {
        let last = self.length - 1;
        let low = if is_next { blank } else { blank.wrapping_sub(self.length) } % MOST_CELLS;
        let window = set >> low & ((2 << last) - 1);
        let (turned, from) = if is_next {
            let moved = window >> last;
            (window << 1 & ((2 << last) - 1) | moved, low + last)
        } else {
            (window >> 1 | (window & 1) << last, low)
        };
        // Tiles of the pattern that this one passes, if it is of the pattern itself.
        let is_ours = set >> (from % MOST_CELLS) & 1;
        let passed = is_ours * (window.count_ones() - is_ours);
        let place = (set & ((1 << (from % MOST_CELLS)) - 1)).count_ones();
        let to = if is_next { place - passed } else { place + passed };
        let begin =
            self.orders.begins[(place as usize * MOST_TILES + to as usize) % (MOST_TILES * MOST_TILES)];
        Places {
            set: set ^ (window ^ turned) << low,
            order: self.orders.next[begin as usize + usize::from(order)],
        }
    }

    /// Index of the entry of a pattern whose tiles have these places.
    #[inline(always)]
    fn index(&self, Places { set, order }: Places, blank: usize) -> usize {
        (self.rows[blank % MOST_CELLS] + self.ranks.rank(set) * self.orders.number as u32) as usize
            + usize::from(order)
    }
}

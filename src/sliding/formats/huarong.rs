//! Huarong boards as codes: 5×4 cells, one 2×2 block, and dominoes and single cells, at least two cells free.
//!
//! ```text
//!   a b b c     1A9BF0C00   CommonCode, 9 hexadecimal digits: the cell of the 2×2 block's first corner (row·4 + column),
//!   a b b c                 then 2 bits for each cell that is not covered by what came before, in reading order:
//!   d e e f                 00 free, 01 a block of 1×2, 10 one of 2×1, 11 one of 1×1; and zeros up to 32 bits
//!   d g h f     4WVE1       ShortCode, 5 digits to the base 32: how many of the 29,334,498 boards have a smaller
//!   i . . j                 CommonCode; digits are 1 to 9 and A to Z without I, L and O, and 1 is zero
//! ```
//!
//! The codes are those of the klotski index of dnomd343. The goal of each board is the 2×2 block at row 3, column 1.

use std::collections::HashMap;

use crate::formats::grid::named;
use crate::formats::valid;
use crate::puzzle::{Cell, Floor, Freedom, Parts, Puzzle, Target};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, quoted};

const SIZE: Size = Size { height: 5, width: 4 };
const CELLS: usize = 20;
const WIDTH: usize = 4;
/// Minimum number of free cells.
const LEAST_FREE: u32 = 2;
/// Number of all boards.
pub const BOARDS: u64 = 29_334_498;
/// The digits of a `ShortCode`.
const DIGITS: &[u8; 32] = b"123456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Goal of the 2×2 block.
const GOAL: Cell = (3, 1);

/// Height and width of a block by its two bits, those of a free cell first; then the 2×2 block.
const KINDS: [(usize, usize); 5] = [(0, 0), (1, 2), (2, 1), (1, 1), (2, 2)];
const FREE: usize = 0;
const KING: usize = 4;

/// Occupied cells, and the number of those that were left free.
#[derive(Clone, Copy, Default)]
struct Cells {
    taken: u32,
    free: u32,
}

impl Cells {
    /// With a block of some kind, or nothing, at a cell; none if it has no room.
    fn with(self, cell: usize, kind: usize) -> Option<Self> {
        if kind == FREE {
            return Some(Self { free: self.free + 1, ..self });
        }
        let (height, width) = KINDS[kind];
        if cell % WIDTH + width > WIDTH || cell / WIDTH + height > CELLS / WIDTH {
            return None;
        }
        let row = ((1 << width) - 1) << cell;
        let own = (0..height).fold(0, |mask, below| mask | row << (below * WIDTH));
        (own & self.taken == 0).then_some(Self { taken: self.taken | own, ..self })
    }
}

/// A board whose cells are decided one after another, in reading order, after its 2×2 block.
struct Board {
    /// Cell of the first corner and kind of each block, that of 2×2 first.
    blocks: Vec<(usize, usize)>,
    cells: Cells,
    /// Its `CommonCode`.
    code: u64,
}

impl Board {
    /// The board with its 2×2 block at a cell. `choose` decides the kind for each cell that is not covered yet; none if a
    /// block has no room, or nothing was chosen.
    fn filled(head: usize, mut choose: impl FnMut(usize, Cells) -> Option<usize>) -> Option<Self> {
        let cells = Cells::default().with(head, KING)?;
        let mut board = Self { blocks: vec![(head, KING)], cells, code: (head as u64) << 32 };
        let mut shift = 32;
        for cell in 0..CELLS {
            if board.cells.taken >> cell & 1 == 1 {
                continue;
            }
            let kind = choose(cell, board.cells)?;
            board.cells = board.cells.with(cell, kind)?;
            if kind != FREE {
                board.blocks.push((cell, kind));
            }
            shift -= 2;
            board.code |= (kind as u64) << shift;
        }
        (board.cells.free >= LEAST_FREE).then_some(board)
    }

    /// The board of a `CommonCode`, if there is one.
    fn of(code: u64) -> Option<Self> {
        let mut rest = code as u32;
        let board = Self::filled((code >> 32) as usize, |_, _| {
            let kind = (rest >> 30) as usize;
            rest <<= 2;
            Some(kind)
        });
        board.filter(|board| board.code == code)
    }

    /// Number of boards with a smaller code.
    fn index(&self) -> u64 {
        let (mut counts, head) = (Counts::default(), self.blocks[0].0);
        let mut smaller = counts.before(head);
        let _ = Self::filled(head, |cell, cells| {
            let own = self.blocks.iter().find(|block| block.0 == cell).map_or(FREE, |block| block.1);
            smaller += (0..own).filter_map(|kind| counts.after(cell, cells, kind)).sum::<u64>();
            Some(own)
        });
        smaller
    }

    /// The board with an index, below [`BOARDS`].
    fn at(mut index: u64) -> Option<Self> {
        let mut counts = Counts::default();
        let has_room = |head: usize| Cells::default().with(head, KING).is_some();
        let head = (0..CELLS).rfind(|&head| has_room(head) && counts.before(head) <= index)?;
        index -= counts.before(head);
        Self::filled(head, |cell, cells| {
            (0..KING).find(|&kind| {
                let boards = counts.after(cell, cells, kind).unwrap_or(0);
                let is_later = index >= boards;
                index -= if is_later { boards } else { 0 };
                !is_later
            })
        })
    }
}

/// Numbers of boards with some cells decided: by the first cell that is not, the cells taken and the cells free.
#[derive(Default)]
struct Counts(HashMap<(usize, u32, u32), u64>);

impl Counts {
    fn of(&mut self, mut cell: usize, cells: Cells) -> u64 {
        while cell < CELLS && cells.taken >> cell & 1 == 1 {
            cell += 1;
        }
        if cell == CELLS {
            return u64::from(cells.free >= LEAST_FREE);
        }
        let key = (cell, cells.taken >> cell, cells.free.min(LEAST_FREE));
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let sum = (0..KING).filter_map(|kind| self.after(cell, cells, kind)).sum();
        self.0.insert(key, sum);
        sum
    }

    /// Boards that have a block, or nothing, at the next cell; none if it has no room.
    fn after(&mut self, cell: usize, cells: Cells, kind: usize) -> Option<u64> {
        cells.with(cell, kind).map(|cells| self.of(cell + 1, cells))
    }

    /// Boards whose 2×2 block is at an earlier cell.
    fn before(&mut self, head: usize) -> u64 {
        let heads = (0..head).filter_map(|head| Cells::default().with(head, KING));
        heads.map(|cells| self.of(0, cells)).sum()
    }
}

/// The board of a code: 9 hexadecimal digits, or 5 of a `ShortCode`. Nine letters may be a Rush Hour board of 3×3 cells.
fn board(word: &str) -> Option<Board> {
    let word = word.to_ascii_uppercase();
    match word.len() {
        9 if word.bytes().any(|byte| byte.is_ascii_digit()) => {
            u64::from_str_radix(&word, 16).ok().and_then(Board::of)
        }
        5 => {
            let digit = |byte| DIGITS.iter().position(|digit| *digit == byte);
            let number = word.bytes().try_fold(0, |sum, byte| Some(sum << 5 | digit(byte)? as u64));
            Board::at(number?)
        }
        _ => None,
    }
}

/// True if a file is one word that could be a code.
pub(super) fn detect(bytes: &[u8]) -> bool {
    board(str::from_utf8(bytes).unwrap_or_default().trim()).is_some()
}

/// Reads the board of a code; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] when it is none.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let words: Vec<_> = source.lines().flat_map(|line| line.words(0)).collect();
    let [word] = words[..] else { return Err(source.lack("a Huarong code alone")) };
    let board = board(word.text).ok_or_else(|| {
        source.error(word.at, "a Huarong code: 9 hexadecimal digits, or 5 to the base 32", &quoted(word.text))
    })?;
    let mut blocks = board.blocks;
    let king = blocks[1..].iter().filter(|block| **block < blocks[0]).count();
    blocks.sort_unstable();
    let placed = |(cell, kind): (usize, usize)| {
        let (height, width) = KINDS[kind];
        (Shape::rectangle(height as u16, width as u16), SIZE.cell(cell))
    };
    let parts = Parts {
        blocks: named(blocks.into_iter().map(placed)),
        goals: vec![vec![Target { block: king, anchor: GOAL }]],
        ..Parts::open(SIZE)
    };
    valid(&source, word.at, parts)
}

/// The `CommonCode` of a puzzle.
///
/// # Errors
/// A sentence without its full stop that says what a code cannot express.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(format!("{:09X}\n", board_of(puzzle)?.code))
}

/// The `ShortCode` of a puzzle.
///
/// # Errors
/// As of [`write()`].
pub fn write_short(puzzle: &Puzzle) -> Result<String, String> {
    let index = board_of(puzzle)?.index();
    let digits = (0..5).rev().map(|place| char::from(DIGITS[(index >> (5 * place) & 31) as usize]));
    Ok(digits.chain(['\n']).collect())
}

fn board_of(puzzle: &Puzzle) -> Result<Board, String> {
    let is_open = puzzle.floor.iter().all(|floor| *floor == Floor::Open);
    if puzzle.size != SIZE || !is_open {
        return Err("a Huarong code is of a tray of 5×4 cells without walls and gates".to_owned());
    }
    let mut kinds = [FREE; CELLS];
    for block in &puzzle.blocks {
        let size = (usize::from(block.shape.height()), usize::from(block.shape.width()));
        let kind = KINDS.iter().position(|kind| *kind == size).filter(|_| block.shape.is_rectangle());
        let Some(kind) = kind.filter(|_| block.freedom == Freedom::Both) else {
            return Err(format!(
                "a Huarong code has blocks of 2×2, 1×2, 2×1 and 1×1 that move freely, and block {} is another one",
                block.name
            ));
        };
        kinds[SIZE.number(block.anchor)] = kind;
    }
    let heads: Vec<usize> = (0..CELLS).filter(|&cell| kinds[cell] == KING).collect();
    let [head] = heads[..] else { return Err("a Huarong code has exactly one block of 2×2".to_owned()) };
    let king = puzzle.blocks.iter().position(|block| block.shape.area() == 4);
    let goal = king.map(|block| vec![vec![Target { block, anchor: GOAL }]]);
    if goal.as_ref() != Some(&puzzle.goals) || !puzzle.lacking.is_empty() {
        return Err(
            "the goal of a Huarong code is its 2×2 block at row 3, column 1 and nothing else".to_owned()
        );
    }
    Board::filled(head, |cell, _| Some(kinds[cell]))
        .ok_or_else(|| "a Huarong code has at least two free cells".to_owned())
}

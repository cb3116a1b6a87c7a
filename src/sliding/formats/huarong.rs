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

use crate::formats::names::named;
use crate::formats::valid;
use crate::puzzle::{Cell, Floor, Freedom, Parts, Puzzle, Target};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, quoted};

const SIZE: Size = Size { height: 5, width: 4 };
const CELLS: usize = 20;
const WIDTH: usize = 4;
/// Cells that are free at least.
const LEAST_FREE: u32 = 2;
/// Number of all boards.
pub const BOARDS: u64 = 29_334_498;
/// The digits of a `ShortCode`.
const DIGITS: &[u8; 32] = b"123456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Goal of the 2×2 block.
const GOAL: Cell = (3, 1);

/// Height and width of a block by its two bits; none for a free cell.
const KINDS: [Option<Extent>; 4] = [None, Some((1, 2)), Some((2, 1)), Some((1, 1))];

/// Height and width of a block.
type Extent = (usize, usize);

/// Mask of the cells of a block of some size at a cell; none where it would stand out.
fn cells(cell: usize, (height, width): Extent) -> Option<u32> {
    if cell % WIDTH + width > WIDTH || cell / WIDTH + height > CELLS / WIDTH {
        return None;
    }
    let row = ((1 << width) - 1) << cell;
    Some((0..height).fold(0, |mask, below| mask | row << (below * WIDTH)))
}

/// A board whose cells are decided one after another, in reading order, after its 2×2 block.
#[derive(Default)]
struct Board {
    /// Each block after the cell of its first corner, that of 2×2 first.
    blocks: Vec<(usize, Extent)>,
    taken: u32,
    free: u32,
    /// The bits of the cells so far, and their number.
    symbols: u64,
    bits: u32,
}

impl Board {
    /// The board with its 2×2 block at a cell, where `choose` decides for each cell that is not covered yet: it is given
    /// the cells taken and free so far. None where a block has no room, or nothing was chosen.
    fn filled(
        head: usize,
        mut choose: impl FnMut(usize, u32, u32) -> Option<Option<Extent>>,
    ) -> Option<Self> {
        let taken = cells(head, (2, 2))?;
        let mut board = Self { blocks: vec![(head, (2, 2))], taken, ..Self::default() };
        for cell in 0..CELLS {
            if board.taken >> cell & 1 == 1 {
                continue;
            }
            let kind = choose(cell, board.taken, board.free)?;
            (board.taken, board.free) = place(cell, board.taken, board.free, kind)?;
            board.blocks.extend(kind.map(|kind| (cell, kind)));
            board.symbols = board.symbols << 2 | KINDS.iter().position(|other| *other == kind)? as u64;
            board.bits += 2;
        }
        Some(board)
    }

    /// Its `CommonCode`.
    fn code(&self) -> u64 {
        (self.blocks[0].0 as u64) << 32 | self.symbols << (32 - self.bits)
    }

    /// The board of a `CommonCode`; none where no board has that code.
    fn of(code: u64) -> Option<Self> {
        let mut rest = code as u32;
        let board = Self::filled((code >> 32) as usize, |_, _, _| {
            let kind = KINDS[(rest >> 30) as usize];
            rest <<= 2;
            Some(kind)
        });
        board.filter(|board| board.code() == code && board.free >= LEAST_FREE)
    }

    /// Number of boards with a smaller code.
    fn index(&self) -> u64 {
        let (mut counts, head) = (Counts::default(), self.blocks[0].0);
        let mut smaller = counts.before(head);
        let _ = Self::filled(head, |cell, taken, free| {
            let own = self.blocks.iter().find(|block| block.0 == cell).map(|block| block.1);
            let lower = KINDS.iter().take_while(|kind| **kind != own);
            smaller += lower.filter_map(|kind| counts.after(cell, taken, free, *kind)).sum::<u64>();
            Some(own)
        });
        smaller
    }

    /// The board with so many smaller ones; none from [`BOARDS`] on.
    fn at(mut index: u64) -> Option<Self> {
        let mut counts = Counts::default();
        let head = (0..CELLS).rfind(|&head| cells(head, (2, 2)).is_some() && counts.before(head) <= index)?;
        index -= counts.before(head);
        Self::filled(head, |cell, taken, free| {
            KINDS.into_iter().find(|kind| {
                let boards = counts.after(cell, taken, free, *kind);
                let is_later = boards.is_some_and(|boards| index >= boards);
                index -= boards.filter(|_| is_later).unwrap_or(0);
                boards.is_some() && !is_later
            })
        })
    }
}

/// Numbers of boards with some cells decided: by the first cell that is not, the cells taken and the cells free.
#[derive(Default)]
struct Counts(HashMap<(usize, u32, u32), u64>);

impl Counts {
    fn of(&mut self, mut cell: usize, taken: u32, free: u32) -> u64 {
        while cell < CELLS && taken >> cell & 1 == 1 {
            cell += 1;
        }
        if cell == CELLS {
            return u64::from(free >= LEAST_FREE);
        }
        let key = (cell, taken >> cell, free.min(LEAST_FREE));
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let sum = KINDS.iter().filter_map(|kind| self.after(cell, taken, free, *kind)).sum();
        self.0.insert(key, sum);
        sum
    }

    /// Boards that have a block, or nothing, at the next cell; none where it has no room.
    fn after(&mut self, cell: usize, taken: u32, free: u32, kind: Option<Extent>) -> Option<u64> {
        let (taken, free) = place(cell, taken, free, kind)?;
        Some(self.of(cell + 1, taken, free))
    }

    /// Boards whose 2×2 block is at an earlier cell.
    fn before(&mut self, head: usize) -> u64 {
        (0..head).filter_map(|head| cells(head, (2, 2))).map(|taken| self.of(0, taken, 0)).sum()
    }
}

/// The cells taken and free after a block, or nothing, at a cell; none where it has no room.
fn place(cell: usize, taken: u32, free: u32, kind: Option<Extent>) -> Option<(u32, u32)> {
    match kind {
        None => Some((taken, free + 1)),
        Some(kind) => cells(cell, kind).filter(|own| own & taken == 0).map(|own| (taken | own, free)),
    }
}

/// The board that a word stands for: 9 hexadecimal digits, or 5 of a `ShortCode`; none for other words, and for 9 letters,
/// which may be a Rush Hour board of 3×3 cells.
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
    let placed = |(cell, (height, width)): (usize, Extent)| {
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
    Ok(format!("{:09X}\n", board_of(puzzle)?.code()))
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

const KING: &str = "a Huarong code has exactly one block of 2×2";

fn board_of(puzzle: &Puzzle) -> Result<Board, String> {
    let is_open = puzzle.floor.iter().all(|floor| *floor == Floor::Open);
    if puzzle.size != SIZE || !is_open {
        return Err("a Huarong code is of a tray of 5×4 cells without walls and gates".to_owned());
    }
    let (mut blocks, mut head) = (HashMap::new(), None);
    for block in &puzzle.blocks {
        let size = (usize::from(block.shape.height()), usize::from(block.shape.width()));
        let is_known = block.shape.is_rectangle() && ((2, 2) == size || KINDS.contains(&Some(size)));
        if !is_known || block.freedom != Freedom::Both {
            return Err(format!(
                "a Huarong code has blocks of 2×2, 1×2, 2×1 and 1×1 that move freely, and block {} is another one",
                block.name
            ));
        }
        let cell = SIZE.number(block.anchor);
        if size != (2, 2) {
            blocks.insert(cell, size);
        } else if head.replace(cell).is_some() {
            return Err(KING.to_owned());
        }
    }
    let head = head.ok_or(KING)?;
    let king = puzzle.blocks.iter().position(|block| block.shape.area() == 4);
    let goal = king.map(|block| vec![vec![Target { block, anchor: GOAL }]]);
    if goal.as_ref() != Some(&puzzle.goals) || !puzzle.lacking.is_empty() {
        return Err(
            "the goal of a Huarong code is its 2×2 block at row 3, column 1 and nothing else".to_owned()
        );
    }
    Board::filled(head, |cell, _, _| Some(blocks.get(&cell).copied()))
        .filter(|board| board.free >= LEAST_FREE)
        .ok_or_else(|| "a Huarong code has at least two free cells".to_owned())
}

//! Huarong boards as codes: 5×4 cells, one 2×2 block, and dominoes and single cells, at least two cells free.
//!
//! ```text
//!   a b b c     1A9BF0C00   CommonCode, 9 hexadecimal digits: the cell of the 2×2 block's first corner (row·4 + column),
//!   a b b c                 then 2 bits for each cell that is not covered by what came before, in reading order:
//!   d e e f                 00 free, 01 a block of 1×2, 10 one of 2×1, 11 one of 1×1; and zeros up to 32 bits
//!   d g h f     4WVE1       ShortCode, 5 digits in base 32: the number of the 29,334,498 boards with a smaller
//!   i . . j                 CommonCode; digits are 1 to 9 and A to Z without I, L and O, and 1 is zero
//! ```
//!
//! The codes are those of the klotski index of dnomd343. The goal of each board is the 2×2 block at row 3, column 1.

use std::collections::HashMap;

use crate::formats::grid::named;
use crate::{Cell, Floor, Freedom, Parts, Puzzle, Target};
use traybit_core::{InputError, Shape, Size, SourceText, quoted};

const SIZE: Size = Size { height: 5, width: 4 };
const CELLS: usize = 20;
const WIDTH: usize = 4;
const LEAST_FREE: u32 = 2;
/// Number of all boards.
pub const BOARDS: u64 = 29_334_498;
const DIGITS: &[u8; 32] = b"123456789ABCDEFGHJKMNPQRSTUVWXYZ";
const GOAL: Cell = (3, 1);

/// Height and width of a block by its two bits, those of a free cell first; then the 2×2 block.
const KINDS: [(usize, usize); 5] = [(0, 0), (1, 2), (2, 1), (1, 1), (2, 2)];
const FREE: usize = 0;
const KING: usize = 4;

/// A board whose cells are decided in reading order, after its 2×2 block.
#[derive(Clone, Copy, Default)]
struct Board {
    taken: u32,
    free: u32,
    /// The first cell that may be undecided.
    next: usize,
}

impl Board {
    /// The board with nothing but the 2×2 block, if there is room for it at the cell.
    fn headed(head: usize) -> Option<Self> {
        Self { next: head, ..Self::default() }.with(KING).map(|board| Self { next: 0, ..board })
    }

    fn cell(&self) -> Option<usize> {
        (self.next..CELLS).find(|cell| self.taken >> cell & 1 == 0)
    }

    /// The board with a block of some kind, or nothing, at the first undecided cell; `None` if it has no room.
    fn with(self, kind: usize) -> Option<Self> {
        let cell = self.cell()?;
        let (height, width) = KINDS[kind];
        if kind == FREE {
            return Some(Self { free: self.free + 1, next: cell + 1, ..self });
        }
        if cell % WIDTH + width > WIDTH || cell / WIDTH + height > CELLS / WIDTH {
            return None;
        }
        let row = ((1 << width) - 1) << cell;
        let own = (0..height).fold(0, |mask, below| mask | row << (below * WIDTH));
        (own & self.taken == 0).then_some(Self { taken: self.taken | own, next: cell + 1, ..self })
    }
}

/// The blocks of a `CommonCode` as cells of first corners and kinds, that of 2×2 first; `None` if it has no board.
fn blocks(code: u64) -> Option<Vec<(usize, usize)>> {
    let (head, mut rest) = ((code >> 32) as usize, code as u32);
    let (mut board, mut blocks) = (Board::headed(head)?, vec![(head, KING)]);
    while let Some(cell) = board.cell() {
        let kind = (rest >> 30) as usize;
        board = board.with(kind)?;
        rest <<= 2;
        if kind != FREE {
            blocks.push((cell, kind));
        }
    }
    (board.free >= LEAST_FREE && rest == 0).then_some(blocks)
}

/// Numbers of boards with some cells decided: by the first cell that is not, the cells taken and the cells free.
#[derive(Default)]
struct Counts(HashMap<(usize, u32, u32), u64>);

impl Counts {
    fn of(&mut self, board: Board) -> u64 {
        let Some(cell) = board.cell() else { return u64::from(board.free >= LEAST_FREE) };
        let key = (cell, board.taken >> cell, board.free.min(LEAST_FREE));
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let sum = (0..KING).filter_map(|kind| board.with(kind)).map(|board| self.of(board)).sum();
        self.0.insert(key, sum);
        sum
    }

    /// Number of boards with smaller codes than this number.
    fn smaller(&mut self, code: u64) -> u64 {
        let (head, mut rest) = ((code >> 32) as usize, code as u32);
        let mut sum: u64 = (0..head).filter_map(Board::headed).map(|board| self.of(board)).sum();
        let mut board = Board::headed(head);
        while let Some(decided) = board {
            if decided.cell().is_none() {
                return sum + if rest > 0 { self.of(decided) } else { 0 };
            }
            let kind = (rest >> 30) as usize;
            sum += (0..kind).filter_map(|kind| decided.with(kind)).map(|board| self.of(board)).sum::<u64>();
            board = decided.with(kind);
            rest <<= 2;
        }
        sum
    }
}

/// The blocks of a code: 9 hexadecimal digits, or 5 of a `ShortCode`. Nine letters may be a Rush Hour board of 3×3 cells.
fn decoded(word: &str) -> Option<Vec<(usize, usize)>> {
    let word = word.to_ascii_uppercase();
    match word.len() {
        9 if word.bytes().any(|byte| byte.is_ascii_digit()) => blocks(u64::from_str_radix(&word, 16).ok()?),
        5 => {
            let digit = |byte| DIGITS.iter().position(|digit| *digit == byte);
            let index = word.bytes().try_fold(0, |sum, byte| Some(sum << 5 | digit(byte)? as u64))?;
            // The code is the largest number with at most `index` smaller codes.
            let mut counts = Counts::default();
            let mut with = |code, bit| if counts.smaller(code | bit) <= index { code | bit } else { code };
            blocks((0..36).rev().fold(0, |code, bit| with(code, 1 << bit)))
        }
        _ => None,
    }
}

/// True if a file is one word that could be a code.
pub(super) fn detect(bytes: &[u8]) -> bool {
    decoded(str::from_utf8(bytes).unwrap_or_default().trim()).is_some()
}

/// Reads the board of a code; messages call the file `name`.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let words: Vec<_> = source.lines().flat_map(|line| line.words(0)).collect();
    let [word] = words[..] else { return Err(source.lack("a Huarong code alone")) };
    let mut blocks = decoded(word.text).ok_or_else(|| {
        source.error(word.at, "a Huarong code: 9 hexadecimal digits, or 5 to the base 32", &quoted(word.text))
    })?;
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
    Puzzle::new(parts).map_err(|flaw| source.sentence(word.at, &flaw.sentence))
}

/// The `CommonCode` of a puzzle.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    let code = format!("{:09X}\n", code_of(puzzle)?);
    if decoded(code.trim_end()).is_none() {
        return Err("a Huarong code of letters alone would not be read again; huarong-short has another one"
            .to_owned());
    }
    Ok(code)
}

/// The `ShortCode` of a puzzle.
pub fn write_short(puzzle: &Puzzle) -> Result<String, String> {
    let index = Counts::default().smaller(code_of(puzzle)?);
    let digits = (0..5).rev().map(|place| char::from(DIGITS[(index >> (5 * place) & 31) as usize]));
    Ok(digits.chain(['\n']).collect())
}

fn code_of(puzzle: &Puzzle) -> Result<u64, String> {
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
        return Err("the goal of a Huarong code is its 2×2 block at cell 3 1 and nothing else".to_owned());
    }
    let (mut code, mut board) = ((head as u64) << 32, Board::headed(head));
    for digit in (0..16).rev() {
        let Some((decided, cell)) = board.and_then(|board| board.cell().map(|cell| (board, cell))) else {
            break;
        };
        code |= (kinds[cell] as u64) << (2 * digit);
        board = decided.with(kinds[cell]);
    }
    blocks(code).map(|_| code).ok_or_else(|| "a Huarong code has at least two free cells".to_owned())
}

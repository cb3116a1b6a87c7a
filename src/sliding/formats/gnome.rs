//! GNOME Klotski levels: rows as in the program's source, bare or in quotes with `+` between them.
//!
//! ```text
//!   ######     # wall, a space free floor, a letter or another sign a block
//!   #a**b#     * the block that has to get to the cells .
//!   #m**n#     - a gate, which only * passes
//!   #cdef#
//!   #ghij#     Rows end where their last sign stands: cells to the right of it are free, too, up to the longest row.
//!   #k  l#
//!   ##--##
//!       ..
//!       ..
//! ```

use std::collections::HashMap;

use crate::formats::{Format, drawn_cells};
use crate::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, Spot};

/// The block that the goal is for.
const HERO: char = '*';
const WALL: char = '#';
const GATE: char = '-';
const PLACE: char = '.';

/// True for a character that a level can have.
fn is_sign(sign: char) -> bool {
    matches!(sign, ' '..='~') && !"\"'".contains(sign)
}
/// Characters that may stand after a row in quotes.
const AFTER: [char; 4] = ['+', ',', ';', ' '];

/// The cells of a line: what stands between its quotes, where it has any.
fn row(line: &str) -> &str {
    let quoted =
        line.trim().trim_end_matches(AFTER).strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    quoted.unwrap_or_else(|| line.trim_end())
}

/// True if a file could be a level: lines of signs with a wall, the block of the goal and its place. What begins with a bar
/// is DLX text with a comment.
pub(super) fn detect(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let rows = || text.lines().map(row).filter(|row| !row.trim().is_empty());
    let has = |sign| rows().any(|row| row.contains(sign));
    rows().count() > 1
        && rows().next().is_some_and(|row| !row.starts_with('|'))
        && [HERO, WALL, PLACE].into_iter().all(has)
        // Sections of other formats begin with a name and a colon.
        && rows().all(|row| row.chars().all(is_sign) && !row.contains(": ") && !row.ends_with(':'))
}

/// Reads a level; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines: Vec<_> = source.lines().filter(|line| !row(line.text).trim().is_empty()).collect();
    let width = lines.iter().map(|line| row(line.text).chars().count()).max().unwrap_or(0);
    let [first, ..] = lines[..] else { return Err(source.lack("a level")) };
    let start = Spot { line: first, column: 0 };
    if width > usize::from(LONGEST_SIDE) || lines.len() > usize::from(LONGEST_SIDE) {
        let expected = format!("1 to {LONGEST_SIDE} rows and columns");
        return Err(source.error(start, &expected, &format!("{}×{width}", lines.len())));
    }
    let size = Size { height: lines.len() as u16, width: width as u16 };
    let mut floor = vec![Floor::Open; size.cells()];
    let (mut blocks, mut place) = (HashMap::<char, Vec<Cell>>::new(), Vec::new());
    for (line, number) in lines.iter().zip(0..) {
        for (sign, column) in row(line.text).chars().zip(0..) {
            let cell = (number, column);
            match sign {
                ' ' => {}
                WALL => floor[size.number(cell)] = Floor::Wall,
                GATE => floor[size.number(cell)] = Floor::Gate(0),
                PLACE => place.push(cell),
                name => blocks.entry(name).or_default().push(cell),
            }
        }
    }
    let has_gate = floor.contains(&Floor::Gate(0));
    let mut pieces: Vec<Piece> = blocks.into_iter().map(Piece::of).collect();
    pieces.sort_unstable_by_key(|piece| piece.name);
    let hero = pieces.iter().position(|piece| piece.name == HERO);
    let (hero, goal) = match (hero, (!place.is_empty()).then(|| Shape::of(&place))) {
        (Some(hero), Some((shape, anchor))) if shape == pieces[hero].shape => (hero, anchor),
        _ => {
            let expected = "a block * and cells . of its shape, where it has to get";
            return Err(source.error(start, expected, "none"));
        }
    };
    // No other block of its shape will do in its place.
    pieces[hero].labelled = pieces.iter().filter(|piece| piece.shape == pieces[hero].shape).count() > 1;
    let gate = Gate { mark: GATE, admits: vec![HERO], is_exit: false };
    let parts = Parts {
        floor,
        gates: if has_gate { vec![gate] } else { Vec::new() },
        blocks: pieces,
        goals: vec![vec![Target { block: hero, anchor: goal }]],
        ..Parts::open(size)
    };
    Puzzle::new(parts.clone()).map_err(|flaw| source.sentence(start, &flaw.sentence(&parts)))
}

/// The level of a puzzle.
///
/// # Errors
/// A sentence without its full stop that says what a level cannot express.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    let [goal] = &puzzle.goals[..] else {
        return Err("a GNOME Klotski level has exactly one goal".to_owned());
    };
    let [target] = goal[..] else {
        return Err("the goal of a GNOME Klotski level is for one block".to_owned());
    };
    let hero = &puzzle.blocks[target.block];
    if let Some(other) = puzzle.blocks.iter().find(|block| block.freedom != Freedom::Both) {
        return Err(format!("blocks of a GNOME Klotski level move freely, and {} does not", other.name));
    }
    if let Some(other) = puzzle.blocks.iter().find(|block| block.labelled && block.name != hero.name) {
        return Err(format!(
            "only the block of a GNOME Klotski level's goal is distinguished, and not {}",
            other.name
        ));
    }
    if puzzle.blocks.iter().any(|other| other.name != hero.name && puzzle.are_equal(other, hero)) {
        return Err("the goal of a GNOME Klotski level is for a block that has no equal".to_owned());
    }
    if puzzle.gates.iter().any(|gate| gate.admits != [hero.name] || gate.is_exit) {
        return Err("gates of a GNOME Klotski level admit the block of the goal alone".to_owned());
    }
    let mut cells = drawn_cells(puzzle, &[], |floor| match floor {
        Floor::Wall => WALL,
        Floor::Open => ' ',
        Floor::Gate(_) => GATE,
    });
    for cell in hero.shape.cells_at(target.anchor) {
        cells[puzzle.size.number(cell)] = PLACE;
    }
    for block in &puzzle.blocks {
        let is_hero = block.name == hero.name;
        if !is_hero && (!is_sign(block.name) || [' ', HERO, WALL, GATE, PLACE].contains(&block.name)) {
            return Err(format!("a GNOME Klotski level has no character {} for a block", block.name));
        }
        for cell in block.shape.cells_at(block.anchor) {
            let number = puzzle.size.number(cell);
            if cells[number] == PLACE || cells[number] == GATE {
                return Err(format!(
                    "block {} stands on a place or a gate, which a level cannot show",
                    block.name
                ));
            }
            cells[number] = if is_hero { HERO } else { block.name };
        }
    }
    let rows = cells.chunks(usize::from(puzzle.size.width));
    let level: String = rows.map(|row| String::from_iter(row).trim_end().to_owned() + "\n").collect();
    // Blank rows, and blanks at the ends of rows, are not read.
    let is_read = Format::of(level.as_bytes()) == Some(Format::Gnome)
        && read("", level.as_bytes()).is_ok_and(|again| again.size == puzzle.size);
    is_read.then_some(level).ok_or_else(|| {
        "a GNOME Klotski level has two rows or more, a wall, no free row, no free last column and no block | in its first \
         cell"
            .to_owned()
    })
}

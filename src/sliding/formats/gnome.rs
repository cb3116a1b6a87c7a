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

use std::iter::once;

use crate::formats::Format;
use crate::formats::grid::{Grid, Sign, rows, starts};
use crate::{Cell, Floor, Freedom, Gate, Piece, Puzzle, Target};
use traybit_core::{InputError, SourceText, Spot, Word};

const HERO: char = '*';
const WALL: char = '#';
const GATE: char = '-';
const PLACE: char = '.';
/// Characters that may stand after a row in quotes.
const AFTER: [char; 4] = ['+', ',', ';', ' '];

/// True for a character that a level can have: visible ASCII, and a space.
fn is_sign(sign: char) -> bool {
    matches!(sign, ' '..='~') && !"\"'".contains(sign)
}

/// True for the first line of a section of another format: a word and a colon.
fn is_section(row: &str) -> bool {
    let word = row.split_once(':').map_or("", |(word, _)| word);
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphabetic())
}

/// The cells of a line: the text between its quotes, if it has any.
fn row(line: &str) -> &str {
    let quoted =
        line.trim().trim_end_matches(AFTER).strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    quoted.unwrap_or_else(|| line.trim_end())
}

/// True if a file could be a level: lines of signs with a wall, the goal's block and its place. A first line
/// that begins with a bar is a comment of DLX text.
pub(super) fn detect(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let rows = || text.lines().map(row).filter(|row| !row.trim().is_empty());
    let has = |sign| rows().any(|row| row.contains(sign));
    rows().count() > 1
        && rows().next().is_some_and(|row| !row.starts_with('|'))
        && [HERO, WALL, PLACE].into_iter().all(has)
        && rows().all(|row| row.chars().all(is_sign) && !is_section(row))
}

/// Reads a level; messages call the file `name`.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let words = source.lines().map(|line| Word { text: row(line.text), at: Spot { line, column: 0 } });
    let words: Vec<Word<'_>> = words.filter(|row| !row.text.trim().is_empty()).collect();
    let Some(&Word { at: start, .. }) = words.first() else { return Err(source.lack("a level")) };
    let grid = Grid::new(&source, words)?;
    let mut parts = grid.parts(&source, grid.size(), "a sign", |sign| match sign {
        ' ' => Some(Sign::Floor(Floor::Open)),
        WALL => Some(Sign::Floor(Floor::Wall)),
        GATE => Some(Sign::Floor(Floor::Gate(0))),
        _ => Some(Sign::Block),
    })?;
    let number = |pieces: &[Piece], name| pieces.iter().position(|piece| piece.name == name);
    let place = number(&parts.blocks, PLACE).map(|place| parts.blocks.remove(place));
    let is_shaped = |(hero, place): &(usize, Piece)| parts.blocks[*hero].shape == place.shape;
    let Some((hero, place)) = number(&parts.blocks, HERO).zip(place).filter(is_shaped) else {
        return Err(source.error(start, "a block * and cells . of its shape, where it has to get", "none"));
    };
    // No other block of its shape will do in its place.
    let equals = parts.blocks.iter().filter(|piece| piece.shape == place.shape).count();
    parts.blocks[hero].labelled = equals > 1;
    if parts.floor.contains(&Floor::Gate(0)) {
        parts.gates.push(Gate { mark: GATE, admits: vec![HERO], is_exit: false });
    }
    parts.goals.push(vec![Target { block: hero, anchor: place.anchor }]);
    Puzzle::new(parts).map_err(|flaw| source.sentence(start, &flaw.sentence))
}

/// Writes a puzzle as a level.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    let [goal] = &puzzle.goals[..] else {
        return Err("a GNOME Klotski level has exactly one goal".to_owned());
    };
    let [target] = goal[..] else {
        return Err("the goal of a GNOME Klotski level is for one block".to_owned());
    };
    let hero = &puzzle.blocks[target.block];
    let other = |is: &dyn Fn(&Piece) -> bool| {
        puzzle.blocks.iter().find(|block| block.name != hero.name && is(block)).map(|block| block.name)
    };
    if let Some(block) = puzzle.blocks.iter().find(|block| block.freedom != Freedom::Both) {
        return Err(format!("blocks of a GNOME Klotski level move freely, and {} does not", block.name));
    }
    if let Some(name) = other(&|block| block.labelled) {
        return Err(format!(
            "only the block of a GNOME Klotski level's goal is distinguished, and not {name}"
        ));
    }
    if other(&|block| puzzle.are_equal(block, hero)).is_some() {
        return Err("the goal of a GNOME Klotski level is for a block that has no equal".to_owned());
    }
    if puzzle.gates.iter().any(|gate| gate.admits != [hero.name] || gate.is_exit) {
        return Err(
            "a GNOME Klotski level has no exits, and its gates admit the block of the goal alone".to_owned()
        );
    }
    let signs = [' ', HERO, WALL, GATE, PLACE];
    if let Some(name) = other(&|block| !is_sign(block.name) || signs.contains(&block.name)) {
        return Err(format!("a GNOME Klotski level has no character {name} for a block"));
    }
    let places: Vec<Cell> = hero.shape.cells_at(target.anchor).collect();
    let is_hidden = |cell| places.contains(&cell) || matches!(puzzle.floor_at(cell), Floor::Gate(_));
    let hides = |block: &&Piece| block.shape.cells_at(block.anchor).any(is_hidden);
    if let Some(block) = puzzle.blocks.iter().find(hides) {
        return Err(format!("block {} stands on a place or a gate, which a level cannot show", block.name));
    }
    let name = |name| if name == hero.name { HERO } else { name };
    let blocks = starts(puzzle).map(|(block, shape, anchor)| (name(block), shape, anchor));
    let rows = rows(puzzle, once((PLACE, &hero.shape, target.anchor)).chain(blocks), |floor| match floor {
        Floor::Wall => WALL,
        Floor::Open => ' ',
        Floor::Gate(_) => GATE,
    });
    let level: String = rows.iter().flat_map(|row| [row.trim_end(), "\n"]).collect();
    // Blank rows and trailing blanks are not read.
    let is_read = Format::of(level.as_bytes()) == Some(Format::Gnome)
        && read("", level.as_bytes()).is_ok_and(|again| again.size == puzzle.size);
    is_read.then_some(level).ok_or_else(|| {
        "a GNOME Klotski level has two rows or more, a wall, no free row, no free last column and no block | in its first \
         cell"
            .to_owned()
    })
}

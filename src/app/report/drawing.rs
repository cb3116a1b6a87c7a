//! A tray as a small picture of letters.

use traybit_core::grid::Size;
use traybit_sliding::puzzle::{Cell, Floor, Puzzle};

/// The longest side of a tray that is drawn, in cells.
pub(crate) const LONGEST_DRAWN: u16 = 40;

/// Letters of blocks without names, in turn.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The rows of the start with blanks between the cells: a letter where a block is, `#` for a wall, a gate's own mark, and
/// a point elsewhere. None if the tray is too large.
pub(crate) fn start(puzzle: &Puzzle) -> Option<Vec<String>> {
    let blocks = puzzle.blocks.iter().enumerate();
    drawn(puzzle, blocks.map(|(number, block)| (letter(puzzle, number), block.shape.cells_at(block.anchor))))
}

/// The rows of the start without the blanks.
pub(crate) fn without_blanks(puzzle: &Puzzle) -> Option<Vec<String>> {
    Some(start(puzzle)?.into_iter().map(|row| row.replace(' ', "")).collect())
}

/// The rows of each goal, drawn like the start, `?` for a block that the tray lacks; empty if the tray is too large.
pub(crate) fn goals(puzzle: &Puzzle) -> Vec<Vec<String>> {
    let goals = puzzle.goals.iter().enumerate().filter_map(|(number, goal)| {
        let targets = goal.iter().map(|target| {
            let block = &puzzle.blocks[target.block];
            (letter(puzzle, target.block), block.shape.cells_at(target.anchor))
        });
        let lacking = puzzle.lacking.iter().filter(|lacking| lacking.goal == number);
        let lacking = lacking.map(|lacking| ('?', lacking.shape.cells_at(lacking.anchor)));
        let mut blocks = targets.chain(lacking).peekable();
        blocks.peek().is_some().then(|| drawn(puzzle, blocks))?
    });
    goals.collect()
}

fn letter(puzzle: &Puzzle, number: usize) -> char {
    if puzzle.named { puzzle.blocks[number].name } else { LETTERS[number % LETTERS.len()].into() }
}

fn drawn(
    puzzle: &Puzzle,
    blocks: impl Iterator<Item = (char, impl Iterator<Item = Cell>)>,
) -> Option<Vec<String>> {
    let mark = |cell| match puzzle.floor_at(cell) {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate(gate) => puzzle.gates[gate].mark,
    };
    let Size { height, width } = puzzle.size;
    if height.max(width) > LONGEST_DRAWN {
        return None;
    }
    let row = |row: u16| (0..width).map(|column| mark((row, column))).collect();
    let mut cells: Vec<Vec<char>> = (0..height).map(row).collect();
    for (name, covered) in blocks {
        for (row, column) in covered {
            cells[usize::from(row)][usize::from(column)] = name;
        }
    }
    Some(cells.iter().map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ")).collect())
}

/// Pictures side by side, each line indented by two.
pub(crate) fn beside(pictures: &[Vec<String>]) -> Vec<String> {
    let Some(rows) = pictures.iter().map(Vec::len).max() else { return Vec::new() };
    let row = |row: usize| {
        let parts = pictures.iter().map(|picture| picture.get(row).map_or("", String::as_str));
        format!("  {}", parts.collect::<Vec<_>>().join("    ")).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::{beside, goals, start};
    use traybit_core::grid::Size;
    use traybit_core::shape::Shape;
    use traybit_sliding::formats::course;

    #[test]
    fn each_block_has_its_letter() {
        let size = Size { height: 2, width: 3 };
        let blocks = [(Shape::rectangle(2, 2), (0, 0)), (Shape::rectangle(1, 1), (1, 2))];
        let pair = course::tray(size, blocks.clone());
        assert_eq!(start(&pair).unwrap(), ["a a .", "a a b"]);
        assert_eq!(goals(&pair), Vec::<Vec<String>>::new());
        let pair = course::with_goal(pair, blocks[1..].to_vec());
        assert_eq!(goals(&pair), [[". . .", ". . b"]]);
        assert_eq!(
            beside(&[start(&pair).unwrap(), goals(&pair).remove(0)]),
            ["  a a .    . . .", "  a a b    . . b"]
        );
        assert_eq!(start(&course::tray(Size { height: 1, width: 41 }, [])), None);
    }
}

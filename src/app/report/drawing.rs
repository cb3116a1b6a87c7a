//! A tray as a small picture of letters.

use traybit_core::Shape;
use traybit_sliding::formats::drawing::drawing;
use traybit_sliding::{Cell, Puzzle};

/// The longest side of a tray that is drawn, in cells.
const LONGEST_DRAWN: u16 = 40;

/// The rows of the start with spaces between the cells: a letter for a block, `#` for a wall, a gate's own
/// mark, and a dot elsewhere. `None` if the tray is too large.
pub(crate) fn start(puzzle: &Puzzle) -> Option<Vec<String>> {
    drawn(puzzle, puzzle.blocks.iter().map(|block| (block.name, &block.shape, block.anchor)))
}

/// The rows of the start without the spaces.
pub(crate) fn without_blanks(puzzle: &Puzzle) -> Option<Vec<String>> {
    Some(start(puzzle)?.into_iter().map(|row| row.replace(' ', "")).collect())
}

/// The rows of each goal, drawn like the start, `?` for a block that the tray lacks; empty if the tray is too large.
pub(crate) fn goals(puzzle: &Puzzle) -> Vec<Vec<String>> {
    let goals = puzzle.goals.iter().filter_map(|goal| {
        let targets = goal.iter().map(|target| (&puzzle.blocks[target.block], target.anchor));
        let targets = targets.map(|(block, anchor)| (block.name, &block.shape, anchor));
        let lacking = puzzle.lacking.iter().map(|(shape, anchor)| ('?', shape, *anchor));
        let mut blocks = targets.chain(lacking).peekable();
        blocks.peek().is_some().then(|| drawn(puzzle, blocks))?
    });
    goals.collect()
}

fn drawn<'a>(puzzle: &Puzzle, blocks: impl Iterator<Item = (char, &'a Shape, Cell)>) -> Option<Vec<String>> {
    let is_small = puzzle.size.height.max(puzzle.size.width) <= LONGEST_DRAWN;
    let spaced = |row: String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    is_small.then(|| drawing(puzzle, blocks).into_iter().map(spaced).collect())
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
    use traybit_core::{Shape, Size};
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

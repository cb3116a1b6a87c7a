//! A tray as a small picture of letters.

use traybit_sliding::problem::Problem;
use traybit_sliding::puzzle::{Cell, Floor, Puzzle};
use traybit_sliding::tray::{Block, Size};

/// The longest side of a tray that is drawn, in cells.
pub const LONGEST_DRAWN: u16 = 40;

/// One letter a block without a name, in the order of the list; more blocks begin anew.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The rows of the start with blanks between the cells: a letter for each cell that a block covers, `#` for a wall, a
/// gate's own mark for its free cells, a point for any other. None when the tray is too large.
#[must_use]
pub fn start(problem: &Problem) -> Option<Vec<String>> {
    match problem {
        Problem::Pair(tray, _) => plain(tray.size(), tray.blocks()),
        Problem::Drawn(puzzle) => {
            let blocks = puzzle.blocks.iter().map(|block| (block.name, block.shape.cells_at(block.anchor)));
            drawn(puzzle, blocks)
        }
    }
}

/// The rows of each goal in the same way; none where nothing is asked or the tray is too large.
#[must_use]
pub fn goals(problem: &Problem) -> Vec<Vec<String>> {
    match problem {
        Problem::Pair(_, goal) if goal.blocks().is_empty() => Vec::new(),
        Problem::Pair(tray, goal) => plain(tray.size(), goal.blocks()).into_iter().collect(),
        Problem::Drawn(puzzle) => {
            let goals = puzzle.goals.iter().filter_map(|goal| {
                let blocks = goal.iter().map(|target| {
                    let block = &puzzle.blocks[target.block];
                    (block.name, block.shape.cells_at(target.anchor))
                });
                drawn(puzzle, blocks)
            });
            goals.collect()
        }
    }
}

fn plain(size: Size, blocks: &[Block]) -> Option<Vec<String>> {
    let mut cells = floor(size, |_| '.')?;
    for (block, &letter) in blocks.iter().zip(LETTERS.iter().cycle()) {
        for row in &mut cells[block.top.into()..=block.bottom().into()] {
            row[block.left.into()..=block.right().into()].fill(letter.into());
        }
    }
    Some(spaced(&cells))
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
    let mut cells = floor(puzzle.size, mark)?;
    for (name, covered) in blocks {
        for (row, column) in covered {
            cells[usize::from(row)][usize::from(column)] = name;
        }
    }
    Some(spaced(&cells))
}

fn floor(size: Size, mark: impl Fn(Cell) -> char) -> Option<Vec<Vec<char>>> {
    let drawn = size.height <= LONGEST_DRAWN && size.width <= LONGEST_DRAWN;
    let row = |row: u16| (0..size.width).map(|column| mark((row, column))).collect();
    drawn.then(|| (0..size.height).map(row).collect())
}

fn spaced(cells: &[Vec<char>]) -> Vec<String> {
    cells.iter().map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ")).collect()
}

/// Pictures side by side, each line indented by two.
#[must_use]
pub fn beside(pictures: &[Vec<String>]) -> Vec<String> {
    let Some(rows) = pictures.iter().map(Vec::len).max() else { return Vec::new() };
    let row = |row: usize| {
        let parts: Vec<&str> =
            pictures.iter().map(|picture| picture.get(row).map_or("", String::as_str)).collect();
        format!("  {}", parts.join("    ")).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::{beside, goals, start};
    use traybit_sliding::problem::Problem;
    use traybit_sliding::tray::{Block, Goal, Size, Tray};

    #[test]
    fn each_block_has_its_letter() {
        let size = Size { height: 2, width: 3 };
        let blocks = vec![
            Block { top: 0, left: 0, height: 2, width: 2 },
            Block { top: 1, left: 2, height: 1, width: 1 },
        ];
        let tray = Tray::new(size, blocks.clone()).unwrap();
        let pair = Problem::Pair(tray.clone(), Goal::default());
        assert_eq!(start(&pair).unwrap(), ["a a .", "a a b"]);
        assert_eq!(goals(&pair), Vec::<Vec<String>>::new());
        let pair = Problem::Pair(tray, Goal::new(size, blocks[1..].to_vec()).unwrap());
        assert_eq!(goals(&pair), [[". . .", ". . a"]]);
        assert_eq!(
            beside(&[start(&pair).unwrap(), goals(&pair).remove(0)]),
            ["  a a .    . . .", "  a a b    . . a"]
        );
        let wide = Tray::new(Size { height: 1, width: 41 }, Vec::new()).unwrap();
        assert_eq!(start(&Problem::Pair(wide, Goal::default())), None);
    }
}

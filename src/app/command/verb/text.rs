//! Help texts of the commands for all families.

use traybit_program::text::Activity;

pub(super) struct Text {
    pub(super) name: &'static str,
    pub(super) activity: Activity,
    pub(super) about: &'static str,
    /// Names and help of further files.
    pub(super) others: Option<(&'static [&'static str], &'static str)>,
    notes: &'static str,
    examples: &'static [&'static str],
}

impl Text {
    /// Notes and examples below the options.
    pub(super) fn after_help(&self) -> String {
        let examples = self.examples.join("\n  traybit ");
        let between = if self.notes.is_empty() { "" } else { "\n\n" };
        format!("{}{between}Examples:\n  traybit {examples}", self.notes)
    }
}

pub(super) const PUZZLE: &str =
    "The puzzle's file; its family and format are detected; `-` is standard input";
const GOAL: Option<(&[&str], &str)> = Some((&["GOAL"], "The goal's file, for a tray"));

pub(super) static TEXTS: [Text; 5] = [
    Text {
        name: "solve",
        activity: Activity::Solving,
        about: "Solve a puzzle: sliding blocks, tiles, a packing or an exact cover",
        others: GOAL,
        notes: "\
The solution goes to standard output or to the file of --output, all else to standard error. It is
a proven shortest one for sliding blocks and for boards of up to 16 cells, a short one, found in
about a second, for larger boards, and the first one found for a packing or an exact cover. A move of a block is a
line with the row and the column, counted from 0, of the block's top-left cell (the leftmost of its
top row) before and after; a move of a tile is a line such as `12 D`; a solution of an exact cover has
the lines of its options, with an empty line between two solutions. --checkpoint is not for tiles, and
--certificate is not for packings and exact covers.",
        examples: &[
            "solve puzzles/sliding/klotski puzzles/sliding/klotski.goal",
            "solve puzzles/tiles/eight-31.txt",
            "solve puzzles/packing/popinjay.txt",
            "solve --metric path --json TRAY GOAL",
            "solve --fast --limit 10s --memory 2G TRAY GOAL -o moves",
            "solve --checkpoint solve.state TRAY GOAL -o moves",
            "solve --goal blank-first --fast BOARD",
            "solve --first 5 puzzles/packing/8x8-6.txt",
            "solve --all puzzles/exact/queens-12.dlx",
            "solve --metric step --certificate klotski.json TRAY GOAL",
            "solve --html klotski.html TRAY GOAL",
        ],
    },
    Text {
        name: "check",
        activity: Activity::Checking,
        about: "Verify a solution: a list of moves, packings, or solutions of an exact cover",
        others: Some((
            &["GOAL", "SOLUTION"],
            "The goal's file (for a tray only), then the solution's file [default: standard input]",
        )),
        notes: "\
A solution is what `traybit solve` writes. A line of moves of blocks is the row and the column of a
block's top-left cell (the leftmost of its top row) before and after one straight move. Consecutive
moves of one block count as one path move.",
        examples: &[
            "check puzzles/sliding/klotski puzzles/sliding/klotski.goal moves",
            "solve TRAY GOAL | traybit check TRAY GOAL",
            "check board.txt solution.txt",
            "solve --all PUZZLE | traybit check PUZZLE",
            "check --json TRAY GOAL moves",
        ],
    },
    Text {
        name: "explore",
        activity: Activity::Exploring,
        about: "Count all reachable positions, and find the farthest ones and the hardest starts",
        others: GOAL,
        notes: "\
Counts all reachable positions, equal blocks interchangeable: how many there are, how many at each
distance from the start, and which are the farthest. With a goal, the positions that meet it are
counted too, and the hardest starts found: those whose nearest goal position is farthest. For tiles,
all boards of the file's size, or of --size, are counted by their distance from the goal: one bit per
board, 30 MB for 3x4 and some 5 GB for 2x7; with --depth those near the goal, of any size. A checkpoint holds
complete layers: an unfinished layer is searched again.",
        examples: &[
            "explore puzzles/sliding/klotski",
            "explore --metric step puzzles/sliding/klotski puzzles/sliding/klotski.goal",
            "explore --hardest hardest.txt puzzles/sliding/rush-hour-15.txt",
            "explore --size 3x4 --pushes",
            "explore --size 5x5 --depth 16 --layers",
            "explore --checkpoint explore.state puzzles/sliding/klotski",
            "explore --json --stats --limit 1m --memory 8G TRAY -o space.json",
            "explore --csv layers.csv --plot layers.svg TRAY GOAL",
        ],
    },
    Text {
        name: "info",
        activity: Activity::Describing,
        about: "Describe a puzzle without a search: size, pieces, bounds",
        others: GOAL,
        notes: "Without a goal's file the goal of a tray is empty.",
        examples: &[
            "info puzzles/sliding/klotski puzzles/sliding/klotski.goal",
            "info puzzles/tiles/eight-31.txt",
            "info puzzles/packing/popinjay.txt",
            "info puzzles/exact/sudoku-inkala.dlx",
            "info --json TRAY",
        ],
    },
    Text {
        name: "count",
        activity: Activity::Solving,
        about: "Count the solutions: packings, solutions of exact covers, shortest ones of blocks and tiles",
        others: GOAL,
        notes: "",
        examples: &[
            "count puzzles/packing/popinjay.txt",
            "count puzzles/exact/queens-12.dlx",
            "count --json puzzles/packing/pentominoes-6x10.txt",
            "count puzzles/sliding/klotski puzzles/sliding/klotski.goal",
            "count puzzles/tiles/eight-31.txt",
        ],
    },
];

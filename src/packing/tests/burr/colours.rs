//! Files of several colours, written by hand, against a count that knows coordinates and the rule of `BurrTools` only: a
//! cell of colour *p*, counted from 1, may lie on a cell of colour *r* if the problem pairs *p* − 1 with *r* − 1; a cell
//! without a colour goes with any.

use std::collections::BTreeSet;

use traybit_core::search::limits::Limits;
use traybit_packing::formats::{burr, read};
use traybit_packing::solve::enumerate::Selection;

use crate::solve::listed;

/// Cells with their colours, 0 where there is none.
type Cells = Vec<((i32, i32), u32)>;

/// The kind of a piece, and the cells that it covers.
type Lying = (usize, BTreeSet<(i32, i32)>);

struct File {
    /// Rows of a shape, as in the file but for the bars between them, and how many there are of it.
    pieces: &'static [(&'static str, u32)],
    board: &'static str,
    pairs: &'static [(u32, u32)],
    packings: usize,
}

const FILES: [File; 4] = [
    // A chessboard of 4×4 in dominoes that lie one way only on two cells.
    File {
        pieces: &[("#1#2", 8)],
        board: "#1#2#1#2|#2#1#2#1|#1#2#1#2|#2#1#2#1",
        pairs: &[(0, 0), (1, 1)],
        packings: 36,
    },
    // Its first colour may lie on both colours of the board, its second on one only.
    File { pieces: &[("#1#2", 3)], board: "#1#2#1|#2#2#1", pairs: &[(0, 0), (0, 1), (1, 1)], packings: 1 },
    // Colours exchanged, a piece without colours, and cells that may be empty.
    File {
        pieces: &[("#2#1|#2_", 1), ("##", 1)],
        board: "+1+2+1|+2+1+|#2+1+2",
        pairs: &[(0, 1), (1, 0)],
        packings: 13,
    },
    // Three colours, the last of which fits nothing.
    File {
        pieces: &[("#1#3", 1), ("#1#2", 1), ("#2", 1)],
        board: "+1+2+3|+1+2+|+++2",
        pairs: &[(0, 0), (1, 1), (1, 2)],
        packings: 42,
    },
];

fn cells(rows: &str) -> (Cells, BTreeSet<(i32, i32)>) {
    let (mut cells, mut full): (Cells, _) = (Vec::new(), BTreeSet::new());
    for (row, line) in (0..).zip(rows.split('|')) {
        let mut column = -1;
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                cells.last_mut().expect("a cell before its colour").1 = digit;
                continue;
            }
            column += 1;
            if c != '_' {
                cells.push(((row, column), 0));
            }
            if c == '#' {
                full.insert((row, column));
            }
        }
    }
    (cells, full)
}

impl File {
    fn text(&self) -> String {
        let voxel = |rows: &str| {
            let width = rows.split('|').next().unwrap().chars().filter(|c| !c.is_ascii_digit()).count();
            let height = rows.split('|').count();
            format!("<voxel x='{width}' y='{height}' z='1' type='0'>{}</voxel>", rows.replace('|', ""))
        };
        let shapes: Vec<String> = self.pieces.iter().map(|(rows, _)| voxel(rows)).collect();
        let listed = (0..).zip(self.pieces);
        let listed: Vec<String> =
            listed.map(|(id, (_, count))| format!("<shape id='{id}' count='{count}'/>")).collect();
        let pairs = self.pairs.iter();
        let pairs: Vec<String> =
            pairs.map(|(piece, result)| format!("<pair piece='{piece}' result='{result}'/>")).collect();
        let [shapes, listed, pairs] = [shapes, listed, pairs].map(|elements| elements.concat());
        format!(
            "<puzzle version='2'><gridType type='0'/><colors><color red='9' green='9' blue='9'/></colors>\
             <shapes>{shapes}{}</shapes><problems><problem state='0'><shapes>{listed}</shapes>\
             <result id='{}'/><bitmap>{pairs}</bitmap></problem></problems></puzzle>",
            voxel(self.board),
            self.pieces.len()
        )
    }

    /// The packings: for each kind the sets of cells of its pieces.
    fn count(&self) -> usize {
        let (board, full) = cells(self.board);
        let pieces: Vec<(usize, Cells)> = (0..)
            .zip(self.pieces)
            .flat_map(|(kind, (rows, count))| (0..*count).map(move |_| (kind, cells(rows).0)))
            .collect();
        let mut found = BTreeSet::new();
        self.place(&board, &full, &pieces, &mut Vec::new(), &mut found);
        found.len()
    }

    fn place(
        &self,
        board: &Cells,
        full: &BTreeSet<(i32, i32)>,
        pieces: &[(usize, Cells)],
        placed: &mut Vec<Lying>,
        found: &mut BTreeSet<BTreeSet<Lying>>,
    ) {
        let Some(((kind, piece), rest)) = pieces.split_first() else {
            let covered: BTreeSet<_> = placed.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
            if full.is_subset(&covered) {
                found.insert(placed.iter().cloned().collect());
            }
            return;
        };
        let mut places = BTreeSet::new();
        for turn in 0..8 {
            let turned = |(row, column): (i32, i32)| {
                let (row, column) = if turn & 4 > 0 { (row, -column) } else { (row, column) };
                (0..turn % 4).fold((row, column), |(row, column), _| (column, -row))
            };
            for (down, right) in (-9..9).flat_map(|down| (-9..9).map(move |right| (down, right))) {
                let lies = |&(cell, colour): &((i32, i32), u32)| {
                    let (row, column) = turned(cell);
                    let at = (row + down, column + right);
                    let &(_, below) = board.iter().find(|(cell, _)| *cell == at)?;
                    let fits = colour == 0 || below == 0 || self.pairs.contains(&(colour - 1, below - 1));
                    let is_free = !placed.iter().any(|(_, cells)| cells.contains(&at));
                    (fits && is_free).then_some(at)
                };
                places.extend(piece.iter().map(lies).collect::<Option<BTreeSet<_>>>());
            }
        }
        for place in places {
            // Equal pieces in one order only.
            if placed.last().is_some_and(|(other, cells)| other == kind && *cells > place) {
                continue;
            }
            placed.push((*kind, place));
            self.place(board, full, rest, placed, found);
            placed.pop();
        }
    }
}

#[test]
fn pairs_count_colours_from_0_and_cells_from_1() {
    for file in FILES {
        let text = file.text();
        let pack = read("hand", text.as_bytes()).expect("a puzzle");
        let packings = |pack| listed(pack, Selection { most: 999, distinct: false }, &Limits::default());
        assert_eq!(packings(&pack).len(), file.count(), "{text}");
        assert_eq!(file.count(), file.packings, "{text}");
        let written = burr::write(&pack).expect("it can be written");
        assert_eq!(packings(&read("b", written.as_bytes()).expect("a puzzle")), packings(&pack), "{written}");
    }
}

//! `BurrTools` files, packed or not: read, written and refused.

use std::fs::read_to_string;
use std::io::{Read as _, Write as _, repeat};
use std::iter::repeat_n;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::formats::{folder, message, shipped};
use crate::reference::packings;
use crate::solve::{ALL, all_of, listed};
use traybit_core::{Limits, Shape};
use traybit_packing::formats::burr::write_packings;
use traybit_packing::formats::{burr, read, read_numbered};
use traybit_packing::pack::{Floor, Pack, Packing, Piece};
use traybit_packing::solve::enumerate::Selection;

fn burr() -> String {
    read_to_string(folder().join("flat-tetrominoes.xmpuzzle")).unwrap()
}

#[test]
fn burrtools_files_are_read_packed_or_not() {
    let plain = shipped("flat-tetrominoes.xmpuzzle");
    assert_eq!((plain.size.height, plain.size.width, plain.open()), (4, 5, 19));
    assert_eq!(plain.title.as_deref(), Some("Flat tetrominoes"));
    let listed: Vec<_> = plain.pieces.iter().map(|own| (own.name.as_str(), own.counts.clone())).collect();
    assert_eq!(listed, [("L", 2..=2), ("T", 1..=1), ("S3", 0..=1)]);
    assert_eq!(plain.floor.iter().filter(|floor| **floor == Floor::Full).count(), 2);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(burr().as_bytes()).unwrap();
    let mut packed = packed.finish().unwrap();
    assert_eq!(read("f", &packed[..]).unwrap(), plain);
    packed.truncate(packed.len() / 2);
    assert!(read("f", &packed[..]).unwrap_err().to_string().starts_with("f: cannot be read: "));
    let second = burr().replace(
        "</problems>",
        "<problem><shapes><shape id='2' count='3'/></shapes><result id='3'/></problem></problems>",
    );
    assert_eq!(read("f", second.as_bytes()).unwrap(), plain);
    assert_eq!(read_numbered("f", second.as_bytes(), 2).unwrap().pieces[0].counts, 3..=3);
    for number in [0, 3] {
        let sentence = read_numbered("f", second.as_bytes(), number).unwrap_err().to_string();
        assert_eq!(sentence, format!("f: there is no problem {number}; the file has 2"));
    }
}

#[test]
fn shapes_that_are_listed_again_get_names_of_their_own() {
    let again = "<shape id='0' min='0' max='1'/>";
    // The name that it would get is another's.
    let text = burr()
        .replace("name=\"T\"", "name=\"S1 2\"")
        .replace("</shapes>\n<result", &format!("{}</shapes><result", again.repeat(2)));
    let names: Vec<String> =
        read("f", text.as_bytes()).unwrap().pieces.into_iter().map(|piece| piece.name).collect();
    assert_eq!(names, ["L", "S1 2", "S3", "S1 3", "S1 4"]);
    let blanks = burr().replace("####</voxel>", &format!("{}####</voxel>", " ".repeat(1 << 16)));
    let many = "<shape id='2' min='0' max='1'/>".repeat(256);
    let text = blanks.replace("</shapes>\n<result", &format!("{many}</shapes><result"));
    let message = read("f", text.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("expected shapes of at most 16 MiB in all, found more"), "{message}");
}

#[test]
fn what_is_no_flat_burrtools_puzzle_is_refused() {
    let (malformed, open) = ("expected well-formed XML", "<a>".repeat(1 << 20));
    for (from, to, line, phrase) in [
        (r#"type="0"/>"#, r#"type="1"/>"#, 3, "a grid of cubes, type 0, found \"1\""),
        (r#"y="2" z="1" type"#, r#"y="1" z="2" type"#, 8, "one high, found 2×1×2"),
        (r#"y="2" z="1" type"#, r#"y="257" z="1" type"#, 8, "a flat shape, 1 to 256 cells long"),
        (r#"y="2" z="1" type"#, r#"y="-2" z="1" type"#, 8, "a number as `y`, found \"-2\""),
        (r#"y="2" z="1" type"#, r#"y="2" type"#, 8, "the sizes `x`, `y` and `z`"),
        ("####</", "###</", 8, "4 cells, found 3"),
        ("####</", "#####</", 8, "4 cells, found more"),
        ("####</", "###+</", 8, "cells `#` and `_`, found \"+\""),
        ("####</", "____</", 8, "a shape with a cell, found none"),
        ("####</", "#__#</", 16, "found a part that lies by itself"),
        ("####</", "##64##</", 8, "colours 0 to 63, found 64"),
        (r#"<shape id="2""#, r#"<shape id="7""#, 16, "the `id` of one of the 4 shapes, found 7"),
        (r#"<result id="3"/>"#, "", 12, "an element `result` in the problem"),
        (r#"<result id="3"/>"#, "<result/>", 18, "the `id` of one of the 4 shapes, found none"),
        (r#" max="1""#, "", 16, "a `count`, or `min` and `max` in order"),
        (r#"max="1"/>"#, r#"max="1"><group/></shape>"#, 16, "pieces that do not belong to groups"),
        (r#"count="2""#, r#"count="9""#, 18, "found that they cover 40 at least"),
        ("</problem>\n", "", 20, malformed),
        ("</puzzle>", "", 1, malformed),
    ] {
        let text = burr();
        assert!(text.contains(from), "{from}");
        let message = message(text.replacen(from, to, 1));
        assert!(message.starts_with(&format!("f, line {line}, ")) && message.contains(phrase), "{message}");
    }
    for (text, phrase) in [
        ("<puzzle/>", "f: expected an element `gridType`, found none"),
        ("<puzzle><gridType type='0'/></puzzle>", "f: expected an element `problem`, found none"),
        (&open[..], malformed),
    ] {
        assert!(message(text).contains(phrase), "{}", message(text));
    }
    assert!(read("f", repeat(b'<').take(100)).is_err());
}

#[test]
fn puzzles_are_written_as_they_are_read() {
    for text in [
        "title: A & <B>\n\npiece L: 2\nXX\nX.\n\nboard:\n...\n...\n",
        "piece I: 1..2\nXX\n\nboard:\n..#\n*..\n\nempty: 0..3\n",
    ] {
        let pack = read("p", text.as_bytes()).unwrap();
        let written = burr::write(&pack).unwrap();
        let again = read("b", written.as_bytes()).unwrap();
        assert_eq!((&again.title, &again.size, &again.floor), (&pack.title, &pack.size, &pack.floor));
        assert_eq!((&again.pieces, again.empty.end()), (&pack.pieces, pack.empty.end()), "{written}");
    }
    let turned = "piece L: 2 turn\nXX\nX.\n\nboard:\n...\n...\n";
    let pack = read("p", turned.as_bytes()).unwrap();
    assert!(burr::write(&pack).unwrap_err().contains("may not be flipped"));
}

/// A domino whose colours lie on those of the board, and one without.
const PAINTED: &str = "<puzzle><gridType type='0'/><colors><color red='0' green='0' blue='255'/><color red='9' green='9' blue='9'/></colors>
<shapes><voxel x='2' y='1' z='1' name='D'>#1#2</voxel><voxel x='2' y='1' z='1' name='N'>##0</voxel>
<voxel x='3' y='2' z='1'>+1+2+1+2#2+</voxel></shapes>
<problems><problem><shapes><shape id='0' min='0' max='2'/><shape id='1' min='0' max='1'/></shapes><result id='2'/>
<bitmap><pair piece='0' result='0'/><pair piece='1' result='1'/></bitmap></problem>
<problem><shapes><shape id='0' count='1'/></shapes><result id='2'/><bitmap><pair piece='0' result='1'/></bitmap></problem>
</problems></puzzle>";

#[test]
fn colours_of_cells_fit_the_pairs_of_their_problem() {
    let pack = |number: usize| read_numbered("f", PAINTED.as_bytes(), number).expect("a puzzle");
    assert_eq!(pack(1).pieces[0].paint, [Some('a'), Some('b')]);
    assert_eq!((&pack(1).pieces[1].paint[..], pack(1).paint.fits.len()), (&[][..], 0));
    let below: String = pack(1).paint.cells.iter().map(|colour| colour.unwrap_or('.')).collect();
    assert_eq!((below.as_str(), pack(1).paint.pairs().as_str()), ("ababb.", ""));
    // It lies on two colours, or on one and the cell without.
    assert_eq!(pack(2).paint.pairs(), "a on b, b on");
    assert_eq!(packings(&pack(2)).len(), 1);
    for number in [1, 2] {
        let written = burr::write(&pack(number)).expect("it can be written");
        assert_eq!(read("b", written.as_bytes()).unwrap(), pack(number), "{written}");
    }
    let many = pack(1).pieces[0].clone();
    let many =
        Piece { paint: ('\u{4e00}'..).take(64).map(Some).collect(), shape: Shape::rectangle(8, 8), ..many };
    let sentence = burr::write(&Pack { pieces: vec![many], ..pack(1) }).unwrap_err();
    assert_eq!(sentence, "BurrTools has 63 colours, and the puzzle has 66");
}

/// Each packing is a problem of its own, whose pieces lie as they are drawn, where the solution says.
#[test]
fn packings_are_solved_problems() {
    for pack in [shipped("any-mix.txt"), read("f", PAINTED.as_bytes()).expect("a puzzle")] {
        let packings = listed(&pack, Selection { most: 9, ..ALL }, &Limits::default());
        assert_eq!(packings.len(), 9);
        let text = write_packings(&pack, &packings);
        for (number, packing) in (1..).zip(&packings) {
            let problem = read_numbered("f", text.as_bytes(), number).expect("a puzzle");
            assert_eq!((problem.size, &problem.floor, &problem.paint), (pack.size, &pack.floor, &pack.paint));
            let assembly = text.split("<assembly>").nth(number).and_then(|rest| rest.split('<').next());
            let numbers: Vec<u16> =
                assembly.expect("a solution").split(' ').map(|number| number.parse().unwrap()).collect();
            let lying = problem.pieces.iter().flat_map(|own| repeat_n(own, *own.counts.start() as usize));
            let mut cells: Vec<Vec<(u16, u16)>> = lying
                .zip(numbers.chunks(4))
                .map(|(Piece { shape, paint, .. }, at)| {
                    assert_eq!(at[2..], [0, 0]);
                    let cells: Vec<_> =
                        shape.cells().map(|(row, column)| (row + at[1], column + at[0])).collect();
                    let mut below = cells.iter().map(|&cell| problem.paint_at(cell));
                    assert!(paint.iter().all(|own| problem.paint.allows(*own, below.next().flatten())));
                    cells
                })
                .collect();
            cells.sort_unstable();
            assert_eq!(cells, packing.iter().map(|placed| placed.cells.clone()).collect::<Vec<_>>());
            assert_eq!(numbers.len(), 4 * packing.len());
        }
    }
    let pack = read("f", &b"piece A: any\nXX\n\nboard: 1x4\n"[..]).expect("a puzzle");
    let text = write_packings(&pack, &[Packing::new()]);
    assert_eq!(read_numbered("f", text.as_bytes(), 1).expect("a puzzle").pieces[0].counts, 0..=1);
    assert!(text.contains("<assembly>x</assembly>"), "{text}");
}

/// A file whose shapes are written with bars between their rows; the last one is the board.
fn file(shapes: &[(&str, u32)], pairs: &[(u32, u32)]) -> String {
    let voxel = |(rows, _): &(&str, u32)| {
        let height = rows.split('|').count();
        let width = rows.split('|').next().unwrap().chars().filter(|c| !c.is_ascii_digit()).count();
        format!("<voxel x='{width}' y='{height}' z='1'>{}</voxel>", rows.replace('|', ""))
    };
    let voxels: String = shapes.iter().map(voxel).collect();
    let board = shapes.len() - 1;
    let entry = |id: usize| format!("<shape id='{id}' count='{}'/>", shapes[id].1);
    let listed: String = (0..board).map(entry).collect();
    let pair = |(piece, result): &(u32, u32)| format!("<pair piece='{piece}' result='{result}'/>");
    let pairs: String = pairs.iter().map(pair).collect();
    format!(
        "<puzzle><gridType type='0'/><shapes>{voxels}</shapes><problems><problem><shapes>{listed}</shapes>\
         <result id='{board}'/><bitmap>{pairs}</bitmap></problem></problems></puzzle>"
    )
}

/// A cell of colour *p*, counted from 1, may lie on a cell of colour *r* if the problem pairs *p* − 1 with *r* − 1; a cell
/// without a colour goes with any. The numbers were found by trying all places under that rule alone.
#[test]
fn pairs_count_colours_from_0_and_cells_from_1() {
    for (shapes, pairs, known) in [
        // A chessboard in dominoes that lie one way only on two cells.
        (&[("#1#2", 8), ("#1#2#1#2|#2#1#2#1|#1#2#1#2|#2#1#2#1", 0)][..], &[(0, 0), (1, 1)][..], 36),
        // The first colour may lie on both colours of the board, the second on one only.
        (&[("#1#2", 3), ("#1#2#1|#2#2#1", 0)], &[(0, 0), (0, 1), (1, 1)], 1),
        // Colours exchanged, a piece without colours, and cells that may be empty.
        (&[("#2#1|#2_", 1), ("##", 1), ("+1+2+1|+2+1+|#2+1+2", 0)], &[(0, 1), (1, 0)], 13),
        // Three colours, the last of which fits nothing.
        (&[("#1#3", 1), ("#1#2", 1), ("#2", 1), ("+1+2+3|+1+2+|+++2", 0)], &[(0, 0), (1, 1), (1, 2)], 42),
    ] {
        let text = file(shapes, pairs);
        let pack = read("hand", text.as_bytes()).expect("a puzzle");
        assert_eq!(all_of(&pack).len(), known, "{text}");
        let written = burr::write(&pack).expect("it can be written");
        assert_eq!(all_of(&read("b", written.as_bytes()).expect("a puzzle")), all_of(&pack), "{written}");
    }
}

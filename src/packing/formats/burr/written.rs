//! Writes `BurrTools` puzzles and solutions, uncompressed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use indexmap::IndexSet;

use crate::formats::burr::colours;
use crate::pack::{Freedom, Pack, Packing, Piece, Placed, Rules};
use traybit_core::shape::Shape;

/// Numbers of the colours of cells, from 1, in ascending order of the characters.
struct Colours(BTreeMap<char, usize>);

impl Colours {
    fn of(pack: &Pack) -> Self {
        let paints = pack.pieces.iter().map(|piece| &piece.paint).chain([&pack.paint.cells]);
        let all: BTreeSet<char> = paints.flatten().copied().flatten().collect();
        Self(all.into_iter().zip(1..).collect())
    }

    /// Text of a cell: its mark, and the number of its colour, if it has one.
    fn cell(&self, mark: char, colour: Option<char>) -> String {
        colour.map_or(mark.to_string(), |colour| format!("{mark}{}", self.0[&colour]))
    }

    fn elements(&self) -> String {
        let element = |number: &usize| {
            let shade = 255 * number / self.0.len();
            format!("  <color red=\"{shade}\" green=\"{}\" blue=\"{shade}\"/>\n", 255 - shade)
        };
        self.0.values().map(element).collect()
    }

    /// Elements of the pairs of colours that fit, numbered from 0.
    fn pairs(&self, pack: &Pack) -> String {
        let pairs = self.0.iter().flat_map(|own| self.0.iter().map(move |below| (own, below)));
        let fit = pairs.filter(|((own, _), (below, _))| pack.paint.allows(Some(**own), Some(**below)));
        let pair = |((_, own), (_, below)): ((_, &usize), (_, &usize))| {
            format!("    <pair piece=\"{}\" result=\"{}\"/>\n", own - 1, below - 1)
        };
        fit.map(pair).collect()
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('\'', "&apos;").replace('"', "&quot;")
}

/// Checks that the format has enough colours for a puzzle's cells.
pub fn check_colours(pack: &Pack) -> Result<(), String> {
    let (own, most) = (Colours::of(pack).0.len(), colours().count());
    if own > most { Err(format!("BurrTools has {most} colours, and the puzzle has {own}")) } else { Ok(()) }
}

/// A `BurrTools` file with a puzzle as its only problem. The error is a sentence about what the format cannot express.
pub fn write(pack: &Pack) -> Result<String, String> {
    if !pack.placed.is_empty() {
        return Err("BurrTools has no pieces that are placed beforehand".to_owned());
    }
    if pack.rules != Rules::default() || pack.pieces.iter().any(|piece| piece.colour.is_some()) {
        return Err("BurrTools has no rules, no number of all pieces, and colours of cells alone".to_owned());
    }
    check_colours(pack)?;
    let paint = Colours::of(pack);
    if let Some(piece) = pack.pieces.iter().find(|piece| piece.freedom != Freedom::Flip) {
        return Err(format!("BurrTools turns and flips all pieces, and {} may not be flipped", piece.name));
    }
    let (least, most) = pack.empty.clone().into_inner();
    let open = pack.open() as u32;
    // If the pieces cannot cover more, these cells stay empty anyway.
    if u64::from(open) < pack.covered().end() + u64::from(least) && least > 0 {
        return Err(format!("BurrTools has no least number of empty cells, and {least} have to stay empty"));
    }
    let shapes: String = pack.pieces.iter().map(|piece| voxel(piece, &paint)).collect();
    let listed = pack.pieces.iter().enumerate().map(|(number, piece)| listing(number, piece.counts.clone()));
    let listed: String = listed.collect();
    let title = pack.title.as_deref().map(|title| format!(r#" name="{}""#, escape(title)));
    let holes = (most < open).then(|| format!(r#" maxHoles="{most}""#));
    let attributes = format!(r#" state="0"{}{}"#, title.unwrap_or_default(), holes.unwrap_or_default());
    let problem = problem(&attributes, &listed, pack.pieces.len(), &paint.pairs(pack), "");
    Ok(file(pack, &paint, &shapes, &problem))
}

/// Place of a piece that is not placed.
const NOWHERE: &str = "x";

/// A `BurrTools` file with a solved problem for each packing. Its shapes are the pieces in the orientations placed; a
/// solution has for each piece, in the order of the shapes, its column, row and layer, and 0 for no turn; that of an empty
/// packing has one piece that is not placed, since a problem needs a shape.
pub fn write_packings(pack: &Pack, packings: &[Packing]) -> String {
    let paint = Colours::of(pack);
    let pairs = paint.pairs(pack);
    let (mut shapes, mut solutions) = (IndexSet::new(), Vec::new());
    for packing in packings {
        // Places of the pieces by shape.
        let mut places: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        if packing.is_empty() {
            places.insert(shapes.insert_full(pack.pieces[0].clone()).0, vec![NOWHERE.to_owned()]);
        }
        for placed in packing {
            let piece = lying(pack, placed);
            let (row, column) = Shape::of(&placed.cells).1;
            let column = column - piece.shape.lead();
            places.entry(shapes.insert_full(piece).0).or_default().push(format!("{column} {row} 0 0"));
        }
        solutions.push(places);
    }
    let mut problems = String::new();
    for (number, places) in (1..).zip(solutions) {
        let placed = |places: &Vec<String>| places.iter().filter(|place| *place != NOWHERE).count() as u32;
        let count = |places: &Vec<String>| placed(places)..=places.len() as u32;
        let listed: String = places.iter().map(|(&shape, places)| listing(shape, count(places))).collect();
        let assembly: Vec<String> = places.into_values().flatten().collect();
        let solution = format!(
            "   <solutions>\n    <solution asmNum=\"0\">\n     <assembly>{}</assembly>\n    </solution>\n   </solutions>\n",
            assembly.join(" ")
        );
        let attributes = format!(r#" state="2" name="packing {number}" assemblies="1" solutions="1""#);
        problems += &problem(&attributes, &listed, shapes.len(), &pairs, &solution);
    }
    let shapes: String = shapes.iter().map(|piece| voxel(piece, &paint)).collect();
    file(pack, &paint, &shapes, &problems)
}

/// A piece in the orientation in which it is placed.
fn lying(pack: &Pack, placed: &Placed) -> Piece {
    let (shape, piece) = (Shape::of(&placed.cells).0, &pack.pieces[placed.piece]);
    let mut turned = piece.orientations().into_iter().filter(|turned| turned.shape == shape);
    let paint = turned.find_map(|turned| pack.fitting(&turned, &placed.cells).cloned());
    Piece { shape, paint: paint.unwrap_or_default(), ..piece.clone() }
}

fn voxel(piece: &Piece, paint: &Colours) -> String {
    let Piece { name, shape, .. } = piece;
    let (height, width, name) = (shape.height(), shape.width(), escape(name));
    let cells = piece.drawn("_".to_owned(), |colour| paint.cell('#', colour)).concat();
    format!("  <voxel x=\"{width}\" y=\"{height}\" z=\"1\" name=\"{name}\" type=\"0\">{cells}</voxel>\n")
}

fn listing(shape: usize, counts: RangeInclusive<u32>) -> String {
    let (least, most) = counts.into_inner();
    let counts =
        if least >= most { format!(r#"count="{least}""#) } else { format!(r#"min="{least}" max="{most}""#) };
    format!("    <shape id=\"{shape}\" {counts}/>\n")
}

fn problem(attributes: &str, listed: &str, result: usize, pairs: &str, solutions: &str) -> String {
    format!(
        r#"  <problem{attributes}>
   <shapes>
{listed}   </shapes>
   <result id="{result}"/>
   <bitmap>
{pairs}   </bitmap>
{solutions}  </problem>
"#
    )
}

/// The file with these shapes, then the board, and these problems.
fn file(pack: &Pack, paint: &Colours, shapes: &str, problems: &str) -> String {
    let cell = |cell| paint.cell(['_', '+', '#'][pack.floor_at(cell) as usize], pack.paint_at(cell));
    let cells = pack.size.all().map(cell);
    let (board, colours, size) = (cells.collect::<String>(), paint.elements(), pack.size);
    format!(
        r#"<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors>
{colours} </colors>
 <shapes>
{shapes}  <voxel x="{}" y="{}" z="1" type="0">{board}</voxel>
 </shapes>
 <problems>
{problems} </problems>
</puzzle>
"#,
        size.width, size.height
    )
}

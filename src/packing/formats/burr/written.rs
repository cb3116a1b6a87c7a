//! Writing `BurrTools` puzzles and solutions, unpacked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::formats::burr::colours;
use crate::pack::{Floor, Freedom, Pack, Packing, Piece, Placed, Rules};
use traybit_core::shape::Shape;

/// The numbers of the colours of cells, from 1 on, in their order.
struct Colours(BTreeMap<char, usize>);

impl Colours {
    fn of(pack: &Pack) -> Self {
        let paints = pack.pieces.iter().map(|piece| &piece.paint).chain([&pack.paint.cells]);
        let all: BTreeSet<char> = paints.flatten().copied().flatten().collect();
        Self(all.into_iter().zip(1..).collect())
    }

    /// A cell: its mark, and the number of its colour, if it has one.
    fn cell(&self, mark: char, colour: Option<char>) -> String {
        colour.map_or(mark.to_string(), |colour| format!("{mark}{}", self.0[&colour]))
    }

    /// The elements of the colours, which differ in their shade.
    fn elements(&self) -> String {
        let shade = |number: usize| 255 * number / self.0.len();
        let element = |&number: &usize| {
            format!("  <color red=\"{0}\" green=\"{1}\" blue=\"{0}\"/>\n", shade(number), 255 - shade(number))
        };
        self.0.values().map(element).collect()
    }

    /// The elements of the pairs of colours that fit, which are counted from 0 there.
    fn pairs(&self, pack: &Pack) -> String {
        // Writing to a string cannot fail.
        let mut pairs = String::new();
        for (own, piece) in &self.0 {
            for (_, result) in self.0.iter().filter(|(below, _)| pack.paint.allows(Some(*own), Some(**below)))
            {
                let _ = writeln!(pairs, r#"    <pair piece="{}" result="{}"/>"#, piece - 1, result - 1);
            }
        }
        pairs
    }
}

/// Text as it stands in XML.
fn escape(text: &str) -> String {
    let mark = |c: char| match c {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        '\'' => "&apos;".to_owned(),
        '"' => "&quot;".to_owned(),
        _ => c.to_string(),
    };
    text.chars().map(mark).collect()
}

/// Checks that the format has as many colours of cells as a puzzle.
///
/// # Errors
/// A sentence without its full stop.
pub fn check_colours(pack: &Pack) -> Result<(), String> {
    let (own, most) = (Colours::of(pack).0.len(), colours().count());
    if own > most { Err(format!("BurrTools has {most} colours, and the puzzle has {own}")) } else { Ok(()) }
}

/// A puzzle as a file of `BurrTools` with one problem.
///
/// # Errors
/// A sentence without its full stop: what the format cannot express.
pub fn write(pack: &Pack) -> Result<String, String> {
    if !pack.placed.is_empty() {
        return Err("BurrTools has no pieces that are placed beforehand".to_owned());
    }
    if pack.rules != Rules::default() || pack.pieces.iter().any(|piece| piece.colour.is_some()) {
        return Err("BurrTools has no rules for all pieces, and its colours are those of cells".to_owned());
    }
    check_colours(pack)?;
    let paint = Colours::of(pack);
    if let Some(piece) = pack.pieces.iter().find(|piece| piece.freedom != Freedom::Flip) {
        return Err(format!("BurrTools turns and flips all pieces, and {} may not be flipped", piece.name));
    }
    let (least, most) = pack.empty.clone().into_inner();
    let open = pack.open() as u32;
    // Where the pieces cannot cover more, so many cells stay empty anyway.
    if u64::from(open) < pack.covered().end() + u64::from(least) && least > 0 {
        return Err(format!("BurrTools has no least number of empty cells, and {least} have to stay empty"));
    }
    let (mut shapes, mut listed) = (String::new(), String::new());
    for (number, piece) in pack.pieces.iter().enumerate() {
        shapes += &voxel(piece, &paint);
        let (least, most) = (*piece.counts.start(), (*piece.counts.end()).min(piece.most_in(open as usize)));
        listed += &listing(number, least..=most);
    }
    let title = pack.title.as_deref().map(|title| format!(r#" name="{}""#, escape(title)));
    let holes = (most < open).then(|| format!(r#" maxHoles="{most}""#));
    let attributes = format!(r#" state="0"{}{}"#, title.unwrap_or_default(), holes.unwrap_or_default());
    let problem = problem(&attributes, &listed, pack.pieces.len(), &paint.pairs(pack), "");
    Ok(file(pack, &paint, &shapes, &problem))
}

/// Packings of a puzzle as a file of `BurrTools` with a solved problem for each. Its shapes are the pieces as they lie, so
/// that none has to be turned, equal ones that lie alike together: a solution has for each piece in the order of the shapes
/// its column, row and layer, and 0, which is no turn.
pub fn write_packings(pack: &Pack, packings: &[Packing]) -> String {
    let paint = Colours::of(pack);
    let pairs = paint.pairs(pack);
    let mut known: BTreeMap<(usize, Shape, Vec<Option<char>>), usize> = BTreeMap::new();
    let mut shapes = String::new();
    let mut of_shapes = |packing: &Packing| {
        let mut places: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for placed in packing {
            let (piece, number) = (lying(pack, placed), known.len());
            let shape =
                *known.entry((placed.piece, piece.shape.clone(), piece.paint.clone())).or_insert_with(|| {
                    shapes += &voxel(&piece, &paint);
                    number
                });
            let row = placed.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
            let column = placed.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            places.entry(shape).or_default().push(format!("{column} {row} 0 0"));
        }
        places
    };
    let solutions: Vec<_> = packings.iter().map(&mut of_shapes).collect();
    let mut problems = String::new();
    for (number, places) in (1..).zip(solutions) {
        let count = |places: &Vec<String>| places.len() as u32..=places.len() as u32;
        let listed: String = places.iter().map(|(&shape, places)| listing(shape, count(places))).collect();
        let assembly: Vec<String> = places.into_values().flatten().collect();
        let solution = format!(
            r#"   <solutions>
    <solution asmNum="0">
     <assembly>{}</assembly>
    </solution>
   </solutions>
"#,
            assembly.join(" ")
        );
        let attributes = format!(r#" state="2" name="packing {number}" assemblies="1" solutions="1""#);
        problems += &problem(&attributes, &listed, known.len(), &pairs, &solution);
    }
    file(pack, &paint, &shapes, &problems)
}

/// A piece turned as it lies on the board.
fn lying(pack: &Pack, placed: &Placed) -> Piece {
    let (shape, piece) = (Shape::of(&placed.cells).0, &pack.pieces[placed.piece]);
    let ways = if piece.paint.is_empty() { Vec::new() } else { piece.painted() };
    let mut ways = ways.into_iter().filter(|painted| painted.shape == shape);
    let way = ways.find(|painted| pack.takes(painted, placed.cells.iter().copied()));
    Piece { shape, paint: way.map(|painted| painted.paint).unwrap_or_default(), ..piece.clone() }
}

/// The shape of a piece.
fn voxel(piece: &Piece, paint: &Colours) -> String {
    let (height, width) = (piece.shape.height(), piece.shape.width());
    let (name, cells) =
        (escape(&piece.name), piece.drawn("_".to_owned(), |colour| paint.cell('#', colour)).concat());
    format!("  <voxel x=\"{width}\" y=\"{height}\" z=\"1\" name=\"{name}\" type=\"0\">{cells}</voxel>\n")
}

/// The entry of a shape in a problem, and how many there are of it.
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

/// The file with these shapes, after which comes the board, and problems.
fn file(pack: &Pack, paint: &Colours, shapes: &str, problems: &str) -> String {
    let mark = |floor: &Floor| match floor {
        Floor::Wall => '_',
        Floor::Open => '+',
        Floor::Full => '#',
    };
    let cells = pack.size.all().zip(&pack.floor);
    let cells = cells.map(|(cell, floor)| paint.cell(mark(floor), pack.paint_at(cell)));
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

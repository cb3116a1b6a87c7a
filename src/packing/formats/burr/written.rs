//! Writing `BurrTools` puzzles and solutions, unpacked.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use quick_xml::escape::escape;

use crate::pack::{Floor, Freedom, Pack, Packing, Piece, Placed, Rules};
use traybit_core::shape::Shape;

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
        shapes += &voxel(piece);
        let (least, most) = (*piece.counts.start(), (*piece.counts.end()).min(piece.most_in(open as usize)));
        listed += &listing(number, least..=most);
    }
    let title = pack.title.as_deref().map(|title| format!(r#" name="{}""#, escape(title)));
    let holes = (most < open).then(|| format!(r#" maxHoles="{most}""#));
    let attributes = format!(r#" state="0"{}{}"#, title.unwrap_or_default(), holes.unwrap_or_default());
    let problem = problem(&attributes, &listed, pack.pieces.len(), "");
    Ok(file(pack, &shapes, &problem))
}

/// Packings of a puzzle as a file of `BurrTools` with a solved problem for each. Its shapes are the pieces as they lie, so
/// that none has to be turned, equal ones that lie alike together: a solution has for each piece in the order of the shapes
/// its column, row and layer, and 0, which is no turn.
pub fn write_packings(pack: &Pack, packings: &[Packing]) -> String {
    let lying =
        |placed: &Placed| Piece { shape: Shape::of(&placed.cells).0, ..pack.pieces[placed.piece].clone() };
    let mut known: BTreeMap<(usize, Shape), usize> = BTreeMap::new();
    let mut shapes = String::new();
    for placed in packings.iter().flatten() {
        let (piece, number) = (lying(placed), known.len());
        known.entry((placed.piece, piece.shape.clone())).or_insert_with(|| {
            shapes += &voxel(&piece);
            number
        });
    }
    let mut problems = String::new();
    for (number, packing) in (1..).zip(packings) {
        let mut of_shape: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for placed in packing {
            let row = placed.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
            let column = placed.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            let shape = known[&(placed.piece, lying(placed).shape)];
            of_shape.entry(shape).or_default().push(format!("{column} {row} 0 0"));
        }
        let count = |places: &Vec<String>| places.len() as u32..=places.len() as u32;
        let listed: String = of_shape.iter().map(|(&shape, places)| listing(shape, count(places))).collect();
        let assembly: Vec<String> = of_shape.into_values().flatten().collect();
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
        problems += &problem(&attributes, &listed, known.len(), &solution);
    }
    file(pack, &shapes, &problems)
}

/// The shape of a piece.
fn voxel(piece: &Piece) -> String {
    let (height, width) = (piece.shape.height(), piece.shape.width());
    let (name, cells) = (escape(&piece.name), String::from_iter(piece.drawn('#', '_')));
    format!("  <voxel x=\"{width}\" y=\"{height}\" z=\"1\" name=\"{name}\" type=\"0\">{cells}</voxel>\n")
}

/// The entry of a shape in a problem, and how many there are of it.
fn listing(shape: usize, counts: RangeInclusive<u32>) -> String {
    let (least, most) = counts.into_inner();
    let counts =
        if least >= most { format!(r#"count="{least}""#) } else { format!(r#"min="{least}" max="{most}""#) };
    format!("    <shape id=\"{shape}\" {counts}/>\n")
}

fn problem(attributes: &str, listed: &str, result: usize, solutions: &str) -> String {
    format!(
        r#"  <problem{attributes}>
   <shapes>
{listed}   </shapes>
   <result id="{result}"/>
   <bitmap/>
{solutions}  </problem>
"#
    )
}

/// The file with these shapes, after which comes the board, and problems.
fn file(pack: &Pack, shapes: &str, problems: &str) -> String {
    let floor = pack.floor.iter().map(|floor| match floor {
        Floor::Wall => '_',
        Floor::Open => '+',
        Floor::Full => '#',
    });
    let (board, size) = (floor.collect::<String>(), pack.size);
    format!(
        r#"<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
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

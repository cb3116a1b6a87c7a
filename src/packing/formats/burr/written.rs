//! Writing `BurrTools` puzzles, unpacked.

use std::fmt::Write;

use quick_xml::escape::escape;

use crate::pack::{Floor, Freedom, Pack, Rules};

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
    // Writing into a string cannot fail.
    for (number, piece) in pack.pieces.iter().enumerate() {
        let (height, width) = (piece.shape.height(), piece.shape.width());
        let (name, cells) = (escape(&piece.name), String::from_iter(piece.drawn('#', '_')));
        let _ = writeln!(
            shapes,
            r#"  <voxel x="{width}" y="{height}" z="1" name="{name}" type="0">{cells}</voxel>"#
        );
        let (least, most) = (*piece.counts.start(), (*piece.counts.end()).min(piece.most_in(open as usize)));
        let counts = if least >= most {
            format!(r#"count="{least}""#)
        } else {
            format!(r#"min="{least}" max="{most}""#)
        };
        let _ = writeln!(listed, r#"    <shape id="{number}" {counts}/>"#);
    }
    let floor = pack.floor.iter().map(|floor| match floor {
        Floor::Wall => '_',
        Floor::Open => '+',
        Floor::Full => '#',
    });
    let (board, size) = (floor.collect::<String>(), pack.size);
    let _ =
        writeln!(shapes, r#"  <voxel x="{}" y="{}" z="1" type="0">{board}</voxel>"#, size.width, size.height);
    let title = pack.title.as_deref().map(|title| format!(r#" name="{}""#, escape(title)));
    let holes = (most < open).then(|| format!(r#" maxHoles="{most}""#));
    let problem = format!("{}{}", title.unwrap_or_default(), holes.unwrap_or_default());
    let result = pack.pieces.len();
    Ok(format!(
        r#"<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
 <shapes>
{shapes} </shapes>
 <problems>
  <problem state="0"{problem}>
   <shapes>
{listed}   </shapes>
   <result id="{result}"/>
   <bitmap/>
  </problem>
 </problems>
</puzzle>
"#
    ))
}

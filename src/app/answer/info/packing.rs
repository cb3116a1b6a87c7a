//! A packing puzzle described without a search.

use std::ops::RangeInclusive;

use crate::answer::{Body, Object};
use traybit_packing::pack::{Floor, Pack, Piece};
use traybit_program::text::{counted, grouped};

/// The description of a puzzle.
pub(crate) fn packing(pack: &Pack) -> Body {
    let open = pack.open();
    let full = pack.floor.iter().filter(|floor| **floor == Floor::Full).count();
    let piece = |piece: &Piece| {
        Object::default()
            .with("name", &piece.name)
            .with("cells", piece.shape.to_string())
            .with("area", piece.shape.area())
            .maybe("freedom", piece.freedom.name())
            .with("orientations", piece.orientations().len())
            .with("least", piece.counts.start())
            .maybe("most", most(piece, open))
    };
    let fields = Object::of("packing.info")
        .maybe("title", pack.title.as_ref())
        .with("height", pack.size.height)
        .with("width", pack.size.width)
        .with("cells", open)
        .with("must_be_covered", full)
        .with("empty", [pack.empty.start(), pack.empty.end()])
        .with("placed", pack.placed.len())
        .with("pieces", pack.pieces.iter().map(piece).collect::<Vec<_>>());
    let size = format!(
        "{}×{}: {}, {} that must be covered, {} to stay empty",
        pack.size.height,
        pack.size.width,
        counted(open as u64, "cell"),
        grouped(full as u64),
        range(&pack.empty),
    );
    let placed = pack.placed.len() as u64;
    let placed = (placed > 0).then(|| format!("placed beforehand: {}", counted(placed, "piece")));
    let lines = pack.title.clone().into_iter().chain([size]).chain(placed);
    let lines: Vec<String> = lines.chain(pack.pieces.iter().map(|piece| line(piece, open))).collect();
    let text = lines.join("\n") + "\n";
    Body { text, fields }
}

/// The most of a kind, where the puzzle says it.
fn most(piece: &Piece, open: usize) -> Option<u32> {
    Some(*piece.counts.end()).filter(|&most| most <= piece.most_in(open))
}

fn range(range: &RangeInclusive<u32>) -> String {
    let (least, most) = (grouped(u64::from(*range.start())), grouped(u64::from(*range.end())));
    if least == most { least } else { format!("{least} to {most}") }
}

fn line(piece: &Piece, open: usize) -> String {
    let number = match most(piece, open) {
        Some(_) => range(&piece.counts),
        None => format!("{} or more", grouped(u64::from(*piece.counts.start()))),
    };
    let freedom = piece.freedom.name().map_or_else(String::new, |name| format!(", {name}"));
    format!(
        "piece {}: {number}, of {} in {}{freedom}",
        piece.name,
        counted(piece.shape.area() as u64, "cell"),
        counted(piece.orientations().len() as u64, "orientation")
    )
}

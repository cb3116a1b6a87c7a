//! Packings page by page, and numbers of packings and of solutions.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use crate::progress::Bounds;
use traybit_core::search::outcome::Cost;
use traybit_family::exact::ExactPuzzle;
use traybit_family::packing::PackingPuzzle;
use traybit_family::{Puzzle, of_family};
use traybit_packing::exact;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_packing::solve::{Unknown, choice};
use traybit_picture::packing::playback;
use traybit_picture::page::content;
use traybit_program::text::{counted as of, grouped};

fn unknown(reason: Unknown, cost: &Cost, bounds: Bounds) -> String {
    match reason {
        Unknown::GaveUp(reason) => bounds.gave_up(reason, cost),
        Unknown::Overflow => "there are 2^8,192 or more".to_owned(),
        Unknown::TooWide(bits) => format!("a state takes {bits} bits, more than the widest word has"),
    }
}

/// At most `most` packings after the first `from`, and whether there are more.
pub(crate) fn packings(pack: &Pack, from: u64, most: u64, bounds: Bounds) -> Result<Value, String> {
    let (mut listed, mut seen) = (Vec::new(), 0);
    let mut take = |packing: Packing| {
        seen += 1;
        if seen > from {
            listed.push(packing);
        }
        ControlFlow::Continue(())
    };
    // One more shows whether more follow.
    let selection = Selection { most: from + most + 1, distinct: false };
    let found =
        enumerate(pack, selection, Callbacks::default(), &bounds.limits(), &|packing| packing, &mut take)?;
    let has_more = listed.len() as u64 > most;
    listed.truncate(most as usize);
    match found.ended {
        Some(reason) if listed.is_empty() => return Err(unknown(reason, &found.cost, bounds)),
        None if listed.is_empty() && from == 0 => {
            return Err("no packing exists: all branches were searched".to_owned());
        }
        _ => {}
    }
    let solutions: Vec<_> = listed.iter().map(|packing| playback(pack, Some(packing))).collect();
    let note = if has_more { " so far" } else { "" };
    let content = content(playback(pack, None), &solutions, note);
    Ok(json!({ "content": content, "from": from, "hasMore": has_more }))
}

/// The number of packings or of solutions, in words.
pub(crate) fn counted(puzzle: &dyn Puzzle, bounds: Bounds) -> Result<Value, String> {
    if let Some(PackingPuzzle(pack)) = of_family(puzzle) {
        let counted = choice::count(pack, &bounds.limits())?;
        let total = counted.total.map_err(|reason| unknown(reason, &counted.cost, bounds))?;
        let up_to_symmetry = match counted.distinct {
            Ok(distinct) if counted.symmetries > 1 => format!(", {distinct} up to symmetry"),
            _ => String::new(),
        };
        return Ok(json!({ "count": format!("{total} packings{up_to_symmetry}") }));
    }
    let Some(ExactPuzzle(cover)) = of_family(puzzle) else {
        return Err("packings and solutions of exact covers are counted".to_owned());
    };
    let found = exact::count(cover, None, &bounds.limits())?;
    match found.ended {
        None => Ok(json!({ "count": of(found.solutions, "solution") })),
        Some(reason) => {
            Err(format!("{}; {} were found", bounds.gave_up(reason, &found.cost), grouped(found.solutions)))
        }
    }
}

//! Requests of the page: a puzzle is opened, solved, counted, or written in a format; packings come page by page.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::progress::Bounds;
use traybit_core::{Cost, GaveUp, Limits};
use traybit_family::aim::Aim as Goal;
use traybit_family::exact::solved;
use traybit_family::{Contents, Objective, PAIR, Puzzle, Unwritten, of_family, read};
use traybit_packing::exact::text::write;
use traybit_packing::exact::{self, ExactCover, first};
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_packing::solve::{Unknown, choice};
use traybit_picture::packing::playback;
use traybit_picture::page::{self, content};
use traybit_picture::playback::{Cell, Playback};
use traybit_program::text::{counted as of, grouped, reason_words};
use traybit_sliding::Metric;
use traybit_sliding::formats::course::read_pair;

thread_local! {
    /// The puzzle that was solved last: its tables serve as long as it is the same.
    static LAST: RefCell<Option<Arc<dyn Puzzle>>> = const { RefCell::new(None) };
}

/// Name of the text in messages.
const NAME: &str = "the text";

/// A request about a puzzle as the page has it.
#[derive(Deserialize, Debug)]
pub(crate) struct Request {
    text: String,
    /// The goal of a tray, a text of its own; or the name of a goal of tiles.
    goal: Option<String>,
    /// Number of the puzzle in a list, from 0.
    #[serde(default)]
    number: usize,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Ask {
    /// The puzzle to be drawn and played.
    Open,
    /// A solution from where the pieces stand.
    Solve {
        corners: Option<Vec<Option<Cell>>>,
        aim: String,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// Some packings, after the first `from`.
    Packings {
        from: u64,
        most: u64,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The number of packings or solutions.
    Count(Bounds),
    /// The puzzle in a format of its family.
    Write { format: String },
}

/// The objective of a search for a solution, by its name on the page; moves and pushes are of tiles.
fn objective(aim: &str) -> Result<Objective, String> {
    Ok(match aim {
        "any" => Objective::Any,
        "steps" => Objective::Optimal(Metric::Step),
        "slides" | "moves" => Objective::Optimal(Metric::Slide),
        "paths" => Objective::Optimal(Metric::Path),
        "pushes" => Objective::Pushes,
        _ => return Err(format!("no solution is searched for {aim}")),
    })
}

impl Request {
    fn contents(&self) -> Result<Contents, String> {
        read(NAME, self.text.as_bytes()).map_err(|(error, _)| error.to_string())
    }

    fn puzzle(&self) -> Result<Arc<dyn Puzzle>, String> {
        let aim = self.goal.as_deref().and_then(Goal::named);
        if let Some(goal) = self.goal.as_ref().filter(|_| aim.is_none()) {
            let pair = read_pair((NAME, self.text.as_bytes()), ("the goal", goal.as_bytes()));
            return Ok(Arc::new(pair.map_err(|error| error.to_string())?));
        }
        let mut puzzles = self.contents()?.puzzles;
        let last = puzzles.len() - 1;
        let puzzle = puzzles.swap_remove(self.number.min(last)).puzzle;
        aim.map_or_else(|| Ok(Arc::clone(&puzzle)), |aim| puzzle.with_aim(&aim))
    }

    pub(crate) fn answer(self) -> Result<Value, String> {
        let puzzle = self.puzzle()?;
        match &self.ask {
            Ask::Open => self.open(&*puzzle),
            Ask::Solve { corners, aim, bounds } => {
                LAST.set(Some(Arc::clone(&puzzle)));
                let puzzle =
                    corners.as_ref().map_or_else(|| Arc::clone(&puzzle), |corners| puzzle.moved(corners));
                solve(&*puzzle, objective(aim)?, *bounds)
            }
            Ask::Packings { from, most, bounds } => {
                let pack: &Pack = of_family(&*puzzle).ok_or("packings are of a packing puzzle")?;
                packings(pack, *from, *most, *bounds)
            }
            Ask::Count(bounds) => counted(&*puzzle, *bounds),
            Ask::Write { format } => {
                let format = puzzle.family().formats.iter().find(|own| own.name == *format);
                let format = format.ok_or("this family has no such format")?;
                let files = format.write(&*puzzle, &Limits::default()).map_err(|unwritten| match unwritten {
                    Unwritten::Inexpressible(sentence) => sentence,
                    Unwritten::GaveUp(reason) => format!("the writer {}", reason_words(reason)[1]),
                });
                Ok(json!({ "files": files? }))
            }
        }
    }

    fn open(&self, puzzle: &dyn Puzzle) -> Result<Value, String> {
        let boards = if self.goal.is_some() { 1 } else { self.contents()?.puzzles.len() };
        let family = puzzle.family();
        // An exact cover may have no board.
        let drawn = match still(puzzle) {
            Err(_) if of_family::<ExactCover>(puzzle).is_some() => None,
            still => Some(content(still?, &[], "")),
        };
        Ok(json!({
            "family": family.name,
            "one": family.one,
            "boards": boards,
            "hasGoal": puzzle.has_goal(),
            "formats": family.formats.iter().map(|format| [format.name, format.help]).collect::<Vec<_>>(),
            "isPair": family.formats.iter().any(|format| format.name == PAIR),
            "content": drawn,
        }))
    }
}

fn still(puzzle: &dyn Puzzle) -> Result<Playback, String> {
    puzzle.playback(None, 1).map_err(|failure| failure.sentences.concat())
}

fn solve(puzzle: &dyn Puzzle, objective: Objective, bounds: Bounds) -> Result<Value, String> {
    if let Some(cover) = of_family::<ExactCover>(puzzle) {
        let (found, outcome) = first(cover, &bounds.limits());
        return match (found, outcome.ended) {
            (Some(found), _) => {
                let text = write(cover, &found);
                let drawn = solved(cover, &text)
                    .map(|solved| Ok::<_, String>(content(still(puzzle)?, &[solved], "")));
                Ok(json!({ "content": drawn.transpose()?, "text": text }))
            }
            (None, Some(reason)) => Err(unknown(reason, &outcome.cost, bounds)),
            (None, None) => Err("no solution exists: all branches were searched".to_owned()),
        };
    }
    let gave_up = |reason, cost: &_| bounds.gave_up(reason, cost);
    let advice = puzzle.advise(objective, &bounds.limits(), &gave_up)?;
    let (worth, fewest) = (advice.worth(), advice.is_shortest.then_some(advice.length));
    let mut playback = Playback { moves: advice.moves, fewest, ..still(puzzle)? };
    let pairs = playback.steps().filter_map(|(step, before)| Some((step.piece, before?, step.to)));
    playback.counts = puzzle.lengths(&pairs.collect::<Vec<_>>());
    Ok(json!({ "worth": worth, "solutions": [page::solved(&playback, &playback.moves)] }))
}

fn unknown(reason: Unknown, cost: &Cost, bounds: Bounds) -> String {
    match reason {
        Unknown::GaveUp(GaveUp::Exhausted) => "there are too many to count".to_owned(),
        Unknown::GaveUp(reason) => bounds.gave_up(reason, cost),
        Unknown::TooWide(bits) => format!("a state takes {bits} bits, more than the widest word has"),
    }
}

/// At most `most` packings after the first `from`, and whether there are more, or which limit hides it.
fn packings(pack: &Pack, from: u64, most: u64, bounds: Bounds) -> Result<Value, String> {
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
    let cut = found.ended.filter(|_| !has_more).map(|reason| unknown(reason, &found.cost, bounds));
    match cut {
        Some(sentence) if listed.is_empty() => return Err(sentence),
        None if listed.is_empty() && from == 0 => {
            return Err("no packing exists: all branches were searched".to_owned());
        }
        _ => {}
    }
    let solutions: Vec<_> = listed.iter().map(|packing| playback(pack, Some(packing))).collect();
    let note = if has_more || cut.is_some() { " so far" } else { "" };
    let content = content(playback(pack, None), &solutions, note);
    Ok(json!({ "content": content, "from": from, "hasMore": has_more, "cut": cut }))
}

/// The number of packings or of solutions, in words.
fn counted(puzzle: &dyn Puzzle, bounds: Bounds) -> Result<Value, String> {
    if let Some(pack) = of_family::<Pack>(puzzle) {
        let counted = choice::count(pack, &bounds.limits())?;
        let total = counted.total.map_err(|reason| unknown(reason, &counted.cost, bounds))?;
        let up_to_symmetry = match counted.distinct {
            Ok(distinct) if counted.symmetries > 1 => format!(", {distinct} up to symmetry"),
            _ => String::new(),
        };
        let noun = if total == 1_u8.into() { "packing" } else { "packings" };
        return Ok(json!({ "count": format!("{total} {noun}{up_to_symmetry}") }));
    }
    let Some(cover) = of_family::<ExactCover>(puzzle) else {
        return Err("packings and solutions of exact covers are counted".to_owned());
    };
    let found = exact::count(cover, None, &bounds.limits())?;
    match found.ended {
        None => Ok(json!({ "count": of(found.found, "solution") })),
        Some(reason) => {
            Err(format!("{}; {} were found", unknown(reason, &found.cost, bounds), grouped(found.found)))
        }
    }
}

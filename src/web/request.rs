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
use traybit_family::{Contents, Objective, PAIR, Puzzle, of_family, read};
use traybit_packing::exact::text::write;
use traybit_packing::exact::{self, ExactCover, first};
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_packing::solve::{Unknown, choice};
use traybit_picture::packing::playback;
use traybit_picture::page::content;
use traybit_picture::playback::{Cell, Move, Playback};
use traybit_program::text::{counted as of, grouped};
use traybit_sliding::Metric;
use traybit_sliding::formats::course::read_pair;

thread_local! {
    /// The puzzle that was solved last: its tables serve as long as it is the same.
    static LAST: RefCell<Option<Arc<dyn Puzzle>>> = const { RefCell::new(None) };
}

/// Name of the text in messages.
const NAME: &str = "the text";

/// A puzzle as the page has it.
#[derive(Deserialize, Debug)]
pub(crate) struct Given {
    text: String,
    /// The goal of a tray, a text of its own; or the name of a goal of tiles.
    goal: Option<String>,
    /// Number of the puzzle in a list, from 0.
    #[serde(default)]
    number: usize,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub(crate) enum Request {
    /// The puzzle to be drawn and played.
    Open(Given),
    /// A solution from where the pieces stand.
    Solve {
        #[serde(flatten)]
        given: Given,
        corners: Option<Vec<Option<Cell>>>,
        aim: Aim,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// Some packings, after the first `from`.
    Packings {
        #[serde(flatten)]
        given: Given,
        from: u64,
        most: u64,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The number of packings or solutions.
    Count {
        #[serde(flatten)]
        given: Given,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The puzzle in a format of its family.
    Write {
        #[serde(flatten)]
        given: Given,
        format: String,
    },
}

/// Objective of a search for a solution.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Aim {
    Any,
    Steps,
    Slides,
    Paths,
    /// Of tiles.
    Moves,
    /// Of tiles.
    Pushes,
}

impl Aim {
    fn objective(self) -> Objective {
        match self {
            Self::Any => Objective::Any,
            Self::Steps => Objective::Optimal(Metric::Step),
            Self::Slides | Self::Moves => Objective::Optimal(Metric::Slide),
            Self::Paths => Objective::Optimal(Metric::Path),
            Self::Pushes => Objective::Pushes,
        }
    }
}

impl Given {
    fn contents(&self) -> Result<Contents, String> {
        read(NAME, self.text.as_bytes()).map_err(|unread| unread.error.to_string())
    }

    pub(crate) fn puzzle(&self) -> Result<Arc<dyn Puzzle>, String> {
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
}

impl Request {
    pub(crate) fn answer(self) -> Result<Value, String> {
        match self {
            Self::Open(given) => open(&given),
            Self::Solve { given, corners, aim, bounds } => {
                let puzzle = given.puzzle()?;
                LAST.set(Some(Arc::clone(&puzzle)));
                let puzzle = corners.map_or_else(|| Arc::clone(&puzzle), |corners| puzzle.moved(&corners));
                solve(&*puzzle, aim, bounds)
            }
            Self::Packings { given, from, most, bounds } => {
                let puzzle = given.puzzle()?;
                let pack: &Pack = of_family(&*puzzle).ok_or("packings are of a packing puzzle")?;
                packings(pack, from, most, bounds)
            }
            Self::Count { given, bounds } => counted(&*given.puzzle()?, bounds),
            Self::Write { given, format } => {
                let puzzle = given.puzzle()?;
                let format = puzzle.family().formats.iter().find(|own| own.name == format);
                let format = format.ok_or("this family has no such format")?;
                let files = format.write(&*puzzle, &Limits::default());
                Ok(json!({ "files": files.map_err(|unwritten| format!("{unwritten:?}"))? }))
            }
        }
    }
}

fn open(given: &Given) -> Result<Value, String> {
    let boards = if given.goal.is_some() { 1 } else { given.contents()?.puzzles.len() };
    let puzzle = given.puzzle()?;
    let family = puzzle.family();
    // An exact cover may have no board.
    let drawn = match still(&*puzzle) {
        Err(_) if of_family::<ExactCover>(&*puzzle).is_some() => None,
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

/// The playback of no moves.
fn still(puzzle: &dyn Puzzle) -> Result<Playback, String> {
    puzzle.playback(None, 1).map_err(|failure| failure.sentences.concat())
}

fn solve(puzzle: &dyn Puzzle, aim: Aim, bounds: Bounds) -> Result<Value, String> {
    if let Some(pack) = of_family::<Pack>(puzzle) {
        return packings(pack, 0, 1, bounds);
    }
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
    let advice = puzzle.advise(aim.objective(), &bounds.limits(), &gave_up)?;
    let mut corners = still(puzzle)?.start;
    let pair = |step: &Move| corners[step.piece].replace(step.to).map(|from| (from, step.to));
    let pairs: Vec<(Cell, Cell)> = advice.moves.iter().filter_map(pair).collect();
    let numbers = |step: &Move| [step.piece, step.to.0.into(), step.to.1.into()];
    Ok(json!({
        "worth": advice.worth(),
        "solutions": [{
            "moves": advice.moves.iter().flat_map(numbers).collect::<Vec<usize>>(),
            "counts": puzzle.lengths(&pairs),
            "fewest": advice.is_shortest.then_some(advice.length),
        }],
    }))
}

fn unknown(reason: Unknown, cost: &Cost, bounds: Bounds) -> String {
    match reason {
        Unknown::GaveUp(GaveUp::Exhausted) => "there are too many to count".to_owned(),
        Unknown::GaveUp(reason) => bounds.gave_up(reason, cost),
        Unknown::TooWide(bits) => format!("a state takes {bits} bits, more than the widest word has"),
    }
}

/// At most `most` packings after the first `from`, and whether there are more.
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
fn counted(puzzle: &dyn Puzzle, bounds: Bounds) -> Result<Value, String> {
    if let Some(pack) = of_family::<Pack>(puzzle) {
        let counted = choice::count(pack, &bounds.limits())?;
        let total = counted.total.map_err(|reason| unknown(reason, &counted.cost, bounds))?;
        let up_to_symmetry = match counted.distinct {
            Ok(distinct) if counted.symmetries > 1 => format!(", {distinct} up to symmetry"),
            _ => String::new(),
        };
        return Ok(json!({ "count": format!("{total} packings{up_to_symmetry}") }));
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

//! The answer of `traybit info`: a puzzle described without a search.

mod arrangements;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_with::skip_serializing_none;
use traybit_packing::pack::{Floor, Pack, Piece};
use traybit_sliding::bounds::Bounds;
use traybit_sliding::classes::{Class, Classes};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::{Freedom, Puzzle};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;

use crate::report::solution::Key;
use crate::report::{Body, drawing};
use traybit_program::text::{counted, grouped, key, length_in};
use traybit_tiles::arrangement::unsolvable;

/// Goals drawn beside a tray, at most.
const MOST_GOALS: usize = 4;

/// The description of a puzzle of sliding blocks.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Description<'a> {
    height: u16,
    width: u16,
    cells: usize,
    blocks: usize,
    fixed: Option<usize>,
    free: usize,
    arrangements: Option<String>,
    classes: Vec<ClassFacts>,
    goal_lines: usize,
    impossible: Option<&'a str>,
    bounds: Option<LowerBounds>,
    key: Key,
    alternatives: Vec<Key>,
}

/// Blocks that are indistinguishable; `cells` are the rows of a shape that does not fill its box.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClassFacts {
    height: u16,
    width: u16,
    cells: Option<String>,
    freedom: Option<&'static str>,
    label: Option<char>,
    blocks: usize,
    goal_lines: usize,
    legal_anchors: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LowerBounds {
    unmet_goal_lines: u64,
    steps: u64,
    slides: u64,
    paths: u64,
}

/// The description of a puzzle; with `impossible`, a sentence, there are no bounds.
pub(crate) fn body<'a>(
    problem: &Puzzle,
    puzzle: &Classes,
    impossible: Option<&'a str>,
) -> Body<Description<'a>> {
    let arrangements = arrangements::arrangements(puzzle);
    let text = describe(problem, puzzle, arrangements.as_deref(), impossible);
    let Bounds { unmet, steps, slides, .. } = Bounds::of(puzzle);
    let bounds = LowerBounds { unmet_goal_lines: unmet, steps, slides, paths: unmet };
    let fields = Description {
        height: puzzle.size.height,
        width: puzzle.size.width,
        cells: puzzle.open_cells(),
        blocks: puzzle.blocks(),
        fixed: Some(fixed(problem)).filter(|&fixed| fixed > 0),
        free: puzzle.free,
        arrangements,
        classes: (0..puzzle.classes.len()).map(|class| shape(puzzle, class)).collect(),
        goal_lines: puzzle.goals.iter().flatten().map(Vec::len).sum(),
        impossible,
        bounds: impossible.is_none().then_some(bounds),
        key: Choice::of(puzzle).into(),
        alternatives: Choice::all(puzzle).into_iter().map(Key::from).collect(),
    };
    Body { schema: "sliding.info", text, fields }
}

/// Number of blocks that never move.
fn fixed(problem: &Puzzle) -> usize {
    problem.blocks.iter().filter(|block| block.freedom == Freedom::Fixed).count()
}

fn shape(puzzle: &Classes, number: usize) -> ClassFacts {
    let class = &puzzle.classes[number];
    ClassFacts {
        height: class.shape.height(),
        width: class.shape.width(),
        cells: (!class.shape.is_rectangle()).then(|| class.shape.to_string()),
        freedom: class.freedom.name(),
        label: class.label,
        blocks: class.start.len(),
        goal_lines: puzzle.goals.iter().map(|goal| goal[number].len()).sum(),
        legal_anchors: class.legal_anchors(puzzle.size),
    }
}

fn describe(
    problem: &Puzzle,
    puzzle: &Classes,
    arrangements: Option<&str>,
    impossible: Option<&str>,
) -> String {
    let goal_lines: usize = puzzle.goals.iter().flatten().map(Vec::len).sum();
    let mut lines = vec![format!(
        "{}×{}: {}, {}, {}, {}",
        puzzle.size.height,
        puzzle.size.width,
        counted(puzzle.open_cells() as u64, "cell"),
        counted(puzzle.blocks() as u64, "block"),
        counted(puzzle.free as u64, "free cell"),
        counted(goal_lines as u64, "goal line"),
    )];
    if puzzle.goals.len() > 1 {
        let goals = counted(puzzle.goals.len() as u64, "goal");
        lines.push(format!("{goals} of these lines, any of which suffices"));
    }
    lines.extend(drawings(problem));
    for (number, class) in puzzle.classes.iter().enumerate() {
        let mut line = format!(
            "shape {}{}{}{}: {}, {}",
            class.shape,
            class.freedom.name().map_or_else(String::new, |name| format!(", {name}")),
            class.label.map_or_else(String::new, |label| format!(", labelled {label}")),
            admitted(problem, class),
            counted(class.start.len() as u64, "block"),
            counted(class.legal_anchors(puzzle.size) as u64, "legal anchor"),
        );
        let goal_lines: usize = puzzle.goals.iter().map(|goal| goal[number].len()).sum();
        if goal_lines > 0 {
            // A string takes all.
            let _ = write!(line, ", {}", counted(goal_lines as u64, "goal line"));
        }
        lines.push(line);
    }
    if fixed(problem) > 0 {
        let words = counted(fixed(problem) as u64, "block");
        lines.push(format!("fixed: {words}, counted as walls and not among the blocks and cells"));
    }
    let held = puzzle.classes.iter().any(|class| class.freedom != Freedom::Both) || !problem.gates.is_empty();
    lines.extend(arrangements.map(|digits| arrangements::line(digits, held)));
    let chosen = Choice::of(puzzle);
    lines.push(format!("key: {}", key(&chosen)));
    let mut others = Choice::all(puzzle);
    others.retain(|choice| *choice != chosen);
    lines.extend(others.iter().map(|choice| format!("     or {}", key(choice))));
    lines.extend(bounds(puzzle, impossible));
    lines.push(String::new());
    lines.join("\n")
}

/// The gates that admit the blocks of a class, as words that go on a line.
fn admitted(problem: &Puzzle, class: &Class) -> String {
    if class.gates.is_empty() {
        return String::new();
    }
    let marks: String = class.gates.iter().map(|&gate| problem.gates[gate].mark).collect();
    format!(", admitted by {marks}")
}

/// The tray and, if there are any, the goals beside it.
fn drawings(problem: &Puzzle) -> Vec<String> {
    let Some(start) = drawing::start(problem) else { return Vec::new() };
    let mut pictures = vec![start];
    pictures.extend(drawing::goals(problem).into_iter().take(MOST_GOALS));
    let mut lines = vec![String::new()];
    lines.extend(drawing::beside(&pictures));
    lines.push(String::new());
    lines
}

fn bounds(puzzle: &Classes, impossible: Option<&str>) -> Vec<String> {
    if let Some(sentence) = impossible {
        return vec![sentence.to_owned()];
    }
    let bounds = Bounds::of(puzzle);
    let [steps, slides, paths] =
        [Metric::Step, Metric::Slide, Metric::Path].map(|metric| length_in(metric, bounds.moves_in(metric)));
    let unmet = grouped(bounds.unmet);
    vec![format!("goal lines not met at the start: {unmet}; so at least {steps}, {slides}, {paths}")]
}

/// A board of tiles.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BoardFacts<'a> {
    rows: u16,
    columns: u16,
    tiles: Vec<&'a [u16]>,
    impossible: Option<String>,
    solvable_with_goal: Option<&'static str>,
    manhattan: Option<u64>,
}

/// The description of a board and its goal; `other` is another goal that has a name.
pub(crate) fn tiles<'a>(
    board: &'a Board,
    goal: &Board,
    other: Option<(&'static str, Board)>,
) -> Body<BoardFacts<'a>> {
    let arrangement = Arrangement::new(board, goal);
    let size = board.size();
    let (manhattan, tiles) = (arrangement.manhattan(), size.cells() - 1);
    let impossible = arrangement.obstacle().map(unsolvable);
    let hint = other.filter(|(_, other)| Arrangement::new(board, other).obstacle().is_none());
    let hint = hint.map(|(name, _)| name).filter(|_| impossible.is_some());
    let fields = BoardFacts {
        rows: size.height,
        columns: size.width,
        tiles: board.tiles().chunks(size.width.into()).collect(),
        impossible: impossible.clone(),
        solvable_with_goal: hint,
        manhattan: impossible.is_none().then_some(manhattan),
    };
    let mut lines =
        vec![format!("{}×{}: {}, 1 blank", size.height, size.width, counted(tiles as u64, "tile"))];
    lines.push(String::new());
    lines.extend(board.to_string().lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    lines.push(impossible.unwrap_or_else(|| {
        format!("Manhattan distance from the goal: at least {}", counted(manhattan, "move"))
    }));
    lines.extend(hint.map(|name| format!("with --goal {name} it has a solution")));
    Body { schema: "tiles.info", text: lines.join("\n") + "\n", fields }
}

/// A packing puzzle.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PackFacts<'a> {
    title: Option<&'a str>,
    height: u16,
    width: u16,
    cells: usize,
    must_be_covered: usize,
    paint: Option<Vec<String>>,
    fits: Option<String>,
    empty: [u32; 2],
    number: Option<[u32; 2]>,
    rules: Option<Vec<&'a str>>,
    placed: usize,
    pieces: Vec<PieceFacts<'a>>,
}

#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PieceFacts<'a> {
    name: &'a str,
    cells: String,
    area: usize,
    freedom: Option<&'static str>,
    paint: Option<String>,
    colour: Option<&'a str>,
    orientations: usize,
    least: u32,
    most: Option<u32>,
}

/// The description of a packing puzzle.
pub(crate) fn packing<'a>(pack: &'a Pack) -> Body<PackFacts<'a>> {
    let (open, paint) = (pack.open(), &pack.paint);
    let full = pack.floor.iter().filter(|floor| **floor == Floor::Full).count();
    let piece = |piece: &'a Piece| PieceFacts {
        name: &piece.name,
        cells: piece.shape.to_string(),
        area: piece.shape.area(),
        freedom: piece.freedom.name(),
        paint: (!piece.paint.is_empty()).then(|| piece.rows().join("/")),
        colour: piece.colour.as_deref(),
        orientations: piece.orientations().len(),
        least: *piece.counts.start(),
        most: most(piece, open),
    };
    let names: Vec<&str> = pack.rules.named.iter().map(|rule| rule.name()).collect();
    let ends = |range: &RangeInclusive<u32>| [*range.start(), *range.end()];
    let fields = PackFacts {
        title: pack.title.as_deref(),
        height: pack.size.height,
        width: pack.size.width,
        cells: open,
        must_be_covered: full,
        paint: (!paint.cells.is_empty()).then(|| paint.rows(pack.size)),
        fits: (!paint.fits.is_empty()).then(|| paint.pairs()),
        empty: ends(&pack.empty),
        number: pack.rules.pieces.as_ref().map(ends),
        rules: Some(names.clone()).filter(|names| !names.is_empty()),
        placed: pack.placed.len(),
        pieces: pack.pieces.iter().map(piece).collect(),
    };
    let size = format!(
        "{}×{}: {}, {} that must be covered, {} to stay empty",
        pack.size.height,
        pack.size.width,
        counted(open as u64, "cell"),
        grouped(full as u64),
        in_words(&pack.empty),
    );
    let placed = pack.placed.len() as u64;
    let placed = (placed > 0).then(|| format!("placed beforehand: {}", counted(placed, "piece")));
    let number = pack.rules.pieces.as_ref().map(|pieces| format!("pieces together: {}", in_words(pieces)));
    let rules = (!names.is_empty()).then(|| format!("rules: {}", names.join(", ")));
    let lines = pack.title.clone().into_iter().chain([size]).chain(number).chain(rules).chain(placed);
    let lines: Vec<String> = lines.chain(pack.pieces.iter().map(|piece| piece_line(piece, open))).collect();
    Body { schema: "packing.info", text: lines.join("\n") + "\n", fields }
}

/// The most of a kind, where the puzzle says it.
fn most(piece: &Piece, open: usize) -> Option<u32> {
    Some(*piece.counts.end()).filter(|&most| most <= piece.most_in(open))
}

fn in_words(range: &RangeInclusive<u32>) -> String {
    let (least, most) = (grouped(u64::from(*range.start())), grouped(u64::from(*range.end())));
    if least == most { least } else { format!("{least} to {most}") }
}

fn piece_line(piece: &Piece, open: usize) -> String {
    let number = match most(piece, open) {
        Some(_) => in_words(&piece.counts),
        None => format!("{} or more", grouped(u64::from(*piece.counts.start()))),
    };
    let freedom = piece.freedom.name().map_or_else(String::new, |name| format!(", {name}"));
    let paint = if piece.paint.is_empty() { "" } else { ", painted" };
    let colour = piece.colour.as_ref().map_or_else(String::new, |name| format!(", colour {name}"));
    format!(
        "piece {}: {number}, of {} in {}{freedom}{paint}{colour}",
        piece.name,
        counted(piece.shape.area() as u64, "cell"),
        counted(piece.orientations().len() as u64, "orientation")
    )
}

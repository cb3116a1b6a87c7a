//! The answer of `traybit info`: a puzzle described, without a search unless its difficulty is asked for.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;
use traybit_core::numbers::in_thousands;
use traybit_core::{Limits, Size};
use traybit_packing::solve::choice::count;
use traybit_packing::{Floor, Pack, Piece, pack};
use traybit_sliding::refute::bounds;
use traybit_sliding::{Choice, Classes, Freedom, Metric, Puzzle};
use traybit_tiles::arrangement::unsolvable;
use traybit_tiles::{Arrangement, Board};

use crate::report::packing::rough;
use crate::report::solution::{Difficulty, Key, Lengths};
use crate::report::{Body, drawing};
use traybit_program::{bytes, counted, grouped, key, length_in};

/// Maximum number of goals drawn beside a tray.
const MOST_GOALS: usize = 4;

/// The description of a puzzle of sliding blocks.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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
    /// Length of a shortest solution in slides, if it was asked for.
    length: Option<u64>,
    difficulty: Option<Difficulty>,
    key: Key,
    alternatives: Vec<Key>,
}

/// Blocks that are indistinguishable; `cells` are the rows of a shape that does not fill its box.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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

#[derive(Serialize, schemars::JsonSchema)]
struct LowerBounds {
    unmet_goal_lines: u64,
    #[serde(flatten)]
    lengths: Lengths,
}

/// The description of a puzzle; `impossible`, a sentence, stands in place of the bounds.
pub(crate) fn body<'a>(
    problem: &Puzzle,
    puzzle: &Classes,
    impossible: Option<&'a str>,
    difficulty: Option<Difficulty>,
) -> Body<Description<'a>> {
    let fixed = problem.blocks.iter().filter(|block| block.freedom == Freedom::Fixed).count();
    let bounds = impossible.is_none().then(|| {
        let lengths = Lengths::from(bounds(puzzle));
        LowerBounds { unmet_goal_lines: lengths.paths, lengths }
    });
    let classes = puzzle.classes.iter().enumerate().map(|(number, class)| ClassFacts {
        height: class.shape.height(),
        width: class.shape.width(),
        cells: (!class.shape.is_rectangle()).then(|| class.shape.to_string()),
        freedom: class.freedom.name(),
        label: class.label,
        blocks: class.start.len(),
        goal_lines: puzzle.goals.iter().map(|goal| goal[number].len()).sum(),
        legal_anchors: class.anchors().count(),
    });
    let fields = Description {
        height: puzzle.size.height,
        width: puzzle.size.width,
        cells: puzzle.open_cells().count(),
        blocks: puzzle.blocks(),
        fixed: Some(fixed).filter(|&fixed| fixed > 0),
        free: puzzle.free,
        arrangements: arrangements(puzzle),
        classes: classes.collect(),
        goal_lines: puzzle.goals.iter().flatten().map(Vec::len).sum(),
        impossible,
        bounds,
        length: difficulty.map(|difficulty| difficulty.length),
        difficulty,
        key: Choice::of(puzzle).into(),
        alternatives: Choice::all(puzzle).into_iter().map(Key::from).collect(),
    };
    Body { schema: "sliding.info", text: describe(problem, puzzle, &fields), fields }
}

fn number_of(number: usize, noun: &str) -> String {
    counted(number as u64, noun)
}

fn after_comma(words: Option<impl Display>) -> String {
    words.map_or_else(String::new, |words| format!(", {words}"))
}

fn describe(problem: &Puzzle, puzzle: &Classes, facts: &Description) -> String {
    let mut lines = vec![format!(
        "{}×{}: {}, {}, {}, {}",
        facts.height,
        facts.width,
        number_of(facts.cells, "cell"),
        number_of(facts.blocks, "block"),
        number_of(facts.free, "free cell"),
        number_of(facts.goal_lines, "goal line"),
    )];
    if puzzle.goals.len() > 1 {
        let goals = number_of(puzzle.goals.len(), "goal");
        lines.push(format!("{goals} of these lines, any of which suffices"));
    }
    if let Some(start) = drawing::start(problem) {
        let goals = drawing::goals(problem).into_iter().take(MOST_GOALS);
        let pictures: Vec<_> = [start].into_iter().chain(goals).collect();
        lines.extend([String::new(), drawing::beside(&pictures).join("\n"), String::new()]);
    }
    for (class, facts) in puzzle.classes.iter().zip(&facts.classes) {
        let admitting = problem.gates.iter().zip(&class.gates).filter(|(_, admits)| **admits);
        let gates: String = admitting.map(|(gate, _)| gate.mark).collect();
        lines.push(format!(
            "shape {}{}{}{}: {}, {}{}",
            class.shape,
            after_comma(facts.freedom),
            after_comma(facts.label.map(|label| format!("labelled {label}"))),
            after_comma((!gates.is_empty()).then(|| format!("admitted by {gates}"))),
            number_of(facts.blocks, "block"),
            number_of(facts.legal_anchors, "legal anchor"),
            after_comma((facts.goal_lines > 0).then(|| number_of(facts.goal_lines, "goal line"))),
        ));
    }
    lines.extend(facts.fixed.map(|fixed| {
        let blocks = number_of(fixed, "block");
        format!("fixed: {blocks}, counted as walls and not among the blocks and cells")
    }));
    let is_held =
        puzzle.classes.iter().any(|class| class.freedom != Freedom::Both) || !problem.gates.is_empty();
    lines.extend(facts.arrangements.iter().map(|digits| arrangements_line(digits, is_held)));
    let chosen = Choice::of(puzzle);
    lines.push(format!("key: {}", key(&chosen)));
    let others = Choice::all(puzzle).into_iter().filter(|choice| *choice != chosen);
    lines.extend(others.map(|choice| format!("     or {}", key(&choice))));
    lines.extend(facts.impossible.map(str::to_owned));
    lines.extend(facts.bounds.as_ref().map(|LowerBounds { unmet_goal_lines, lengths }| {
        let (unmet, lengths) = (grouped(*unmet_goal_lines), lengths.in_words());
        format!("goal lines not met at the start: {unmet}; so at least {lengths}")
    }));
    lines.extend(facts.difficulty.map(|difficulty| {
        let length = length_in(Metric::Slide, difficulty.length);
        format!("shortest solution: {length}; {}", difficulty.in_words())
    }));
    lines.join("\n") + "\n"
}

/// Limits of a count of arrangements: cells of the tray, time and memory.
const CELLS: usize = 128;
const TIME: Duration = Duration::from_secs(1);
const MEMORY: usize = 256 << 20;
/// Positions per second on two threads, and bytes of `--disk` for each: measured with spaces of 10^9 and 10^10 positions.
const RATE: f64 = 1e7;
const DISK: f64 = 0.7;
/// Minimum size of a space for such an estimate.
const LARGE: f64 = 1e8;

/// The number of arrangements of a tray's blocks in digits, unless counting takes too long. It counts
/// packings, ignoring lines and gates that hold blocks, so it is an upper bound for every search.
fn arrangements(puzzle: &Classes) -> Option<String> {
    let cells = puzzle.size.cells();
    if cells > CELLS || puzzle.classes.is_empty() {
        return None;
    }
    let is_open = |cell| if puzzle.is_open(cell) { Floor::Open } else { Floor::Wall };
    let pieces = puzzle.classes.iter().enumerate().map(|(number, class)| Piece {
        name: number.to_string(),
        shape: class.shape.clone(),
        freedom: pack::Freedom::Fixed,
        paint: Vec::new(),
        // Classes of one shape are not interchangeable.
        colour: Some(number.to_string()),
        counts: class.start.len() as u32..=class.start.len() as u32,
    });
    let empty = puzzle.free as u32..=puzzle.free as u32;
    let pack = Pack { empty, ..Pack::new(puzzle.size, (0..cells).map(is_open).collect(), pieces.collect()) };
    let are_connected = pack.pieces.iter().all(|piece| piece.shape.is_connected());
    let limits = Limits { memory: MEMORY, ..Limits::default() }.for_at_most(TIME);
    are_connected.then(|| count(&pack, &limits))?.ok()?.total.ok().map(|total| total.to_string())
}

fn arrangements_line(digits: &str, is_held: bool) -> String {
    let most = if is_held { "at most " } else { "" };
    let line = format!("arrangements of the blocks, reached or not: {most}{}", in_thousands(digits));
    let number = digits.parse::<f64>().unwrap_or(f64::INFINITY);
    if !(LARGE..1e18).contains(&number) {
        return line;
    }
    let (time, disk) = (rough(Duration::from_secs_f64(number / RATE)), bytes((number * DISK) as usize));
    format!("{line}; all of them would take some {time} at ten million a second, and {disk} of `--disk`")
}

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct BoardFacts {
    rows: u16,
    columns: u16,
    tiles: Vec<Vec<Option<u16>>>,
    impossible: Option<String>,
    solvable_with_goal: Option<&'static str>,
    manhattan: Option<u64>,
}

/// The description of a board and its goal; `other` is the name of another goal for which it has a solution.
pub(crate) fn tiles(board: &Board, goal: &Board, other: Option<&'static str>) -> Body<BoardFacts> {
    let arrangement = Arrangement::new(board, goal);
    let Size { height: rows, width: columns } = board.size();
    let impossible = arrangement.obstacle().map(unsolvable);
    let hint = other.filter(|_| impossible.is_some());
    let manhattan = arrangement.manhattan();
    let verdict = impossible.clone().unwrap_or_else(|| {
        format!("Manhattan distance from the goal: at least {}", counted(manhattan, "move"))
    });
    let numbers = board.numbers();
    let walls = numbers.iter().filter(|number| number.is_none()).count();
    let known = number_of(numbers.len() - walls - 1, "tile");
    let walls = if walls > 0 { format!(", {}", number_of(walls, "wall")) } else { String::new() };
    let drawn = board.to_string().lines().map(|line| format!("  {line}\n")).collect::<Vec<_>>().concat();
    let hint_line = hint.map_or_else(String::new, |name| format!("with --goal {name} it has a solution\n"));
    let text = format!("{rows}×{columns}: {known}, 1 blank{walls}\n\n{drawn}\n{verdict}\n{hint_line}");
    let tiles = numbers.chunks(columns.into()).map(<[_]>::to_vec).collect();
    let manhattan = impossible.is_none().then_some(manhattan);
    let fields = BoardFacts { rows, columns, tiles, impossible, solvable_with_goal: hint, manhattan };
    Body { schema: "tiles.info", text, fields }
}

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct PieceFacts<'a> {
    name: &'a str,
    cells: String,
    area: usize,
    freedom: Option<&'static str>,
    paint: Option<String>,
    colour: Option<&'a str>,
    orientations: usize,
    least: u32,
    most: u32,
}

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
        most: *piece.counts.end(),
    };
    let names: Vec<&str> = pack.rules.named.iter().map(|rule| rule.name()).collect();
    let ends = |range: &RangeInclusive<u32>| [*range.start(), *range.end()];
    let Size { height, width } = pack.size;
    let fields = PackFacts {
        title: pack.title.as_deref(),
        height,
        width,
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
    let mut lines: Vec<String> = pack.title.iter().cloned().collect();
    lines.push(format!(
        "{height}×{width}: {}, {} that must be covered, {} to stay empty",
        number_of(open, "cell"),
        grouped(full as u64),
        in_words(&pack.empty),
    ));
    lines.extend(pack.rules.pieces.iter().map(|pieces| format!("pieces together: {}", in_words(pieces))));
    lines.extend((!names.is_empty()).then(|| format!("rules: {}", names.join(", "))));
    let placed = Some(pack.placed.len()).filter(|&placed| placed > 0);
    lines.extend(placed.map(|placed| format!("placed beforehand: {}", number_of(placed, "piece"))));
    lines.extend(pack.pieces.iter().zip(&fields.pieces).map(|(piece, facts)| {
        format!(
            "piece {}: {}, of {} in {}{}{}{}",
            facts.name,
            in_words(&piece.counts),
            number_of(facts.area, "cell"),
            number_of(facts.orientations, "orientation"),
            after_comma(facts.freedom),
            after_comma(facts.paint.as_ref().map(|_| "painted")),
            after_comma(facts.colour.map(|name| format!("colour {name}"))),
        )
    }));
    Body { schema: "packing.info", text: lines.join("\n") + "\n", fields }
}

fn in_words(range: &RangeInclusive<u32>) -> String {
    let (least, most) = (grouped(u64::from(*range.start())), grouped(u64::from(*range.end())));
    if least == most { least } else { format!("{least} to {most}") }
}

#[cfg(test)]
mod tests {
    use super::arrangements_line as line;

    #[test]
    fn large_spaces_are_estimated() {
        assert_eq!(line("65880", false), "arrangements of the blocks, reached or not: 65,880");
        assert_eq!(line("65880", true), "arrangements of the blocks, reached or not: at most 65,880");
        assert_eq!(
            line("18201970416", false),
            "arrangements of the blocks, reached or not: 18,201,970,416; all of them would take some 30 min at ten \
             million a second, and 11.9 GiB of `--disk`"
        );
    }
}

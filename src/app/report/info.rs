//! The answer of `traybit info`: a puzzle described without a search.

mod arrangements;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use traybit_packing::pack::{Floor, Pack, Piece};
use traybit_sliding::bounds::Bounds;
use traybit_sliding::classes::{Class, Classes};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::{Freedom, Puzzle};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;

use crate::report::{Body, Object, drawing, solution};
use traybit_program::text::{counted, grouped, key, length_in};
use traybit_tiles::arrangement::unsolvable;

/// Goals drawn beside a tray, at most.
const MOST_GOALS: usize = 4;

/// The description of a puzzle; with `impossible`, a sentence, there are no bounds.
pub(crate) fn body(problem: &Puzzle, puzzle: &Classes, impossible: Option<&str>) -> Body {
    let goal_lines: usize = puzzle.goals.iter().flatten().map(Vec::len).sum();
    let arrangements = arrangements::arrangements(puzzle);
    let fields = Object::of("sliding.info")
        .with("height", puzzle.size.height)
        .with("width", puzzle.size.width)
        .with("cells", puzzle.open_cells())
        .with("blocks", puzzle.blocks())
        .maybe("fixed", Some(fixed(problem)).filter(|&fixed| fixed > 0))
        .with("free", puzzle.free)
        .maybe("arrangements", arrangements.as_deref())
        .with("classes", (0..puzzle.classes.len()).map(|class| shape(puzzle, class)).collect::<Vec<_>>())
        .with("goal_lines", goal_lines)
        .maybe("impossible", impossible)
        .maybe("bounds", impossible.is_none().then(|| lower_bounds(&Bounds::of(puzzle))))
        .with("key", solution::key(Choice::of(puzzle)))
        .with("alternatives", Choice::all(puzzle).into_iter().map(solution::key).collect::<Vec<_>>());
    Body { text: describe(problem, puzzle, arrangements.as_deref(), impossible), fields }
}

/// Number of blocks that never move.
fn fixed(problem: &Puzzle) -> usize {
    problem.blocks.iter().filter(|block| block.freedom == Freedom::Fixed).count()
}

fn shape(puzzle: &Classes, number: usize) -> Object {
    let class = &puzzle.classes[number];
    Object::default()
        .with("height", class.shape.height())
        .with("width", class.shape.width())
        // Its rows, where it does not fill its box.
        .maybe("cells", (!class.shape.is_rectangle()).then(|| class.shape.to_string()))
        .maybe("freedom", class.freedom.name())
        .maybe("label", class.label)
        .with("blocks", class.start.len())
        .with("goal_lines", puzzle.goals.iter().map(|goal| goal[number].len()).sum::<usize>())
        .with("legal_anchors", class.legal_anchors(puzzle.size))
}

fn lower_bounds(bounds: &Bounds) -> Object {
    Object::default()
        .with("unmet_goal_lines", bounds.unmet)
        .with("steps", bounds.steps)
        .with("slides", bounds.slides)
        .with("paths", bounds.unmet)
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

/// The description of a board and its goal; `other` is another goal that has a name.
pub(crate) fn tiles(board: &Board, goal: &Board, other: Option<(&'static str, Board)>) -> Body {
    let arrangement = Arrangement::new(board, goal);
    let size = board.size();
    let (manhattan, tiles) = (arrangement.manhattan(), size.cells() - 1);
    let impossible = arrangement.obstacle().map(unsolvable);
    let hint = other.filter(|(_, other)| Arrangement::new(board, other).obstacle().is_none());
    let hint = hint.map(|(name, _)| name).filter(|_| impossible.is_some());
    let rows: Vec<&[u16]> = board.tiles().chunks(size.width.into()).collect();
    let fields = Object::of("tiles.info")
        .with("rows", size.height)
        .with("columns", size.width)
        .with("tiles", rows)
        .maybe("impossible", impossible.as_ref())
        .maybe("solvable_with_goal", hint)
        .maybe("manhattan", impossible.is_none().then_some(manhattan));
    let mut lines =
        vec![format!("{}×{}: {}, 1 blank", size.height, size.width, counted(tiles as u64, "tile"))];
    lines.push(String::new());
    lines.extend(board.to_string().lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    lines.push(impossible.unwrap_or_else(|| {
        format!("Manhattan distance from the goal: at least {}", counted(manhattan, "move"))
    }));
    lines.extend(hint.map(|name| format!("with --goal {name} it has a solution")));
    let text = lines.join("\n") + "\n";
    Body { text, fields }
}

/// The description of a packing puzzle.
pub(crate) fn packing(pack: &Pack) -> Body {
    let (open, paint) = (pack.open(), &pack.paint);
    let full = pack.floor.iter().filter(|floor| **floor == Floor::Full).count();
    let piece = |piece: &Piece| {
        Object::default()
            .with("name", &piece.name)
            .with("cells", piece.shape.to_string())
            .with("area", piece.shape.area())
            .maybe("freedom", piece.freedom.name())
            .maybe("paint", (!piece.paint.is_empty()).then(|| piece.rows().join("/")))
            .maybe("colour", piece.colour.as_ref())
            .with("orientations", piece.orientations().len())
            .with("least", piece.counts.start())
            .maybe("most", most(piece, open))
    };
    let names: Vec<&str> = pack.rules.named.iter().map(|rule| rule.name()).collect();
    let fields = Object::of("packing.info")
        .maybe("title", pack.title.as_ref())
        .with("height", pack.size.height)
        .with("width", pack.size.width)
        .with("cells", open)
        .with("must_be_covered", full)
        .maybe("paint", (!paint.cells.is_empty()).then(|| paint.rows(pack.size)))
        .maybe("fits", (!paint.fits.is_empty()).then(|| paint.pairs()))
        .with("empty", [pack.empty.start(), pack.empty.end()])
        .maybe("number", pack.rules.pieces.as_ref().map(|pieces| [*pieces.start(), *pieces.end()]))
        .maybe("rules", Some(&names).filter(|names| !names.is_empty()))
        .with("placed", pack.placed.len())
        .with("pieces", pack.pieces.iter().map(piece).collect::<Vec<_>>());
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
    let text = lines.join("\n") + "\n";
    Body { text, fields }
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

//! Playbacks of sliding blocks.

use indexmap::IndexSet;

use crate::playback::{Aim, Cell, Floor, Handling, Mark, Move, Piece, Playback};
use traybit_core::Shape;
use traybit_sliding::formats::rush_hour;
use traybit_sliding::puzzle;
use traybit_sliding::{Counts, Freedom, Puzzle, Slide, Target};

/// Maximum number of blocks or goals that are named one by one.
const MAX_NAMED: usize = 3;

/// The playback of a puzzle and a sequence of valid moves.
///
/// # Errors
/// If a move is impossible: a sentence without its full stop that says why.
pub fn playback(puzzle: &Puzzle, moves: &[Slide]) -> Result<Playback, String> {
    let mut playback = still(puzzle);
    let mut game = puzzle.begin();
    let mut counts = Counts::default();
    for (&step, number) in moves.iter().zip(1..) {
        let piece = game.anchored_at(step.from);
        game.apply(step).map_err(|reason| format!("move {number} ({step}) is impossible: {reason}"))?;
        // A valid move has a block at its start.
        let Some(piece) = piece else { continue };
        counts.add(step);
        let to = (step.to.0 as u16, step.to.1 as u16 - playback.pieces[piece].shape.lead());
        playback.moves.push(Move { piece, to });
    }
    playback.counts = vec![(counts.steps, "step"), (counts.slides, "slide"), (counts.paths, "path move")];
    Ok(playback)
}

fn still(puzzle: &Puzzle) -> Playback {
    let corner = |shape: &Shape, (row, column): Cell| (row, column - shape.lead());
    let floor = puzzle.floor.iter().map(|floor| match floor {
        puzzle::Floor::Wall => Floor::Wall,
        puzzle::Floor::Open => Floor::Open,
        puzzle::Floor::Gate(gate) if puzzle.gates[*gate].is_exit => Floor::Exit,
        puzzle::Floor::Gate(_) => Floor::Gate,
    });
    // The properties shared by equal blocks, including the name of a distinct block and its gates.
    let kind = |block: &puzzle::Piece| {
        let name = block.labelled.then_some(block.name);
        let gates = puzzle.gates.iter().map(|gate| gate.admits.contains(&block.name)).collect::<Vec<_>>();
        (block.shape.clone(), name, block.freedom, gates)
    };
    // Blocks of the goal get the first colours.
    let mut classes = IndexSet::new();
    for target in puzzle.goals.iter().flatten() {
        classes.insert(kind(&puzzle.blocks[target.block]));
    }
    let is_gate = |cell: &usize| matches!(puzzle.floor[*cell], puzzle::Floor::Gate(_));
    let gate_cells: Vec<usize> = (0..puzzle.floor.len()).filter(is_gate).collect();
    let pieces = puzzle.blocks.iter().map(|block| {
        let class = classes.insert_full(kind(block)).0;
        let admits = |cell: &usize| puzzle.admits(block, puzzle.size.cell(*cell));
        Piece {
            is_fixed: block.freedom == Freedom::Fixed,
            lines: if block.freedom == Freedom::Fixed { Freedom::Both } else { block.freedom },
            admitted: gate_cells.iter().copied().filter(admits).collect(),
            ..Piece::new(block.name.to_string(), block.shape.clone(), class, class)
        }
    });
    let pieces: Vec<Piece> = pieces.collect();
    let aim =
        |class, shape: &Shape, anchor| Aim { class, shape: shape.clone(), corner: corner(shape, anchor) };
    let of_target = |target: &Target| {
        let piece = &pieces[target.block];
        aim(Some(piece.class), &piece.shape, target.anchor)
    };
    let lacking = puzzle.lacking.iter().map(|(shape, anchor)| aim(None, shape, *anchor));
    let goals = puzzle.goals.iter().map(|goal| goal.iter().map(of_target).chain(lacking.clone()).collect());
    let openings = openings(puzzle);
    Playback {
        title: puzzle.title.clone(),
        start: puzzle.blocks.iter().map(|block| Some(corner(&block.shape, block.anchor))).collect(),
        goals: goals.collect(),
        pieces,
        task: task(puzzle, !openings.is_empty()),
        legend: legend(puzzle),
        openings,
        handling: Handling::Choose,
        size: puzzle.size,
        floor: floor.collect(),
        ..Playback::default()
    }
}

/// The exit of a Rush Hour board: the cells beside the red car's goal where the frame is open.
fn openings(puzzle: &Puzzle) -> Vec<Cell> {
    let target = match &puzzle.goals[..] {
        [goal] if goal.len() == 1 && rush_hour::write(puzzle).is_ok() => goal[0],
        _ => return Vec::new(),
    };
    vec![(target.anchor.0, puzzle.size.width - 1)]
}

/// The goal in words, with rows and columns counted from 1 in the cells that are drawn.
fn task(puzzle: &Puzzle, has_opening: bool) -> String {
    match &puzzle.goals[..] {
        [] => String::new(),
        _ if !puzzle.lacking.is_empty() => "Reach a goal that needs blocks which are not here".to_owned(),
        [goal] if has_opening => {
            format!("Get {} to the exit on the right", puzzle.blocks[goal[0].block].name)
        }
        goals if goals.iter().any(Vec::is_empty) => String::new(),
        [goal] if goal.len() > MAX_NAMED => format!("Get {} blocks to their places", goal.len()),
        goals => {
            let either: IndexSet<String> = goals.iter().map(|goal| places(puzzle, goal)).collect();
            if either.len() > 1 && (either.len() > MAX_NAMED || goals.iter().any(|goal| goal.len() != 1)) {
                return format!("Reach any of {} goals", either.len());
            }
            format!("Get {}", Vec::from_iter(either).join(", or "))
        }
    }
}

/// Blocks and their goals, such as `b to rows 4 and 5, columns 2 and 3`.
fn places(puzzle: &Puzzle, goal: &[Target]) -> String {
    let first = puzzle.open_box().0;
    let place = |target: &Target| {
        let block = &puzzle.blocks[target.block];
        let has_equals = puzzle.blocks.iter().filter(|other| puzzle.are_equal(other, block)).count() > 1;
        let name = if has_equals { format!("a block like {}", block.name) } else { block.name.to_string() };
        let is_exit =
            |cell| matches!(puzzle.floor_at(cell), puzzle::Floor::Gate(gate) if puzzle.gates[gate].is_exit);
        if block.shape.cells_at(target.anchor).all(is_exit) {
            return format!("{name} out through the exit");
        }
        let (top, left) = (target.anchor.0 - first.0, target.anchor.1 - block.shape.lead() - first.1);
        let rows = span("row", top, block.shape.height());
        format!("{name} to {rows}, {}", span("column", left, block.shape.width()))
    };
    let mut parts: Vec<String> = goal.iter().map(place).collect();
    parts.dedup();
    parts.join("; ")
}

fn span(noun: &str, first: u16, count: u16) -> String {
    match count {
        1 => format!("{noun} {}", first + 1),
        2 => format!("{noun}s {} and {}", first + 1, first + 2),
        _ => format!("{noun}s {} to {}", first + 1, first + count),
    }
}

/// The meanings of gates, exits and the hatching of fixed blocks.
fn legend(puzzle: &Puzzle) -> Vec<(Mark, String)> {
    let gates = puzzle.gates.iter().map(|gate| {
        let (mark, noun) = if gate.is_exit { (Mark::Exit, "exit") } else { (Mark::Gate, "gate") };
        let names = gate.admits.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        (mark, format!("{noun}, for {names} only"))
    });
    let is_fixed = puzzle.blocks.iter().any(|block| block.freedom == Freedom::Fixed);
    gates.chain(is_fixed.then(|| (Mark::Fixed, "fixed: does not move".to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::playback;
    use traybit_sliding::formats::{self, course::read_pair};
    use traybit_sliding::{Puzzle, Slide};

    fn drawn(text: &str) -> Puzzle {
        formats::read("p", text.as_bytes()).unwrap()
    }

    #[test]
    fn blocks_of_a_tray_keep_their_names_and_colours() {
        let (tray, goal) = (&b"2 3\n0 0 0 0\n0 1 1 1\n1 0 1 0\n"[..], &b"0 2 1 2\n"[..]);
        let puzzle = read_pair(("t", tray), ("g", goal)).unwrap();
        let slides = [Slide::new((0, 1), (0, 2)), Slide::new((0, 0), (0, 1))];
        let playback = playback(&puzzle, &slides).unwrap();
        assert_eq!(playback.captions(), ["b right", "a right"]);
        assert_eq!(playback.corners_after(2), [Some((0, 1)), Some((0, 2)), Some((1, 0))]);
        let colours: Vec<usize> = playback.pieces.iter().map(|piece| piece.colour).collect();
        assert_eq!((colours, playback.goals[0][0].class), (vec![1, 0, 1], Some(0)));
        assert_eq!(playback.counts, [(2, "step"), (2, "slide"), (2, "path move")]);
    }

    #[test]
    fn the_goal_and_the_marks_are_said_in_words() {
        let car = format!("{}\n", "o".repeat(12) + "oAAooo" + &"o".repeat(18));
        let exit = "gate +: a\nexit >: a\nfixed: c\n\ntray:\n#####\n#a.+>\n#c###\n\ngoal: a leaves\n";
        let marks = "gate, for a only; exit, for a only; fixed: does not move";
        for (text, task, legend, openings) in [
            ("tray:\naa.\nbc.\n\ngoal: a 0 1\n", "Get a to row 1, columns 2 and 3", "", &[][..]),
            ("tray:\nb..\nc..\n\ngoal: b 0 2\n", "Get a block like b to row 1, column 3", "", &[]),
            ("tray:\naa.\nbc.\n\ngoal: a 0 1\ngoal: a 0 1\n", "Get a to row 1, columns 2 and 3", "", &[]),
            ("tray:\nab.\n\ngoal: a 0 2\n\ngoal:\n...\n", "", "", &[]),
            (exit, "Get a out through the exit", marks, &[]),
            (&car, "Get A to the exit on the right", "", &[(2, 5)]),
        ] {
            let playback = playback(&drawn(text), &[]).unwrap();
            let marks: Vec<String> = playback.legend.into_iter().map(|(_, words)| words).collect();
            assert_eq!((playback.task.as_str(), marks.join("; ").as_str()), (task, legend));
            assert_eq!(playback.openings, openings);
        }
    }

    #[test]
    fn corners_are_those_of_the_boxes() {
        let puzzle = drawn("tray:\n.a.\naa.\n\ngoal:\n..a\n.aa\n");
        let played = playback(&puzzle, &[Slide::new((0, 1), (0, 2))]).unwrap();
        let goal = played.goals[0][0].corner;
        assert_eq!((played.start[0], played.moves[0].to, goal), (Some((0, 0)), (0, 1), (0, 1)));
        let wrong = playback(&puzzle, &[Slide::new((1, 0), (0, 0))]).unwrap_err();
        assert!(wrong.starts_with("move 1 (1 0 0 0) is impossible"), "{wrong}");
    }
}

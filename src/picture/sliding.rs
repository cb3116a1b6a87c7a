//! Playbacks of blocks that slide in a tray.

use std::collections::HashMap;

use indexmap::IndexSet;

use crate::playback::{Aim, Cell, Floor, Handling, Move, Piece, Playback, Subject};
use traybit_core::shape::Shape;
use traybit_sliding::counts::Counts;
use traybit_sliding::puzzle::{self, Freedom, Puzzle};
use traybit_sliding::slide::RawMove;

/// The family's words and its handling of pieces.
pub static SUBJECT: Subject =
    Subject { heading: "Sliding blocks", phrase: "sliding blocks", handling: Handling::Choose };

/// The playback of a puzzle and some moves, which have to be possible.
///
/// # Errors
/// Why a move is impossible, as a sentence without its full stop.
pub fn playback(puzzle: &Puzzle, moves: &[RawMove]) -> Result<Playback, String> {
    let mut playback = still(puzzle);
    let mut game = puzzle.begin();
    let corners = playback.pieces.iter().zip(&playback.start).enumerate();
    let mut standing: HashMap<(u32, u32), usize> = corners
        .filter_map(|(number, (piece, corner))| corner.map(|corner| (piece.anchor(corner), number)))
        .collect();
    let mut counts = Counts::default();
    for (step, number) in moves.iter().zip(1..) {
        game.apply(*step).map_err(|reason| format!("move {number} ({step}) is impossible: {reason}"))?;
        // A possible move is of a block that stands there, and ends on the board.
        let Some(piece) = standing.remove(&step.from) else { continue };
        standing.insert(step.to, piece);
        counts.add(*step);
        let to = (step.to.0 as u16, step.to.1 as u16 - playback.pieces[piece].shape.lead());
        playback.moves.push(Move { piece, to });
    }
    playback.counts = vec![(counts.steps, "step"), (counts.slides, "slide"), (counts.paths, "path move")];
    Ok(playback)
}

/// The playback of no moves.
fn still(puzzle: &Puzzle) -> Playback {
    let corner = |shape: &Shape, (row, column): Cell| (row, column - shape.lead());
    let floor = puzzle.floor.iter().map(|floor| match floor {
        puzzle::Floor::Wall => Floor::Wall,
        puzzle::Floor::Open => Floor::Open,
        puzzle::Floor::Gate(gate) if puzzle.gates[*gate].is_exit => Floor::Exit,
        puzzle::Floor::Gate(_) => Floor::Gate,
    });
    let mut gates: HashMap<char, Vec<usize>> = HashMap::new();
    for (number, gate) in puzzle.gates.iter().enumerate() {
        for &name in &gate.admits {
            gates.entry(name).or_default().push(number);
        }
    }
    let kind = |block: &puzzle::Piece| {
        let name = block.labelled.then_some(block.name);
        let gates = gates.get(&block.name).cloned().unwrap_or_default();
        Kind { shape: block.shape.clone(), name, freedom: block.freedom, gates }
    };
    // What the goal is about has the first colours.
    let mut classes = IndexSet::new();
    for target in puzzle.goals.iter().flatten() {
        classes.insert(kind(&puzzle.blocks[target.block]));
    }
    let pieces = puzzle.blocks.iter().map(|block| {
        let class = classes.insert_full(kind(block)).0;
        Piece {
            label: block.name.to_string(),
            shape: block.shape.clone(),
            class,
            colour: class,
            is_fixed: block.freedom == Freedom::Fixed,
        }
    });
    let pieces: Vec<Piece> = pieces.collect();
    let aim = |target: &puzzle::Target| {
        let piece = &pieces[target.block];
        let corner = corner(&piece.shape, target.anchor);
        Aim { class: Some(piece.class), shape: piece.shape.clone(), corner }
    };
    let mut goals: Vec<Vec<Aim>> = puzzle.goals.iter().map(|goal| goal.iter().map(aim).collect()).collect();
    for lacking in &puzzle.lacking {
        let corner = corner(&lacking.shape, lacking.anchor);
        goals[lacking.goal].push(Aim { class: None, shape: lacking.shape.clone(), corner });
    }
    Playback {
        subject: &SUBJECT,
        title: puzzle.title.clone(),
        size: puzzle.size,
        floor: floor.collect(),
        start: puzzle.blocks.iter().map(|block| Some(corner(&block.shape, block.anchor))).collect(),
        goals: goals.into_iter().filter(|goal| !goal.is_empty()).collect(),
        pieces,
        moves: Vec::new(),
        counts: Vec::new(),
    }
}

/// Properties that equal blocks share; a name where a block is told apart.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    shape: Shape,
    name: Option<char>,
    freedom: Freedom,
    /// The gates that admit it, ascending.
    gates: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::playback;
    use traybit_sliding::formats::course::{self, read_goal, read_tray};
    use traybit_sliding::formats::{self, Content};
    use traybit_sliding::slide::Slide;

    #[test]
    fn blocks_of_a_tray_keep_their_names_and_colours() {
        let tray = read_tray("t", &b"2 3\n0 0 0 0\n0 1 1 1\n1 0 1 0\n"[..]).unwrap();
        let goal = read_goal("g", &b"0 2 1 2\n"[..], Some(tray.size())).unwrap();
        let slides = [Slide { from: (0, 1), to: (0, 2) }, Slide { from: (0, 0), to: (0, 1) }];
        let playback = playback(&course::puzzle(&tray, Some(&goal)), &slides.map(Into::into)).unwrap();
        assert_eq!(playback.captions(), ["b right", "a right"]);
        assert_eq!(playback.corners_after(2), [Some((0, 1)), Some((0, 2)), Some((1, 0))]);
        let colours: Vec<usize> = playback.pieces.iter().map(|piece| piece.colour).collect();
        assert_eq!((colours, playback.goals[0][0].class), (vec![1, 0, 1], Some(0)));
        assert_eq!(playback.counts, [(2, "step"), (2, "slide"), (2, "path move")]);
    }

    #[test]
    fn corners_are_those_of_the_boxes() {
        let text = b"tray:\n.a.\naa.\n\ngoal:\n..a\n.aa\n";
        let Content::Puzzle(puzzle) = formats::read("p", &text[..]).unwrap() else { panic!("a drawing") };
        let slide = Slide { from: (0, 1), to: (0, 2) };
        let playback = playback(&puzzle, &[slide.into()]).unwrap();
        assert_eq!((playback.start[0], playback.moves[0].to), (Some((0, 0)), (0, 1)));
        assert_eq!(playback.goals[0][0].corner, (0, 1));
        let wrong = Slide { from: (1, 0), to: (0, 0) };
        assert!(
            super::playback(&puzzle, &[wrong.into()])
                .unwrap_err()
                .starts_with("move 1 (1 0 0 0) is impossible")
        );
    }
}

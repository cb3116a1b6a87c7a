//! Films of blocks that slide in a tray.

use std::collections::HashMap;

use crate::film::{Aim, Cell, Family, Film, Floor, Move, Piece};
use traybit_core::shape::Shape;
use traybit_sliding::counts::Counts;
use traybit_sliding::forms::names;
use traybit_sliding::problem::Problem;
use traybit_sliding::puzzle::{self, Freedom, Puzzle};
use traybit_sliding::text::RawMove;
use traybit_sliding::tray::{Block, Goal, Tray};

/// The film of a puzzle and some moves, which have to be possible.
///
/// # Errors
/// Why a move is impossible, as a sentence without its full stop.
pub fn film(problem: &Problem, moves: &[RawMove]) -> Result<Film, String> {
    let mut film = match problem {
        Problem::Pair(tray, goal) => pair(tray, goal),
        Problem::Drawn(puzzle) => drawn(puzzle),
    };
    let mut game = problem.begin();
    let leads: Vec<u16> = film.pieces.iter().map(|piece| piece.shape.lead()).collect();
    let anchor = |piece: usize, (row, column): Cell| (u32::from(row), u32::from(column + leads[piece]));
    let corners = film.start.iter().enumerate();
    let mut standing: HashMap<(u32, u32), usize> =
        corners.filter_map(|(piece, corner)| corner.map(|corner| (anchor(piece, corner), piece))).collect();
    let mut counts = Counts::default();
    for (step, number) in moves.iter().zip(1..) {
        game.apply(*step).map_err(|reason| format!("move {number} ({step}) is impossible: {reason}"))?;
        // A possible move is of a block that stands there, and ends on the board.
        let Some(piece) = standing.remove(&step.from) else { continue };
        standing.insert(step.to, piece);
        counts.add(*step);
        let to = (step.to.0 as u16, step.to.1 as u16 - leads[piece]);
        film.moves.push(Move { piece, to });
    }
    film.counts = vec![(counts.steps, "step"), (counts.slides, "slide"), (counts.paths, "path move")];
    Ok(film)
}

fn pair(tray: &Tray, goal: &Goal) -> Film {
    let shape = |block: &Block| Shape::rectangle(block.height, block.width);
    let mut free_names = names::in_order();
    let mut classes = Classes::default();
    // What the goal is about has the first colours.
    let aims: Vec<(usize, &Block)> =
        goal.blocks().iter().map(|block| (classes.of(Kind::of_shape(shape(block))), block)).collect();
    let pieces: Vec<Piece> = tray
        .blocks()
        .iter()
        .map(|block| {
            let class = classes.of(Kind::of_shape(shape(block)));
            let label = free_names.next().map_or_else(String::new, String::from);
            Piece { label, shape: shape(block), class, colour: class, is_fixed: false }
        })
        .collect();
    let is_there = |class: usize| pieces.iter().any(|piece| piece.class == class);
    let aims: Vec<Aim> = aims
        .into_iter()
        .map(|(class, block)| Aim {
            class: is_there(class).then_some(class),
            shape: shape(block),
            corner: (block.top, block.left),
        })
        .collect();
    Film {
        family: Family::Sliding,
        title: None,
        size: tray.size(),
        floor: vec![Floor::Open; tray.size().cells()],
        start: tray.blocks().iter().map(|block| Some((block.top, block.left))).collect(),
        pieces,
        goals: if aims.is_empty() { Vec::new() } else { vec![aims] },
        moves: Vec::new(),
        counts: Vec::new(),
    }
}

fn drawn(puzzle: &Puzzle) -> Film {
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
    let mut classes = Classes::default();
    for target in puzzle.goals.iter().flatten() {
        classes.of(kind(&puzzle.blocks[target.block]));
    }
    let pieces = puzzle.blocks.iter().map(|block| {
        let class = classes.of(kind(block));
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
    Film {
        family: Family::Sliding,
        title: puzzle.title.clone(),
        size: puzzle.size,
        floor: floor.collect(),
        start: puzzle.blocks.iter().map(|block| Some(corner(&block.shape, block.anchor))).collect(),
        goals: puzzle.goals.iter().map(|goal| goal.iter().map(aim).collect()).collect(),
        pieces,
        moves: Vec::new(),
        counts: Vec::new(),
    }
}

/// What equal blocks have in common; a name where a block is told apart.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    shape: Shape,
    name: Option<char>,
    freedom: Freedom,
    /// The gates that admit it, ascending.
    gates: Vec<usize>,
}

impl Kind {
    /// Of blocks of which only the form counts.
    fn of_shape(shape: Shape) -> Self {
        Self { shape, name: None, freedom: Freedom::Both, gates: Vec::new() }
    }
}

/// Numbers of classes as they are met.
#[derive(Default)]
struct Classes(HashMap<Kind, usize>);

impl Classes {
    fn of(&mut self, kind: Kind) -> usize {
        let next = self.0.len();
        *self.0.entry(kind).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::film;
    use traybit_sliding::forms::{self, Content};
    use traybit_sliding::problem::Problem;
    use traybit_sliding::text::{read_goal, read_tray};
    use traybit_sliding::tray::Slide;

    #[test]
    fn blocks_of_a_tray_keep_their_names_and_colours() {
        let tray = read_tray("t", &b"2 3\n0 0 0 0\n0 1 1 1\n1 0 1 0\n"[..]).unwrap();
        let goal = read_goal("g", &b"0 2 1 2\n"[..], Some(tray.size())).unwrap();
        let slides = [Slide { from: (0, 1), to: (0, 2) }, Slide { from: (0, 0), to: (0, 1) }];
        let film = film(&Problem::Pair(tray, goal), &slides.map(Into::into)).unwrap();
        assert_eq!(film.captions(), ["b right", "a right"]);
        assert_eq!(film.corners_after(2), [Some((0, 1)), Some((0, 2)), Some((1, 0))]);
        let colours: Vec<usize> = film.pieces.iter().map(|piece| piece.colour).collect();
        assert_eq!((colours, film.goals[0][0].class), (vec![1, 0, 1], Some(0)));
        assert_eq!(film.counts, [(2, "step"), (2, "slide"), (2, "path move")]);
    }

    #[test]
    fn corners_are_those_of_the_boxes() {
        let text = b"tray:\n.a.\naa.\n\ngoal:\n..a\n.aa\n";
        let Content::Puzzle(puzzle) = forms::read("p", &text[..]).unwrap() else { panic!("a drawing") };
        let slide = Slide { from: (0, 1), to: (0, 2) };
        let problem = Problem::Drawn(puzzle);
        let film = film(&problem, &[slide.into()]).unwrap();
        assert_eq!((film.start[0], film.moves[0].to), (Some((0, 0)), (0, 1)));
        assert_eq!(film.goals[0][0].corner, (0, 1));
        let wrong = Slide { from: (1, 0), to: (0, 0) };
        assert!(
            super::film(&problem, &[wrong.into()]).unwrap_err().starts_with("move 1 (1 0 0 0) is impossible")
        );
    }
}

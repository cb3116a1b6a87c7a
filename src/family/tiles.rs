//! The row of sliding tiles.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::aim::Aim;
use crate::interface::{
    Advice, Answer, Contents, Family, Format, Game, GoalSource, InWords, Listed, Numbered, Objective, Puzzle,
    Unwritten, Verdict, played,
};
use traybit_core::{InputError, Limits, Size, digest};
use traybit_picture::playback::{Cell, Playback, straight};
use traybit_picture::tiles as picture;
use traybit_program::{Failure, Source};
use traybit_tiles::arrangement::unsolvable;
use traybit_tiles::board::WALL;
use traybit_tiles::formats::{self, Entry, FileFormat, read_list};
use traybit_tiles::solution::{Moves, RawMove};
use traybit_tiles::solve::answer::{self as tiles, Solver};
use traybit_tiles::{Arrangement, Board, checker};

pub static FAMILY: Family = Family {
    name: "tiles",
    title: "boards of tiles",
    one: "a board of tiles",
    formats_read: "a board of tiles (rows of integers, or its size first)",
    unit: "move",
    numbered: Numbered::Puzzles,
    likeness: formats::likeness,
    read: |name, bytes| read(name, bytes, None),
    formats: &[
        Format { name: "course", help: "A board of tiles: its size, then rows of cells of two characters" },
        Format { name: "rows", help: "A board of tiles: rows of integers, 0 for the blank" },
        Format { name: "line", help: "A square board of tiles in one line, or a list of them" },
    ],
    is_shared: false,
};

/// A board and its goal. Boards with one goal share a solver, whose tables serve them all.
#[derive(Clone)]
pub struct TilesPuzzle {
    pub start: Board,
    solver: Arc<Solver>,
}

impl std::fmt::Debug for TilesPuzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TilesPuzzle").field("start", &self.start).field("goal", self.solver.goal()).finish()
    }
}

impl TilesPuzzle {
    /// The puzzle of a start and a goal of its size.
    pub fn new(start: Board, goal: &Board) -> Self {
        /// The solvers in use, one for each goal.
        static SOLVERS: Mutex<Vec<Weak<Solver>>> = Mutex::new(Vec::new());
        let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = solvers.iter().filter_map(Weak::upgrade);
        let solver = known.find(|solver| solver.goal() == goal).unwrap_or_else(|| {
            let solver = Arc::new(Solver::new(goal.clone()));
            solvers.retain(|known| known.strong_count() > 0);
            solvers.push(Arc::downgrade(&solver));
            solver
        });
        Self { start, solver }
    }

    pub fn goal(&self) -> &Board {
        self.solver.goal()
    }
}

/// Reads the boards of a file; `size` is theirs, if it is known.
pub fn read(name: &str, bytes: &[u8], size: Option<Size>) -> Result<Contents, InputError> {
    let listed = |Entry { line, label, board, length: stated }: Entry| {
        let goal = board.in_order(false);
        let label = label.or_else(|| line.map(|line| line.to_string()));
        Listed { label, stated, puzzle: Arc::new(TilesPuzzle::new(board, &goal)) }
    };
    let puzzles: Vec<Listed> = read_list(name, bytes, size)?.into_iter().map(listed).collect();
    Ok(Contents { puzzles, goal: GoalSource::Option })
}

impl Puzzle for TilesPuzzle {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn digest(&self) -> Option<u64> {
        Some(digest(format!("{:?}", (self.start.size(), self.start.tiles(), self.goal().tiles())).as_bytes()))
    }

    fn with_aim(&self, aim: &Aim) -> Result<Arc<dyn Puzzle>, String> {
        Ok(Arc::new(Self::new(self.start.clone(), &aim.for_board(&self.start)?)))
    }

    fn write(&self, format: &str, _limits: &Limits) -> Result<Vec<String>, Unwritten> {
        let format = match format {
            "course" => FileFormat::Course,
            "line" => FileFormat::Line,
            _ => FileFormat::Rows,
        };
        if !format.holds(self.start.size()) {
            let sentence = "this format is for square boards, of up to 10×10 cells for course; --to rows holds any board";
            return Err(sentence.to_owned().into());
        }
        Ok(vec![formats::write(&self.start, format)])
    }

    fn playback(&self, solution: Option<&Source>, _number: usize) -> Result<Playback, Failure> {
        let open = |file: &Source| {
            let mut moves = Moves::new(&file.name(), file.open()?, Some(&self.start));
            Ok(move || moves.next_move())
        };
        played(solution, open, |moves| picture::playback(&self.start, self.goal(), moves))
    }

    fn game<'a>(&'a self, _playback: &'a Playback) -> Box<dyn Game + 'a> {
        Box::new(Tiles { game: checker::Game::new(&self.start), goal: self.goal() })
    }

    fn moved(&self, corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        let size = self.start.size();
        let mut tiles: Vec<u16> =
            self.start.numbers().iter().map(|number| if number.is_some() { 0 } else { WALL }).collect();
        let standing = corners.iter().zip(1..).filter_map(|(corner, tile)| Some(((*corner)?, tile)));
        standing.for_each(|(corner, tile)| tiles[size.number(corner)] = tile);
        // The rules led to these corners.
        let start = Board::new(size, tiles).expect("each tile has a cell of its own");
        Arc::new(Self { start, solver: Arc::clone(&self.solver) })
    }

    fn prepare(&self, cache: Option<&Path>, limits: &Limits) {
        if Arrangement::new(&self.start, self.goal()).obstacle().is_none() {
            self.solver.prepare(cache, limits);
        }
    }

    fn check_objective(&self, objective: Objective) -> Result<(), String> {
        self.solver.check_objective(objective_of(objective))
    }

    fn answer(&self, objective: Objective, limits: &Limits) -> Answer {
        let report = self.solver.solve(&self.start, objective_of(objective), limits);
        let verdict = match (report.verdict, report.ended) {
            (tiles::Verdict::GaveUp, ended) | (_, ended @ Some(_)) => Verdict::GaveUp(ended),
            (tiles::Verdict::Unsolvable(_), None) => Verdict::Impossible,
            // The solver has replayed them.
            (tiles::Verdict::Solved { moves, shortest }, None) => {
                Verdict::Solved { length: report.unit.length(&moves), shortest }
            }
        };
        Answer { verdict, cost: report.cost, method: report.method, manhattan: Some(report.manhattan) }
    }

    fn advise(&self, objective: Objective, limits: &Limits, gave_up: &InWords<'_>) -> Result<Advice, String> {
        let objective = match objective {
            // The shortest one, if it is found soon enough.
            Objective::Optimal(_) => tiles::Objective::Default,
            other => objective_of(other),
        };
        let report = self.solver.solve(&self.start, objective, limits);
        let (moves, is_shortest) = match report.verdict {
            tiles::Verdict::Solved { moves, shortest } => (moves, shortest),
            tiles::Verdict::Unsolvable(obstacle) => return Err(unsolvable(obstacle)),
            tiles::Verdict::GaveUp => {
                let limit = report.ended.map(|reason| gave_up(reason, &report.cost));
                return Err(limit.unwrap_or_else(|| "gave up".to_owned()));
            }
        };
        let length = (report.unit.length(&moves), report.unit.noun());
        let moves = picture::playback(&self.start, self.goal(), &moves)?.moves;
        Ok(Advice { moves, length, is_shortest })
    }
}

fn objective_of(objective: Objective) -> tiles::Objective {
    match objective {
        Objective::Any => tiles::Objective::Fast,
        Objective::Optimal(_) => tiles::Objective::Optimal,
        Objective::Pushes => tiles::Objective::Pushes,
        Objective::Improve(time) => tiles::Objective::Improve(time),
    }
}

struct Tiles<'a> {
    game: checker::Game,
    goal: &'a Board,
}

impl Game for Tiles<'_> {
    fn apply(&mut self, piece: usize, from: Cell, to: Cell) -> Result<(), String> {
        let Some((direction, 1)) = straight(from, to) else {
            return Err("a tile moves one cell at a time".to_owned());
        };
        let tile = Some(piece as u32 + 1);
        self.game.apply(RawMove { tile, direction }).map(drop)
    }

    fn missing(&self, _corners: &[Option<Cell>]) -> Option<String> {
        self.game.missing(self.goal)
    }
}

//! The row of sliding blocks.

use std::sync::Arc;

use crate::interface::{
    Advice, Answer, Contents, Family, Format, Game, GoalSource, InWords, Listed, Numbered, Objective, PAIR,
    Puzzle, Unwritten, Verdict, played,
};
use traybit_core::{InputError, Limits};
use traybit_picture::playback::{Cell, Playback};
use traybit_picture::sliding as picture;
use traybit_program::files::{superfluous_goal, with_goal};
use traybit_program::{Failure, Source, text};
use traybit_sliding::checker::Checker;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::formats::{self, course, drawing, gnome, huarong, rush_hour};
use traybit_sliding::solve::{self, solve};
use traybit_sliding::{Counts, Metric, Puzzle as Model, Slide};

pub static FAMILY: Family = Family {
    name: "sliding",
    title: "puzzles of sliding blocks",
    one: "a puzzle of sliding blocks",
    formats_read: "a tray (2 integers first), a drawing (with a line `tray:`), a Rush Hour board, a level of GNOME Klotski, a Huarong code",
    unit: "move",
    numbered: Numbered::Nothing,
    likeness: formats::likeness,
    read,
    formats: &[
        Format { name: "drawn", help: "A drawing with its goals" },
        Format { name: "rush-hour", help: "A Rush Hour board as a string" },
        Format { name: "gnome", help: "A level of GNOME Klotski" },
        Format { name: "huarong", help: "The CommonCode of a Huarong board, 9 hexadecimal digits" },
        Format { name: "huarong-short", help: "The ShortCode of a Huarong board, 5 digits to the base 32" },
        Format { name: PAIR, help: "A tray and a goal, two files" },
    ],
    is_shared: true,
};

fn read(name: &str, bytes: &[u8]) -> Result<Contents, InputError> {
    if formats::Format::of(bytes) == Some(formats::Format::RushHourList) {
        let listed = |rush_hour::Entry { line, moves, puzzle }| Listed {
            label: Some(line.to_string()),
            stated: Some(moves),
            puzzle: Arc::new(puzzle),
        };
        let puzzles = rush_hour::read_list(name, bytes)?.into_iter().map(listed).collect();
        return Ok(Contents { puzzles, goal: GoalSource::Inside });
    }
    let problem = formats::read(name, bytes)?;
    let goal = if problem.named { GoalSource::Inside } else { GoalSource::File };
    Ok(Contents::one(problem, goal))
}

impl Puzzle for Model {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn has_goal(&self) -> bool {
        !self.goals.is_empty()
    }

    fn with_goal(&self, own: &Source, goal: &Source) -> Result<Arc<dyn Puzzle>, Failure> {
        if self.named {
            return Err(superfluous_goal(own, goal));
        }
        Ok(Arc::new(with_goal(Ok(self.clone()), goal)?))
    }

    fn write(&self, format: &str, _limits: &Limits) -> Result<Vec<String>, Unwritten> {
        Ok(vec![match format {
            "rush-hour" => rush_hour::write(self)?,
            "gnome" => gnome::write(self)?,
            "huarong" => huarong::write(self)?,
            "huarong-short" => huarong::write_short(self)?,
            PAIR => {
                let (tray, goal) = course::write(self)?;
                return Ok(vec![tray, goal]);
            }
            _ => drawing::write(self)?,
        }])
    }

    fn playback(&self, solution: Option<&Source>, _number: usize) -> Result<Playback, Failure> {
        let open = |file: &Source| {
            let mut moves = Lines::new(&file.name(), file.open()?);
            Ok(move || moves.next_move())
        };
        played(solution, open, |moves| picture::playback(self, moves))
    }

    fn game<'a>(&'a self, _playback: &'a Playback) -> Box<dyn Game + 'a> {
        Box::new(self.begin())
    }

    fn lengths(&self, moves: &[(usize, Cell, Cell)]) -> Vec<(u64, &'static str)> {
        let slides = moves.iter().map(|&(block, from, to)| slide(self, block, [from, to]));
        let counts = Counts::of(&slides.collect::<Vec<_>>());
        vec![(counts.steps, "step"), (counts.slides, "slide"), (counts.paths, "path move")]
    }

    fn moved(&self, corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        let mut parts = self.clone().into_parts();
        for (block, &(row, column)) in parts.blocks.iter_mut().zip(corners.iter().flatten()) {
            block.anchor = (row, column + block.shape.lead());
        }
        // The rules led to these corners.
        Arc::new(Self::new(parts).expect("blocks do not overlap"))
    }

    fn answer(&self, objective: Objective, limits: &Limits) -> Answer {
        let report = solve(self, objective_of(objective), limits);
        let verdict = match report.verdict {
            solve::Verdict::Solved { slides, length } => match self.verify(&slides) {
                Ok(()) => Verdict::Solved { length: length as u64, shortest: objective.is_proven() },
                Err(refusal) => Verdict::Wrong(refusal),
            },
            solve::Verdict::Unsolvable(_) => Verdict::Impossible,
            solve::Verdict::GaveUp(reason) => Verdict::GaveUp(Some(reason)),
        };
        Answer { verdict, cost: report.cost, method: report.method.to_owned(), manhattan: None }
    }

    fn advise(&self, objective: Objective, limits: &Limits, gave_up: &InWords<'_>) -> Result<Advice, String> {
        let report = solve(self, objective_of(objective), limits);
        let (slides, length) = match report.verdict {
            solve::Verdict::Solved { slides, length } => (slides, length as u64),
            solve::Verdict::Unsolvable(proof) => return Err(text::unsolvable(self, &proof)),
            solve::Verdict::GaveUp(reason) => return Err(gave_up(reason, &report.cost)),
        };
        let (metric, is_shortest) = match objective_of(objective) {
            solve::Objective::Shortest(metric) => (metric, true),
            solve::Objective::Any => (Metric::Slide, false),
        };
        let moves = picture::playback(self, &slides)?.moves;
        Ok(Advice { moves, length: (length, text::noun(metric)), is_shortest })
    }
}

fn objective_of(objective: Objective) -> solve::Objective {
    match objective {
        Objective::Any | Objective::Improve(_) => solve::Objective::Any,
        Objective::Optimal(metric) => solve::Objective::Shortest(metric),
        Objective::Pushes => solve::Objective::Shortest(Metric::Slide),
    }
}

/// The slide of a block between two corners: lists of moves name a block by its first cell in reading order.
fn slide(puzzle: &Model, block: usize, corners: [Cell; 2]) -> Slide {
    let lead = puzzle.blocks[block].shape.lead();
    let [from, to] = corners.map(|(row, column)| (row, column + lead));
    Slide::new(from, to)
}

impl Game for Checker<'_> {
    fn apply(&mut self, piece: usize, from: Cell, to: Cell) -> Result<(), String> {
        self.apply(slide(self.puzzle, piece, [from, to]))
    }

    fn missing(&self, _corners: &[Option<Cell>]) -> Option<String> {
        self.missing()
    }
}

#[cfg(test)]
mod tests {
    use super::Model;
    use crate::{of_family, read};

    #[test]
    fn blocks_keep_their_anchors_and_names() {
        let text = "labels: b\n\ntray:\n.a..\naa.b\n\ngoal:\n..a.\n.aa.\n";
        let here = read("p", text.as_bytes()).unwrap().puzzles[0].puzzle.moved(&[Some((0, 1)), Some((0, 3))]);
        let here: &Model = of_family(&*here).unwrap();
        let blocks: Vec<_> =
            here.blocks.iter().map(|block| (block.name, block.anchor, block.labelled)).collect();
        assert_eq!(blocks, [('a', (0, 2), false), ('b', (0, 3), true)]);
        assert_eq!(here.goals.len(), 1);
    }
}

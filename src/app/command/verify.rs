//! `traybit verify CERTIFICATE [PUZZLE [GOAL]]`: checks that the claim of a certificate is true, and about the puzzle.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use clap::Args;
use serde::Serialize;
use traybit_core::{Cost, Size, shown};
use traybit_sliding::Rules;

use crate::built_in::with_own_goal;
use crate::command::boards::Goal;
use crate::report::{Answer, Body, Ending, Word, given_up};
use crate::run::certificate::FOLDER;
use crate::run::{Ended, Failure, OnDisk, Options, Run, SlidingFiles, Status, refuse_twice};
use traybit_certificate::subject::Written;
use traybit_certificate::{Certificate, Claim, Reason, Refusal, Subject, check};
use traybit_program::{Activity, Source, counted, length_in};

/// Verify the claim of a certificate, by the rules alone
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/verify.txt"))]
#[command(mut_arg("disk", |disk| disk.help("Put layers that do not fit the memory into files in DIR, removed at the end")))]
pub struct Arguments {
    /// The certificate's file; `-` is standard input
    certificate: OsString,

    /// The puzzle's file; the certificate must be about this puzzle
    puzzle: Option<OsString>,

    /// The puzzle's goal: a file for a tray; for a board of tiles blank-last (the default), blank-first or a board's file
    goal: Option<OsString>,

    #[command(flatten)]
    on_disk: OnDisk,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    /// The puzzle that the certificate must be about, of the certificate's family.
    fn subject(&self, puzzle: &OsStr, certificate: &Certificate) -> Result<Subject, Failure> {
        let Written::Tiles { .. } = certificate.puzzle else {
            let names = with_own_goal(self.puzzle.iter().chain(&self.goal), 2);
            return SlidingFiles::of(&names)?.read().map(Subject::Sliding);
        };
        let (start, goal, _) = Goal { goal: self.goal.clone() }.with_board(puzzle, &[])?;
        Ok(Subject::Tiles { start, goal })
    }
}

fn are_equal(one: &Subject, other: &Subject) -> bool {
    match (one, other) {
        (Subject::Sliding(one), Subject::Sliding(other)) => Rules::of(one) == Rules::of(other),
        _ => one == other,
    }
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::VERIFYING)?;
    let named = arguments.puzzle.iter().chain(&arguments.goal).map(|name| ("PUZZLE", name.as_os_str()));
    refuse_twice([("CERTIFICATE", arguments.certificate.as_os_str())].into_iter().chain(named))?;
    let source = Source::or_input(&arguments.certificate);
    let name = source.name();
    let certificate = source.open().and_then(|file| Certificate::read(&name, file))?;
    let own =
        arguments.puzzle.as_deref().map(|puzzle| arguments.subject(puzzle, &certificate)).transpose()?;
    run.open()?;
    let checked = run.work_in(arguments.on_disk.open(Some(FOLDER))?, |run| {
        run.search(|limits, _| match &own {
            Some(own) if !are_equal(&certificate.puzzle.read(&name)?, own) => {
                Err(Refusal::Untrue("it is about another puzzle".to_owned()))
            }
            _ => certificate.check(&name, limits),
        })
    });
    let puzzle = arguments.puzzle.as_deref().map(shown);
    let refused = |sentence: String, status| {
        (Word::Refused, Ending::because(format!("{name} is refused: {sentence}"), status))
    };
    let (verdict, ending) = match checked {
        Ok(known) => {
            let body = body(&certificate, &known, puzzle.as_deref());
            return Ok(run.end_with(Answer::new(body, Ending::DONE)));
        }
        Err(Refusal::Invalid(sentence)) => return Err(Failure::invalid(sentence)),
        Err(Refusal::GaveUp(reason)) => {
            let (positions, layers) = run.limits().progress.now();
            (given_up(reason), run.gave_up(reason, &Cost { positions, layers, ..Cost::default() }))
        }
        Err(Refusal::Untrue(sentence)) => refused(sentence, Status::Impossible),
        Err(Refusal::Impossible(sentence)) => refused(sentence, Status::ImpossibleMove),
    };
    let fields = BTreeMap::from([("verdict", verdict)]);
    Ok(run.end_with(Answer::new(Body { schema: "verify", text: String::new(), fields }, ending)))
}

/// A verdict, with the claim if it is true.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Verified<'a> {
    verdict: Word,
    puzzle: Option<&'a str>,
    claim: Option<&'static str>,
    metric: Option<&'static str>,
    length: Option<u64>,
    positions: Option<u64>,
    reason: Option<String>,
}

/// The answer for a certificate whose claim is true; `puzzle` is the file whose puzzle was compared.
fn body<'a>(
    certificate: &Certificate,
    &check::Verified { ref subject, positions }: &check::Verified,
    puzzle: Option<&'a str>,
) -> Body<Verified<'a>> {
    let Certificate { metric, claim, .. } = certificate;
    let in_words = |length| match subject {
        Subject::Sliding(_) => length_in(*metric, length),
        Subject::Tiles { .. } => counted(length, "move"),
    };
    let seen = positions.unwrap_or_default();
    let (name, length, reason) = match claim {
        Claim::Shortest { length, .. } => ("shortest", Some(*length), None),
        Claim::Solution { length, .. } => ("solution", Some(*length), None),
        Claim::NoSolution(reason) => ("no_solution", None, Some(shown_by(reason, seen))),
    };
    let known = match (claim, &reason, length.map(in_words)) {
        (Claim::Shortest { length: 0, .. }, _, Some(length)) => {
            format!("the start meets the goal: the shortest solution has {length}")
        }
        (Claim::Shortest { .. }, _, Some(length)) => format!(
            "the shortest solution has {length}; {} {} nearer to the start than that, the start among them, and the goal \
             holds in none",
            counted(seen, "position"),
            if seen == 1 { "is" } else { "are" },
        ),
        (_, _, Some(length)) => format!("there is a solution of {length}, not necessarily the shortest"),
        (_, reason, None) => format!("no solution exists: {}", reason.as_deref().unwrap_or_default()),
    };
    let fields = Verified {
        verdict: Word::Verified,
        puzzle,
        claim: Some(name),
        metric: length.or(positions).map(|_| metric.name()),
        length,
        positions,
        reason,
    };
    let puzzle = puzzle.map_or_else(String::new, |puzzle| format!("{puzzle}: "));
    Body { schema: "verify", text: format!("Verified: {known} ({puzzle}{}).\n", about(subject)), fields }
}

fn shown_by(reason: &Reason, positions: u64) -> String {
    match reason {
        Reason::Layers(_) if positions == 1 => {
            "the goal does not hold at the start, and no other position can be reached".to_owned()
        }
        Reason::Layers(_) => {
            format!("{} can be reached, and the goal holds in none", counted(positions, "position"))
        }
        Reason::Shortage { .. } => "the goal names more blocks of a shape than the tray has".to_owned(),
        Reason::OutOfReach => {
            "every goal wants a block where walls, gates, its line or the lack of a free cell never let it get".to_owned()
        }
        Reason::Pairs(pairs) => {
            let pairs = counted(pairs.len() as u64, "pair");
            format!("for every goal within reach some of {pairs} of blocks would have to pass each other, and never can")
        }
        Reason::Parity => "the start and the goal differ in parity".to_owned(),
        Reason::Order => "no tile passes another on a line, and they stand in another order".to_owned(),
    }
}

fn about(subject: &Subject) -> String {
    let (title, Size { height, width }, pieces) = match subject {
        Subject::Sliding(puzzle) => {
            (puzzle.title.as_ref(), puzzle.size, counted(puzzle.blocks.len() as u64, "block"))
        }
        Subject::Tiles { start, .. } => (None, start.size(), counted(start.tiles().len() as u64 - 1, "tile")),
    };
    let title = title.map_or_else(String::new, |title| format!("{title}, "));
    format!("{title}{height}×{width} cells, {pieces}")
}

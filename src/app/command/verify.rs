//! `traybit verify CERTIFICATE [PUZZLE [GOAL]]`: whether the claim of a certificate is true, and is about a puzzle.

use std::ffi::{OsStr, OsString};

use clap::Args;
use traybit_core::input::shown;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_sliding::puzzle::{Parts, Puzzle};

use crate::command::boards::Goal;
use crate::report::certified::{self, Verdict, unverified};
use crate::report::{Answer, Ending};
use crate::run::certificate::FOLDER;
use crate::run::disk::OnDisk;
use crate::run::{Ended, Failure, Options, Run, SlidingFiles, Status, refuse_twice};
use traybit_certificate::Refusal;
use traybit_certificate::document::Certificate;
use traybit_certificate::subject::{Subject, Written};
use traybit_program::files::Source;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
A certificate comes from `traybit solve --certificate FILE`, and contains its puzzle. If PUZZLE is
given, the two puzzles and their goals must be equal.
The moves are replayed and the layers of positions counted again from the rules of the puzzle
alone, without code of the search that found the answer. Layers that do not fit --memory go to files
in the folder of --disk.

Exit status 0 and a sentence that begins with `Verified`: the claim is true. 1: it is not, or it is
about another puzzle. 4: the certificate is malformed, or was changed after it was written. 5: a
limit was reached. 6: one of its moves is impossible.

Examples:
  traybit verify CERTIFICATE
  traybit verify --json --limit 5m CERTIFICATE
  traybit verify --memory 1G --disk DIR CERTIFICATE
  traybit solve --fast --certificate - -o moves TRAY GOAL | traybit verify -";

/// Verify the claim of a certificate, by the rules alone
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
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
    /// The puzzle that the certificate has to be about, of its family.
    fn subject(&self, puzzle: &OsStr, certificate: &Certificate) -> Result<Subject, Failure> {
        let Written::Tiles { .. } = certificate.puzzle else {
            let names: Vec<OsString> = self.puzzle.iter().chain(&self.goal).cloned().collect();
            return SlidingFiles::of(&names)?.read().map(Subject::Sliding);
        };
        let (start, goal, _) = Goal { goal: self.goal.clone() }.with_board(puzzle, &[])?;
        Ok(Subject::Tiles { start, goal })
    }
}

fn untitled(subject: Subject) -> Subject {
    let Subject::Sliding(puzzle) = subject else { return subject };
    let parts = Parts { title: None, source: None, ..puzzle.into_parts() };
    Subject::Sliding(Puzzle::new(parts).expect("parts of a puzzle"))
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Verifying)?;
    let named = arguments.puzzle.iter().chain(&arguments.goal).map(|name| ("PUZZLE", name.as_os_str()));
    refuse_twice(
        &[("CERTIFICATE", arguments.certificate.as_os_str())].into_iter().chain(named).collect::<Vec<_>>(),
    )?;
    let source = Source::or_input(&arguments.certificate);
    let name = source.name();
    let certificate = source.open().and_then(|file| Certificate::read(&name, file))?;
    let own =
        arguments.puzzle.as_deref().map(|puzzle| arguments.subject(puzzle, &certificate)).transpose()?;
    run.open()?;
    let checked = run.work_in(arguments.on_disk.open(Some(FOLDER))?, |run| {
        run.search(|limits, _| match &own {
            Some(own) if untitled(certificate.puzzle.read(&name)?) != untitled(own.clone()) => {
                Err(Refusal::Untrue("it is about another puzzle".to_owned()))
            }
            _ => certificate.check(&name, limits),
        })
    });
    let puzzle = arguments.puzzle.as_deref().map(shown);
    let (sentence, status) = match checked {
        Ok(known) => {
            let body = certified::body(&certificate, &known, puzzle.as_deref());
            return Ok(run.end_with(Answer::new(body, Ending::DONE)));
        }
        Err(Refusal::Invalid(sentence)) => return Err(Failure::invalid(sentence)),
        Err(Refusal::GaveUp(reason)) => {
            let (positions, layers) = run.limits().progress.now();
            let ending = run.gave_up(reason, &Cost { positions, layers, ..Cost::default() });
            let is_stopped = reason == GaveUp::Stopped;
            let verdict = if is_stopped { Verdict::Stopped } else { Verdict::GaveUp };
            return Ok(run.end_with(Answer::new(unverified(verdict), ending)));
        }
        Err(Refusal::Untrue(sentence)) => (sentence, Status::Impossible),
        Err(Refusal::Impossible(sentence)) => (sentence, Status::ImpossibleMove),
    };
    let ending = Ending::because(format!("{name} is refused: {sentence}"), status);
    Ok(run.end_with(Answer::new(unverified(Verdict::Refused), ending)))
}

//! `traybit verify CERTIFICATE`: whether what a certificate says is true.

use std::ffi::OsString;

use clap::Args;

use crate::certificate::document::Certificate;
use crate::certificate::refusal::Refusal;
use crate::cli::files::{FileFaults, Source};
use crate::cli::options::{Options, give, refuse, refuse_files, say};
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::report::certified::{Verification, verified};
use crate::report::json;
use crate::report::text::Undone;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;

const EXAMPLES: &str = "\
A certificate comes from `traybit solve --certificate FILE` or `traybit tiles solve --certificate
FILE`, and holds its puzzle. The moves are replayed and the layers of positions counted again, by
the rules alone: nothing of the search that wrote it is used, and one thread does it all.

Status 0 and a sentence that begins with `Verified`: it is true. Status 1: it is not. 4: it is
malformed, or changed since it was sealed. 6: one of its moves is impossible.

Examples:
  traybit verify CERTIFICATE
  traybit verify --json --limit 5m CERTIFICATE
  traybit solve --any --certificate - -o moves TRAY GOAL | traybit verify -";

/// Verify what a certificate says of a puzzle, by the rules alone
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The certificate's file; `-` is standard input
    certificate: OsString,

    #[command(flatten)]
    options: Options,
}

/// Verifies and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let options = &arguments.options;
    let run = Run::prepare(options, Undone::Verifying)?;
    let source = Source::or_input(&arguments.certificate);
    let name = source.name();
    let certificate = source
        .open()
        .and_then(|file| Certificate::read(&name, file))
        .map_err(|fault| refuse_files(FileFaults::of([fault])))?;
    let output = options.output()?;
    let (checked, cost) =
        run.search(options.quiet, |limits| (certificate.check(&name, limits), seen(limits)));
    let (verdict, sentence, status) = match checked {
        Ok(known) => {
            let answer =
                if options.json { json::document(&Verification::of(&known)) } else { verified(&known) };
            return Ok(give(&output, &answer, TraybitStatus::Done));
        }
        Err(Refusal::GaveUp(reason)) => {
            let (sentence, status) = run.gave_up(reason, &cost);
            (json::given_up(reason), sentence, status)
        }
        Err(Refusal::TooLarge(sentence)) => ("gave up", named(&name, &sentence), TraybitStatus::GaveUp),
        Err(Refusal::Invalid(sentence)) => return Err(refuse(sentence, TraybitStatus::Invalid)),
        Err(Refusal::Untrue(sentence)) => ("refused", named(&name, &sentence), TraybitStatus::Impossible),
        Err(Refusal::Impossible(sentence)) => {
            ("refused", named(&name, &sentence), TraybitStatus::ImpossibleMove)
        }
    };
    say(&sentence);
    let answer =
        if options.json { json::document(&Verification::none(verdict, sentence)) } else { String::new() };
    Ok(give(&output, &answer, status))
}

fn named(name: &str, sentence: &str) -> String {
    format!("{name} is refused: {sentence}")
}

/// How far the work is.
fn seen(limits: &Limits) -> Cost {
    let (positions, layers) = limits.progress.now();
    Cost { positions, layers, ..Cost::default() }
}

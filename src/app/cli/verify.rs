//! `traybit verify CERTIFICATE`: whether the claim of a certificate is true.

use std::ffi::OsString;

use clap::Args;
use traybit_core::search::outcome::Cost;

use crate::answer::{Answer, Body, Ending, Object, certified, given_up};
use crate::certificate::document::Certificate;
use crate::certificate::refusal::Refusal;
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::Options;
use traybit_program::files::Source;
use traybit_program::status::Status;
use traybit_program::text::Activity;

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

/// Verify the claim of a certificate, by the rules alone
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The certificate's file; `-` is standard input
    certificate: OsString,

    #[command(flatten)]
    options: Options,
}

/// Verifies a certificate.
pub(crate) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Verifying)?;
    let source = Source::or_input(&arguments.certificate);
    let name = source.name();
    let certificate = source.open().and_then(|file| Certificate::read(&name, file))?;
    run.open()?;
    let checked = run.search(|limits, _| certificate.check(&name, limits));
    let refused = |sentence: &str, status| Ending::because(format!("{name} is refused: {sentence}"), status);
    let verdict = |word| Body { fields: Object::default().with("verdict", word), ..Body::default() };
    let (body, ending) = match &checked {
        Ok(known) => (certified::body(&certificate, known), Ending::DONE),
        Err(Refusal::GaveUp(reason)) => {
            let (positions, layers) = run.limits().progress.now();
            let cost = Cost { positions, layers, ..Cost::default() };
            (verdict(given_up(*reason)), run.gave_up(*reason, &cost))
        }
        Err(Refusal::TooLarge(sentence)) => (verdict("gave up"), refused(sentence, Status::GaveUp)),
        Err(Refusal::Invalid(sentence)) => return Err(Failure::invalid(sentence)),
        Err(Refusal::Untrue(sentence)) => (verdict("refused"), refused(sentence, Status::Impossible)),
        Err(Refusal::Impossible(sentence)) => (verdict("refused"), refused(sentence, Status::ImpossibleMove)),
    };
    Ok(run.end_with(Answer::new(body, ending)))
}

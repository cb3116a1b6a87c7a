//! `--certificate FILE`: made and written once the answer is.

use std::ffi::OsString;

use clap::Args;

use crate::certificate::document::Certificate;
use crate::certificate::record::Uncertified;
use crate::runner::{Failure, Output, Run, give, progress, refuse};
use traybit_core::search::limits::Limits;
use traybit_program::status::Status;

/// The option as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Certifying {
    /// Write to FILE a certificate that `traybit verify` can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<OsString>,
}

impl Certifying {
    /// Reserves the file, if the option is given.
    pub(crate) fn place(&self, run: &mut Run) -> Result<Option<Output>, Failure> {
        run.beside("certificate", "--certificate", self.certificate.as_deref())
    }
}

/// Makes the certificate of an answer that is written already, and writes it; the status, unless that fails. A first
/// signal loses the certificate alone; a second one ends the program.
pub(crate) fn finish(
    file: Option<Output>,
    run: &Run,
    status: Status,
    certify: impl FnOnce(&Limits) -> Result<Certificate, Uncertified>,
) -> Status {
    let Some(file) = file else { return status };
    let line = progress::line(&run.limits().progress, "writing a certificate", "layer", run.options.quiet);
    let certified = certify(run.limits());
    drop(line);
    let text = match certified {
        Ok(certificate) => certificate.write().map_err(|sentence| (sentence, Status::Unwritable)),
        Err(Uncertified::Nothing) => {
            run.options.remark("--certificate: none is written, since nothing is known");
            return status;
        }
        Err(Uncertified::Unwritten(sentence)) => Err((sentence, Status::Unwritable)),
        Err(Uncertified::GaveUp(reason, cost)) => {
            let ending = run.gave_up(reason, &cost);
            let sentence = match ending.status {
                // The signal interrupts the certificate alone.
                Status::Stopped(signal) => format!("stopped by {}", signal.name()),
                _ => ending.reason.unwrap_or_default(),
            };
            Err((sentence, ending.status))
        }
    };
    match text {
        Ok(text) => give(&file, &text, status),
        Err((sentence, status)) => refuse(format_args!("--certificate: none is written: {sentence}"), status),
    }
}

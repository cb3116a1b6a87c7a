//! `--certificate FILE`: what lets others verify an answer, made and written once the answer is.

use std::ffi::OsString;

use clap::Args;

use crate::certificate::document::Certificate;
use crate::certificate::record::Uncertified;
use crate::cli::options::{Options, refuse, tried_apart};
use crate::cli::output::Output;
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::report::certified;
use traybit_core::search::limits::Limits;

/// The option as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Certifying {
    /// Write what lets `traybit verify` show that the answer is right, without this search, to FILE
    #[arg(long, value_name = "FILE")]
    certificate: Option<OsString>,
}

/// Where a certificate is to be written.
pub(crate) struct Sealed {
    file: Output,
}

impl Certifying {
    /// Where the certificate goes, if one is wanted; tried at once, so that no work is done in vain. Nothing else can go
    /// to the same place.
    pub(crate) fn place(&self, others: &[Output]) -> Result<Option<Sealed>, TraybitStatus> {
        let Some(name) = &self.certificate else { return Ok(None) };
        let file = tried_apart("certificate", "--certificate", name, others)?;
        Ok(Some(Sealed { file }))
    }
}

impl Sealed {
    /// The places where something else goes, and its own, if there is a certificate.
    pub(crate) fn among(mut others: Vec<Output>, sealed: Option<&Self>) -> Vec<Output> {
        others.extend(sealed.map(|sealed| sealed.file.clone()));
        others
    }

    /// Makes the certificate of an answer that is written already, and writes it; the status, unless that fails.
    pub(crate) fn finish(
        self,
        options: &Options,
        run: &Run,
        status: TraybitStatus,
        certify: impl FnOnce(&Limits) -> Result<Certificate, Uncertified>,
    ) -> TraybitStatus {
        let text = match run.prove(options.quiet, certify) {
            Ok(certificate) => certificate.write(),
            Err(Uncertified::Nothing) => {
                options.remark("--certificate: none is written, since nothing is known");
                return status;
            }
            Err(Uncertified::TooLarge) => Err(certified::too_large()),
            Err(Uncertified::Unwritten(sentence)) => Err(sentence),
            Err(Uncertified::GaveUp(reason, cost)) => {
                let (sentence, status) = run.gave_up(reason, &cost);
                let sentence = match status {
                    // What a signal leaves undone is the certificate alone.
                    TraybitStatus::Stopped(signal) => format!("stopped by {}", signal.name()),
                    _ => sentence,
                };
                return refuse(unwritten(&sentence), status);
            }
        };
        let written = text.map_err(|sentence| unwritten(&sentence)).and_then(|text| self.file.write(&text));
        match written {
            Ok(()) => status,
            Err(sentence) => refuse(sentence, TraybitStatus::GaveUp),
        }
    }
}

fn unwritten(sentence: &str) -> String {
    format!("--certificate: none is written: {sentence}")
}

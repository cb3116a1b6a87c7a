//! `--certificate FILE`: a certificate, made once the answer is written.

use std::ffi::OsString;

use clap::Args;

use crate::report::Ending;
use crate::run::disk::{Folder, OnDisk};
use crate::run::{Failure, Output, Run, give, progress};
use traybit_certificate::record::{Certified, Uncertified};
use traybit_core::Limits;
use traybit_program::{Activity, Status};

#[derive(Args, Clone, Debug)]
pub(crate) struct Certifying {
    /// Write to FILE a certificate that `traybit verify` can check
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<OsString>,
}

/// Subfolder of that of `--disk` for the layers of certificates.
pub(crate) const FOLDER: &str = "certificate";

/// The file, and the folder for layers.
pub(crate) type Place = (Output, Option<Folder>);

impl Certifying {
    /// Reserves the file, if the option is given, and the folder, if there is one.
    pub(crate) fn place(&self, run: &mut Run, on_disk: Option<&OnDisk>) -> Result<Option<Place>, Failure> {
        let file = run.beside("certificate", "--certificate", self.certificate.as_deref())?;
        let Some(file) = file else { return Ok(None) };
        Ok(Some((file, on_disk.map_or(Ok(None), |on_disk| on_disk.open(Some(FOLDER)))?)))
    }
}

/// Makes and writes the certificate of an answer that is already written; returns the status, unless that
/// fails. A first signal loses the certificate alone; a second one ends the program.
pub(crate) fn finish(
    place: Option<Place>,
    run: &mut Run,
    status: Status,
    certify: impl FnOnce(&Limits) -> Certified,
) -> Status {
    let Some((file, disk)) = place else { return status };
    let certified = run.work_in(disk, |run| {
        let progress = &run.limits().progress;
        let _line = progress::line(progress, Activity::CERTIFYING, run.options.quiet);
        certify(run.limits())
    });
    let (sentence, status) = match certified.and_then(|made| made.write().map_err(Uncertified::Unwritten)) {
        Ok(text) => return give(&file, &text, status),
        Err(Uncertified::Nothing) => {
            run.options.remark("--certificate: none is written, since nothing is known");
            return status;
        }
        Err(Uncertified::Unwritten(sentence)) => (sentence, Status::Unwritable),
        Err(Uncertified::GaveUp(reason, cost)) => match run.gave_up(reason, &cost) {
            // The signal interrupts the certificate alone.
            Ending { status: status @ Status::Stopped(signal), .. } => {
                (format!("stopped by {}", signal.name()), status)
            }
            Ending { status, reason } => (reason.unwrap_or_default(), status),
        },
    };
    Failure::new(format_args!("--certificate: none is written: {sentence}"), status).tell()
}

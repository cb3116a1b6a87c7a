//! `--profile FILE`: where the time of a search goes, looked at about a thousand times a second.
//!
//! The sampler is linked only in builds with the feature `profile`; in others the option says so.

use std::ffi::OsStr;

use crate::cli::options::{apart, refuse};
use crate::cli::output::Output;
use crate::cli::status::TraybitStatus;

const LACKING: &str = "--profile: this program was built without its profiler; to build it in, \
                       cargo build --profile profiling --features profile";

/// A profile that is being made.
pub(crate) struct Profile {
    file: Output,
    sampler: sampler::Sampler,
}

impl Profile {
    /// Where the profile goes, if one is wanted; the answer cannot go to the same place.
    pub(crate) fn place(
        wanted: Option<&OsStr>,
        answer: Option<&OsStr>,
    ) -> Result<Option<Output>, TraybitStatus> {
        let Some(name) = wanted else { return Ok(None) };
        if cfg!(not(feature = "profile")) {
            return Err(refuse(LACKING, TraybitStatus::WrongUsage));
        }
        apart("profile", "--profile", name, &[Output::named(answer)]).map(Some)
    }

    /// Tries whether the file can be written, and begins to take samples.
    pub(crate) fn begin(file: Output) -> Result<Self, TraybitStatus> {
        let sampler = file.try_out().and_then(|()| sampler::Sampler::start());
        let sampler = sampler.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
        Ok(Self { file, sampler })
    }

    /// Takes no more samples and writes the picture; the status, unless that fails.
    pub(crate) fn finish(self, status: TraybitStatus) -> TraybitStatus {
        match self.sampler.picture().and_then(|picture| self.file.write(&picture)) {
            Ok(()) => status,
            Err(sentence) => refuse(sentence, TraybitStatus::GaveUp),
        }
    }
}

#[cfg(feature = "profile")]
mod sampler {
    use pprof::{Error, Frames, ProfilerGuard, ProfilerGuardBuilder};

    use crate::report::flames;

    /// Samples a second of processor time, of all threads together; a prime, so as not to keep step with
    /// anything. Many systems look only 100 to 250 times a second at each processor.
    const RATE: i32 = 997;

    /// Threads inside these are not looked at: their stacks cannot always be followed.
    const NOT_FOLLOWED: [&str; 2] = ["libgcc", "vdso"];

    pub(super) struct Sampler(ProfilerGuard<'static>);

    impl Sampler {
        pub(super) fn start() -> Result<Self, String> {
            let builder = ProfilerGuardBuilder::default().frequency(RATE).blocklist(&NOT_FOLLOWED);
            builder.build().map(Self).map_err(|reason| failed(&reason))
        }

        pub(super) fn picture(self) -> Result<String, String> {
            let report = self.0.report().build().map_err(|reason| failed(&reason))?;
            let stacks = report.data.iter().map(|(frames, &samples)| (stack(frames), samples as u64));
            Ok(flames::svg("traybit, processor time of all threads", stacks))
        }
    }

    /// The thread and the functions, outermost first.
    ///
    /// Samples are told apart by functions alone, so those that the compiler has dissolved in another one (all
    /// but the last of each frame) would be of one sample among many: they are left out.
    fn stack(frames: &Frames) -> Vec<String> {
        let functions =
            frames.frames.iter().rev().filter_map(|symbols| symbols.last()).map(ToString::to_string);
        [frames.thread_name_or_id()].into_iter().chain(functions).collect()
    }

    fn failed(reason: &Error) -> String {
        format!("--profile: no samples can be taken: {reason}")
    }
}

#[cfg(not(feature = "profile"))]
mod sampler {
    use super::LACKING;

    pub(super) enum Sampler {}

    impl Sampler {
        pub(super) fn start() -> Result<Self, String> {
            Err(LACKING.to_owned())
        }

        pub(super) fn picture(self) -> Result<String, String> {
            match self {}
        }
    }
}

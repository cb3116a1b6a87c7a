//! `--profile FILE`: a flame graph of the processor time, sampled about a thousand times a second.
//!
//! The sampler is linked only in builds with the feature `profile`; others refuse the option.

use std::ffi::OsStr;
use std::fmt::Display;

use crate::run::{Failure, Output, apart};

const LACKING: &str = "--profile: this program was built without its profiler; to build it in, \
                       cargo build --profile profiling -p traybit --features profile";

/// The file of a profile, and its sampler once the search is about to begin.
pub(super) struct Profile {
    pub(super) file: Output,
    sampler: Option<sampler::Sampler>,
}

impl Profile {
    /// The profile, if an option asks for one.
    pub(super) fn place(name: Option<&OsStr>, others: &[Output]) -> Result<Option<Self>, Failure> {
        let Some(name) = name else { return Ok(None) };
        Failure::usage_if(cfg!(not(feature = "profile")), LACKING)?;
        Ok(Some(Self { file: apart("profile", "--profile", name, others)?, sampler: None }))
    }

    /// Tests the file, and begins to take samples.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        self.file.try_out()?;
        self.sampler = Some(sampler::start().map_err(|reason| Failure::unwritable(failed(reason)))?);
        Ok(())
    }

    /// Ends the samples and writes the graph.
    pub(super) fn finish(self) -> Result<(), String> {
        let Some(sampler) = self.sampler else { return Ok(()) };
        self.file.write(&sampler::graph(&sampler).map_err(failed)?)
    }
}

fn failed(reason: impl Display) -> String {
    format!("--profile: no samples can be taken: {reason}")
}

#[cfg(feature = "profile")]
mod sampler {
    use pprof::flamegraph::Options;
    use pprof::{ProfilerGuard, ProfilerGuardBuilder, Result};

    /// Samples per second of processor time, of all threads together; a prime, so as not to coincide with
    /// periodic work. Many systems sample each processor only 100 to 250 times a second.
    const RATE: i32 = 997;

    /// Libraries in which no samples are taken: their stacks cannot always be unwound.
    const NOT_FOLLOWED: [&str; 2] = ["libgcc", "vdso"];

    pub(super) type Sampler = ProfilerGuard<'static>;

    pub(super) fn start() -> Result<Sampler> {
        ProfilerGuardBuilder::default().frequency(RATE).blocklist(&NOT_FOLLOWED).build()
    }

    pub(super) fn graph(sampler: &Sampler) -> Result<Vec<u8>> {
        let mut options = Options::default();
        "traybit, processor time of all threads".clone_into(&mut options.title);
        let mut graph = Vec::new();
        sampler.report().build()?.flamegraph_with_options(&mut graph, &mut options)?;
        Ok(graph)
    }
}

#[cfg(not(feature = "profile"))]
mod sampler {
    pub(super) enum Sampler {}

    pub(super) fn start() -> Result<Sampler, &'static str> {
        Err(super::LACKING)
    }

    pub(super) fn graph(sampler: &Sampler) -> Result<Vec<u8>, &'static str> {
        match *sampler {}
    }
}

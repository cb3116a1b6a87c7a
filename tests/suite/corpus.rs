//! The inputs that fuzzing keeps, through the checks of their targets. `fuzz/run` looks for more of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tempfile::TempDir;
use traybit_checks::{
    certificates, checker, collections, counts, drawings, journals, packings, pair, positions, referee,
    saved, tiles, typed,
};

use crate::programs::{here, passed_over};

type Check<'a> = &'a dyn Fn(&[u8]);

#[test]
fn kept_inputs_pass_the_checks_of_their_targets() {
    let corpus = here("fuzz/corpus");
    if !corpus.is_dir() {
        passed_over(&format!("skipped: {} is missing, as in a published package", corpus.display()));
        return;
    }
    let folder = TempDir::new().expect("a folder");
    collections::lay_out(folder.path());
    let listed = |data: &[u8]| collections::check(folder.path(), data);
    let targets: [(&str, Check<'_>); 13] = [
        ("pair", &pair::check),
        ("checker", &checker::check),
        ("drawings", &drawings::check),
        ("referee", &referee::check),
        ("positions", &positions::check),
        ("tiles", &tiles::check),
        ("packings", &packings::check),
        ("counts", &counts::check),
        ("certificates", &certificates::check),
        ("collections", &listed),
        ("journals", &journals::check),
        ("saved", &saved::check),
        ("typed", &typed::check),
    ];
    for (target, check) in targets {
        let inputs = fs::read_dir(corpus.join(target)).expect("a corpus for each target");
        let inputs: Vec<_> = inputs.map(|entry| entry.expect("an input").path()).collect();
        assert!(inputs.len() > 3, "{} inputs of {target}", inputs.len());
        for path in inputs {
            let data = fs::read(&path).expect("an input that can be read");
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&data))) {
                eprintln!("{} fails", path.display());
                resume_unwind(panic);
            }
        }
    }
}

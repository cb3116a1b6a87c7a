//! Instruction counts of the engine: numbers that other work on the machine does not blur.
//!
//! ```sh
//! cargo bench -p traybit-benches --bench instructions
//! ```
//!
//! The program runs itself under valgrind's callgrind, once for each workload, and fails where a count is more than
//! 2 % above the one in `instructions.csv`; with `-- --record` it writes that file anew. The profiles stay in
//! `target/tmp`, for `callgrind_annotate`. Without valgrind it prints a message and succeeds.

mod positions;
mod shipped;
mod workloads;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use mimalloc::MiMalloc;
use traybit_core::numbers::grouped;

use crate::workloads::WORKLOADS;

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The argument before the name of one workload to be run.
const RUN: &str = "--run";
/// Tolerated excess over a recorded count, in percent.
const TOLERANCE: f64 = 2.0;
const COLUMNS: &str = "workload,instructions,compiler,target";

/// Compiler and target of this program, on which its counts depend.
#[derive(Clone, PartialEq)]
struct Build {
    compiler: String,
    target: String,
}

impl Build {
    fn this() -> Self {
        // Cargo starts benches where it would start the compiler, so this is the one that was used.
        let compiler = Command::new("rustc").arg("--version").output();
        let compiler =
            compiler.map_or("unknown".into(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
        let features = [
            ("avx2", cfg!(target_feature = "avx2")),
            ("bmi2", cfg!(target_feature = "bmi2")),
            ("aes", cfg!(target_feature = "aes")),
            ("sha", cfg!(target_feature = "sha")),
            ("avx512f", cfg!(target_feature = "avx512f")),
        ];
        let has = features.iter().filter(|(_, has)| *has).map(|(name, _)| *name);
        let target = [env::consts::ARCH].into_iter().chain(has).collect::<Vec<_>>().join(" ");
        Self { compiler: compiler.trim().to_owned(), target }
    }
}

/// A count that was recorded.
struct Recorded {
    workload: String,
    instructions: u64,
    build: Build,
}

fn main() -> ExitCode {
    // Whatever else `cargo bench` passes is meant for the other benches.
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [run, name] = &arguments[..]
        && run == RUN
    {
        let (.., work) = WORKLOADS.iter().find(|(workload, ..)| workload == name).expect("a workload");
        println!("{}", work());
        return ExitCode::SUCCESS;
    }
    match compare(arguments.iter().any(|argument| argument == "--record")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(sentence) => {
            println!("{sentence}");
            ExitCode::SUCCESS
        }
    }
}

/// Counts everything and prints a table; whether no count is too large. With `record`, the counts are written down.
fn compare(record: bool) -> Result<bool, String> {
    let path = shipped::here("benches/instructions.csv");
    let build = Build::this();
    let recorded = recorded(&fs::read_to_string(&path).unwrap_or_default());
    let mut lines = vec![COLUMNS.to_owned()];
    let mut table = "| workload | instructions | per unit | change |\n|---|---:|---:|---|\n".to_owned();
    let mut good = true;
    for (workload, unit, _) in WORKLOADS {
        let (instructions, units) = count(workload)?;
        lines.push(format!("{workload},{instructions},{},{}", build.compiler, build.target));
        let before = recorded.iter().find(|line| line.workload == workload);
        let (change, too_large) = change(instructions, before, &build);
        good &= !too_large;
        let each = instructions as f64 / units as f64;
        let _ =
            writeln!(table, "| {workload} | {} | {each:.1} per {unit} | {change} |", grouped(instructions));
    }
    print!("{table}");
    if record {
        fs::write(&path, lines.join("\n") + "\n").expect("the record can be written");
        println!("Recorded in {}.", path.display());
    }
    Ok(good || record)
}

/// The change in words, and whether it is too large; counts of different builds tell nothing about the engine.
fn change(instructions: u64, before: Option<&Recorded>, build: &Build) -> (String, bool) {
    let Some(before) = before else { return ("not recorded".to_owned(), false) };
    let percent = 100.0 * (instructions as f64 / before.instructions as f64 - 1.0);
    let Build { compiler, target } = &before.build;
    let (note, too_large) = match percent > TOLERANCE {
        _ if before.build != *build => (format!(", recorded with {compiler} for {target}"), false),
        true => (format!(", more than {TOLERANCE} %"), true),
        false => (String::new(), false),
    };
    (format!("{percent:+.2} %{note}"), too_large)
}

/// The lines of a record after its head.
fn recorded(text: &str) -> Vec<Recorded> {
    let lines = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [workload, instructions, compiler, target] = fields[..] else { panic!("not {COLUMNS}: {line}") };
        Recorded {
            workload: workload.to_owned(),
            instructions: instructions.parse().expect("a number"),
            build: Build { compiler: compiler.to_owned(), target: target.to_owned() },
        }
    });
    lines.collect()
}

/// Instructions and units of a workload; a sentence where valgrind cannot count them.
fn count(name: &str) -> Result<(u64, u64), String> {
    let profile =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind.{}", name.replace(' ', "-")));
    let child = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_by_callgrind*"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(env::current_exe().expect("this program has a path"))
        .args([RUN, name])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("Nothing is counted: valgrind cannot be started ({error})."))?;
    let sentences = String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success(), "{name} failed under valgrind: {}\n{sentences}", child.status);
    let units = String::from_utf8_lossy(&child.stdout).trim().parse().expect("how many units it was");
    let profile = fs::read_to_string(profile).expect("what callgrind wrote");
    let total = profile.lines().find_map(|line| line.strip_prefix("totals: "));
    let total = total.expect("callgrind's total").trim().parse().expect("a number");
    assert!(total > units, "{name}: the function whose instructions are counted was not met");
    Ok((total, units))
}

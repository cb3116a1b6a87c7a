//! Budgets of memory are those of the whole process, and a bug of the program names the puzzle.

use crate::programs::{Answer, Files, built, passed_over, program, run, traybit};

/// Far more positions than any budget here holds: unit blocks of one kind among some of others.
pub(crate) const WIDE: &str = "\
9 9
0 0 1 1
0 3 1 4
3 0 3 1
3 3 3 4
5 0 6 0
5 2 6 2
8 0 8 2
7 4 7 6
0 6 0 6
1 7 1 7
2 6 2 6
3 8 3 8
5 5 5 5
6 8 6 8
8 8 8 8
";
pub(crate) const WIDE_GOAL: &str = "7 7 8 8\n0 0 0 2\n4 4 5 4\n";

const BUDGET: u64 = 80 << 20;

#[test]
fn what_the_process_takes_up_stays_within_the_memory() {
    let files = Files::new();
    files.write("wide", WIDE);
    files.write("end", WIDE_GOAL);
    files.write("board", "5 1 2 4 8\n6 0 7 3 12\n9 10 11 15 14\n13 16 17 18 19\n20 21 22 23 24\n");
    for command in ["solve wide end", "explore --metric path wide end"] {
        let answer = files.traybit(&format!("{command} --memory {BUDGET} --json"));
        assert_eq!(answer.status, 5, "{command}: {answer:?}");
        assert!(answer.sentences.contains("memory limit reached (80.0 MiB) after "), "{command}: {answer:?}");
        let taken =
            answer.document()["cost"]["peak_resident_bytes"].as_u64().expect("where the system tells");
        assert!(taken <= BUDGET + BUDGET / 20, "{command}: {taken} bytes");
        assert!(taken >= BUDGET / 2, "{command}: only {taken} bytes");
    }
}

/// Limit of the address space, in KiB.
const LIMIT: u32 = 500_000;

#[test]
fn a_limit_of_the_address_space_is_a_limit_of_memory() {
    let files = Files::new();
    files.write("wide", WIDE);
    files.write("end", WIDE_GOAL);
    for command in ["explore wide", "solve wide end --threads 2 --memory 1T"] {
        let line = format!("ulimit -v {LIMIT}; exec {} {command}", built("traybit"));
        let answer = run(program("sh").current_dir(files.path(".")).args(["-c", &line]), "");
        assert_eq!(answer.status, 5, "{command}: {answer:?}");
        let limit = answer.sentences.split_once("memory limit reached (").map(|(_, rest)| rest);
        let limit = limit.and_then(|rest| rest.split_once(" MiB) after ")?.0.parse().ok());
        let most = f64::from(LIMIT) / 1024.0;
        assert!(limit.is_some_and(|limit: f64| (most / 4.0..most).contains(&limit)), "{command}: {answer:?}");
    }
}

#[test]
fn a_fault_names_the_puzzle() {
    if !cfg!(debug_assertions) {
        passed_over("skipped: this build has no way to ask for a panic");
        return;
    }
    let files = Files::new();
    files.write("wide", WIDE);
    files.write("end", WIDE_GOAL);
    let told = |program: &mut std::process::Command, error: &str| {
        run(program.current_dir(files.path(".")).env("TRAYBIT_FAULT", error), "")
    };
    let assert_named = |answer: &Answer, name: &str, worked_on: &str| {
        let status = if name == "traybit" { 8 } else { 5 };
        assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{answer:?}");
        let (place, rest) = answer.sentences.split_once(" while it worked on ").expect("a puzzle is named");
        assert!(place.starts_with(&format!("{name}: a bug in the program at ")), "{answer:?}");
        assert_eq!(rest, format!("{worked_on}: the error that TRAYBIT_FAULT asks for.\n"));
    };
    let mut solver = program(&built("solver"));
    assert_named(&told(solver.args(["wide", "end"]), "end"), "solver", "wide, end");
    for command in ["solve wide end", "explore wide"] {
        let answer = told(traybit().args(command.split(' ')), "wide");
        let files = command.split_once(' ').map_or("", |(_, files)| files).replace(' ', ", ");
        assert_named(&answer, "traybit", &files);
    }
    files.write("x", "1 3\n0 0 0 0\n");
    files.write("x.goal", "0 2 0 2\n");
    for threads in ["1", "2"] {
        let batch = ["batch", "--quiet", "--limit", "5", "--threads", threads, "."];
        assert_named(&told(traybit().args(batch), "./x"), "traybit", "./x");
    }
}

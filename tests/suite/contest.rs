//! `traybit contest`: programs timed, judged and ranked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::programs::{Answer, Files, built, here, interrupt, run, traybit};

const TRAY: &str = "1 3\n0 0 0 0\n";

static SOLVER: LazyLock<String> = LazyLock::new(|| format!("ours={} {{init}} {{goal}}", built("solver")));
static CHECKER: LazyLock<String> = LazyLock::new(|| format!("ours={} {{init}} {{goal}}", built("checker")));

/// `traybit contest` in a folder.
fn contest(files: &Files, arguments: &[&str]) -> Answer {
    run(traybit().current_dir(files.path(".")).arg("contest").args(arguments), "")
}

/// Two pairs that can be solved, one that cannot, and what is no pair.
fn puzzles(files: &Files) {
    for folder in ["p/easy", "p/hard"] {
        fs::create_dir_all(files.path(folder)).expect("a folder");
    }
    for (name, text) in [
        ("p/easy/a", TRAY),
        ("p/easy/a.goal", "0 2 0 2\n"),
        ("p/hard/b", TRAY),
        ("p/hard/b.goal", "0 1 0 1\n"),
        ("p/hard/none", TRAY),
        ("p/hard/none.goal", "0 0 0 1\n"),
        ("p/board", "2\n 1  \n 3  2\n"),
    ] {
        files.write(name, text);
    }
}

/// A solver that is a script of the shell; its command.
fn script(files: &Files, name: &str, text: &str) -> String {
    format!("{name}=sh '{}' {{init}} {{goal}}", files.write(format!("{name} s.sh"), text).display())
}

#[test]
fn the_table_and_the_answer_go_to_two_places() {
    let files = Files::new();
    puzzles(&files);
    let solver = script(&files, "none", "exit 1\n");
    for place in ["both", "-"] {
        let answer = contest(&files, &["--solver", &solver, "--csv", place, "-o", place, "p"]);
        answer.refused(2, "cannot go to the same place");
    }
}

#[test]
fn the_quickest_wins_and_wrong_moves_are_caught() {
    let files = Files::new();
    puzzles(&files);
    let slow = script(&files, "slow", &format!("sleep 0.3\nexec {} \"$@\"\n", built("solver")));
    let liar = script(&files, "liar", "echo 0 0 0 1\necho 0 1 1 2\n");
    let arguments = [
        "p", "--rounds", "2", "--solver", &SOLVER, "--solver", &slow, "--solver", &liar, "--csv", "runs.csv",
    ];
    let answer = contest(&files, &arguments);
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""), "{answer:?}");
    let mut lines = answer.output.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("Skipped ") && line.contains("no pair of")));
    let places = lines.skip_while(|line| !line.starts_with("solver ")).skip(1);
    let places: Vec<&str> = places.take(3).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(places, ["ours", "slow", "liar"], "{answer:?}");
    for part in ["hard/b: status 0, but its moves, line 2: ", "no argument: expected status 2, found 0"] {
        assert!(answer.output.contains(&format!("Wrong liar, {part}")), "{answer:?}");
    }
    assert!(!answer.output.contains("Wrong ours") && !answer.output.contains("Wrong slow"), "{answer:?}");
    let table = fs::read_to_string(files.path("runs.csv")).expect("a table");
    let head = "kind,round,program,set,puzzle,status,seconds,cpu_seconds,verdict\n";
    assert!(table.starts_with(head), "{table}");
    assert_eq!(table.lines().count(), 1 + 2 * 3 * 3 + 3 * 6);
}

#[test]
fn points_are_the_course_s() {
    let files = Files::new();
    puzzles(&files);
    let denier = script(&files, "denier", "exit 1\n");
    let answer = contest(
        &files,
        &["p", "--rounds", "1", "--json", "--solver", &SOLVER, "--solver", &denier, "--checker", &CHECKER],
    );
    assert_eq!(answer.status, 0, "{answer:?}");
    let document = answer.document();
    let [ours, denier] = [&document["solvers"][0], &document["solvers"][1]];
    assert_eq!(
        (&ours["solver"], &ours["solved"], &ours["unsolvable"]),
        (&"ours".into(), &2.into(), &1.into())
    );
    let points = |of: &Value, kind: &str| of["points"][kind].as_f64().expect("points");
    let gained =
        |of: &Value| ["easy", "hard", "statuses", "contest"].map(|kind| points(of, kind).to_string());
    assert_eq!(gained(ours), ["8", "0.6", "2", "3"]);
    assert_eq!(points(ours, "checker").to_string(), "2");
    // It is right about the puzzle that has no solution.
    assert_eq!(gained(denier), ["0", "0.3", "0", "2"]);
    assert_eq!((&denier["wrong"], &denier["failed"]), (&2.into(), &2.into()));
    let checker = &document["checkers"][0];
    // Two solutions with their three spoilt copies, an empty list, seven inputs at error.
    assert_eq!((&checker["right_statuses"], &checker["statuses"]), (&16.into(), &16.into()), "{answer:?}");
}

#[test]
fn a_solver_that_hangs_is_ended() {
    let files = Files::new();
    puzzles(&files);
    let hanging = script(&files, "hanging", "sleep 600 &\nsleep 600\n");
    let answer = contest(
        &files,
        &["p", "--rounds", "1", "--limit", "200ms", "--json", "--no-reference", "--solver", &hanging],
    );
    assert_eq!(answer.status, 0, "{answer:?}");
    let document = answer.document();
    assert_eq!(document["solvers"][0]["failed"], 3);
    let runs = document["runs"].as_array().expect("runs");
    assert!(runs.len() == 9 && runs.iter().all(|run| run["status"] == "limit"), "{answer:?}");
}

#[test]
fn claims_of_impossibility_are_held_against_the_engine() {
    let files = Files::new();
    puzzles(&files);
    let denier = script(&files, "denier", "exit 1\n");
    let answer = contest(&files, &["p", "--rounds", "1", "--quiet", "--solver", &denier]);
    let wrong = "Wrong denier, easy/a: says that no solution exists, but traybit's engine found one";
    assert!(answer.output.contains(wrong), "{answer:?}");
    let is_right = !answer.output.contains("denier, hard/none") && !answer.output.contains("Unproven");
    assert!(is_right, "{answer:?}");
    let answer = contest(&files, &["p", "--rounds", "1", "--quiet", "--no-reference", "--solver", &denier]);
    for puzzle in ["easy/a", "hard/b", "hard/none"] {
        assert!(answer.output.contains(&format!("Unproven {puzzle}: ")), "{answer:?}");
    }
}

#[test]
fn checkers_are_tried_with_right_and_spoilt_moves() {
    let files = Files::new();
    puzzles(&files);
    let believer = script(&files, "believer", "cat > /dev/null\n");
    let answer = contest(&files, &["p", "--rounds", "2", "--checker", &CHECKER, "--checker", &believer]);
    assert_eq!(answer.status, 0, "{answer:?}");
    for (what, status) in [("easy/a, cut short", 1), ("hard/none, no move", 1), ("malformed moves", 4)] {
        let sentence = format!("Wrong believer, {what}: expected status {status}, found 0\n");
        assert!(answer.output.contains(&sentence), "{sentence}{answer:?}");
    }
    assert!(!answer.output.contains("Wrong ours"), "{answer:?}");
}

#[test]
fn the_sets_that_are_named_take_part() {
    let files = Files::new();
    puzzles(&files);
    let arguments =
        ["--set", "hard", "p", "--quiet", "--output", "r.txt", "--csv", "r.csv", "--solver", &SOLVER];
    let answer = contest(&files, &arguments);
    assert_eq!((answer.status, answer.output.as_str()), (0, ""), "{answer:?}");
    let [answer, table] =
        ["r.txt", "r.csv"].map(|name| fs::read_to_string(files.path(name)).expect("a file"));
    assert!(answer.contains("\n2 puzzles, 3 rounds, ") && table.contains(",hard,none,1,"), "{answer}{table}");
    assert!(!table.contains(",easy,"), "{table}");
}

#[test]
fn a_signal_ends_the_contest_and_its_programs() {
    let files = Files::new();
    puzzles(&files);
    let waiting = script(&files, "waiting", "[ $# = 2 ] || exit 2\necho $$ > started\nexec sleep 600\n");
    let mut command = traybit();
    command.current_dir(files.path(".")).args(["contest", "p", "--quiet", "--solver", &waiting]);
    let child = command.spawn().expect("it starts");
    let process = loop {
        let started = fs::read_to_string(files.path("started")).unwrap_or_default();
        match started.trim().parse::<u32>() {
            Ok(process) => break process,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    };
    interrupt(&child, "INT");
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!(answer.status, 130, "{answer:?}");
    assert!(answer.sentences.contains("stopped by SIGINT: 0 of 9 runs of solvers are done"), "{answer:?}");
    assert!(!Path::new(&format!("/proc/{process}")).exists());
}

#[test]
fn the_shipped_index_names_its_pairs() {
    let files = Files::new();
    let index = here("contest/set.csv");
    let index = index.to_str().expect("text");
    let arguments =
        [index, "--rounds", "1", "--json", "--no-reference", "--solver", "none=true {init} {goal}"];
    let answer = contest(&files, &arguments);
    assert_eq!(answer.status, 0, "{answer:?}");
    let document = answer.document();
    assert_eq!(
        (&document["solvers"][0]["puzzles"], &document["errors"]),
        (&24.into(), &Value::Array(vec![]))
    );
    let runs = document["runs"].as_array().expect("runs");
    assert!(runs.iter().any(|run| run["set"] == "hard" && run["puzzle"] == "klotski"), "{answer:?}");
    // A goal that is met at the start needs no move.
    assert_eq!(document["solvers"][0]["solved"], 1);
}

#[test]
fn the_index_of_walked_trays_names_its_pairs() {
    let index = fs::read_to_string(here("contest/walked.csv")).expect("an index");
    let mut sets = BTreeMap::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert!(
            here("contest").join(fields[1]).is_file() && here("contest").join(fields[2]).is_file(),
            "{line}"
        );
        *sets.entry(fields[0]).or_insert(0) += 1;
    }
    assert_eq!(sets.values().sum::<i32>(), 200);
    assert_eq!(sets.keys().copied().collect::<Vec<_>>(), ["all", "five", "one", "three"]);
}

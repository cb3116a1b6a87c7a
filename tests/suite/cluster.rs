//! Searches that several processes share: the same answers as alone, and a quick end with a sentence where one is lost.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use traybit_app::run::shared_search::Join;
use traybit_cluster::peers::Session;
use traybit_core::search::disk::Disk;
use traybit_core::{Answer as Found, Limits};
use traybit_sliding::solve::spaces::{ExploreOptions, Space, explore};
use traybit_sliding::solve::{Symmetric, shortest_packed};
use traybit_sliding::tidy::lay_out;
use traybit_sliding::{Choice, Metric, Puzzle};

use crate::differential::drawings::problem;
use crate::differential::sliding::METRICS;
use crate::programs::{Answer, Files, here, traybit, traybit_here};

/// Addresses that are free now.
fn hosts(processes: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect()
}

/// The answers of all processes, each a thread here, which share every layer from the first on: in memory by twos, else in
/// files.
fn shared<T: Send>(processes: usize, search: impl Fn(&Limits) -> T + Sync) -> Vec<T> {
    let (hosts, search) = (hosts(processes), &search);
    thread::scope(|scope| {
        let process = |number| {
            let session = Session::new(hosts.clone(), number, Duration::from_secs(30));
            scope.spawn(move || {
                let folder = TempDir::new().expect("a folder");
                let disk = (processes > 2).then(|| Arc::new(Disk::open(folder.path()).expect("a disk")));
                let limits = Limits { memory: 4 << 20, wide: 1, disk, threads: 2, ..Limits::default() };
                let peers = session.join("a test", &limits).expect("all are there");
                let found = search(&Limits { peers: Some(peers), ..limits });
                session.finish();
                found
            })
        };
        let processes: Vec<_> = (0..processes).map(process).collect();
        processes.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

fn whole(puzzle: &Puzzle, metric: Metric, limits: &Limits) -> Space {
    let options = ExploreOptions { farthest: 3, goals: !puzzle.goals.is_empty() };
    explore(puzzle, None, metric, options, limits, None).expect("no checkpoint is read")
}

/// Facts that do not depend on the number of processes.
fn facts(found: Space) -> impl PartialEq + std::fmt::Debug {
    let Space { explored, farthest, goals, .. } = found;
    let goals = goals.map(|goals| (goals.layers, goals.explored.sizes, goals.explored.ended, goals.hardest));
    (explored.sizes, explored.ended, explored.cost.successors, farthest, goals)
}

#[test]
fn processes_find_the_layers_that_one_finds() {
    for seed in 0..15 {
        let puzzle = problem(seed);
        for metric in METRICS {
            let alone = facts(whole(&puzzle, metric, &Limits::default()));
            for found in shared(2 + seed as usize % 3, |limits| whole(&puzzle, metric, limits)) {
                assert_eq!(facts(found), alone, "seed {seed}, {metric:?}");
            }
        }
    }
}

#[test]
fn processes_find_shortest_solutions() {
    let mut solved = 0;
    for seed in 0..50 {
        let puzzle = problem(seed);
        let (classes, metric) = (puzzle.classes(), METRICS[seed as usize % 3]);
        if classes.goals.is_empty() {
            continue;
        }
        let shortest = |limits: &Limits| {
            let choice = Choice::of(&classes);
            let outcome = shortest_packed(&classes, choice, metric, Symmetric::Merged, limits, None);
            outcome.expect("no checkpoint is read").answer
        };
        let length = |answer: &Found<_>| match answer {
            Found::Solved(moves) => {
                puzzle.verify(&lay_out(&classes, moves)).expect("a solution");
                Some(moves.len())
            }
            Found::Unsolvable => None,
            Found::GaveUp(reason) => panic!("seed {seed}: {reason:?}"),
        };
        let alone = length(&shortest(&Limits::default()));
        solved += usize::from(alone.is_some_and(|length| length > 0));
        for answer in shared(2 + seed as usize % 3, shortest) {
            assert_eq!(length(&answer), alone, "seed {seed}, {metric:?}");
        }
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn started_processes_give_one_answer() {
    let klotski = "puzzles/sliding/klotski puzzles/sliding/klotski.goal";
    let alone = traybit_here(&format!("solve {klotski} -q"));
    let shared = traybit_here(&format!("cluster solve {klotski} -q --processes 3"));
    assert_eq!((shared.status, &shared.output), (0, &alone.output), "{shared:?}");
    let alone = traybit_here("explore puzzles/sliding/d209 --layers -q");
    let shared = traybit_here("cluster explore puzzles/sliding/d209 --layers -q --processes 2");
    assert_eq!((shared.status, &shared.output), (0, &alone.output), "{shared:?}");
}

#[test]
fn started_processes_end_where_the_first_is_refused() {
    let files = Files::new();
    files.write("tray", "1 3\n0 0 0 0\n");
    files.write("tray.goal", "0 2 0 2\n");
    let refused = files.traybit("cluster solve --processes 2 --wait 1h tray tray.goal -o tray");
    refused.refused(2, "is read, so it cannot be written, too");
}

/// Processes of one search, started by hand: each line of arguments is one's own.
fn start(files: &Files, hosts: &[String], own: &[&str]) -> Vec<Child> {
    let list = hosts.join("\n") + "\n";
    files.write("hosts", &list);
    let place = files.path("hosts").display().to_string();
    let process = |(number, own): (usize, &&str)| {
        let arguments = format!("cluster explore {own} --hosts {place} --process {number} --threads 1");
        traybit().current_dir(here("")).args(arguments.split(' ')).spawn().expect("it starts")
    };
    own.iter().enumerate().map(process).collect()
}

#[test]
fn strangers_and_other_puzzles_are_refused() {
    let (files, hosts) = (Files::new(), hosts(2));
    let tray = "puzzles/sliding/d209";
    let first = start(&files, &hosts, &[tray]).remove(0);
    let mut stranger = loop {
        match TcpStream::connect(&hosts[0]) {
            Ok(stream) => break stream,
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    };
    stranger.write_all(b"GET / HTTP/1.0\r\n\r\n").expect("it is listened to");
    let mut told = Vec::new();
    // The connection may be reset before all is read.
    let _ = stranger.read_to_end(&mut told);
    assert!(String::from_utf8_lossy(&told).contains("expected the greeting"), "{told:?}");
    let place = files.path("hosts").display().to_string();
    let other = format!("cluster explore puzzles/sliding/klotski --hosts {place} --process 1");
    traybit_here(&other).refused(5, "another puzzle or other options");
    let second = traybit_here(&format!("cluster explore {tray} -q --hosts {place} --process 1"));
    assert_eq!((second.status, second.output.as_str()), (0, ""), "{second:?}");
    let first = first.wait_with_output().expect("it ends");
    let sentences = String::from_utf8(first.stderr).expect("text");
    assert!(first.status.success() && !first.stdout.is_empty(), "{sentences}");
    assert!(sentences.contains("was refused: expected the greeting"), "{sentences}");
    assert!(sentences.contains("was refused: it has another puzzle"), "{sentences}");
}

/// A tray with 15,646,176 positions.
const LARGE: &str = "\
5 5
0 0 1 1
0 2 0 3
0 4 1 4
2 0 2 1
2 2 3 2
3 0 4 0
2 3 2 4
3 3 3 3
3 4 3 4
4 1 4 1
";

#[test]
fn a_killed_process_ends_the_others_and_all_resume() {
    let files = Files::new();
    files.write("tray", LARGE);
    let (tray, folder) =
        (files.path("tray").display().to_string(), files.path("layers").display().to_string());
    let arguments = format!("{tray} --metric step --layers -q --disk {folder}");
    let alone = traybit_here(&format!("explore {tray} --metric step --layers -q"));
    let hosts = hosts(3);
    for killed in [2, 0] {
        let state = files.path("layers").join("process-0/traybit.state");
        let saved = || fs::metadata(&state).and_then(|file| file.modified()).ok();
        let before = saved();
        let mut processes = start(&files, &hosts, &[&arguments, &arguments, &arguments]);
        let began = Instant::now();
        while saved() == before && began.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(5));
        }
        processes[killed].kill().expect("it can be killed");
        for (number, process) in processes.into_iter().enumerate().filter(|(number, _)| *number != killed) {
            let ended = process.wait_with_output().expect("it ends");
            let sentences = String::from_utf8(ended.stderr).expect("text");
            assert_eq!(ended.status.code(), Some(5), "process {number}: {sentences}");
            assert!(
                sentences.contains(&format!("process {killed} ({}) ended", hosts[killed])),
                "{sentences}"
            );
        }
    }
    let processes = start(&files, &hosts, &[&arguments, &arguments, &arguments]);
    let outputs = processes.into_iter().map(|process| process.wait_with_output().expect("it ends"));
    let answers: Vec<Answer> = outputs.map(Answer::from).collect();
    let expected = [(0, alone.output.as_str()), (0, ""), (0, "")];
    let found: Vec<(i32, &str)> =
        answers.iter().map(|answer| (answer.status, answer.output.as_str())).collect();
    assert_eq!(found, expected, "{answers:?}");
}

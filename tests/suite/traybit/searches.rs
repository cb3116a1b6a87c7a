//! `traybit explore`, and the figures that all searches give.

use std::iter::zip;

use serde_json::{Value, json};

use super::{answer, document, in_files, refused, traybit};
use crate::programs::{Answer, Files, here, interrupt, run};
use crate::solver::ENDLESS;

/// Sizes of Klotski's first layers, in steps.
const FIRST: [u64; 10] = [1, 4, 10, 13, 18, 16, 19, 20, 22, 32];

const KLOTSKI: &str = "positions: 25,955\nlayers: 168, the start's own among them\ndepth: 167 steps\n\
                       widest layer: 754 positions, 57 steps from the start\n\
                       farthest from the start: 4 positions\n";

fn klotski(arguments: &str) -> Answer {
    let mut command = traybit();
    command.args(arguments.split_whitespace()).arg(here("puzzles/sliding/klotski"));
    run(&mut command, "")
}

fn endless(arguments: &str) -> Answer {
    in_files(&format!("explore long {arguments}"), &[("long", ENDLESS)], "").0
}

/// The first columns of the table that `--stats` prints, among sentences.
fn table(sentences: &str) -> Vec<&str> {
    let rows = sentences.lines().filter(|line| !line.starts_with("traybit: "));
    rows.filter_map(|row| row.split("  ").next()).collect()
}

#[test]
fn explore_tells_size_depth_and_widest_layer() {
    let explored = klotski("explore --metric step");
    assert_eq!(explored.status, 0, "{explored:?}");
    assert!(explored.output.starts_with(KLOTSKI), "{explored:?}");
    let pictures = "farthest from the start:\n\n  g a h i\n  . a c d\n  e e c d\n  b b f j\n  b b f .\n";
    assert!(explored.output.ends_with(pictures), "{explored:?}");
    assert!(explored.sentences.contains("25,955 positions, 167 layers"), "{explored:?}");
    let alone = in_files("explore --metric step full", &[("full", "1 1\n0 0 0 0\n")], "").0;
    assert_eq!(
        alone.output,
        "positions: 1\nlayers: 1, the start's own among them\ndepth: 0 steps\n\
         widest layer: 1 position, 0 steps from the start\nfarthest from the start: 1 position\n\n\
         distance  positions\n       0          1  ████████████████████████████████████████\n\n\
         farthest from the start:\n\n  a\n"
    );
}

#[test]
fn metrics_change_distances_and_not_the_space() {
    let [steps, slides, paths] = ["step", "slide", "path"].map(|metric| {
        let space = document(&klotski(&format!("explore --json --metric {metric}")));
        assert_eq!((&space["metric"], &space["positions"]), (&json!(metric), &json!(25_955)));
        space["depth"].as_u64().expect("a number")
    });
    assert!(steps > slides && slides > paths, "{steps} steps, {slides} slides, {paths} paths");
}

#[test]
fn layers_stand_below_the_answer_and_sum_up() {
    let explored = klotski("explore --metric step --quiet --layers");
    let (figures, layers) = explored.output.rsplit_once("\n\n").expect("an empty line between");
    assert!(figures.starts_with(KLOTSKI));
    let layers: Vec<(usize, u64)> = layers
        .lines()
        .map(|line| line.split_once(' ').expect("two numbers"))
        .map(|(distance, size)| (distance.parse().expect("a number"), size.parse().expect("a number")))
        .collect();
    assert!(zip(0.., &layers).all(|(index, (distance, _))| index == *distance), "{layers:?}");
    assert!(zip(FIRST, &layers).all(|(known, (_, size))| known == *size), "{layers:?}");
    assert_eq!(layers.iter().map(|(_, size)| size).sum::<u64>(), 25_955);
    assert_eq!((layers.len(), explored.sentences.as_str()), (168, ""));
}

#[test]
fn explore_as_json_holds_everything() {
    let space = document(&klotski("explore --metric step --json --quiet"));
    assert_eq!((&space["answer"], &space["complete"]), (&json!("explored"), &json!(true)));
    assert_eq!((&space["metric"], &space["depth"]), (&json!("step"), &json!(167)));
    assert_eq!(space["widest"], json!({ "distance": 57, "positions": 754 }));
    let layers = space["layers"].as_array().expect("sizes");
    assert_eq!(layers[..10], FIRST.map(Value::from));
    assert_eq!(layers.iter().filter_map(Value::as_u64).sum::<u64>(), 25_955);
    assert!(space["key"]["bits"].is_number() && space["reason"].is_null(), "{space}");
}

#[test]
fn every_search_has_its_cost_in_json() {
    let solve = "solve --json tray goal";
    for searched in [klotski("explore --json --threads 3"), answer(&format!("{solve} --threads 3"))] {
        let document = document(&searched);
        let cost = document["cost"].as_object().expect("fields");
        for field in ["seconds", "bytes", "bytes_per_position", "trail_bytes", "peak_resident_bytes"] {
            assert!(cost[field].is_number(), "{field}: {searched:?}");
        }
        for field in ["layers", "positions_per_second", "successors_per_second"] {
            assert!(cost[field].is_u64(), "{field}: {searched:?}");
        }
        assert!(cost["successors"].as_u64() >= cost["layers"].as_u64(), "{searched:?}");
        assert_eq!(cost["threads"], 3);
    }
    // What is refuted without a search has neither time nor positions.
    let short = in_files("solve --json tray other", &[("other", "0 0 0 0\n")], "").0;
    let cost = &document(&short)["cost"];
    for field in ["positions", "positions_per_second", "successors_per_second", "bytes_per_position"] {
        assert_eq!(cost[field].as_f64(), Some(0.0), "{field}: {cost}");
    }
}

#[test]
fn stats_stand_on_standard_error_alone() {
    let rows = [
        "layers after the start's",
        "positions",
        "successors",
        "positions per second",
        "successors per second",
        "bytes per position",
        "of them to reconstruct paths",
        "search memory, peak",
        "process memory, peak",
        "threads allowed",
        "time",
        "key",
    ];
    let explored = klotski("explore --metric step --stats");
    assert!(explored.status == 0 && explored.output.starts_with(KLOTSKI), "{explored:?}");
    assert_eq!(table(&explored.sentences), rows);
    // Asked for by name, so that quiet does not keep it back.
    let solved = answer("solve --stats --quiet tray goal");
    assert_eq!((solved.status, solved.output.as_str()), (0, "1 1 3 1\n"));
    let mut solving = [&rows[..], &["method"]].concat();
    solving[1] = "positions, symmetric merged";
    assert_eq!(table(&solved.sentences), solving, "the goal has a symmetry");
    assert_eq!(table(&endless("--stats --memory 20M").sentences), rows);
    let short = in_files("solve --stats tray other", &[("other", "0 0 0 0\n")], "").0;
    assert_eq!(table(&short.sentences), [&rows[..11], &["method"]].concat(), "no key without a search");
    let plain = klotski("explore --metric step");
    assert!(table(&plain.sentences).is_empty() && !plain.sentences.contains("key"), "{plain:?}");
}

#[test]
fn explore_gives_up_with_what_is_known() {
    let full = endless("--memory 20M");
    refused(&full, 5, "memory limit reached (20.0 MiB) after ");
    refused(&full, 5, "raise it with --memory");
    refused(&full, 5, "; the widest layer has ");
    refused(&endless("--limit 0 --layers"), 5, "time limit reached (0 s) after 1 position; raise it");
    let known = endless("--metric step --json --memory 20M");
    assert_eq!(known.status, 5);
    let known = document(&known);
    assert_eq!((&known["answer"], &known["complete"]), (&json!("gave_up"), &json!(false)));
    assert_eq!(known["layers"].as_array().expect("sizes")[..3], [1, 14, 94].map(Value::from));
    assert!(known["reason"].as_str().is_some_and(|reason| reason.contains("20.0 MiB")), "{known}");
}

#[test]
fn signals_end_exploring_with_what_is_known() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let files = Files::new();
        let mut command = traybit();
        command.arg("explore").arg(files.write("long", ENDLESS)).args(["--memory", "4G"]);
        let child = command.spawn().expect("it starts");
        interrupt(&child, signal);
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        refused(&answer, status, &format!("traybit: stopped by SIG{signal}: not explored to the end"));
    }
}

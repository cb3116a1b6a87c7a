//! `traybit generate`: the same puzzles for the same seed, answers that hold, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{document, refused, traybit};
use crate::programs::{Answer, Files, run};

const KLOTSKI: [&str; 10] = [
    "generate",
    "blocks",
    "--tray",
    "5x4",
    "--pieces",
    "2x2=1,1x2=1..3,2x1=4,1x1",
    "--empty",
    "2",
    "--goal",
    "2x2 3 1",
];

/// Puzzles of a seed: 0, where no other is given.
fn told(more: &[&str]) -> Answer {
    let usual = if more.contains(&"--seed") { &[][..] } else { &["--seed", "0"] };
    run(traybit().args(KLOTSKI).args(usual).args(more), "")
}

fn length(path: &Path, metric: &str) -> Value {
    let solved = run(traybit().args(["solve", "--json", "--metric", metric]).arg(path), "");
    assert!(matches!(solved.status, 0 | 1), "{solved:?}");
    document(&solved)["length"].take()
}

#[test]
fn a_seed_gives_the_same_puzzles() {
    let one = told(&["--seed", "7", "--quiet"]);
    assert_eq!((one.status, one.sentences.as_str()), (0, ""));
    assert!(one.output.starts_with("title: random puzzle 1 of seed 7: "), "{one:?}");
    let many =
        |more: &[&str]| document(&told(&[&["--seed", "7", "--json"], more].concat()))["puzzles"].take();
    let three = many(&["--count", "3", "--threads", "1"]);
    assert_eq!(three[0]["text"], json!(one.output));
    assert_eq!(many(&["--count", "3", "--threads", "3"]), three);
    assert_eq!(
        many(&["--count", "5"]).as_array().expect("puzzles")[..3],
        three.as_array().expect("puzzles")[..]
    );
    assert_ne!(told(&["--seed", "8", "--quiet"]).output, one.output);
}

#[test]
fn without_a_seed_a_new_one_is_drawn_and_printed() {
    for command in
        [&KLOTSKI[..], &["generate", "tiles", "--size", "4"], &["generate", "packing", "--size", "3x4"]]
    {
        let made = run(traybit().args(command), "");
        let seed =
            made.sentences.strip_prefix("traybit: the seed is ").and_then(|rest| rest.split(':').next());
        let seed = seed.unwrap_or_else(|| panic!("{made:?}"));
        let again = run(traybit().args(command).args(["--seed", seed]), "");
        assert_eq!((made.status, &made.output), (0, &again.output), "{command:?}");
        assert_ne!(run(traybit().args(command), "").sentences, made.sentences, "another seed");
    }
}

#[test]
fn puzzles_are_what_their_titles_state() {
    let files = Files::new();
    for (options, metric, least) in [
        (&["--metric", "slide", "--min-moves", "9"][..], "slide", 9),
        (&["--hard", "--tries", "9"], "slide", 1),
        (&["--hard", "--tries", "8", "--metric", "path", "--min-moves", "5"], "path", 5),
    ] {
        let folder = files.path(options.join(""));
        let name = folder.to_str().expect("a name of letters");
        let made = told(&[options, &["--count", "4", "--files", name, "--quiet"]].concat());
        assert_eq!((made.status, made.output.lines().count()), (0, 4), "{made:?}");
        for (line, number) in made.output.lines().zip(1..) {
            let path = folder.join(format!("{number:03}.txt"));
            let optimum = length(&path, metric).as_u64().expect("a number");
            assert!(optimum >= least, "{line}");
            let stated = format!("{}  {optimum} {metric}", path.display());
            assert!(line.starts_with(&stated) && line.ends_with(", proven"), "{line} is not {stated}");
            let title = format!("title: random puzzle {number} of seed 0: {optimum} {metric}");
            assert!(fs::read_to_string(&path).expect("a file").starts_with(&title));
        }
        refused(&told(&["--files", name]), 7, "001.txt: is there already, and is not overwritten");
    }
    let folder = files.path("none");
    let name = folder.to_str().expect("a name of letters");
    let none = document(&told(&["--unsolvable", "--count", "2", "--json", "--files", name]));
    assert_eq!(none["answer"], "generated");
    for puzzle in none["puzzles"].as_array().expect("puzzles") {
        let path = Path::new(puzzle["file"].as_str().expect("a name"));
        assert!(puzzle["length"].is_null() && length(path, "step").is_null(), "{puzzle}");
        assert_eq!(fs::read_to_string(path).expect("a file"), puzzle["text"].as_str().expect("a text"));
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    refused(&told(&["--count", "2"]), 2, "2 puzzles need as many files: name a folder with --files DIR");
    refused(&told(&["--unsolvable", "--hard"]), 2, "cannot be used with");
    refused(&told(&["--count", "0"]), 2, "0 is not in 1..=99999");
    refused(&told(&["--limit", "0"]), 5, "time limit reached (0 s) after ");
    let rare = told(&["--min-moves", "999", "--tries", "4", "--json"]);
    assert_eq!((rare.status, &document(&rare)["answer"]), (5, &json!("gave_up")));
    assert!(rare.sentences.contains("none of 4 random boards for puzzle 1 fits"), "{rare:?}");
    let small = |pieces, goal| {
        run(traybit().args(["generate", "blocks", "--tray", "2x3", "--pieces", pieces, "--goal", goal]), "")
    };
    refused(
        &small("2x2=1,1x3=1", "2x2 0 0"),
        1,
        "no board of these pieces has the blocks that the goal names",
    );
    refused(&small("1x1=2", "1x1 2 0"), 2, "where it does not fit");
    refused(
        &small("1x1=1", "1x1 0 0,1x1 0 1"),
        2,
        "the goal has 2 of the block 1×1, and the pieces have 1 at most",
    );
}

#[test]
fn options_that_exclude_every_board_are_named() {
    let generate = |more: &[&str]| {
        run(traybit().args(["generate", "blocks", "--tray", "3x4", "--pieces", "2x2=1,1x1=2"]).args(more), "")
    };
    let left = "--empty: the pieces leave 6 of the tray's 12 cells empty";
    refused(&generate(&["--empty", "3", "--goal", "2x2 0 0"]), 2, left);
    refused(&generate(&["--empty", "3", "--walk", "5"]), 2, left);
    refused(
        &generate(&["--goal", "2x2 0 0", "--hard", "--tries", "4", "--max-positions", "2"]),
        5,
        "none of 4 random boards for puzzle 1 fits; 4 have more positions than --max-positions: raise that",
    );
}

#[test]
fn a_huge_board_is_given_up_for_the_next() {
    let many = |more: &[&str]| told(&[&["--count", "6", "--json", "--tries", "400"], more].concat());
    let (all, few) = (document(&many(&[])), document(&many(&["--max-positions", "300"])));
    assert_eq!((&all["answer"], &few["answer"]), (&json!("generated"), &json!("generated")));
    // Which boards are given up does not depend on threads.
    assert_eq!(document(&many(&["--max-positions", "300", "--threads", "1"]))["puzzles"], few["puzzles"]);
    let tries = |made: &Value| -> u64 {
        made["puzzles"].as_array().expect("puzzles").iter().filter_map(|one| one["tries"].as_u64()).sum()
    };
    assert!(tries(&few) > tries(&all), "{few}");
}

#[test]
fn finished_puzzles_are_written_whatever_ends_the_rest() {
    // One puzzle needs more tries than there are.
    for threads in ["1", "2"] {
        let files = Files::new();
        let folder = files.path("some");
        let name = folder.to_str().expect("a name of letters");
        let more = ["--min-moves", "60", "--tries", "40", "--count", "12", "--json", "--files", name];
        let some = told(&[&more[..], &["--threads", threads]].concat());
        assert_eq!(some.status, 5, "{some:?}");
        let document = document(&some);
        assert_eq!(document["answer"], "gave_up");
        let puzzles = document["puzzles"].as_array().expect("puzzles");
        assert!(puzzles.len() == 11 && puzzles[1]["number"] == 3, "{document}");
        assert!(some.sentences.contains("11 of 12 puzzles are made"), "{some:?}");
        for puzzle in puzzles {
            let number = puzzle["number"].as_u64().expect("a number");
            let path = folder.join(format!("{number:03}.txt"));
            assert_eq!(puzzle["file"], json!(path));
            assert_eq!(fs::read_to_string(&path).expect("a file"), puzzle["text"].as_str().expect("a text"));
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), puzzles.len());
    }
}

/// Options of a walk through a tray of 20×20.
const WALK: [&str; 10] = [
    "generate",
    "blocks",
    "--tray",
    "20x20",
    "--pieces",
    "1x1,1x2,2x1,2x2",
    "--empty",
    "40",
    "--walk",
    "20000",
];

#[test]
fn walks_lead_to_goals_that_are_found_again() {
    for blocks in ["1", "3"] {
        let walked =
            |seed: &str| run(traybit().args(WALK).args(["-q", "--goal-blocks", blocks, "--seed", seed]), "");
        let tray = walked("3");
        assert_eq!((tray.status, tray.sentences.as_str()), (0, ""));
        assert!(tray.output.starts_with("title: random puzzle 1 of seed 3: a walk led to its goal\n"));
        assert_eq!(walked("3").output, tray.output);
        assert_ne!(walked("4").output, tray.output);
        let files = Files::new();
        let file = files.write("tray.txt", &tray.output);
        let solved = run(traybit().args(["solve", "--fast"]).arg(&file), "");
        assert_eq!(solved.status, 0, "{solved:?}");
        let checked = run(traybit().arg("check").arg(&file), &solved.output);
        assert_eq!(checked.status, 0, "{checked:?}");
    }
}

#[test]
fn walks_need_the_number_of_empty_cells() {
    let walk = |more: &[&str]| run(traybit().args(["generate", "blocks", "--walk", "9"]).args(more), "");
    refused(&walk(&["--tray", "4x4", "--pieces", "1x1"]), 2, "say --empty N");
    let wide = ".".repeat(300);
    refused(&walk(&["--tray", &wide, "--pieces", "1x1", "--empty", "9"]), 2, "found 1×300");
    refused(&walk(&["--tray", "4x4", "--pieces", "3x3=2..4", "--empty", "0"]), 5, "none of 20 random boards");
}

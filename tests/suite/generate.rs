//! `traybit generate`: the same puzzles for the same seed, and answers that hold. `traybit universe`: its hardest starts are
//! as hard for `solve`, which shares nothing with its search.

use std::fs;

use serde_json::{Value, json};

use crate::programs::{Answer, Files, run, traybit};

const KLOTSKI: &str =
    "generate blocks --tray 5x4 --pieces 2x2=1,1x2=1..3,2x1=4,1x1 --empty 2 --goal '2x2 3 1'";

/// Puzzles of a seed.
fn made(files: &Files, more: &str) -> Answer {
    files.traybit(&format!("{KLOTSKI} {more}"))
}

fn length(files: &Files, path: &str, metric: &str) -> Value {
    let solved = files.traybit(&format!("solve --json --metric {metric} {path}"));
    assert!(matches!(solved.status, 0 | 1), "{solved:?}");
    solved.document()["length"].take()
}

#[test]
fn a_seed_gives_the_same_puzzles() {
    let files = Files::new();
    let many =
        |more: &str| made(&files, &format!("--seed 7 --json --count {more}")).document()["puzzles"].take();
    let three = many("3 --threads 1 --files a");
    let one = made(&files, "--seed 7 --quiet");
    assert_eq!(three[0]["text"], json!(one.output));
    let texts = |puzzles: &Value, number: usize| -> Vec<Value> {
        puzzles.as_array().expect("puzzles")[..number].iter().map(|one| one["text"].clone()).collect()
    };
    assert_eq!(texts(&many("3 --threads 3 --files b"), 3), texts(&three, 3));
    assert_eq!(texts(&many("5 --files c"), 3), texts(&three, 3));
    assert_ne!(made(&files, "--seed 8 --quiet").output, one.output);
}

#[test]
fn without_a_seed_a_new_one_is_drawn_and_printed() {
    let files = Files::new();
    for command in [KLOTSKI, "generate tiles --size 4", "generate packing --size 3x4"] {
        let made = files.traybit(command);
        let seed =
            made.sentences.strip_prefix("traybit: the seed is ").and_then(|rest| rest.split(':').next());
        let seed = seed.unwrap_or_else(|| panic!("{made:?}"));
        let again = files.traybit(&format!("{command} --seed {seed}"));
        assert_eq!((made.status, &made.output), (0, &again.output), "{command:?}");
        assert_ne!(files.traybit(command).sentences, made.sentences, "another seed");
    }
}

#[test]
fn puzzles_are_what_their_titles_state() {
    let files = Files::new();
    for (folder, options, metric, least) in [
        ("far", "--metric slide --min-moves 9", "slide", 9),
        ("hard", "--hard --tries 9", "slide", 1),
        ("both", "--hard --tries 8 --metric path --min-moves 5", "path", 5),
    ] {
        let made = made(&files, &format!("{options} --seed 0 --count 4 --files {folder} --quiet"));
        assert_eq!((made.status, made.output.lines().count()), (0, 4), "{made:?}");
        for (line, number) in made.output.lines().zip(1..) {
            let path = format!("{folder}/{number:03}.txt");
            let optimum = length(&files, &path, metric).as_u64().expect("a number");
            assert!(optimum >= least, "{line}");
            let stated = format!("{path}  {optimum} {metric}");
            assert!(line.starts_with(&stated) && line.contains(", proven; "), "{line} is not {stated}");
            let title = format!("title: random puzzle {number} of seed 0: {optimum} {metric}");
            assert!(fs::read_to_string(files.path(&path)).expect("a file").starts_with(&title));
        }
    }
    let none = made(&files, "--seed 0 --unsolvable --count 2 --json --files none").document();
    for puzzle in none["puzzles"].as_array().expect("puzzles") {
        let path = puzzle["file"].as_str().expect("a name");
        assert!(puzzle["length"].is_null() && length(&files, path, "step").is_null(), "{puzzle}");
    }
}

#[test]
fn a_huge_board_is_given_up_for_the_next() {
    let files = Files::new();
    let many = |more: &str| {
        let document = made(&files, &format!("--seed 0 --count 6 --json --tries 400 {more}")).document();
        assert_eq!(document["answer"], "generated");
        let puzzles = document["puzzles"].as_array().expect("puzzles").iter();
        puzzles.map(|one| (one["text"].clone(), one["tries"].as_u64())).collect::<Vec<_>>()
    };
    let (all, few) = (many("--files all"), many("--max-positions 300 --files few"));
    // Which boards are given up does not depend on threads.
    assert_eq!(many("--max-positions 300 --threads 1 --files one"), few);
    let tries = |made: &[(Value, Option<u64>)]| made.iter().filter_map(|one| one.1).sum::<u64>();
    assert!(tries(&few) > tries(&all), "{few:?}");
}

#[test]
fn finished_puzzles_are_written_whatever_ends_the_rest() {
    // One puzzle needs more tries than allowed.
    for threads in ["1", "2"] {
        let files = Files::new();
        let options = "--seed 0 --min-moves 60 --tries 40 --count 12 --json --files some";
        let some = made(&files, &format!("{options} --threads {threads}"));
        assert_eq!(some.status, 5, "{some:?}");
        let document = some.document();
        assert_eq!(document["answer"], "gave_up");
        let puzzles = document["puzzles"].as_array().expect("puzzles");
        assert!(puzzles.len() == 11 && puzzles[1]["number"] == 3, "{document}");
        assert!(some.sentences.contains("11 of 12 puzzles are made"), "{some:?}");
        for puzzle in puzzles {
            let path = format!("some/{:03}.txt", puzzle["number"].as_u64().expect("a number"));
            let text = fs::read_to_string(files.path(&path)).expect("a file");
            assert_eq!((&puzzle["file"], &puzzle["text"]), (&json!(path), &json!(text)));
        }
        assert_eq!(fs::read_dir(files.path("some")).expect("a folder").count(), puzzles.len());
    }
}

#[test]
fn walks_lead_to_goals_that_are_found_again() {
    let files = Files::new();
    for blocks in ["1", "3"] {
        let pieces = "--pieces 1x1,1x2,2x1,2x2 --empty 40 --walk 20000";
        let walk = format!("generate blocks --tray 20x20 {pieces} -q --goal-blocks {blocks} --seed");
        let walked = files.traybit(&format!("{walk} 3"));
        assert_eq!(files.traybit(&format!("{walk} 3")).output, walked.output);
        assert_ne!(files.traybit(&format!("{walk} 4")).output, walked.output);
        files.write("tray.txt", &walked.output);
        let solved = files.traybit("solve --fast tray.txt");
        let checked = run(traybit().arg("check").arg(files.path("tray.txt")), &solved.output);
        assert_eq!((solved.status, checked.status), (0, 0), "{solved:?} {checked:?}");
    }
}

#[test]
fn ranked_starts_are_as_far_as_stated() {
    let files = Files::new();
    for metric in ["step", "slide", "path"] {
        let pieces = "2x2=1,1x2=..2,2x1,1x1 --empty 2 --goal '2x2 2 1'";
        let options = format!("--metric {metric} --draw 4 --json --files {metric}");
        let found = files.traybit(&format!("universe --tray 4x4 --pieces {pieces} {options}")).document();
        let starts = found["hardest"].as_array().expect("starts");
        assert_eq!((starts.len(), fs::read_dir(files.path(metric)).expect("a folder").count()), (4, 4));
        for (start, rank) in starts.iter().zip(1..) {
            let file = format!("{metric}/{rank:03}.txt");
            assert_eq!(length(&files, &file, metric), start["distance"], "{file}");
            let text = fs::read_to_string(files.path(&file)).expect("a file");
            assert!(
                text.starts_with(&format!("title: hardest start {rank}: {} ", start["distance"])),
                "{text}"
            );
        }
    }
}

#[test]
fn hardest_simple_puzzles_and_boards_of_cars_are_as_far_as_stated() {
    let mut solved = 0;
    for (metric, search) in [
        ("path", "universe --tray 3x3 --pieces any --simple --files path --json"),
        ("step", "universe --tray 4x5 --exit 1 --pieces cars --metric step --files step --json"),
        ("slide", "universe --tray 4x5 --exit 1 --pieces cars --metric slide --files slide --json"),
    ] {
        let files = Files::new();
        let found = files.traybit(search).document();
        let rows = found["pieces"].as_array().expect("a row for each number of pieces");
        let hardest = rows.iter().filter_map(|row| Some((row["pieces"].as_u64()?, row["moves"].as_u64()?)));
        let hardest: Vec<(u64, u64)> = hardest.filter(|&(pieces, _)| pieces > 0).collect();
        if metric == "path" {
            let moves: Vec<u64> = hardest.iter().map(|&(_, moves)| moves).collect();
            assert_eq!(moves[..8], [1, 2, 5, 10, 14, 22, 18, 13]);
        }
        for (pieces, moves) in hardest {
            let file = format!("{metric}/{pieces:03}.txt");
            if files.path(&file).exists() {
                assert_eq!(length(&files, &file, metric), moves, "{metric}, {pieces} pieces");
                solved += 1;
            }
        }
    }
    assert!(solved > 18, "{solved}");
}

//! The hardest starts of `traybit universe` are as hard for `solve`, which shares nothing with its search.

use std::fs;

use serde_json::Value;

use crate::programs::Files;

/// Length of the shortest solution of a file.
fn length(files: &Files, metric: &str, file: &str) -> Value {
    files.traybit(&format!("solve --json --metric {metric} {file}")).document()["length"].take()
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
            assert_eq!(length(&files, metric, &file), start["distance"], "{file}");
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
                assert_eq!(length(&files, metric, &file), moves, "{metric}, {pieces} pieces");
                solved += 1;
            }
        }
    }
    assert!(solved > 18, "{solved}");
}

//! `traybit universe`: totals, tables, documents, and what it refuses.

use serde_json::json;

use super::{answer, document, refused};
use crate::programs::Files;

const KLOTSKI: &str = "universe --tray 5x4 --pieces 2x2=1,1x2,2x1,1x1";

#[test]
fn universes_are_counted() {
    let some = answer(&format!("{KLOTSKI} --empty 2.."));
    let totals = "boards: 29,334,498\ncomponents: 25,422\nmixes: 203\nlargest component: 964,656 boards\n";
    assert_eq!((some.status, some.output.as_str()), (0, totals), "{some:?}");
    assert!(some.sentences.contains("29,334,498 boards, "), "{some:?}");
    let all = answer(&format!("{KLOTSKI} --quiet --threads 1"));
    assert!(all.output.starts_with("boards: 29,899,090\ncomponents: 168,528\n"), "{all:?}");
    assert_eq!(all.sentences, "");
}

#[test]
fn mixes_are_listed() {
    let small = "universe --tray .../..# --pieces 2x1=1,xx/x.=..1";
    let summary = "boards: 3\ncomponents: 2\nmixes: 2\nlargest component: 2 boards\n";
    assert_eq!(answer(small).output, summary);
    let lines = answer(&format!("{small} --csv - --quiet --output /dev/null"));
    assert_eq!(lines.output, "2x1,xx/x.,empty,boards,components,largest\n1,0,3,2,1,2\n1,1,0,1,1,1\n");
    let all = document(&answer(&format!("{small} --json")));
    assert_eq!(all["answer"], "counted");
    assert_eq!(all["tray"], json!({ "height": 2, "width": 3, "open": 5 }));
    assert_eq!(all["kinds"], json!(["2x1", "xx/x."]));
    assert_eq!((&all["boards"], &all["components"], &all["largest"]), (&json!(3), &json!(2), &json!(2)));
    let mix = json!({ "blocks": [1, 1], "empty": 0, "boards": 1, "components": 1, "largest": 1 });
    assert_eq!(all["mixes"][1], mix);
    assert_eq!(all["cost"]["positions"], 3);
}

#[test]
fn any_pieces_are_counted() {
    let count = answer("universe --tray 5x5 --pieces any --by boundary");
    assert_eq!((count.status, count.output.as_str()), (0, "boards: 3,117,469,335,485\n"), "{count:?}");
    let table = answer("universe --tray 2x2 --pieces any");
    let expected = [
        "boards: 43",
        "mixes: 22",
        "components: 26",
        "",
        "pieces  boards  mixes  components",
        "     0       1      1           1",
        "     1      13      8           8",
    ];
    let lines: Vec<&str> = table.output.lines().take(7).collect();
    assert_eq!((table.status, lines), (0, expected.to_vec()), "{table:?}");
}

/// The hardest of each number is as hard for `solve`, which shares nothing with the search of the universe.
#[test]
fn hardest_simple_puzzles_are_solved_in_as_many_moves() {
    let files = Files::new();
    let folder = files.path("simple").display().to_string();
    let found =
        document(&answer(&format!("universe --tray 3x3 --pieces any --simple --files {folder} --json")));
    let moves: Vec<u64> = (1..=8).map(|pieces| found["pieces"][pieces]["moves"].as_u64().unwrap()).collect();
    assert_eq!(moves, [1, 2, 5, 10, 14, 22, 18, 13]);
    for (number, moves) in (1..).zip(moves) {
        let solved = document(&answer(&format!("solve --metric path --json {folder}/{number:03}.txt")));
        assert_eq!(solved["length"], moves, "{number} pieces: {solved}");
    }
}

/// Likewise the hardest boards of cars, of which there is one for each number of cars that can be solved.
#[test]
fn hardest_boards_of_cars_are_solved_in_as_many_moves() {
    let mut solved = 0;
    for metric in ["step", "slide"] {
        let files = Files::new();
        let folder = files.path("cars").display().to_string();
        let command =
            format!("universe --tray 4x5 --exit 1 --pieces cars --metric {metric} --files {folder} --json");
        let found = document(&answer(&command));
        assert_eq!(found["metric"], metric);
        for row in found["pieces"].as_array().unwrap() {
            let Some(moves) = row["moves"].as_u64() else { continue };
            let number = row["pieces"].as_u64().unwrap();
            let solve = format!("solve --metric {metric} --json {folder}/{number:03}.txt");
            assert_eq!(document(&answer(&solve))["length"], moves, "{number} cars");
            solved += 1;
        }
    }
    assert!(solved > 10, "{solved}");
}

#[test]
fn options_of_other_pieces_are_refused() {
    let any = "universe --tray 3x3 --pieces any";
    refused(&answer(&format!("{any} --exit 1")), 2, "--pieces any has no use for --exit");
    refused(&answer(&format!("{any} --empty 2..")), 2, "--pieces any has no use for --empty");
    refused(&answer(&format!("{KLOTSKI} --simple")), 2, "--pieces LIST has no use for --simple");
    refused(&answer(&format!("{any} --metric step")), 2, "--pieces any has no use for --metric");
    refused(&answer(&format!("{any} --exit 1")), 2, "--pieces any has no use for --exit");
    refused(&answer("universe --tray 3x3 --pieces cars --simple"), 2, "cars has no use for --simple");
    refused(&answer("universe --tray 3x3 --pieces cars --exit 3"), 2, "expected a row below 3");
    refused(&answer(&format!("{KLOTSKI} --metric step")), 2, "no use for --metric without --goal");
    refused(&answer("universe --tray 5x5 --pieces any"), 2, "can be counted with --by boundary");
    refused(&answer("universe --tray 1x40 --pieces any"), 2, "at most 21 cells");
    refused(&answer("universe --tray #./.. --pieces any --simple"), 2, "upper left");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    refused(&answer("universe --tray 5 --pieces 1x1"), 2, "expected a tray as height x width");
    refused(&answer("universe --tray 5x4 --pieces 1x1,o"), 2, "expected a block as height x width");
    refused(&answer("universe --tray 5x4 --pieces 1x1=4..2"), 2, "expected a number of them");
    refused(
        &answer("universe --tray 5x4 --pieces 1x1,1x1"),
        2,
        "expected each kind of block once, found 1×1",
    );
    refused(&answer("universe --tray 5x4 --pieces x/.x"), 2, "are connected by their edges, found x./.x");
    refused(&answer("universe --tray 5x4 --pieces 1x1 --csv -"), 2, "cannot go to the same place");
    refused(&answer("universe --tray 16x8 --pieces 1x1"), 5, "there are 2^64 boards or more");
    refused(&answer(&format!("{KLOTSKI} --memory 20K")), 5, "memory limit reached (20.0 KiB) after ");
    refused(&answer(&format!("{KLOTSKI} --limit 0")), 5, "time limit reached (0 s) after ");
    let late = answer(&format!("{KLOTSKI} --limit 0 --json"));
    assert_eq!((late.status, &document(&late)["answer"]), (5, &json!("gave_up")));
    assert!(document(&late)["boards"].is_null());
}

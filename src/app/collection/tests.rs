//! Collections of files made for the purpose.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::collection::{Collection, Found, Oddity, find, read};
use traybit_family::of_family;
use traybit_family::tiles::TilesPuzzle;

const TRAY: &str = "1 3\n0 0 0 0\n";
const GOAL: &str = "0 2 0 2\n";
const BOARD: &str = "2\n 1  \n 3  2\n";
const PACKING: &str = "piece D: 2\nXX\n\nboard: 2x2\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn found(path: &Path) -> Collection {
    find(&[OsString::from(path)])
}

/// Sets and names of entries, and sentences without the folder's name, those of errors with a mark.
fn told(folder: &Path, collection: &Collection) -> (Vec<String>, Vec<String>) {
    let strip = |text: &str| text.replace(&format!("{}/", folder.display()), "");
    let entries = collection.entries.iter().map(|entry| format!("{}/{}", entry.set, entry.name));
    let mark = |oddity: &Oddity| if oddity.is_error() { "!" } else { "" };
    let oddities =
        collection.oddities.iter().map(|oddity| format!("{}{}", mark(oddity), strip(&oddity.sentence)));
    (entries.collect(), oddities.collect())
}

fn read_all(collection: &Collection) -> (Vec<Found>, Vec<Oddity>) {
    let (mut all, mut oddities) = (Vec::new(), Vec::new());
    for entry in &collection.entries {
        match read(entry, None) {
            Ok(found) => all.extend(found),
            Err(oddity) => oddities.push(oddity),
        }
    }
    (all, oddities)
}

#[test]
fn files_are_paired_by_name_and_others_are_looked_into() {
    let folder = folder(&[
        ("a", TRAY),
        ("a.goal", GOAL),
        ("alone", TRAY),
        ("board.txt", BOARD),
        ("boards", "one 1 2 3 0\n0 1 2 3\n"),
        ("drawing.txt", "tray:\nA..\n\ngoal:\n..A\n"),
        ("aimless.txt", "tray:\nA..\n"),
        ("inner/d", PACKING),
        ("lost.goal", GOAL),
        // The results of a batch are no index.
        ("out.csv", "set,name,family,digest,objective\n,a,sliding,0,any\n"),
        ("README", "Some words,\nand more.\n"),
        ("torn", "2\n 1  2\n"),
        (".hidden", TRAY),
    ]);
    let collection = found(folder.path());
    let (entries, oddities) = told(folder.path(), &collection);
    let set = folder.path().file_name().unwrap().to_str().unwrap();
    let own =
        ["README", "a", "aimless.txt", "alone", "board.txt", "boards", "drawing.txt", "out.csv", "torn"];
    let expected: Vec<String> =
        own.iter().map(|name| format!("{set}/{name}")).chain(["inner/d".to_owned()]).collect();
    assert_eq!(entries, expected);
    assert_eq!(oddities, ["lost.goal: a goal without its start"]);
    let (puzzles, oddities) = read_all(&collection);
    let kinds: Vec<_> =
        puzzles.iter().map(|found| (found.name.as_str(), found.puzzle.family().name)).collect();
    let expected = [
        ("a", "sliding"),
        ("board.txt", "tiles"),
        ("boards:one", "tiles"),
        ("boards:2", "tiles"),
        ("drawing.txt", "sliding"),
        ("d", "packing"),
    ];
    assert_eq!(kinds, expected);
    let (_, oddities) = told(folder.path(), &Collection { entries: Vec::new(), oddities });
    let passed = [
        "README: not a puzzle",
        "aimless.txt: a drawing without a goal",
        "alone: a tray without its goal",
        "out.csv: not a puzzle",
        // It may be something else than a board.
        "torn, line ",
    ];
    assert_eq!(oddities.len(), passed.len());
    assert!(oddities.iter().zip(passed).all(|(oddity, start)| oddity.starts_with(start)), "{oddities:?}");
}

#[test]
fn an_index_speaks_for_its_folder() {
    let folder = folder(&[
        (
            "pairs.csv",
            "set,init,goal,expect\neasy,a,b,solvable\neasy,a,a.goal\n\nhard,none,b\nhard,c,c.goal\n",
        ),
        ("easy/a", TRAY),
        ("easy/b", GOAL),
        ("easy/a.goal", GOAL),
        ("hard/c", TRAY),
        ("hard/c.goal", GOAL),
        ("hard/d", TRAY),
        ("loose", TRAY),
    ]);
    let (entries, oddities) = told(folder.path(), &found(folder.path()));
    assert_eq!(entries, ["easy/a b", "easy/a", "hard/c"]);
    let missing = "!pairs.csv, line 5: expected a start and a goal that are files beside the index, found \"hard,none,b\"";
    assert_eq!(oddities, [missing, "loose: not listed", "hard/d: not listed"]);
    // Named itself, it says nothing of other files.
    let index = folder.path().join("pairs.csv");
    assert_eq!(told(folder.path(), &found(&index)).1, [missing]);
}

#[test]
fn the_index_of_the_course_has_no_sets() {
    let folder = folder(&[
        ("easy.csv", "a, a.goal, a comment\nboard.txt, blank-first\n\"d\",d.goal\n"),
        ("a", TRAY),
        ("a.goal", GOAL),
        ("board.txt", BOARD),
        ("d", TRAY),
        ("d.goal", GOAL),
    ]);
    let collection = found(folder.path());
    let (puzzles, oddities) = read_all(&collection);
    assert_eq!((puzzles.len(), oddities.len(), collection.oddities.len()), (3, 0, 0));
    let board: &TilesPuzzle = of_family(&*puzzles[1].puzzle).expect("a board");
    assert_eq!(board.goal().tiles(), [0, 1, 2, 3]);
    assert_eq!(puzzles[0].digest, puzzles[2].digest);
    assert_ne!(puzzles[0].digest, puzzles[1].digest);
}

#[test]
fn what_is_named_or_listed_has_to_be_a_puzzle() {
    let folder = folder(&[
        ("a", TRAY),
        ("none.csv", "a,gone.goal\ntorn,\nnosuch,nosuch.goal\n"),
        ("nosuch.goal", GOAL),
        ("torn", "2\n 1  2\n"),
        ("words", "some,\nand more\n"),
    ]);
    let path = |name: &str| OsString::from(folder.path().join(name));
    let collection = find(&[path("none.csv"), path("words"), path("a")]);
    assert_eq!((collection.oddities.len(), collection.entries.len()), (1, 4));
    let missing = "none.csv, line 3: expected a start and a goal that are files beside the index, found \"nosuch,nosuch.goal\"";
    assert!(collection.oddities[0].sentence.ends_with(missing), "{:?}", collection.oddities);
    let (_, oddities) =
        told(folder.path(), &Collection { entries: Vec::new(), oddities: read_all(&collection).1 });
    let told = [
        "!none.csv, line 1: expected a file with the goal of a, found \"gone.goal\"",
        "!torn, line 2, ",
        "!words, line 1: expected ",
        "!a: a tray without its goal",
    ];
    assert_eq!(oddities.len(), told.len());
    assert!(oddities.iter().zip(told).all(|(oddity, start)| oddity.starts_with(start)), "{oddities:?}");
}

#[test]
fn what_ships_is_found() {
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let collection = found(&puzzles);
    let (puzzles, oddities) = read_all(&collection);
    let expected = [": a drawing without a goal", "records.md: not a puzzle"];
    let is_expected = |sentence: &str| expected.iter().any(|end| sentence.ends_with(end));
    assert!(oddities.iter().all(|oddity| is_expected(&oddity.sentence)), "{oddities:?}");
    for family in ["sliding", "tiles", "packing"] {
        assert!(puzzles.iter().filter(|found| found.puzzle.family().name == family).count() > 4, "{family}");
    }
    assert!(collection.oddities.iter().all(|oddity| !oddity.is_error()), "{:?}", collection.oddities);
}

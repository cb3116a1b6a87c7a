//! `traybit show`: drawings on standard output, and pictures as files.

use std::fs;

use crate::programs::{Answer, Files, here, run, traybit};

/// Klotski, its goal and a solution of 116 steps.
fn klotski(files: &Files) -> [String; 3] {
    let [tray, goal] = ["klotski", "klotski.goal"]
        .map(|name| here("puzzles/sliding").join(name).to_str().expect("text").to_owned());
    let solved = run(traybit().args(["solve", "--metric", "step", &tray, &goal]), "");
    assert_eq!(solved.status, 0, "{solved:?}");
    let moves = files.write("moves", solved.output).to_str().expect("text").to_owned();
    [tray, goal, moves]
}

fn show(arguments: &[&str]) -> Answer {
    run(traybit().arg("show").args(arguments), "")
}

#[test]
fn start_and_goal_stand_side_by_side() {
    let files = Files::new();
    let [tray, goal, moves] = &klotski(&files);
    let expected = "\
Klotski

start                goal
┏━━━┯━━━━━━━┯━━━┓    ┏━━━━━━━━━━━━━━━┓
┃   │       │   ┃    ┃               ┃";
    let answer = show(&[tray, goal]);
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""));
    assert!(answer.output.starts_with(expected), "{}", answer.output);
    let answer = show(&[tray, goal, moves]);
    assert!(answer.output.ends_with("\nGet b to rows 4 and 5, columns 2 and 3\n"), "{}", answer.output);
    let expected = "Klotski: 116 steps, ";
    assert!(answer.status == 0 && answer.output.starts_with(expected), "{}", answer.output);
    assert!(answer.output.contains("start                after 116 moves\n"), "{}", answer.output);
}

#[test]
fn positions_are_those_of_their_moves() {
    let files = Files::new();
    let [tray, goal, moves] = &klotski(&files);
    let all = show(&[tray, goal, moves, "--all"]);
    assert_eq!((all.status, all.sentences.as_str()), (0, ""));
    for number in [1, 2, 57, 116] {
        assert!(all.output.contains(&format!("{number}. ")), "{}", all.output);
    }
    let last = show(&[tray, goal, moves, "--step", "116"]);
    let plain = show(&[tray, goal, moves]);
    let end: Vec<&str> = last.output.lines().skip(3).take(11).collect();
    assert!(end.len() == 11 && end.iter().all(|line| plain.output.contains(line)), "{}", last.output);
    let start = show(&[tray, goal, moves, "--step", "0"]);
    assert!(start.output.contains("\nMove 0 of 116; next: "), "{}", start.output);
}

#[test]
fn pictures_are_of_their_kinds() {
    let files = Files::new();
    let [tray, goal, moves] = &klotski(&files);
    let paths = ["k.svg", "k.png", "k.gif"].map(|name| files.path(name));
    let [svg, png, gif] = paths.each_ref().map(|path| path.to_str().expect("text"));
    let answer =
        show(&[tray, goal, moves, "--svg", svg, "--png", png, "--gif", gif, "--cell", "40", "--bare"]);
    assert_eq!((answer.status, answer.output.as_str(), answer.sentences.as_str()), (0, "", ""));
    let [svg, png, gif] = paths.map(|path| fs::read(path).expect("a picture"));
    let document = String::from_utf8(svg).expect("text");
    assert!(document.starts_with("<svg ") && document.ends_with("</svg>\n"), "{document}");
    // A header of 8 bytes, then the length, the name and the first entries of a chunk: width and height.
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!((number(16), number(20)), (4 * 40 + 18, 5 * 40 + 18));
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    assert!(gif.len() < 450_000, "{} bytes for 116 moves", gif.len());
    let answer = show(&[tray, goal, "--svg", "-", "--cell", "40", "--bare"]);
    assert_eq!((answer.status, answer.output), (0, document));
    let worded = show(&[tray, goal, "--svg", "-", "--cell", "40"]);
    assert!(worded.output.contains("cells. Get b to rows 4 and 5, columns 2 and 3</title>"), "{worded:?}");
}

#[test]
fn boards_and_packings_are_drawn() {
    let board = here("puzzles/tiles/five-21.txt");
    let answer = show(&[board.to_str().expect("text")]);
    assert!(answer.status == 0 && answer.output.starts_with("Five 21\n\nstart"), "{answer:?}");
    assert!(answer.output.contains("┃ 1 │ 2 │ 3 ┃"), "{}", answer.output);
    let files = Files::new();
    let puzzle = files.write("puzzle", "title: Two\npiece L: 2\nXX\nX.\n\nboard:\n...\n...\n");
    let puzzle = puzzle.to_str().expect("text");
    let packed = run(traybit().args(["solve", puzzle]), "");
    assert_eq!(packed.status, 0, "{packed:?}");
    let packings = files.write("packings", packed.output);
    let answer = show(&[puzzle, packings.to_str().expect("text")]);
    let lines: Vec<&str> = answer.output.lines().collect();
    assert_eq!(lines[0], "Two: 2 pieces");
    assert_eq!(answer.output.matches('L').count(), 2, "{}", answer.output);
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let files = Files::new();
    let [tray, goal, moves] = &klotski(&files);
    let out = files.path("out");
    let out = out.to_str().expect("text");
    let missing = files.path("missing/out.svg");
    let cases: [(&[&str], i32, &str); 13] = [
        (&["--step", "117"], 2, "there is no position after 117 moves: the solution has 116 moves"),
        (&["--svg", "-", "--png", "-"], 2, "the picture and another output cannot go to the same place"),
        (&["--all", "--svg", out], 2, "cannot be used with"),
        (&["--cell", "20"], 2, "required"),
        (&["--speed", "5", "--svg", out], 2, "--gif"),
        (&["--gif", out, "--speed", "0"], 2, "expected 0.25 to 1024 moves a second"),
        (&["--cell", "1", "--svg", out], 2, "1 is not in 2..=512"),
        (&["--svg", missing.to_str().expect("text")], 7, "cannot be written"),
        (&["another"], 2, "another"),
        (&["--svg", out, "--png", out], 2, "the picture and another output cannot go to the same place"),
        (&["--step", "2", "--gif", out], 2, "--step is for"),
        (&["--number", "2"], 2, "--number chooses"),
        (&["--goal", "blank-first"], 2, "--goal is for boards of tiles"),
    ];
    for (options, status, sentence) in cases {
        let answer = show(&[&[tray.as_str(), goal, moves], options].concat());
        assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{options:?}: {answer:?}");
        assert!(answer.sentences.contains(sentence), "{options:?}: {answer:?}");
    }
    let answer = show(&[tray, goal, "--gif", out]);
    assert!(answer.status == 2 && answer.sentences.contains("SOLUTION, is missing"), "{answer:?}");
    let answer = show(&[tray, goal, tray]);
    assert!(answer.status == 4 && answer.sentences.contains("line 1"), "{answer:?}");
    assert!(!files.path("out").exists());
}

#[test]
fn the_largest_boards_are_drawn() {
    let files = Files::new();
    let tray = files.write("tray", "256 256\n0 0 9 9\n255 255 255 255\n");
    let tray = tray.to_str().expect("text");
    let answer = show(&[tray]);
    assert_eq!((answer.status, answer.output.lines().count()), (0, 516));
    let out = files.path("out.png");
    let out = out.to_str().expect("text");
    assert_eq!(show(&[tray, "--png", out]).status, 0);
    let answer = show(&[tray, "--png", out, "--cell", "100"]);
    assert!(answer.status == 2 && answer.sentences.contains("a smaller --cell helps"), "{answer:?}");
}

/// A picture is not written under a name that says another format.
#[test]
fn endings_of_other_formats_are_refused() {
    let files = Files::new();
    let [tray, goal, moves] = &klotski(&files);
    for (option, name, ending) in
        [("--svg", "z.png", "svg"), ("--png", "z.SVG", "png"), ("--gif", "z.html", "gif")]
    {
        let place = files.path(name);
        let answer = show(&[tray, goal, moves, option, place.to_str().expect("text")]);
        assert_eq!(answer.status, 2, "{answer:?}");
        assert!(answer.sentences.contains(&format!("to end in .{ending}, found")), "{answer:?}");
        assert!(!place.exists(), "{name}");
    }
    let place = files.path("x.png");
    let words = ["explore", tray, goal, "--plot", place.to_str().expect("text")];
    let plotted = run(traybit().args(words), "");
    assert!(plotted.status == 2 && !place.exists(), "{plotted:?}");
}

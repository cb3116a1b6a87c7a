//! `--certificate` and `traybit verify`, as they are typed.

use std::fs;

use traybit_certificate::document::seal;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::Objective;

use crate::certificate::{PAIR, certificate, pair, resealed};
use crate::programs::{Answer, Files, here, run, traybit};

/// Runs `traybit` in the package's folder.
fn traybit_here(arguments: &[&str], input: &str) -> Answer {
    run(traybit().current_dir(here("")).args(arguments), input)
}

#[test]
fn every_kind_of_answer_is_certified_and_verified() {
    let files = Files::new();
    let place = files.path("certificate.json");
    let place = place.to_str().expect("a path that is text");
    let far = files.write("far.txt", "tray:\na.#.\n\ngoal: a 0 3\n");
    let line = files.write("line.txt", "2 1 3 4 0\n");
    let [far, line] = [&far, &line].map(|path| path.to_str().expect("a path that is text"));
    for (arguments, status, told) in [
        (
            "solve --metric step P/klotski P/klotski.goal",
            0,
            "the shortest solution has 116 steps; 23,975 positions are",
        ),
        ("solve --metric path P/klotski-exit.txt", 0, "the shortest solution has 81 path moves; "),
        ("solve P/fat-klotski-labelled.txt", 0, "the shortest solution has 97 slides; "),
        ("solve P/two-pillars.txt", 0, "the shortest solution has 9 slides; "),
        ("solve P/rush-hour-51.rush", 0, "the shortest solution has 51 slides; "),
        ("solve P/one-step P/one-step.goal", 0, "the shortest solution has 1 slide; 1 position is nearer"),
        ("solve P/at-rest P/at-rest.goal", 0, "the start meets the goal: the shortest solution has 0 slides"),
        ("solve --fast P/klotski P/klotski.goal", 0, "there is a solution of "),
        (
            "solve P/corridor P/corridor.goal",
            1,
            "no solution exists: for every goal within reach some of 1 pair of blocks would have to pass each other",
        ),
        ("solve --fast P/one-gap P/one-gap.goal", 1, "no solution exists: 5 positions can be reached"),
        (
            "solve P/missing-shape P/missing-shape.goal",
            1,
            "no solution exists: the goal names more blocks of a shape",
        ),
        (&format!("solve {far}"), 1, "no solution exists: every goal wants a block where walls"),
        ("solve T/five-21.txt", 0, "the shortest solution has 21 moves; "),
        ("solve --fast T/eight-31.txt", 0, "there is a solution of "),
        ("solve T/fourteen-fifteen.txt", 1, "no solution exists: the start and the goal differ in parity"),
        (&format!("solve {line}"), 1, "no solution exists: no tile passes another on a line"),
    ] {
        // Only where a word begins: the name of a temporary folder may end in P or T.
        let arguments = arguments.replace(" P/", " puzzles/sliding/").replace(" T/", " puzzles/tiles/");
        let _ = fs::remove_file(place);
        let words: Vec<&str> = arguments.split(' ').chain(["--certificate", place]).collect();
        let solved = traybit_here(&words, "");
        assert_eq!(solved.status, status, "{arguments}: {solved:?}");
        let verified = traybit_here(&["verify", place], "");
        assert_eq!((verified.status, &verified.sentences[..]), (0, ""), "{arguments}: {verified:?}");
        assert!(
            verified.output.starts_with(&format!("Verified: {told}")),
            "{arguments}: {}",
            verified.output
        );
        let document =
            traybit_here(&["verify", "--json", "-"], &fs::read_to_string(place).expect("a certificate"));
        assert_eq!(
            (document.status, document.output.contains("\"command\":\"verify\",\"verdict\":\"verified\"")),
            (0, true),
            "{document:?}"
        );
    }
}

/// Three blocks on 36 cells: 42,840 positions, and layers of thousands, of which 2,400 find room in the memory.
#[test]
fn a_proof_larger_than_memory_is_written_and_verified_in_a_folder() {
    let files = Files::new();
    let drawing =
        "labels: a b c\ntray:\nabc...\n......\n......\n......\n......\n......\n\ngoal: c 5 3, b 5 4, a 5 5\n";
    let puzzle = files.write("puzzle.txt", drawing);
    let [held, streamed, folder] = ["held.json", "streamed.json", "folder"].map(|name| files.path(name));
    let [puzzle, held, streamed, folder] =
        [&puzzle, &held, &streamed, &folder].map(|path| path.to_str().expect("a path that is text"));
    let solve = ["solve", "--metric", "step", "--quiet", puzzle];
    let little = ["--threads", "2", "--memory", "300K", "--disk", folder];
    let first = traybit_here(&[&solve[..], &["--certificate", held]].concat(), "");
    let second = traybit_here(&[&solve[..], &["--certificate", streamed], &little].concat(), "");
    assert_eq!((first.status, second.status), (0, 0), "{first:?} {second:?}");
    let text = fs::read_to_string(held).expect("a certificate");
    assert_eq!(fs::read_to_string(streamed).expect("a certificate"), text);
    let verified = traybit_here(&[&["verify", streamed][..], &little].concat(), "");
    assert!(verified.status == 0 && verified.output.starts_with("Verified: "), "{verified:?}");
    let changed = resealed(&text, |content| content.replacen("\"positions\": 2", "\"positions\": 3", 1));
    let refused = traybit_here(&[&["verify", "-"][..], &little].concat(), &changed);
    assert_eq!((refused.status, refused.output.as_str()), (1, ""), "{refused:?}");
    assert!(!files.path("folder").exists());
    let full = traybit_here(&[&["verify", streamed][..], &little, &["--disk-space", "1K"]].concat(), "");
    assert_eq!(full.status, 5, "{full:?}");
}

#[test]
fn each_refusal_has_its_status() {
    let text = certificate(&pair(PAIR), Objective::Shortest(Metric::Step)).write().expect("a text");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        resealed(&text, |content| content.replacen(from, to, 1))
    };
    let verify = |text: &str| traybit_here(&["verify", "--json", "-"], text);
    for (text, status, part) in [
        (text.replacen("1 1 1 1", "1 1 1 2", 1), 4, "the seal is not that of what stands before it"),
        (text.replace('\n', "\r\n"), 4, "whose last two lines are its seal and a brace"),
        (String::new(), 4, "whose last two lines are its seal and a brace"),
        (seal("{\n  \"version\": 1,\n"), 4, "missing field"),
        (changed("\"version\": 1", "\"version\": 2"), 4, "of version 1, found 2"),
        (changed("\"version\": 1", "\"version\": 1,\n  \"note\": 1"), 4, "unknown field `note`"),
        (changed("\"version\": 1", "\"version\": 1,\n  \"version\": 1"), 4, "duplicate field"),
        (changed("1 1 1 1", "1 1 3 1"), 4, "standard input, the tray in it, line 4: expected a block inside"),
        (changed("\"0 2 1 2\"", "\"0 2 1\""), 4, "standard input, the moves in it, line 7: expected"),
        (changed("\"length\": 7", "\"length\": 8"), 1, "the moves are 7 in the metric step, not 8"),
        (changed("\"0 0 0 1\"", "\"0 0 0 2\""), 6, "is refused: move 2 (0 0 0 2) is impossible: "),
        (changed("\"metric\": \"step\"", "\"metric\": \"walk\""), 4, "unknown variant"),
    ] {
        let answer = verify(&text);
        assert_eq!(answer.status, status, "{answer:?}");
        assert!(
            answer.sentences.starts_with("traybit: standard input") && answer.sentences.contains(part),
            "{answer:?}"
        );
        let start =
            if status == 4 { "\"status\":4,\"errors\":" } else { "\"verdict\":\"refused\",\"reason\":" };
        assert!(answer.output.contains(&format!("\"command\":\"verify\",{start}")), "{answer:?}");
    }
    let status = |arguments: &[&str]| traybit_here(arguments, &text).status;
    assert_eq!(status(&["verify", "nowhere.json"]), 3);
    assert_eq!(status(&["verify", "puzzles"]), 3);
    assert_eq!(status(&["verify"]), 2);
    assert_eq!(status(&["verify", "--quiet", "-"]), 0);
    assert_eq!(status(&["verify", "-", "-"]), 2);
    assert_eq!(status(&["verify", "--limit", "0", "-"]), 5);
    assert_eq!(status(&["verify", "--memory", "1K", "-"]), 5);
    assert_eq!(status(&["verify", "-o", "/nowhere/answer", "-"]), 7);
}

#[test]
fn a_certificate_goes_where_nothing_else_goes_or_is_not_there() {
    let files = Files::new();
    files.write("tray", PAIR[0]);
    files.write("goal", PAIR[1]);
    let solve = |arguments: &str| {
        let words = ["solve", "tray", "goal"].into_iter().chain(arguments.split(' '));
        run(traybit().current_dir(files.path(".")).args(words), "")
    };
    for place in ["--certificate -", "--certificate out -o out"] {
        let answer = solve(place);
        assert_eq!(answer.status, 2, "{answer:?}");
        assert!(answer.sentences.contains("name another with --certificate"), "{answer:?}");
    }
    assert_eq!(solve("--certificate nowhere/file").status, 7);
    let piped = solve("--metric step -o moves --certificate -");
    assert_eq!(piped.status, 0, "{piped:?}");
    assert_eq!(traybit_here(&["verify", "-"], &piped.output).status, 0);
    let answer = solve("--limit 0 --certificate none");
    assert_eq!(answer.status, 5, "{answer:?}");
    assert!(
        answer.sentences.contains("--certificate: none is written, since nothing is known"),
        "{answer:?}"
    );
    assert!(!files.path("none").exists() && !files.path("out").exists());
}

#[test]
fn a_certificate_is_about_a_puzzle() {
    let files = Files::new();
    let place = files.path("certificate.json");
    let place = place.to_str().expect("a path that is text");
    let turned = files.write("turned", "15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n");
    let turned = turned.to_str().expect("a path that is text");
    for (solve, same, other) in [
        (
            "solve puzzles/sliding/one-step puzzles/sliding/one-step.goal",
            "puzzles/sliding/one-step puzzles/sliding/one-step.goal",
            "puzzles/sliding/at-rest puzzles/sliding/at-rest.goal",
        ),
        (
            "solve puzzles/sliding/two-pillars.txt",
            "puzzles/sliding/two-pillars.txt",
            "puzzles/sliding/klotski-exit.txt",
        ),
        ("solve puzzles/tiles/five-21.txt", "puzzles/tiles/five-21.txt", turned),
        (
            "solve puzzles/tiles/five-21.txt",
            "puzzles/tiles/five-21.txt",
            "puzzles/tiles/five-21.txt blank-first",
        ),
    ] {
        let words = |line: &'static str| line.split(' ').collect::<Vec<_>>();
        traybit_here(&[&solve.split(' ').collect::<Vec<_>>()[..], &["--certificate", place]].concat(), "");
        let verified = traybit_here(&[&["verify", place][..], &words(same)].concat(), "");
        let about = format!("({}: ", words(same)[0]);
        assert!(verified.status == 0 && verified.output.contains(&about), "{verified:?}");
        let refused =
            traybit_here(&[&["verify", place][..], &other.split(' ').collect::<Vec<_>>()].concat(), "");
        assert_eq!((refused.status, refused.output.as_str()), (1, ""), "{refused:?}");
        assert!(refused.sentences.contains("is refused: it is about another puzzle"), "{refused:?}");
    }
}

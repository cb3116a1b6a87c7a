//! `--certificate` and `traybit verify`, as they are typed.

use std::fs;

use traybit_certificate::document::seal;
use traybit_sliding::Metric;
use traybit_sliding::solve::Objective;

use crate::certificate::{PAIR, certificate, pair, resealed};
use crate::programs::{Answer, Files, here, run, traybit};

/// Runs `traybit` in the package's folder.
fn traybit_here(arguments: &[&str], input: &str) -> Answer {
    run(traybit().current_dir(here("")).args(arguments), input)
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
        (changed("\"0 0 0 1\"", "\"0 0 4294967295 4294967295\""), 6, "is impossible: "),
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
}

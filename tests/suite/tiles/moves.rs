//! Solutions in every notation, in letters and in pushes; paths analysed and shortened.

use serde_json::json;

use super::{answer, document, lengths, shipped, tiles};

#[test]
fn solutions_are_written_in_every_notation() {
    let solved = answer("solve near");
    assert_eq!((solved.status, solved.output.as_str()), (0, "5 U\n8 L\n"));
    assert!(solved.sentences.contains("2 moves, the shortest solution, proven"), "{solved:?}");
    assert_eq!(answer("solve near --format blank -q").output, "south\neast\n");
    assert_eq!(
        answer("solve near --format boards -q").output,
        "1 2 3\n4   6\n7 5 8\n\n1: 5 U\n1 2 3\n4 5 6\n7   8\n\n2: 8 L\n1 2 3\n4 5 6\n7 8\n"
    );
    let as_json = document(&answer("solve near --json -q"));
    assert_eq!(as_json["moves"], json!([[5, "U"], [8, "L"]]));
    assert_eq!((&as_json["answer"], &as_json["length"]), (&json!("solved"), &json!(2)));
    assert_eq!((&as_json["shortest"], &as_json["at_least"]), (&json!(true), &json!(2)));
    assert!(as_json["cost"]["positions"].is_number() && as_json["method"].is_string());
    let of_blank = document(&answer("solve near --json --format blank -q"));
    assert_eq!(of_blank["moves"], json!(["south", "east"]));
    let drawn = document(&answer("solve near --json --format boards -q"));
    assert_eq!(drawn["boards"][0], json!([1, 2, 3, 4, 0, 6, 7, 5, 8]));
    assert_eq!((drawn["boards"].as_array().map(Vec::len), &drawn["moves"]), (Some(3), &as_json["moves"]));
    let nothing = answer("solve solved");
    assert_eq!((nothing.status, nothing.output.as_str()), (0, ""), "{nothing:?}");
}

#[test]
fn solutions_in_letters_are_read_and_written() {
    assert_eq!(answer("solve near --format letters -q").output, "UL\n");
    let letters = document(&answer("solve near --json --format letters -q"));
    assert_eq!(letters["moves"], json!(["U", "L"]));
    for text in ["UL", "u l\n", "U1\nL # two moves"] {
        let (checked, _) = tiles("check near solution", &[("solution", text)], "");
        assert_eq!((checked.status, checked.output.contains("2 moves")), (0, true), "{checked:?}");
    }
    let (checked, _) = tiles("check near solution --json", &[("solution", "DU2L")], "");
    assert_eq!((checked.status, document(&checked)["pushes"].clone()), (0, json!(3)));
    let (wrong, _) = tiles("check near solution", &[("solution", "D2L")], "");
    assert_eq!(wrong.status, 6);
    assert!(wrong.sentences.contains("solution, line 1, move 2 of it: "), "{wrong:?}");
    let files = [("one", "U2 RL"), ("two", "north\nsouth\n"), ("three", "5 D\n8 L\n")];
    let moves = |arguments| tiles(arguments, &files, "").0.output;
    assert_eq!(moves("tiles moves one two three"), "UL\n");
    assert_eq!(moves("tiles moves one two three --invert --format blank"), "west\nnorth\n");
    assert_eq!(document(&tiles("tiles moves one --json", &files, "").0)["length"], 2);
    assert_eq!(tiles("tiles moves - -", &files, "").0.status, 2);
}

#[test]
fn a_path_is_analysed_and_shortened() {
    let path = [("path", "DULRUDULR")];
    let (analysed, _) = tiles("tiles analyse near path --json", &path, "");
    let document = document(&analysed);
    assert_eq!((analysed.status, &document["fewest"], &document["length"]), (0, &json!(2), &json!(9)));
    assert_eq!(document["boards"][0], json!({"to_go": 2, "best": ["U"]}));
    assert!(tiles("tiles analyse near path", &path, "").0.output.contains("9 moves"));
    assert_eq!(tiles("tiles analyse swapped path", &[("path", "D")], "").0.status, 1);
    assert_eq!(tiles("tiles analyse near path", &[("path", "U2")], "").0.status, 6);
    let (shorter, _) = tiles("tiles shorten near path --format letters", &[("path", "DUDUUL")], "");
    assert_eq!((shorter.status, shorter.output.as_str()), (0, "UL\n"), "{shorter:?}");
    let (missed, _) = tiles("tiles shorten near path", &[("path", "D")], "");
    assert_eq!(missed.status, 1);
    assert!(
        missed.sentences.contains("expected a solution, but row 1, column 2 holds the blank"),
        "{missed:?}"
    );
}

#[test]
fn pushes_counts_lengths_and_depths() {
    let eight = shipped("eight-31.txt");
    let pushes = document(&answer(&format!("solve --pushes --json {eight}")));
    assert_eq!(
        (&pushes["metric"], &pushes["length"], &pushes["shortest"]),
        (&json!("multi"), &json!(20), &json!(true))
    );
    assert_eq!(answer(&format!("solve --pushes --certificate c {eight}")).status, 2);
    let counted = document(&answer(&format!("count --json {eight}")));
    let all = document(&answer(&format!("solve --all --json {eight}")));
    assert_eq!(counted["shortest_solutions"], all["shortest_solutions"]);
    let number = all["solutions"].as_array().map_or(0, Vec::len);
    assert_eq!(Some(number.to_string().as_str()), counted["shortest_solutions"].as_str());
    let whole = document(&answer("explore --size 3x3 --pushes --json"));
    assert_eq!((&whole["depth"], &whole["positions"]), (&json!(24), &json!(181_440)));
    let part = document(&answer("explore --size 5x5 --depth 6 --json"));
    assert_eq!((&part["layers"], &part["complete"]), (&json!([1, 2, 4, 10, 26, 64, 159]), &json!(false)));
    assert_eq!(answer("explore --size 3x3 --checkpoint state").status, 2);
    let (_, files) = tiles("explore --size 5x5 --depth 5 --disk folder --quiet", &[], "");
    assert!(files.path("folder").is_dir());
    let survey = document(&answer("tiles survey --size 3 --count 20 --json"));
    assert_eq!((&survey["solved"], &survey["metric"]), (&json!(20), &json!("single")));
    let made = answer("generate tiles --size 3 --length 31 --count 2 --format line").output;
    let (solved, _) = tiles("batch --optimal list --json", &[("list", &made)], "");
    assert_eq!(lengths(&document(&solved)), [31, 31]);
    assert_eq!(answer("generate tiles --size 2 --length 9").status, 1);
}

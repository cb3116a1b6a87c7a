//! Sliding blocks from the command line, beyond the transcripts.

use serde_json::{Value, json};

use crate::programs::{Files, here, run, traybit, traybit_here};

#[test]
fn info_knows_every_shipped_key() {
    let described = |name: &str| {
        traybit_here(&format!("info --json puzzles/sliding/{name} puzzles/sliding/{name}.goal")).document()
    };
    let klotski = described("klotski");
    assert_eq!((&klotski["key"]["bits"], &klotski["key"]["word"]), (&json!(44), &json!("u64")));
    // One free cell among 9,999 equal blocks: its place says everything.
    assert_eq!(described("units-100")["key"]["bits"], 14);
    assert_eq!(described("corners-256")["key"]["bits"], 64);
}

#[test]
fn a_search_for_the_shortest_that_gives_up_has_any_solution() {
    let pair = "puzzles/sliding/corners-256 puzzles/sliding/corners-256.goal";
    let solved = traybit_here(&format!("solve --memory 64M {pair}"));
    assert_eq!(solved.status, 5, "{solved:?}");
    assert!(solved.sentences.contains("not necessarily the fewest"), "{solved:?}");
    let check = format!("check {pair} -");
    let checked = run(traybit().current_dir(here("")).args(check.split(' ')), &solved.output);
    assert_eq!(checked.status, 0, "{checked:?}");
    let json = traybit_here(&format!("solve --memory 64M --json {pair}")).document();
    let moves = json["moves"].as_array().expect("moves").len() as u64;
    assert!(json["at_least"].as_u64() <= Some(moves), "{json}");
    assert_eq!((&json["at_most"], &json["counts"]["slides"]), (&json!(moves), &json!(moves)));
    assert_eq!(json["length"], Value::Null);
}

#[test]
fn a_list_is_compared_with_what_it_states() {
    let board = "BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo 4780";
    let files = Files::new();
    let solved = |list: &str| {
        files.write("list", list);
        files.traybit("batch --optimal --json list")
    };
    assert_eq!(solved(&format!("51 {board}\n51 {board}\n")).status, 0);
    let wrong = solved(&format!("51 {board}\n50 {board}\n"));
    assert_eq!((wrong.status, &wrong.document()["puzzles"][1]["answer"]), (1, &json!("wrong")));
}

#[test]
fn colours_are_an_option_and_the_environment_s() {
    for (option, variables, expected) in [
        ("auto", &[][..], false),
        ("always", &[("NO_COLOR", "1")], true),
        ("never", &[("FORCE_COLOR", "1")], false),
        ("auto", &[("FORCE_COLOR", "1")], true),
        ("auto", &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
        ("auto", &[("CLICOLOR_FORCE", "1")], true),
    ] {
        let mut command = traybit();
        for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.args(["show", "--color", option]).arg(here("puzzles/tiles/eight-31.txt"));
        let output = run(command.envs(variables.iter().copied()), "").output;
        assert_eq!(output.contains('\u{1b}'), expected, "{option} {variables:?}");
    }
}

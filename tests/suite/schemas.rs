//! Every JSON document of the program follows its schema in `docs/schemas`.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, from_str};

use crate::programs::here;

/// Checks that a document of the program has all fields that its schema requires and only those that it lists. The types
/// are those of the structs from which the schemas are generated. Other text is no document.
pub(crate) fn check(text: &str) {
    if !text.starts_with("{\"schema\":\"traybit.") {
        return;
    }
    for line in text.lines() {
        let document: Value = from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let name = document["schema"].as_str().expect("a name");
        let file = name.trim_start_matches("traybit.").replace("/1", ".json");
        let schema = fs::read_to_string(here("docs/schemas").join(file)).expect("a schema");
        let schema: Value = from_str(&schema).expect("JSON");
        let fields: HashSet<&str> =
            document.as_object().expect("an object").keys().map(String::as_str).collect();
        // One of several parts has further fields.
        let parts = schema["anyOf"].as_array().into_iter().flatten().chain([&schema]);
        let listed = parts.flat_map(|part| part["properties"].as_object().expect("fields").keys());
        let listed = listed.map(String::as_str).collect();
        let required =
            schema["required"].as_array().expect("fields").iter().filter_map(Value::as_str).collect();
        assert!(fields.is_subset(&listed) && fields.is_superset(&required), "{name}: {fields:?}");
    }
}

/// Each command that has documents, and each way to fail, gives one that follows its schema: `run` checks it.
#[test]
fn every_document_has_a_schema() {
    use crate::programs::{Files, run, traybit};
    let files = Files::new();
    let klotski = "puzzles/sliding/klotski puzzles/sliding/klotski.goal";
    files.write("moves", "4 3 4 2\n");
    files.write("tile-moves", "6 D\n");
    files.write("none", "");
    let own = |name: &str| files.path(name).display().to_string();
    for (name, status, arguments) in [
        ("sliding.solve", 0, format!("solve {klotski}")),
        ("sliding.solve", 5, format!("solve {klotski} --limit 0")),
        ("sliding.count", 0, format!("count {klotski}")),
        ("sliding.check", 1, format!("check {klotski} {}", own("moves"))),
        ("sliding.explore", 0, "explore puzzles/sliding/two-pillars.txt".to_owned()),
        ("sliding.info", 0, "info puzzles/sliding/fat-klotski-labelled.txt".to_owned()),
        (
            "sliding.generate",
            0,
            "generate blocks --tray 3x3 --pieces 1x2=2,1x1 --empty 2 --goal 1x2_0_0".to_owned(),
        ),
        ("sliding.goal", 0, "generate goal --block a puzzles/sliding/klotski".to_owned()),
        ("sliding.info", 0, format!("info --difficulty {klotski}")),
        ("exact.info", 0, "info puzzles/exact/queens-8.txt".to_owned()),
        ("tiles.solve", 0, "solve puzzles/tiles/eight-31.txt".to_owned()),
        ("tiles.solve", 0, "solve --format blank puzzles/tiles/eight-31.txt".to_owned()),
        ("tiles.check", 6, format!("check puzzles/tiles/eight-31.txt {}", own("tile-moves"))),
        ("tiles.explore", 0, "explore puzzles/tiles/three-6.txt".to_owned()),
        ("tiles.info", 0, "info puzzles/tiles/fifteen-80.txt".to_owned()),
        ("tiles.generate", 0, "generate tiles --size 3 --count 2".to_owned()),
        ("tiles.count", 0, "count puzzles/tiles/eight-31.txt".to_owned()),
        ("packing.solve", 0, "solve puzzles/packing/popinjay.txt".to_owned()),
        ("packing.solve", 0, "solve --least puzzles/packing/any-mix.txt".to_owned()),
        ("packing.count", 0, "count puzzles/packing/popinjay.txt".to_owned()),
        ("packing.count", 0, "count --most puzzles/packing/any-mix.txt".to_owned()),
        ("packing.generate", 0, "generate packing --size 3x4 --areas 3..5".to_owned()),
        ("packing.info", 0, "info puzzles/packing/fault-free.txt".to_owned()),
        ("packing.check", 1, format!("check puzzles/packing/popinjay.txt {}", own("none"))),
        ("packing.info", 0, "info puzzles/packing/any-mix.txt".to_owned()),
        ("packing.info", 0, "info puzzles/packing/chessboard.txt".to_owned()),
        ("exact.solve", 0, "solve puzzles/exact/langford-8.dlx".to_owned()),
        ("exact.count", 0, "count puzzles/exact/langford-8.dlx".to_owned()),
        ("exact.check", 1, format!("check puzzles/exact/langford-8.dlx {}", own("none"))),
        ("exact.info", 0, "info puzzles/exact/langford-8.dlx".to_owned()),
        ("convert", 0, format!("convert {klotski} --to pair")),
        ("universe", 0, "universe --tray 2x3 --pieces 1x2".to_owned()),
        ("hardest", 0, "universe --tray 2x3 --pieces 1x2=1,1x1 --goal 1x2_0_0".to_owned()),
        ("polyominoes", 0, "universe --tray 2x3 --pieces any".to_owned()),
        ("polyominoes", 0, "universe --tray 2x3 --pieces any --simple".to_owned()),
        ("polyominoes", 0, "universe --tray 3x3 --pieces cars".to_owned()),
        ("puzzles", 0, "puzzles".to_owned()),
        ("batch", 0, "batch puzzles/tiles/three-6.txt".to_owned()),
        ("error", 3, "solve nowhere".to_owned()),
        ("error", 2, "solve".to_owned()),
        ("error", 2, "solve --pushes puzzles/packing/popinjay.txt".to_owned()),
    ] {
        let words = arguments.split(' ').map(|word| word.replace('_', " "));
        let answer = run(traybit().current_dir(here("")).args(words).args(["--json", "--quiet"]), "");
        assert_eq!(answer.status, status, "{arguments}: {answer:?}");
        assert!(
            answer.output.starts_with(&format!("{{\"schema\":\"traybit.{name}/1\",")),
            "{arguments}: {answer:?}"
        );
    }
}

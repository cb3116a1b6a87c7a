//! The schemas of `docs/schemas`, generated from the structs of the documents.

use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::command::check::Checked;
use crate::command::convert::Converted;
use crate::command::generate::Generated;
use crate::command::generate::goal::HardestGoal;
use crate::command::puzzles::Puzzles;
use crate::command::verify::Verified;
use crate::current::Errors;
use crate::report::batch::whole::Whole;
use crate::report::{
    Document, exact, explored, info, packing, polyominoes, solution, tiles, universe, versioned,
};

/// Set to write the files anew.
const WRITE: &str = "TRAYBIT_WRITE_SCHEMAS";

/// The schema of a document with these fields, as the text of a file.
fn schema<T: JsonSchema>(name: &str) -> (String, String) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Document<T>>().to_value();
    tidy(&mut schema);
    schema["properties"]["schema"] = json!({ "const": versioned(name) });
    schema["$id"] = format!("https://traybit.invalid/schemas/{name}.json").into();
    schema["title"] = versioned(name).into();
    (format!("{name}.json"), serde_json::to_string_pretty(&schema).unwrap() + "\n")
}

/// Drops the widths of integers, and the alternative that a field is null: one that does not apply is absent.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, value| !["format", "maximum"].contains(&&**key) || value.is_object());
            if let Some(Value::Object(fields)) = map.get_mut("properties") {
                fields.values_mut().for_each(without_null);
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(values) => values.iter_mut().for_each(tidy),
        _ => {}
    }
}

fn without_null(field: &mut Value) {
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [kind] = &types[..] {
            field["type"] = kind.clone();
        }
    }
    if let Some(Value::Array(parts)) = field.get_mut("anyOf") {
        parts.retain(|part| part["type"] != "null");
        if let [part] = &parts[..] {
            *field = part.clone();
        }
    }
}

#[test]
fn the_schemas_are_those_of_the_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let schemas = [
        schema::<Whole>("batch"),
        schema::<Converted>("convert"),
        schema::<Errors>("error"),
        schema::<Checked>("exact.check"),
        schema::<exact::Count>("exact.count"),
        schema::<exact::Description>("exact.info"),
        schema::<exact::Covers>("exact.solve"),
        schema::<universe::HardestStarts>("hardest"),
        schema::<Checked>("packing.check"),
        schema::<packing::Counted>("packing.count"),
        schema::<Generated>("packing.generate"),
        schema::<info::PackFacts>("packing.info"),
        schema::<packing::Found>("packing.solve"),
        schema::<polyominoes::Universe>("polyominoes"),
        schema::<Puzzles>("puzzles"),
        schema::<Checked>("sliding.check"),
        schema::<solution::ShortestCount>("sliding.count"),
        schema::<explored::BlockSpace>("sliding.explore"),
        schema::<Generated>("sliding.generate"),
        schema::<HardestGoal>("sliding.goal"),
        schema::<info::Description>("sliding.info"),
        schema::<solution::Solution>("sliding.solve"),
        schema::<tiles::Analysis>("tiles.analyse"),
        schema::<Checked>("tiles.check"),
        schema::<solution::ShortestCount>("tiles.count"),
        schema::<explored::TileSpace>("tiles.explore"),
        schema::<tiles::RandomBoards>("tiles.generate"),
        schema::<info::BoardFacts>("tiles.info"),
        schema::<tiles::MoveList>("tiles.moves"),
        schema::<tiles::Solution>("tiles.solve"),
        schema::<tiles::Survey>("tiles.survey"),
        schema::<universe::Universe>("universe"),
        schema::<Verified>("verify"),
    ];
    for (name, text) in schemas {
        let file = folder.join(&name);
        if std::env::var_os(WRITE).is_some() {
            fs::write(&file, &text).unwrap();
        }
        let found = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            found == text,
            "docs/schemas/{name} is not that of the documents; \
             `{WRITE}=1 cargo test -p traybit-app --lib schemas` writes it anew"
        );
    }
}

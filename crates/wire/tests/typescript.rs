//! The types of the pages: `web/src/wire.ts` is what the shapes of this crate are in TypeScript.

use std::fmt::Write as _;
use std::path::Path;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};
use wire::Answer;

/// Everything that reaches a page.
fn answers(schemas: &mut SchemaGenerator) {
    schemas.subschema_for::<Answer<wire::About>>();
    schemas.subschema_for::<Answer<wire::Models>>();
    schemas.subschema_for::<Answer<wire::Players>>();
    schemas.subschema_for::<Answer<wire::Record>>();
    schemas.subschema_for::<Answer<wire::LineAnswer>>();
    schemas.subschema_for::<Answer<wire::Try>>();
    schemas.subschema_for::<Answer<wire::Frames>>();
    schemas.subschema_for::<Answer<wire::Choice>>();
    schemas.subschema_for::<Answer<wire::Score>>();
    schemas.subschema_for::<Answer<wire::Games>>();
    schemas.subschema_for::<Answer<wire::Classes>>();
    schemas.subschema_for::<wire::Occurrence>();
    schemas.subschema_for::<wire::Judgement>();
    schemas.subschema_for::<wire::ReviewPiece>();
    schemas.subschema_for::<wire::Reading>();
    schemas.subschema_for::<wire::CurvePiece>();
    schemas.subschema_for::<wire::Tick>();
    schemas.subschema_for::<wire::Failed>();
    schemas.subschema_for::<wire::Ply>();
    schemas.subschema_for::<wire::ReviewPage>();
    schemas.subschema_for::<Answer<wire::Solved>>();
    schemas.subschema_for::<wire::SolvedPage>();
}

/// Everything that a page sends.
fn asks(schemas: &mut SchemaGenerator) {
    schemas.subschema_for::<wire::OnlyLineAsk>();
    schemas.subschema_for::<wire::PlayAsk>();
    schemas.subschema_for::<wire::ReadAsk>();
    schemas.subschema_for::<wire::FramesAsk>();
    schemas.subschema_for::<wire::SimulateAsk>();
    schemas.subschema_for::<wire::MoveAsk>();
    schemas.subschema_for::<wire::ReviewAsk>();
    schemas.subschema_for::<wire::PictureAsk>();
    schemas.subschema_for::<wire::SolveAsk>();
    schemas.subschema_for::<wire::ScoreAsk>();
    schemas.subschema_for::<wire::JudgeAsk>();
    schemas.subschema_for::<wire::GamesAsk>();
    schemas.subschema_for::<wire::ClassesAsk>();
    schemas.subschema_for::<wire::OccurrencesAsk>();
}

#[test]
fn the_types_of_the_pages_are_those_of_the_shapes() {
    let mut schemas = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answers(&mut schemas);
    let mut types = schemas.take_definitions(true);
    let mut schemas = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    asks(&mut schemas);
    // What goes both ways is described as it is written.
    for (name, schema) in schemas.take_definitions(true) {
        types.entry(name).or_insert(schema);
    }
    types.sort_keys();
    let mut text = String::from("// Made from the types of crates/wire by `cargo xtask golden`; not to be edited.\n");
    for (name, schema) in &types {
        text.push('\n');
        about(schema, "", &mut text);
        match own_fields(schema) {
            Some(fields) => drop(writeln!(text, "export interface {name} {}", object(schema, fields, ""))),
            None => drop(writeln!(text, "export type {name} = {};", of(schema, ""))),
        }
    }
    testkit::golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts"), &text);
}

/// What the documentation of a type or a field says.
fn about(schema: &Value, indent: &str, text: &mut String) {
    if let Some(description) = schema["description"].as_str() {
        let _ = writeln!(text, "{indent}/** {} */", description.replace('\n', " ").replace("*/", "* /"));
    }
}

fn own_fields(schema: &Value) -> Option<&Map<String, Value>> {
    schema["properties"].as_object().filter(|_| schema["type"] == "object")
}

fn object(schema: &Value, fields: &Map<String, Value>, indent: &str) -> String {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|each| each == name));
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, field) in fields {
        about(field, &inner, &mut text);
        let kind = of(field, &inner);
        // What may be absent is not null beside.
        let _ = match required(name) {
            true => writeln!(text, "{inner}{name}: {kind};"),
            false => writeln!(text, "{inner}{name}?: {};", kind.trim_end_matches(" | null")),
        };
    }
    if schema.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false)) {
        let _ = writeln!(text, "{inner}[name: string]: unknown;");
    }
    text + indent + "}"
}

/// A schema as a type.
fn of(schema: &Value, indent: &str) -> String {
    let union = |all: &Vec<Value>| {
        let mut each: Vec<String> = Vec::new();
        for one in all.iter().map(|one| of(one, indent)) {
            if !each.contains(&one) {
                each.push(one);
            }
        }
        each.join(" | ")
    };
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap_or_default().to_string();
    }
    if let Some(word) = schema.get("const") {
        return word.to_string();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(all) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return union(all);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => panic!("no type in {schema}"),
    };
    let kind = |kind: &str| match kind {
        "integer" | "number" => "number".to_string(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => format!("[{}]", items.iter().map(|item| of(item, indent)).collect::<Vec<_>>().join(", ")),
            None => match (of(&schema["items"], indent), schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (item, Some(least), Some(most)) if least == most => {
                    format!("[{}]", vec![item; usize::try_from(most).unwrap()].join(", "))
                }
                (item, ..) if item.contains(' ') => format!("({item})[]"),
                (item, ..) => format!("{item}[]"),
            },
        },
        "object" => match schema["properties"].as_object() {
            Some(fields) => object(schema, fields, indent),
            // Keys that are numbers are texts of a certain form.
            None => {
                let by_number = schema["patternProperties"].as_object().and_then(|forms| forms.values().next());
                format!("Record<string, {}>", of(by_number.unwrap_or(&schema["additionalProperties"]), indent))
            }
        },
        plain => plain.to_string(),
    };
    kinds.into_iter().map(kind).collect::<Vec<_>>().join(" | ")
}

//! `weft platforms schema`: a JSON schema of platform files, by which an editor completes keys and marks mistakes.

use serde_json::{json, Map, Value};
use weft_sim::platform::keys::{Absent, Key, Shape, TableShape};
use weft_sim::platform::parts::ROOT;

/// Readers of JSON that store numbers as doubles represent integers exactly only up to this one.
const MOST_EXACT: u64 = 1 << 53;

/// The schema. It requires no key, because a file that extends another may leave each of them out.
pub fn schema() -> Value {
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": format!("urn:weft:platform:{}", env!("CARGO_PKG_VERSION")),
        "title": "Platform file of Weft",
    });
    extend(&mut schema, table(&ROOT));
    schema
}

fn table(shape: &TableShape) -> Value {
    json!({
        "type": "object",
        "description": shape.help.trim(),
        "properties": properties(shape),
        "additionalProperties": false,
    })
}

fn properties(shape: &TableShape) -> Value {
    let is_present = |key: &&Key| !matches!(key.absent, Absent::Gone(_));
    let present = shape.all().filter(is_present);
    let named = present.map(|key| (key.name.to_string(), property(key)));
    Value::Object(named.collect())
}

fn property(key: &Key) -> Value {
    let mut property = values(&key.shape);
    property["description"] = json!(key.help.trim());
    if let Some(default) = default(key) {
        property["default"] = default;
    }
    property
}

/// The default, if a file could have it.
fn default(key: &Key) -> Option<Value> {
    let Absent::Value(value) = key.absent else {
        return None;
    };
    let line: Map<String, Value> = toml::from_str(&format!("value = {}", value())).ok()?;
    line.get("value").cloned()
}

fn values(shape: &Shape) -> Value {
    match shape {
        Shape::Number { least, most, .. } if *most > MOST_EXACT => {
            json!({ "type": "integer", "minimum": least })
        }
        Shape::Number { least, most, .. } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Shape::Address => {
            json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX, "multipleOf": 16 })
        }
        Shape::Bytes => quantity(json!({ "multipleOf": 4 }), "B|KiB|MiB|GiB"),
        Shape::Frequency => quantity(json!({}), "Hz|kHz|MHz|GHz"),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Fraction => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Shape::Line => json!({ "type": "string" }),
        Shape::Choice(words) => json!({ "type": "string", "enum": words() }),
        Shape::List(of) => json!({ "type": "array", "items": values(of) }),
        Shape::Pair(of) => {
            json!({ "type": "array", "items": values(of), "minItems": 2, "maxItems": 2 })
        }
        Shape::Table(shape) => table(shape),
        Shape::Tables(shape) => json!({ "type": "array", "items": table(shape) }),
        Shape::TableOrTables(shape) => {
            let one = table(shape);
            json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
        }
        Shape::Devices { kinds, .. } => json!({ "type": "array", "items": device(&kinds()) }),
    }
}

/// An integer in the base unit, or a string of a number and a unit.
fn quantity(integer: Value, units: &str) -> Value {
    let mut plain = json!({ "type": "integer", "minimum": 1 });
    extend(&mut plain, integer);
    let text = format!("^[0-9]+(\\.[0-9]+)? *({units})$");
    json!({ "anyOf": [plain, { "type": "string", "pattern": text }] })
}

/// The kind of a device decides about its other keys. One without a kind changes a device of the platform that the file extends.
fn device(kinds: &[(&str, TableShape)]) -> Value {
    let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let keys = |(name, shape): &(&str, TableShape)| {
        json!({
            "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] },
            "then": {
                "description": shape.help.trim(),
                "properties": properties(shape),
                "additionalProperties": false,
            },
        })
    };
    // An editor completes the keys of all kinds; which of them a kind has is said under `then`.
    let all = kinds.iter().flat_map(|(_, shape)| shape.all());
    let description = |key: &Key| json!({ "description": key.help.trim() });
    let all = all.map(|key| (key.name.to_string(), description(key)));
    let mut all: Map<String, Value> = all.collect();
    all.insert(String::from("kind"), json!({ "enum": names }));
    json!({
        "type": "object",
        "properties": all,
        "additionalProperties": false,
        "allOf": kinds.iter().map(keys).collect::<Vec<Value>>(),
    })
}

/// Adds the entries of another object.
fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;

//! What the schema accepts: every shipped platform, and nothing that is misspelt, of another type, or out of range.

use super::*;

/// Does a value conform to a schema? Supports only the keywords of JSON Schema that our schema uses.
fn follows(value: &Value, schema: &Value) -> bool {
    has_type(value, schema) && is_in_range(value, schema) && is_of_choice(value, schema) && {
        let elements = value.as_array().into_iter().flatten();
        let mut elements = elements.zip(std::iter::repeat(schema.get("items")));
        let elements = elements.all(|(element, items)| items.is_none_or(|it| follows(element, it)));
        elements && has_keys(value, schema) && is_combined(value, schema)
    }
}

fn has_type(value: &Value, schema: &Value) -> bool {
    match schema.get("type").and_then(Value::as_str) {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some(other) => panic!("{other} is not used"),
    }
}

fn is_in_range(value: &Value, schema: &Value) -> bool {
    let Some(number) = value.as_f64() else {
        return true;
    };
    let limit = |name| schema.get(name).and_then(Value::as_f64);
    limit("minimum").is_none_or(|least| number >= least)
        && limit("maximum").is_none_or(|most| number <= most)
        && limit("multipleOf").is_none_or(|unit| number % unit == 0.0)
}

fn is_of_choice(value: &Value, schema: &Value) -> bool {
    let words = schema.get("enum").and_then(Value::as_array);
    words.is_none_or(|words| words.contains(value))
        && schema.get("const").is_none_or(|it| it == value)
}

fn has_keys(value: &Value, schema: &Value) -> bool {
    let (Some(entries), Some(keys)) = (value.as_object(), schema.get("properties")) else {
        return true;
    };
    let is_open = schema.get("additionalProperties").is_none();
    let required = schema.get("required").and_then(Value::as_array);
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    required.all(|key| entries.contains_key(key))
        && entries.iter().all(|(key, value)| match keys.get(key) {
            Some(schema) => follows(value, schema),
            None => is_open,
        })
}

fn is_combined(value: &Value, schema: &Value) -> bool {
    let list = |name| schema.get(name).and_then(Value::as_array);
    let condition = match (schema.get("if"), schema.get("then")) {
        (Some(condition), Some(then)) => !follows(value, condition) || follows(value, then),
        _ => true,
    };
    condition
        && list("anyOf").is_none_or(|any| any.iter().any(|schema| follows(value, schema)))
        && list("allOf").is_none_or(|all| all.iter().all(|schema| follows(value, schema)))
}

fn is_accepted(text: &str) -> bool {
    let value: Value = toml::from_str(text).expect("it is TOML");
    follows(&value, &schema())
}

#[test]
fn every_shipped_platform_is_accepted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../platforms");
    let files = std::fs::read_dir(folder).expect("the folder of platforms");
    let mut count = 0;
    for file in files {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|it| it == "toml") {
            let text = std::fs::read_to_string(&path).expect("a platform");
            assert!(is_accepted(&text), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count} platforms");
}

#[test]
fn mistakes_are_refused() {
    assert!(is_accepted("[bus]\nsingle_access = 5"));
    assert!(!is_accepted("[bus]\nsingle_acess = 5"), "a misspelt key");
    assert!(!is_accepted("[bus]\nsingle_access = \"5\""), "another type");
    assert!(!is_accepted("[bus]\nsingle_access = 3"), "out of range");
    assert!(
        !is_accepted("[sync]\nhand_over = \"never\""),
        "no such word"
    );
    assert!(
        !is_accepted("[[device]]\nkind = \"sram\"\nchannels = 2"),
        "a key of another kind"
    );
    assert!(is_accepted("[[device]]\nname = \"sram\"\nwait_states = 2"));
    assert!(
        !is_accepted("[[device]]\nname = \"sram\"\nwait_state = 2"),
        "a key of no kind"
    );
}

#[test]
fn a_key_has_its_description_range_and_default() {
    let schema = schema();
    let key = &schema["properties"]["bus"]["properties"]["single_access"];
    assert_eq!(
        (&key["minimum"], &key["maximum"], &key["default"]),
        (&json!(4), &json!(1000), &json!(4))
    );
    assert!(key["description"]
        .as_str()
        .expect("a description")
        .contains("uncontended"));
    assert_eq!(schema["additionalProperties"], json!(false));
}

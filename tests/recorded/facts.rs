//! The facts of a run that are compared: numbers as they are, what is longer as a SHA-256.

use crate::pc_log::LOG;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::path::Path;
use weft_tests::command::{Ended, Folder};

/// The facts, by name.
pub type Facts = Map<String, Value>;

/// The file of `--json`.
pub const RECORD: &str = "run.json";

/// What depends on the host, the tools or the engine, and what a platform file may say in other words with the same meaning.
const HOST: [&str; 8] = [
    "weft",
    "compiler",
    "engine",
    "seconds",
    "mips",
    "translated",
    "interpreted",
    "platform",
];

/// The facts of a command that has ended in a folder.
pub fn of(ended: &Ended, folder: &Folder) -> Facts {
    let mut facts = Facts::new();
    facts.insert("status".into(), ended.status.into());
    facts.insert("stdout".into(), text_digest(&ended.stdout));
    facts.insert("stderr".into(), text_digest(&ended.stderr));
    for path in folder.files() {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.expect("names of files are text").to_string();
        let bytes = std::fs::read(&path).expect("a file of the run");
        match name.as_str() {
            RECORD => facts.extend(record(&bytes)),
            LOG => {}
            _ => drop(facts.insert(name, file_digest(&path, &bytes))),
        }
    }
    facts
}

/// The facts of a record: its numbers, its cycles by class, and a digest of each of its tables.
fn record(bytes: &[u8]) -> Facts {
    let Ok(Value::Object(mut record)) = serde_json::from_slice(bytes) else {
        panic!("{RECORD} is no object");
    };
    HOST.iter().for_each(|name| drop(record.remove(*name)));
    strip_each(&mut record, "programs", &["path", "sha256"]);
    strip_each(&mut record, "cores", &["run_ahead"]);
    let classes = classes(&record);
    let mut facts: Facts = record.into_iter().map(short).collect();
    facts.extend(classes.map(|classes| ("classes".to_string(), classes)));
    facts
}

/// Removes fields of each element of a table.
fn strip_each(record: &mut Facts, table: &str, fields: &[&str]) {
    let elements = record.get_mut(table).and_then(Value::as_array_mut);
    for element in elements.into_iter().flatten() {
        let element = element.as_object_mut().expect("tables have objects");
        fields.iter().for_each(|field| drop(element.remove(*field)));
    }
}

/// The cycles of all cores by class.
fn classes(record: &Facts) -> Option<Value> {
    let mut sums = Map::new();
    for core in record.get("cores")?.as_array()? {
        for (class, cycles) in core["classes"].as_object()? {
            let before = sums.get(class).and_then(Value::as_u64).unwrap_or(0);
            sums.insert(class.clone(), (before + cycles.as_u64()?).into());
        }
    }
    Some(sums.into())
}

/// A field with its digest for its value, if it is a table.
fn short((name, value): (String, Value)) -> (String, Value) {
    let short = match value {
        Value::Array(_) | Value::Object(_) => text_digest(&value.to_string()),
        plain => plain,
    };
    (name, short)
}

/// The digest of a file that a run has written; of a waveform, that of its signals.
fn file_digest(path: &Path, bytes: &[u8]) -> Value {
    match path.extension() {
        Some(extension) if extension == "fst" => text_digest(&crate::waveform::text(path)),
        _ => digest(bytes),
    }
}

fn text_digest(text: &str) -> Value {
    digest(text.as_bytes())
}

fn digest(bytes: &[u8]) -> Value {
    format!("{:x}", Sha256::digest(bytes)).into()
}

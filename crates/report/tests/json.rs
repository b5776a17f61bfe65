//! The JSON record of a made-up run, and the check that its documentation names every field.

use crate::common::record;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use weft_report::json::Outcome;
use weft_report::processes::{ProcessRecord, ProcessesRecord};

#[test]
fn a_record_word_for_word() {
    let mut run = record::run(2, 1);
    run.cores[0].unreceived = record::unreceived();
    run.parts.insert("mesh".to_owned(), record::mesh());
    insta::assert_snapshot!("record", run.to_json());
}

#[test]
fn the_page_documents_every_field_and_no_other() {
    let mut run = record::run(2, 1);
    run.cores[0].unreceived = record::unreceived();
    run.cores[0].task = Some("idct.0".to_owned());
    run.parts.insert("mesh".to_owned(), record::mesh());
    let words = json!({ "words_sent": 3, "words_received": 5 });
    run.parts.insert("pc".to_owned(), words);
    run.faults = vec![record::strike()];
    let mut fields = BTreeSet::new();
    for text in [run.to_json(), processes().to_json()] {
        collect_fields(&serde_json::from_str(&text).unwrap(), &mut fields);
    }
    let page = include_str!("../../../docs/guides/json.md");
    for field in &fields {
        assert!(
            page.contains(&format!("`{field}`")),
            "docs/guides/json.md does not mention {field}"
        );
    }
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let documented = line
            .split('|')
            .nth(1)
            .unwrap()
            .split('`')
            .skip(1)
            .step_by(2);
        documented.for_each(|name| {
            assert!(
                fields.contains(name),
                "docs/guides/json.md has {name}, the record has not"
            )
        });
    }
}

/// A run on this machine.
fn processes() -> ProcessesRecord {
    let process = ProcessRecord {
        rank: 0,
        task: Some("idct".to_owned()),
        library_messages_sent: 3,
        library_bytes_sent: 24,
        exit_status: Some(0),
    };
    ProcessesRecord::new(
        vec!["a.c".to_owned()],
        Outcome::Finished,
        vec![process],
        Vec::new(),
        0.5,
    )
}

fn collect_fields(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            fields.extend(members.keys().cloned());
            members
                .values()
                .for_each(|member| collect_fields(member, fields));
        }
        Value::Array(elements) => elements
            .iter()
            .for_each(|element| collect_fields(element, fields)),
        _ => {}
    }
}

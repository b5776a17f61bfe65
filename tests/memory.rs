//! The library's memcpy, memmove, memset and malloc on chips: what they do, and what they cost.

use serde_json::Value;
use weft_tests::command::Folder;

fn program(name: &str) -> String {
    format!("{}/memory/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn copies_fills_and_allocations_are_right() {
    for level in ["0", "s", "2", "3"] {
        let run = format!("run -q -n 1 -O {level} {}", program("memory.c"));
        let ended = Folder::default().weft(&run).exits(0);
        assert_eq!(ended.stdout, "0 wrong, refused\n", "-O {level}");
    }
}

/// On a core that issues an instruction a cycle, in cycles a byte; what is allocated is not cleared.
#[test]
fn words_are_copied_and_filled_at_once() {
    let folder = Folder::default();
    let run = format!("run -q -n 1 --json run.json {}", program("cycles.c"));
    folder.weft(&run).exits(0);
    let facts: Value = serde_json::from_slice(&folder.read("run.json")).expect("JSON");
    let reported = |name: &str| {
        let reports = facts["reports"].as_array().expect("reports").iter();
        let mut named = reports.filter(|report| report["name"] == name);
        let value = named.next().and_then(|report| report["value"].as_f64());
        value.unwrap_or_else(|| panic!("no {name} in {facts}"))
    };
    let bytes = 65536.0;
    assert!(reported("memset") <= 0.4 * bytes, "{}", reported("memset"));
    assert!(reported("memcpy") <= 0.6 * bytes, "{}", reported("memcpy"));
    assert!(reported("malloc") <= 200.0, "{}", reported("malloc"));
}

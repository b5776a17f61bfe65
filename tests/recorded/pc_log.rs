//! The log of a PC beside the chip. `--replay` refuses the log of another platform file, but here a file may say the same in other
//! words: the log gets the hash of the file as it is.

use crate::facts::RECORD;
use serde_json::Value;
use std::path::Path;
use weft_tests::command::Folder;

pub const LOG: &str = "pc.log";

/// Writes the log for a run with these words to its folder. Returns the options that repeat it.
pub fn write(place: &Folder, recorded: &Path, words: &str) -> String {
    let text = std::fs::read_to_string(recorded).expect("the log of a PC");
    let (head, rest) = text.split_once('\n').expect("a log has lines");
    let mut head: Value = serde_json::from_str(head).expect("a head");
    head["platform_sha256"] = platform_hash(place, words);
    place.write(LOG, format!("{head}\n{rest}"));
    format!(" --replay {LOG}")
}

/// The hash of the platform file, as a run of the chip alone tells it.
fn platform_hash(place: &Folder, words: &str) -> Value {
    place.weft(&format!("run --quiet --json {RECORD} {words}"));
    let record: Value = serde_json::from_slice(&place.read(RECORD)).expect("a record");
    record["platform"]["sha256"].clone()
}

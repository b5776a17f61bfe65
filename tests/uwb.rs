//! The ultra-wideband MAC of apps/uwb_mac on both of its platforms: what it verifies about itself, in both engines, and that the
//! source is one that the primitives alone make faster or slower.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use weft_tests::command::Folder;

const PLATFORMS: [&str; 2] = ["uwb4", "uwb4-ipcm"];

/// More cycles than three superframes take.
const CYCLES: u32 = 60_000_000;

/// Numbers by what they are of: kind of line, event, payload and class.
type Rows = BTreeMap<[String; 4], u64>;

/// Builds the program in a folder; its ELF file is `uwb_mac.elf`.
fn build(folder: &Folder, platform: &str) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/uwb_mac");
    let mut files: Vec<PathBuf> = std::fs::read_dir(sources)
        .expect("the folder of the program")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    // The program is named after its first file.
    files.sort_by_key(|file| !file.ends_with("uwb_mac.c"));
    let files: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    let command = format!(
        "disasm --platform {platform} --function main --keep . {}",
        files.join(" ")
    );
    folder.weft(&command).exits(0);
}

fn run(folder: &Folder, platform: &str, options: &str, arguments: &str, status: i32) -> String {
    let fixed = format!("run --quiet --reports --platform {platform} --max-cycles {CYCLES}");
    let command = format!("{fixed} {options} uwb_mac.elf -- {arguments}");
    folder.weft(&command).exits(status).stdout
}

fn rows(output: &str) -> Rows {
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, event, payload, class, value] = words[..] else {
            panic!("not a row: {line}");
        };
        let key = [kind, event, payload, class].map(str::to_string);
        (key, value.parse().expect("a number"))
    };
    output.lines().map(row).collect()
}

/// All cycles of an event.
fn total(rows: &Rows, event: &str, payload: &str) -> u64 {
    let class = |class: &str| rows[&["uwb", event, payload, class].map(str::to_string)];
    ["block", "lock", "barrier", "busy"].map(class).iter().sum()
}

const EVENTS: [(&str, &str); 9] = [
    ("beacon-tx", "0"),
    ("beacon-rx", "0"),
    ("beacon-process", "0"),
    ("data-rx", "128"),
    ("data-rx", "256"),
    ("data-rx", "512"),
    ("data-tx", "128"),
    ("data-tx", "256"),
    ("data-tx", "512"),
];

/// The program checks what it receives, what it sends, and how often it uses each primitive.
#[test]
fn all_is_right_on_both_platforms_with_any_neighbours() {
    for platform in PLATFORMS {
        let folder = Folder::default();
        build(&folder, platform);
        for neighbours in 1..=6 {
            let output = run(&folder, platform, "", &format!("2 {neighbours}"), 0);
            assert_eq!(rows(&output).len(), 9 * 7, "{output}");
        }
    }
}

#[test]
fn engines_agree() {
    for platform in PLATFORMS {
        let folder = Folder::default();
        build(&folder, platform);
        let facts = ["fast", "step"].map(|engine| {
            let options = format!("--engine {engine} --json run.json");
            let output = run(&folder, platform, &options, "1", 0);
            let mut facts: Value = serde_json::from_slice(&folder.read("run.json")).expect("JSON");
            let run = facts.as_object_mut().expect("an object");
            for key in ["engine", "seconds", "mips", "translated", "interpreted"] {
                run.remove(key);
            }
            for core in run["cores"].as_array_mut().expect("cores") {
                core.as_object_mut().expect("an object").remove("run_ahead");
            }
            (output, facts)
        });
        assert_eq!(facts[0], facts[1], "{platform}");
    }
}

#[test]
fn events_use_the_primitives_of_the_published_application() {
    let folder = Folder::default();
    build(&folder, "uwb4");
    let rows = rows(&run(&folder, "uwb4", "", "1", 0));
    let count = |event: &str, payload: &str| {
        ["block", "lock", "barrier"]
            .map(|what| rows[&["primitives", event, payload, what].map(str::to_string)])
    };
    for (event, payload) in EVENTS {
        let expected = match event {
            "beacon-tx" => [1, 0, 0],
            "beacon-rx" => [1, 2, 0],
            "beacon-process" => [1, 7, 0],
            _ => [1, 3, 2],
        };
        assert_eq!(count(event, payload), expected, "{event} {payload}");
    }
}

#[test]
fn message_instructions_shorten_every_event() {
    let [message, mailbox] = PLATFORMS.map(|platform| {
        let folder = Folder::default();
        build(&folder, platform);
        rows(&run(&folder, platform, "", "2", 0))
    });
    for (event, payload) in EVENTS {
        let (one, other) = (
            total(&message, event, payload),
            total(&mailbox, event, payload),
        );
        assert!(one < other, "{event} {payload}: {one} and {other} cycles");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::default();
    build(&folder, "uwb4");
    for arguments in ["0", "1 0", "1 7", "none"] {
        run(&folder, "uwb4", "", arguments, 2);
    }
    run(&folder, "uwb4", "-n 3", "1", 2);
}

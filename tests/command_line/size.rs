//! `weft size`: every byte of a program is in one layer, and no layer has more in a program than in the whole library.

use serde_json::Value;
use weft_tests::command::Folder;

const KINDS: [&str; 4] = ["code", "constants", "data", "zeros"];

/// What `--json` says of a program, or of none.
fn sizes(program: &str) -> Value {
    let folder = Folder::default();
    folder
        .weft(&format!("size --json size.json {program}"))
        .exits(0);
    let text = std::fs::read_to_string(folder.path("size.json")).expect("the file was written");
    serde_json::from_str(&text).expect("it is JSON")
}

fn hello() -> String {
    format!("{}/../apps/hello/hello.c", env!("CARGO_MANIFEST_DIR"))
}

fn layer<'a>(sizes: &'a Value, name: &str) -> &'a Value {
    let layers = sizes["layers"].as_array().expect("a list");
    let found = layers.iter().find(|layer| layer["layer"] == name);
    found.unwrap_or_else(|| panic!("there is no layer {name}"))
}

#[test]
fn a_program_has_of_each_layer_what_it_uses() {
    let sizes = sizes(&hello());
    for name in ["arch", "link", "engine", "mpi", "program", "c-library"] {
        assert!(
            layer(&sizes, name)["program"]["code"].as_u64() > Some(0),
            "{name}"
        );
    }
    assert_eq!(layer(&sizes, "mcapi")["program"]["code"], 0);
    for layer in sizes["layers"].as_array().expect("a list") {
        let whole = &layer["whole"];
        let more = |kind: &&str| layer["program"][kind].as_u64() > whole[kind].as_u64();
        // What the linker merges or aligns moves constants by a few bytes.
        let found = ["code", "data", "zeros"]
            .iter()
            .find(|kind| !whole.is_null() && more(kind));
        assert_eq!(found, None, "{}", layer["layer"]);
    }
}

/// `hello` by its ELF file: what is loaded is what the layers have, but for the gaps of alignment.
#[test]
fn the_layers_sum_to_what_is_loaded() {
    let sizes = sizes(&hello());
    let layers = sizes["layers"].as_array().expect("a list");
    let of = |layer: &Value, kind: &str| layer["program"][kind].as_u64().unwrap_or(0);
    let all = |layer: &Value| KINDS.iter().map(|kind| of(layer, kind)).sum::<u64>();
    let sum: u64 = layers.iter().map(all).sum();
    let folder = Folder::default();
    let run = format!(
        "run --quiet -n 1 --keep {} {}",
        folder.path("").display(),
        hello()
    );
    folder.weft(&run).exits(0);
    let elf = std::fs::read(folder.path("hello.elf")).expect("the ELF file was kept");
    let loaded = loaded_bytes(&elf);
    assert!(
        sum <= loaded && loaded - sum < loaded / 20,
        "{sum} of {loaded}"
    );
}

/// Bytes of all sections that are loaded.
fn loaded_bytes(elf: &[u8]) -> u64 {
    use object::{Object, ObjectSection, SectionKind};
    let file = object::File::parse(elf).expect("it is an ELF file");
    let kinds = [
        SectionKind::Text,
        SectionKind::Data,
        SectionKind::ReadOnlyData,
        SectionKind::UninitializedData,
    ];
    let loaded = file
        .sections()
        .filter(|section| kinds.contains(&section.kind()));
    loaded.map(|section| section.size()).sum()
}

#[test]
fn without_a_program_there_is_the_whole_library() {
    let sizes = sizes("--platform asip8x");
    assert!(layer(&sizes, "mpi")["whole"]["code"].as_u64() > Some(10_000));
    assert!(layer(&sizes, "mpi")["program"].is_null());
}

#[test]
fn this_machine_is_no_chip() {
    let ended = Folder::default().weft("size --platform host").exits(2);
    ended.says(&["tells sizes on chips"]);
}

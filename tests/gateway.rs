//! The media gateway: its video encoder by itself.

use weft_tests::command::{Ended, Folder};

/// What the encoder makes of the scene, which ffmpeg decodes to the pictures that the encoder has in mind
/// (`gateway/golden`).
const STREAM: &[u8] = include_bytes!("gateway/scene.263");

const ENCODER: [&str; 7] = [
    "apps/gateway/step.c",
    "apps/gateway/motion.c",
    "apps/gateway/predict.c",
    "apps/gateway/transform.c",
    "apps/gateway/quantize.c",
    "apps/gateway/entropy.c",
    "apps/gateway/codes.c",
];

/// Runs a program made of these files of the project and the encoder.
fn run(folder: &Folder, place: &str, sources: &[&str], arguments: &str) -> Ended {
    let path = |source: &&str| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR"));
    let paths: Vec<String> = sources.iter().chain(&ENCODER).map(path).collect();
    let paths = paths.join(" ");
    folder.weft(&format!(
        "run --quiet --platform {place} -n 1 {paths} -- {arguments}"
    ))
}

fn encode(folder: &Folder, place: &str, arguments: &str) -> Ended {
    let sources = ["apps/gateway/encode.c", "apps/gateway/scene.c"];
    run(folder, place, &sources, arguments)
}

#[test]
fn a_scene_becomes_a_stream_that_another_decoder_reads() {
    let folder = Folder::default();
    let ended = encode(&folder, "host", "40 scene.263 decoded.yuv").exits(0);
    assert_eq!(folder.read("scene.263"), STREAM);
    assert_eq!(folder.read("decoded.yuv").len(), 40 * 128 * 96 * 3 / 2);
    let likeness = ended.stdout.split(", ").nth(2).expect("a likeness");
    let decibels = likeness.trim_end_matches(" dB\n");
    assert!(decibels.parse::<f64>().expect("a number") > 35.0);
}

#[test]
fn the_rate_is_kept() {
    let folder = Folder::default();
    encode(&folder, "host", "100 scene.263").exits(0);
    let bits_a_second = folder.read("scene.263").len() * 8 / 10;
    assert!(bits_a_second < 64_000 * 11 / 10, "{bits_a_second}");
}

#[test]
fn the_chip_encodes_the_same() {
    let folder = Folder::default();
    encode(&folder, "davinci", "2 scene.263").exits(0);
    assert!(STREAM.starts_with(&folder.read("scene.263")));
}

#[test]
fn noise_and_what_is_no_row() {
    run(&Folder::default(), "host", &["tests/gateway/noise.c"], "").exits(0);
}

#[test]
fn arguments_that_are_none_are_refused() {
    for arguments in ["", "0 scene.263", "3", "x scene.263", "3 a b c"] {
        let ended = encode(&Folder::default(), "host", arguments).exits(2);
        ended.says(&["arguments: PICTURES (1 to 10000) STREAM [DECODED]"]);
    }
    let ended = encode(&Folder::default(), "host", "1 none/scene.263").exits(2);
    ended.says(&["none/scene.263: cannot be written"]);
}

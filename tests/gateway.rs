//! The media gateway: its video encoder by itself, and sessions on the chip.

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

/// Runs a program made of these files of the project and the encoder on a processor.
fn run(folder: &Folder, place: &str, sources: &[&str], arguments: &str) -> Ended {
    run_on(folder, place, 1, sources, arguments)
}

/// The same on several.
fn run_on(folder: &Folder, place: &str, cores: usize, sources: &[&str], arguments: &str) -> Ended {
    let path = |source: &&str| format!("{}/../{source}", env!("CARGO_MANIFEST_DIR"));
    let paths: Vec<String> = sources.iter().chain(&ENCODER).map(path).collect();
    let paths = paths.join(" ");
    folder.weft(&format!(
        "run --quiet --platform {place} -n {cores} {paths} -- {arguments}"
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
    for arguments in ["0 scene.263", "3 a b 0", "3 a b 2 c"] {
        let ended = encode(&Folder::default(), "host", arguments).exits(2);
        ended.says(&["arguments: PICTURES (1 to 10000) STREAM [DECODED [REPEAT]]"]);
    }
    let ended = encode(&Folder::default(), "host", "1 none/scene.263").exits(2);
    ended.says(&["none/scene.263: cannot be written"]);
}

/// Runs the gateway on a platform with `cores` cores.
fn gateway(folder: &Folder, platform: &str, cores: usize, words: &str) -> Ended {
    let sources = [
        "apps/gateway/gateway.c",
        "apps/gateway/serve.c",
        "apps/gateway/session.c",
        "apps/gateway/audio.c",
        "apps/gateway/video.c",
        "apps/gateway/scene.c",
        "apps/voip/codec.c",
        "apps/voip/g711.c",
        "apps/voip/g726.c",
    ];
    run_on(folder, platform, cores, &sources, words)
}

#[test]
fn sessions_encode_the_same_however_they_are_served() {
    let folder = Folder::default();
    encode(&folder, "host", "3 alone.263 alone.yuv 2").exits(0);
    let cases = [
        ("davinci", 2, "gpp", "audio:0:0:0 video:0:0:0"),
        ("davinci", 2, "dsp", "video:0:2500:2 audio:0:20000:2"),
        (
            "davinci2",
            3,
            "dsp",
            "video:1:15000:4 video:0:15000:0 audio:1:20000:0",
        ),
    ];
    for (platform, cores, place, sessions) in cases {
        let words = format!("{place} 200 stream.263 {sessions}");
        let ended = gateway(&folder, platform, cores, &words).exits(0);
        let stream = folder.read("stream.263");
        assert!(stream.len() > 1000, "{sessions}");
        assert!(folder.read("alone.263").starts_with(&stream), "{sessions}");
        assert!(ended.stdout.contains("postponed 0"), "{}", ended.stdout);
        assert!(!ended.stdout.contains("postponed 1"), "{}", ended.stdout);
    }
}

#[test]
fn sessions_that_there_cannot_be_are_refused() {
    let five = "video:0:0:0 ".repeat(5);
    let cases = [
        (
            "gpp 200 - h264:0:0:0",
            "h264:0:0:0: unknown codec; there are audio",
        ),
        (
            "gpp 200 - video:1:0:0",
            "video:1:0:0: is not KIND:DSP:POLLING:BLOCKS",
        ),
        (
            "gpp 200 - video:0:-5:0",
            "video:0:-5:0: is not KIND:DSP:POLLING:BLOCKS",
        ),
        ("gpp 250 - video:0:0:0", "arguments: gpp|dsp MILLISECONDS"),
        (
            "gpp 200 - video:0:0:8",
            "video: its blocks do not fit into the internal memory",
        ),
        ("gpp 200 none/a video:0:0:0", "none/a: cannot be written"),
        (
            &format!("gpp 200 - {five}"),
            "there are four sessions of a kind at most",
        ),
    ];
    let folder = Folder::default();
    for (words, complaint) in cases {
        gateway(&folder, "davinci", 2, words)
            .exits(2)
            .says(&[complaint]);
    }
}

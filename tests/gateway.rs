//! The media gateway: its video encoder by itself, and sessions on the chip, also such as start and stop while it runs.

use serde_json::Value;
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
        "run --quiet --reports --platform {place} -n {cores} {paths} -- {arguments}"
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

/// What both gateways are made of.
const SESSIONS: [&str; 8] = [
    "apps/gateway/serve.c",
    "apps/gateway/session.c",
    "apps/gateway/audio.c",
    "apps/gateway/video.c",
    "apps/gateway/scene.c",
    "apps/voip/codec.c",
    "apps/voip/g711.c",
    "apps/voip/g726.c",
];

/// Runs the gateway on a platform with `cores` cores.
fn gateway(folder: &Folder, platform: &str, cores: usize, words: &str) -> Ended {
    let sources = [&["apps/gateway/gateway.c"][..], &SESSIONS].concat();
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
            &format!("gpp 200 - {}", "audio:0:0:0 video:0:0:0 ".repeat(4)),
            "the task that measures: the kernel has no room for its tasks: -D WEFT_KERNEL_TASKS=N",
        ),
        (
            &format!("gpp 200 - {five}"),
            "there are 4 sessions of a kind at most",
        ),
    ];
    let folder = Folder::default();
    for (words, complaint) in cases {
        gateway(&folder, "davinci", 2, words)
            .exits(2)
            .says(&[complaint]);
    }
}

/// Runs the gateway whose sessions start and stop.
fn live(folder: &Folder, platform: &str, cores: usize, words: &str) -> Ended {
    let own = [
        "apps/gateway/live.c",
        "apps/gateway/exchange.c",
        "apps/gateway/attend.c",
        "apps/gateway/policy.c",
        "apps/gateway/script.c",
    ];
    run_on(
        folder,
        platform,
        cores,
        &[&own[..], &SESSIONS].concat(),
        words,
    )
}

fn tune(folder: &Folder, platform: &str, options: &str) -> Ended {
    let tune = format!("{}/../tune", env!("CARGO_MANIFEST_DIR"));
    let files = format!("{tune}/gateway-live.toml --constants {tune}/{platform}.toml");
    folder.weft(&format!("tune {files} {options}"))
}

/// The load in per cent that `weft tune` finds for this number of sessions.
fn best_load(platform: &str, dsps: usize, internal: u32, set: &str) -> String {
    let folder = Folder::default();
    let (audio, video) = set.trim_end_matches('V').split_once("A+").expect("a set");
    let what_if = [
        format!("dsps={dsps}"),
        format!("internal_memory={internal}"),
        "task.audio.most=4".to_string(),
        "task.video.most=4".to_string(),
        format!("task.audio.count={audio}"),
        format!("task.video.count={video}"),
    ];
    let options = what_if.map(|change| format!("--what-if {change}"));
    tune(
        &folder,
        platform,
        &format!("{} --json plan.json", options.join(" ")),
    )
    .exits(0);
    let plan: Value = serde_json::from_slice(&folder.read("plan.json")).expect("valid JSON");
    format!("{:.4}", plan["load"].as_f64().expect("a number") / 1e4)
}

/// Each interval's set of sessions and planned load.
fn intervals(ended: &Ended) -> Vec<(&str, &str)> {
    let lines = ended.stdout.lines();
    let between = |line, begin, end| {
        let (_, behind): (&str, &str) = str::split_once(line, begin)?;
        Some(behind.split_once(end)?.0)
    };
    let told = |line| {
        Some((
            between(line, " ms ", ": load")?,
            between(line, "planned ", " %")?,
        ))
    };
    lines.filter_map(told).collect()
}

#[test]
fn sessions_that_are_switched_encode_what_they_encode_when_left_alone() {
    let (folder, script) = (
        Folder::default(),
        "0:1A 150:1A+1V 300:2A+2V 460:1A+1V 640:2A+1V 800:0",
    );
    let left_alone = "audio:0:1+video:2500:0";
    let fixed = live(
        &folder,
        "davinci",
        2,
        &format!("gpp 32768 {left_alone} fixed- {script}"),
    );
    let chosen = live(
        &folder,
        "davinci",
        2,
        &format!("gpp 32768 replan chosen- {script}"),
    );
    let (fixed, chosen) = (fixed.exits(0), chosen.exits(0));
    for ended in [&fixed, &chosen] {
        assert!(ended.stdout.contains(" 0 put off"), "{}", ended.stdout);
        assert!(!ended.stdout.contains(" 1 put off"), "{}", ended.stdout);
    }
    assert!(chosen.stdout.contains(" 1 switched"), "{}", chosen.stdout);
    encode(&folder, "host", "6 alone.263 alone.yuv 2").exits(0);
    let kinds = ["audio", "video", "audio", "video", "audio"];
    for (number, kind) in kinds.iter().enumerate() {
        let [fixed, chosen] =
            ["fixed", "chosen"].map(|how| folder.read(&format!("{how}-{number}.{kind}")));
        assert!(fixed.len() > 400, "{number}.{kind}: {} bytes", fixed.len());
        assert_eq!(fixed, chosen, "{number}.{kind}");
        assert!(*kind == "audio" || folder.read("alone.263").starts_with(&chosen));
    }
    for (set, load) in intervals(&chosen) {
        assert_eq!(best_load("davinci", 1, 32768, set), load, "{set}");
    }
    assert_eq!(intervals(&chosen).len(), 5);
}

#[test]
fn sessions_are_divided_among_dsps_while_they_come_and_go() {
    let script = "0:1A+1V 160:4A+4V 320:1A+2V 480:3A+3V 640:0";
    let ended = live(
        &Folder::default(),
        "davinci2",
        3,
        &format!("dsp 32768 replan - {script}"),
    )
    .exits(0);
    for (set, load) in intervals(&ended) {
        assert_eq!(best_load("davinci2", 2, 32768, set), load, "{set}");
    }
    assert_eq!(intervals(&ended).len(), 4);
    assert!(!ended.stdout.contains("no room"), "{}", ended.stdout);
}

#[test]
fn what_the_chip_knows_of_its_tasks_is_what_weft_tune_knows() {
    for (platform, dsps) in [("davinci", 1), ("davinci2", 2)] {
        let folder = Folder::default();
        tune(
            &folder,
            platform,
            &format!("--what-if dsps={dsps} --header now.h"),
        );
        let known = format!(
            "{}/../apps/gateway/strategies_{platform}.h",
            env!("CARGO_MANIFEST_DIR")
        );
        let known = std::fs::read_to_string(known).expect("comes with weft");
        assert_eq!(String::from_utf8_lossy(&folder.read("now.h")), known);
    }
}

#[test]
fn scripts_that_there_cannot_be_are_refused() {
    let cases = [
        (
            "gpp 1024 replan -",
            "arguments: gpp|dsp BYTES POLICY RESULTS MS:SET...",
        ),
        (
            "gpp 65536 replan - 0:1A 150:0",
            "replan: is not replan or audio:POLLING:BLOCKS+video",
        ),
        (
            "gpp 0 audio:7:0+video:0:0 - 0:1A 150:0",
            "audio:7:0+video:0:0: is not replan or",
        ),
        ("gpp 0 replan - 0:5A 150:0", "0:5A: is not MS:SET"),
        ("gpp 0 replan - 0:1A 149:0", "149:0: is not MS:SET"),
        ("gpp 0 replan - 0:1V 150:0", "0:1V: is not MS:SET"),
        (
            "gpp 0 replan none/a 0:1A 150:0",
            "none/a0.audio: cannot be written",
        ),
    ];
    let folder = Folder::default();
    for (words, complaint) in cases {
        live(&folder, "davinci", 2, words)
            .exits(2)
            .says(&[complaint]);
    }
    let many = live(
        &folder,
        "davinci",
        2,
        "gpp 0 replan - 0:1A+1V 150:1A+4V 300:0",
    );
    many.exits(1)
        .says(&["live: the sessions need more than the DSPs have"]);
}

//! What is wrong with a file is said with its place and what would be right.

use weft_tune::{CopyTime, Side};

use super::*;

const FILE: &str = r#"name = "small"
internal_memory = "1 KiB"
[constants]
request = "600 us"
interrupt = "76.3 us"
poll = "2.3 us"
external = "8500 kB/s"
internal = "140 MB/s"
dsp_request = "75 us"
[task.audio]
period = "20 ms"
input = "320 B"
output = 160
deadline = "40 ms"
work = "1 ms"
polling = ["20 ms"]
"#;

fn read_with(what_if: &[&str]) -> Result<Scenario> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.toml");
    std::fs::write(&file, FILE).expect("written");
    let what_if: Vec<String> = what_if.iter().map(|text| text.to_string()).collect();
    read(&file, None, &what_if)
}

fn complaint(text: &str) -> String {
    let text_of_file = Text {
        name: "small.toml".to_string(),
        content: text.to_string(),
    };
    match parse(&[text_of_file]) {
        Ok(_) => panic!("nothing is said of\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The complaint about the file with one line replaced.
fn with(line: &str, other: &str) -> String {
    assert!(FILE.contains(line), "{line}");
    complaint(&FILE.replace(line, other))
}

#[test]
fn a_file_is_read_in_its_units() {
    let scenario = read_with(&[]).expect("right");
    let kind = &scenario.kinds[0];
    assert_eq!((kind.name.as_str(), kind.count, kind.most), ("audio", 1, 1));
    assert_eq!(kind.period, Nanoseconds(20_000_000));
    assert_eq!((kind.input, &kind.output), (Bytes(320), &Bytes(160).into()));
    assert_eq!(scenario.platform.constants.interrupt, Nanoseconds(76_300));
    // 1,024 bytes at 8,500,000 a second.
    assert_eq!(scenario.platform.constants.external, CopyTime(120_471));
    assert_eq!(kind.blocks, [1]);
}

#[test]
fn blocks_that_differ_are_listed_in_turn() {
    let results = ["task.audio.output=[\"160 B\", 80]"];
    let kind = &read_with(&results).expect("right").kinds[0];
    assert_eq!(kind.output.all(), [Bytes(160), Bytes(80)]);
    assert_eq!(kind.work.all(), [Nanoseconds(1_000_000)]);
    let none = with("output = 160", "output = []");
    assert!(none.contains("write the quantity alone"), "{none}");
    let many = with("output = 160", &format!("output = {:?}", [1; 25]));
    assert!(many.contains("has 25 elements; the most are 24"), "{many}");
}

#[test]
fn the_bus_and_who_owns_internal_memory_may_be_left_out() {
    let scenario = read_with(&[]).expect("right");
    let moves = &scenario.platform.constants.moves;
    assert_eq!(
        (moves.bus.external, moves.bus.owner),
        (CopyTime(0), Side::Gpp)
    );
    let said = [
        "constants.internal_owner=dsp",
        "constants.bus_external=40 MB/s",
    ];
    let scenario = read_with(&said).expect("right");
    let bus = &scenario.platform.constants.moves.bus;
    assert_eq!((bus.external, bus.owner), (CopyTime(25_600), Side::Dsp));
    let wrong = with(
        "dsp_request = \"75 us\"",
        "dsp_request = \"75 us\"\ninternal_owner = \"arm\"",
    );
    assert!(wrong.contains("\"gpp\"'s or the \"dsp\"'s"), "{wrong}");
}

#[test]
fn constants_of_another_file_take_the_place_of_those() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let file = path("small.toml", FILE);
    let constants = path(
        "mine.toml",
        "[constants]\npoll = \"1 us\"\ntimer = \"2 us\"\n",
    );
    let scenario = read(&file, Some(&constants), &[]).expect("right");
    let read_constants = scenario.platform.constants;
    assert_eq!(read_constants.poll, Nanoseconds(1_000));
    assert_eq!(read_constants.timer, Nanoseconds(2_000));
    assert_eq!(read_constants.interrupt, Nanoseconds(76_300));
    let wrong = path("wrong.toml", "[constants]\npol = \"1 us\"\n");
    let complaint = read(&file, Some(&wrong), &[])
        .expect_err("wrong")
        .to_string();
    assert!(
        complaint.contains("wrong.toml:2:1: unknown key `pol`"),
        "{complaint}"
    );
    let missing = read(&file, Some(&folder.path().join("none.toml")), &[]);
    let complaint = missing.expect_err("missing").to_string();
    assert!(complaint.contains("cannot read"), "{complaint}");
}

#[test]
fn a_question_takes_the_place_of_a_value_and_the_last_one_counts() {
    let questions = [
        "task.audio.count=3",
        "internal_memory=2 KiB",
        "task.audio.count=0",
    ];
    let scenario = read_with(&questions).expect("right");
    assert_eq!(scenario.platform.internal, Bytes(2048));
    assert!(scenario.tasks().is_empty());
    let wrong = |question: &str| read_with(&[question]).expect_err("wrong").to_string();
    assert!(wrong("task.audio.size=3")
        .starts_with("--what-if task.audio.size=3:1:12: unknown key `size`"));
    assert!(wrong("dsps").contains("write a key, `=` and a value"));
    assert!(wrong("task.video.count=1").contains("lacks `period`"));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let cases = [
        (
            "period = \"20 ms\"",
            "period = 0",
            "small.toml:11:10: `task.audio.period` must be a whole number of ns",
        ),
        (
            "period = \"20 ms\"",
            "period = \"1 ns\"",
            "small.toml:11:10: `task.audio.period` is 1 ns; it must be at least 1000 ns",
        ),
        (
            "input = \"320 B\"",
            "input = -320",
            "small.toml:12:9: `task.audio.input` must be a whole number of B",
        ),
        (
            "output = 160",
            "outptu = 160",
            "small.toml:13:1: unknown key `outptu` in [task.audio]",
        ),
        (
            "deadline = \"40 ms\"\n",
            "",
            "[task.audio] lacks `deadline`",
        ),
        (
            "work = \"1 ms\"",
            "work = \"1 ms\"\nblocks = []",
            "`task.audio.blocks` is empty",
        ),
        (
            "work = \"1 ms\"",
            "work = \"1 ms\"\nblocks = [0]",
            "small.toml:16:11: `task.audio.blocks` is 0; it must be an integer from 1",
        ),
        (
            "work = \"1 ms\"",
            "work = \"1 ms\"\ncount = 2000",
            "`task.audio.count` is 2000; it must be an integer from 0 to 1024",
        ),
        (
            "polling = [\"20 ms\"]",
            "polling = [0]",
            "small.toml:16:12: `task.audio.polling` must be a whole number of ns",
        ),
        (
            "external = \"8500 kB/s\"",
            "external = \"1 B/s\"",
            "`constants.external` is 1 B/s; it must be from 100000 B/s on",
        ),
    ];
    for (line, other, said) in cases {
        let complaint = with(line, other);
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[test]
fn a_file_that_is_extended_must_be_there_and_not_in_a_circle() {
    let folder = tempfile::tempdir().expect("a folder");
    let complaint = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        read(&file, None, &[]).expect_err("wrong").to_string()
    };
    let missing = complaint("a.toml", "extends = \"no-such\"\n");
    assert!(
        missing.contains("names no-such.toml, which is neither beside this file"),
        "{missing}"
    );
    let circle = complaint("b.toml", "extends = \"b\"\n");
    assert!(circle.contains("end the circle"), "{circle}");
}

#[test]
fn the_files_that_come_with_weft_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tune");
    for name in ["gateway", "gateway-frames", "phone"] {
        let scenario = read(&folder.join(name).with_extension("toml"), None, &[]).expect(name);
        assert_eq!(scenario.name, name);
        let advice = weft_tune::Advice::best(&scenario).expect(name);
        assert_eq!(advice.fails, None, "{name}");
    }
}

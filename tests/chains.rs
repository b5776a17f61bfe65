//! The chains of tasks, apps/fir and apps/pipeline: whatever the number of tasks and flows, the result is the one that is computed
//! here directly.

use std::path::Path;
use weft_tests::command::Folder;

const TAPS: usize = 24;

fn apps() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps")
}

fn words(bytes: &[u8]) -> Vec<i32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| i32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}

fn signal() -> Vec<i32> {
    words(&std::fs::read(apps().join("fir/signal.raw")).expect("the signal"))
}

/// Runs a graph; what its last task has written to its `output`. `sets` are values of parameters.
fn run(graph: &str, output: &str, platform: &str, sets: &str) -> Vec<i32> {
    let folder = Folder::default();
    let sets: String = sets.split(' ').map(|set| format!(" --set {set}")).collect();
    let file = apps().join(graph).join(graph).with_extension("toml");
    let file = file.display();
    folder
        .weft(&format!("run --quiet {file} --platform {platform}{sets}"))
        .exits(0);
    words(&folder.read(output))
}

/// The mean of a sample and those before it.
fn moving_average(samples: &[i32], at: usize) -> i32 {
    let from = (at + 1).saturating_sub(TAPS);
    let sum: i32 = samples[from..=at].iter().sum();
    sum.div_euclid(TAPS as i32)
}

#[test]
fn moving_averages() {
    let samples = signal();
    for (platform, tasks, block) in [
        ("nagam", 1, 32),
        ("nagam", 5, 16),
        ("nagam", 18, 32),
        ("host", 4, 20),
    ] {
        let sets = format!("tasks={tasks} taps={TAPS} block={block} samples=640");
        let filtered = run("fir", "filtered0.raw", platform, &sets);
        assert_eq!(filtered.len(), 640);
        for (at, value) in filtered.iter().enumerate() {
            let exact = moving_average(&samples, at);
            // The reciprocal of the number of taps is rounded.
            assert!(
                (exact - 1..=exact + 1).contains(value),
                "{platform}, {tasks} tasks, {at}: {value}, not {exact}"
            );
        }
    }
}

#[test]
fn pipeline() {
    let step = |value: u32, _| value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let expected: Vec<i32> = signal()[..640]
        .iter()
        .map(|sample| (0..36).fold(*sample as u32, step) as i32)
        .collect();
    for (platform, tasks, block) in [
        ("nagam", 1, 64),
        ("nagam", 5, 10),
        ("nagam", 18, 64),
        ("host", 4, 40),
    ] {
        let sets = format!("tasks={tasks} work=36 block={block} samples=640");
        assert_eq!(
            run("pipeline", "worked0.raw", platform, &sets),
            expected,
            "{platform}, {tasks} tasks"
        );
    }
}

/// The first task says it, and all others end.
#[test]
fn more_samples_than_there_are() {
    let file = apps().join("fir/fir.toml");
    let command = format!(
        "run --quiet {} --platform nagam --set samples=6432",
        file.display()
    );
    let ended = Folder::default().weft(&command).exits(1).speaks_plainly();
    let told = format!("{}{}", ended.stdout, ended.stderr);
    assert!(told.contains("6400 samples"), "{told}");
}

/// What cannot work is refused when the program is compiled.
#[test]
fn parameters_that_do_not_fit() {
    for (sets, piece) in [
        ("block=64", "`block` must be"),
        (
            "tasks=9 --set taps=8",
            "`tasks` must not be more than `taps`",
        ),
        ("block=30", "`samples` must be a multiple of `block`"),
    ] {
        let file = apps().join("fir/fir.toml");
        let command = format!(
            "run --quiet {} --platform nagam --set {sets}",
            file.display()
        );
        let ended = Folder::default().weft(&command);
        assert!(!matches!(ended.status, Some(0)), "{sets}");
        assert!(ended.stderr.contains(piece), "{sets}: {}", ended.stderr);
    }
}

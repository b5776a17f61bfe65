//! Damaged files, made by changing good ones: platforms, task graphs, programs. Whatever is in a file, it is read or refused, never with a
//! panic; a refusal names the file, and of a text its line and column, and says what to do.
//!
//! A few hundred of each kind are tried by default, and 10,000 in `make test-long`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use weft_graph::{check, read};
use weft_sim::elf::Image;
use weft_sim::platform::{c_header, describe, linker_script, Platform};
use weft_sim::semihosting::{Output, Sandbox, SemihostingHost, Stream};
use weft_sim::{Cycle, Engine, Machine};

const FEW: u64 = 300;
const MANY: u64 = 10_000;

/// More changes make a file that is refused at once.
const MAX_CHANGES: usize = 3;

/// Cycles that a damaged program runs.
const CYCLES: Cycle = Cycle(2_000);

/// Memories of larger chips are not made: a thousand of them take the machine's own memory.
const MAX_CORES: usize = 64;

/// Numbers at the ends of ranges, and what is no number.
const VALUES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "3",
    "16",
    "255",
    "1024",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e9",
    "\"\"",
    "\"4 KiB\"",
    "true",
    "[]",
    "{}",
];

/// Characters that mean something in a TOML file, and some that do not belong there.
const CHARACTERS: [char; 16] = [
    '"', '[', ']', '{', '}', '=', '.', ',', '-', '_', '0', 'a', '9', '#', '\u{e9}', '\0',
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of these folders that end so, by name.
fn files(folders: &[&str], ending: &str) -> Vec<PathBuf> {
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("a folder"));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|it| it == ending));
    files.sort();
    assert!(!files.is_empty(), "{folders:?} have no .{ending}");
    files
}

/// A text with a few of its lines or values changed.
fn changed_text(random: &mut Rng, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..random.usize(1..=MAX_CHANGES) {
        let (at, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
        match random.u8(..7) {
            0 => lines[at].clear(),
            1 => lines.swap(at, other),
            2 => lines[at] = lines[other].clone(),
            3 => lines.insert(at, lines[other].clone()),
            4 => lines[at] = with_value(&lines[at], VALUES[random.usize(..VALUES.len())]),
            5 => {
                let value = lines[other].split_once('=').map_or("", |(_, value)| value);
                lines[at] = with_value(&lines[at], value);
            }
            _ => lines[at] = with_character(random, &lines[at]),
        }
    }
    lines.join("\n")
}

fn with_value(line: &str, value: &str) -> String {
    match line.split_once('=') {
        Some((key, _)) => format!("{key}= {value}"),
        None => line.to_string(),
    }
}

/// The line with one character more, fewer, or another.
fn with_character(random: &mut Rng, line: &str) -> String {
    let mut characters: Vec<char> = line.chars().collect();
    let at = random.usize(..=characters.len());
    let new = CHARACTERS[random.usize(..CHARACTERS.len())];
    match random.u8(..3) {
        0 => characters.insert(at, new),
        1 if at < characters.len() => {
            characters.remove(at);
        }
        _ if at < characters.len() => characters[at] = new,
        _ => {}
    }
    characters.into_iter().collect()
}

/// A refusal of a text: `FILE:LINE:COLUMN: MESSAGE`, or `FILE: MESSAGE` where no line is to blame, and a remedy.
fn is_helpful(message: &str) -> bool {
    let Some((place, said)) = message.split_once(": ") else {
        return false;
    };
    let mut numbers = place.rsplit(':').take(2);
    let has_line = numbers.all(|number| number.parse::<u32>().is_ok_and(|it| it > 0));
    let remedies = [
        ";",
        "must",
        "write",
        "known",
        "there are",
        "among the platforms",
        "this is not TOML",
        "can be",
        "has one",
        "at least",
        "at most",
    ];
    has_line && remedies.iter().any(|remedy| said.contains(remedy)) && !said.contains('\n')
}

/// Changes texts, and tries each one: it is read, or refused with a message that helps.
fn texts(files: &[PathBuf], count: u64, tried: impl Fn(&Path, &str) -> Result<(), String>) {
    let good: Vec<String> = files
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect();
    let mut unhelpful = Vec::new();
    let mut refused = 0;
    for seed in 0..count {
        let mut random = Rng::with_seed(seed);
        let number = random.usize(..good.len());
        let text = changed_text(&mut random, &good[number]);
        let path = &files[number];
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tried(path, &text)));
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(message)) => {
                refused += 1;
                if !is_helpful(&message) {
                    unhelpful.push(format!("seed {seed}: {message}"));
                }
            }
            Err(_) => unhelpful.push(format!(
                "seed {seed}: a panic over {}:\n{text}",
                path.display()
            )),
        }
    }
    println!("{count} texts, {refused} refused");
    assert!(
        unhelpful.is_empty(),
        "{}\n{}",
        unhelpful.len(),
        unhelpful.join("\n")
    );
    assert!(
        refused > count / 4 && refused < count,
        "{refused} of {count} are refused"
    );
}

fn platforms(count: u64) {
    texts(
        &files(&["platforms", "tests/mpi"], "toml"),
        count,
        |path, text| {
            let platform = Platform::parse(path, text).map_err(|error| error.to_string())?;
            assert!(!describe(&platform).is_empty() && !c_header(&platform).is_empty());
            assert!(!linker_script(&platform, 0).is_empty());
            if platform.cores.count <= MAX_CORES {
                Machine::new(&platform, &[]);
            }
            Ok(())
        },
    );
}

fn graphs(count: u64) {
    let files = files(
        &["apps/jpeg", "apps/fir", "apps/pipeline", "tests/graphs"],
        "toml",
    );
    let files: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("[[task]]")))
        .collect();
    texts(&files, count, |path, text| {
        let graph = read::parse(path, text, &[]).map_err(|error| error.to_string())?;
        check::waiting(&graph).map_err(|error| error.to_string())
    });
}

/// A program with a few bytes changed, half of the time in its headers, or cut short.
fn changed_program(random: &mut Rng, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..random.usize(1..=MAX_CHANGES) {
        let most = if random.bool() { 256 } else { bytes.len() };
        bytes[random.usize(..most)] = random.u8(..);
    }
    if random.u8(..8) == 0 {
        bytes.truncate(random.usize(..good.len()));
    }
    bytes
}

/// What a damaged program prints.
struct Silent;

impl Output for Silent {
    fn write(&mut self, _: usize, _: Stream, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self, _: usize) -> io::Result<()> {
        Ok(())
    }
}

fn programs(count: u64) {
    let platform = Platform::parse(
        &root().join("platforms/asip8.toml"),
        include_str!("../platforms/asip8.toml"),
    );
    let platform = platform.expect("asip8");
    let mut files = files(&["tests/recorded/programs"], "elf");
    files.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("asip8-"))
    });
    let good: Vec<Vec<u8>> = files
        .iter()
        .map(|path| std::fs::read(path).expect("a program"))
        .collect();
    let mut refused = 0;
    for seed in 0..count {
        let mut random = Rng::with_seed(seed);
        let number = random.usize(..good.len());
        let bytes = changed_program(&mut random, &good[number]);
        let complaint = match Image::parse("my.elf", bytes) {
            Err(error) => error.to_string(),
            Ok(image) => match image.check_against(&platform) {
                Err(error) => error.to_string(),
                Ok(()) => {
                    let mut machine = Machine::new(&platform, &[Some(Arc::new(image))]);
                    let mut host = SemihostingHost::new(
                        Silent,
                        io::empty(),
                        Sandbox::closed(),
                        0,
                        String::new(),
                    );
                    machine.run(Engine::default(), CYCLES, &mut host);
                    continue;
                }
            },
        };
        refused += 1;
        let remedies = [
            "; ",
            ": compile",
            "build it again",
            ": shorten",
            "link",
            "compile",
        ];
        assert!(
            complaint.starts_with("my.elf: ")
                && remedies.iter().any(|remedy| complaint.contains(remedy)),
            "seed {seed}: {complaint}"
        );
    }
    println!("{count} programs, {refused} refused");
    assert!(
        refused > count / 20 && refused < count,
        "{refused} of {count} are refused"
    );
}

#[test]
fn damaged_platforms_are_read_or_refused() {
    platforms(FEW);
}

#[test]
fn damaged_graphs_are_read_or_refused() {
    graphs(FEW);
}

#[test]
fn damaged_programs_run_or_are_refused() {
    programs(FEW);
}

#[test]
#[ignore = "minutes: 10,000 damaged files"]
fn ten_thousand_damaged_platforms() {
    platforms(MANY);
}

#[test]
#[ignore = "minutes: 10,000 damaged files"]
fn ten_thousand_damaged_graphs() {
    graphs(MANY);
}

#[test]
#[ignore = "minutes: 10,000 damaged files"]
fn ten_thousand_damaged_programs() {
    programs(MANY);
}

//! Platform files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use weft_sim::elf::Image;
use weft_sim::platform::keys::{Shape, TableShape};
use weft_sim::platform::{
    c_header, describe, linker_script, pc_header, platform_directories, Override, Platform,
    Result as Read, ROOT,
};

use super::small_elf::program;
use crate::mutate::Texts;
use crate::target::{files, options, repository, Entry, Target, Verdict, SET};

pub const ENTRY: Entry = Entry {
    name: "platform",
    // A value of the file that it extends can be what is wrong.
    places: &[".toml:", "--set ", "cannot read", "there is no platform"],
    sources: &["crates/sim/src/platform/", "crates/sim/src/description/"],
    cases: 120_000,
    open,
};

/// Before a platform that is named instead.
const NAME: &str = "#--platform ";
/// Names of platforms, some of which cannot be had.
const NAMES: [&str; 10] = [
    "asip8",
    "funcapi",
    "nosuch",
    "../platforms",
    "/dev/zero",
    "apps/jpeg/astronaut.jpg.toml",
    ".toml",
    "a b.toml",
    "",
    "tests/mpi/funcapi-plain.toml",
];
/// Words of a program that is held against what a platform has.
const PROGRAM: [u32; 8] = [0x13; 8];
/// One case of this number sets keys, and one of this number names the platform.
const SETS: u32 = 4;
const NAMED: u32 = 64;

struct Platforms {
    texts: Texts,
    path: PathBuf,
    /// The keys that can be set, with their tables.
    keys: Vec<String>,
    words: Vec<&'static str>,
    image: Image,
}

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("platforms", ".toml")?;
    corpus.extend(files("tests/mpi", ".toml")?);
    let mut words = vec![
        "extends = \"asip8\"",
        "\"1 KiB\"",
        "\"7 MHz\"",
        "0.5",
        "true",
        "[]",
        "[0, 1]",
        "{}",
    ];
    add_words(&ROOT, &mut words);
    let mut keys = Vec::new();
    add_keys("chip", &ROOT, &mut keys);
    let image = Image::parse("fuzz.elf", program(&PROGRAM))?;
    Ok(Box::new(Platforms {
        texts: Texts::new(corpus, &words),
        path: repository("platforms/fuzz.toml"),
        keys,
        words,
        image,
    }))
}

/// The keys of a table and of those in it, as `--set` names them.
fn add_keys(path: &str, table: &TableShape, keys: &mut Vec<String>) {
    let prefix = path.trim_start_matches("chip.");
    for key in table.all() {
        let name = format!("{prefix}.{}", key.name);
        match key.shape {
            Shape::Table(inner) => add_keys(&name, &inner, keys),
            Shape::Tables(inner) | Shape::TableOrTables(inner) => {
                add_keys(&name, &inner, keys);
                add_keys(&format!("{name}.1"), &inner, keys);
            }
            _ => keys.push(name),
        }
    }
}

/// The names of all keys, and of what can be chosen as their values.
fn add_words(table: &TableShape, words: &mut Vec<&'static str>) {
    for key in table.all() {
        words.push(key.name);
        add_values(&key.shape, words);
    }
}

fn add_values(shape: &Shape, words: &mut Vec<&'static str>) {
    match shape {
        Shape::Choice(values) => words.extend(values()),
        Shape::List(of) | Shape::Pair(of) => add_values(of, words),
        Shape::Table(table) | Shape::Tables(table) | Shape::TableOrTables(table) => {
            add_words(table, words)
        }
        Shape::Devices { every, kinds } => {
            add_words(every, words);
            for (name, table) in kinds() {
                words.push(name);
                add_words(&table, words);
            }
        }
        _ => {}
    }
}

impl Platforms {
    /// `--set PART.KEY=VALUE`, mostly with a key that there is.
    fn setting(&self, random: &mut Rng) -> String {
        let key = match random.u8(..8) {
            0 => self.words[random.usize(..self.words.len())],
            _ => &self.keys[random.usize(..self.keys.len())],
        };
        let value = match random.bool() {
            true => random.u32(..64).to_string(),
            false => self.words[random.usize(..self.words.len())].into(),
        };
        format!("{SET}{key}={value}\n")
    }

    fn read(&self, case: &str) -> Read<Platform> {
        let (named, rest) = options(case, NAME);
        let (set, text) = options(rest, SET);
        let set = set.into_iter().map(Override::parse);
        let set = set.collect::<Read<Vec<Override>>>()?;
        match named.first() {
            Some(name) => Platform::load_with(name, &platform_directories(), &set),
            None => Platform::parse_with(&self.path, text, &set),
        }
    }
}

impl Target for Platforms {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let mut case = Vec::new();
        if random.u32(..NAMED) == 0 {
            let name = NAMES[random.usize(..NAMES.len())];
            case.extend(format!("{NAME}{name}\n").bytes());
        }
        while random.u32(..SETS) == 0 {
            case.extend(self.setting(random).bytes());
        }
        case.extend(self.texts.case(random));
        case
    }

    /// What is taken can be described, and programs can be built for it.
    fn check(&mut self, case: &[u8]) -> Verdict {
        let read = self.read(&String::from_utf8_lossy(case));
        if let Ok(platform) = &read {
            assert!(!describe(platform).is_empty());
            for layout in [0, 7] {
                assert!(!linker_script(platform, layout).is_empty());
            }
            assert!(!c_header(platform).is_empty());
            assert!(!pc_header(platform).is_empty());
            // A program that does not fit is no fault.
            let _ = self.image.check_against(platform);
        }
        Verdict::of(read)
    }
}

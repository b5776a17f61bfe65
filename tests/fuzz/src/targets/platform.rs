//! Platform files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use weft_sim::platform::keys::{Shape, TableShape};
use weft_sim::platform::{c_header, describe, linker_script, Platform, ROOT};

use crate::mutate::Texts;
use crate::target::{files, repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "platform",
    // A value of the file that it extends can be what is wrong.
    place: ".toml:",
    sources: &["crates/sim/src/platform/", "crates/sim/src/description/"],
    cases: 120_000,
    open,
};

struct Platforms {
    texts: Texts,
    path: PathBuf,
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
    Ok(Box::new(Platforms {
        texts: Texts::new(corpus, &words),
        path: repository("platforms/fuzz.toml"),
    }))
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

impl Target for Platforms {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.texts.case(random)
    }

    /// What is taken can be described, and programs can be built for it.
    fn check(&mut self, case: &[u8]) -> Verdict {
        let read = Platform::parse(&self.path, &String::from_utf8_lossy(case));
        if let Ok(platform) = &read {
            assert!(!describe(platform).is_empty());
            assert!(!linker_script(platform, 0).is_empty());
            assert!(!c_header(platform).is_empty());
        }
        Verdict::of(read)
    }
}

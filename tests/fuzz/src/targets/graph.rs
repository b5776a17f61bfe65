//! Task graphs.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use weft_graph::read;

use crate::mutate::Texts;
use crate::target::{files, repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "graph",
    place: "fuzz.toml",
    sources: &[
        "crates/graph/src/read/",
        "crates/graph/src/check.rs",
        "crates/graph/src/graph.rs",
    ],
    cases: 120_000,
    open,
};

struct Graphs(Texts);

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("tests/graphs", ".toml")?;
    for folder in [
        "apps/jpeg",
        "apps/fir",
        "apps/pipeline",
        "tests/fuzz/corpus/graph",
    ] {
        corpus.extend(files(folder, ".toml")?);
    }
    let words = [
        "chain", "tokens", "blocks", "memory", "input", "output", "\"all\"", "[0, 1]", "[memory]",
    ];
    Ok(Box::new(Graphs(Texts::new(corpus, &words))))
}

impl Target for Graphs {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.0.case(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        let text = String::from_utf8_lossy(case);
        Verdict::of(read::parse(
            &repository("tests/graphs/fuzz.toml"),
            &text,
            &[],
        ))
    }
}

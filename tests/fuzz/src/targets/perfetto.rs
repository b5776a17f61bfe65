//! Traces for Perfetto.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use weft_trace::analysis::analyse;
use weft_trace::file;

use super::csv::copy;
use super::protobuf::{self, Field};
use crate::mutate::bytes;
use crate::target::{repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "perfetto",
    places: &["fuzz.perfetto-trace"],
    sources: &[
        "crates/trace/src/perfetto/read.rs",
        "crates/trace/src/perfetto/message.rs",
        "crates/trace/src/perfetto/packets.rs",
    ],
    cases: 100_000,
    open,
};

/// Changes of a case at most.
const CHANGES_MAX: usize = 5;

struct Traces {
    corpus: Vec<Vec<u8>>,
    file: PathBuf,
}

/// The tables of the corpus, written for Perfetto.
fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = Vec::new();
    let file = folder.join("fuzz.perfetto-trace");
    for name in ["messages", "regions"] {
        let table = repository("tests/fuzz/corpus/trace")
            .join(name)
            .with_extension("csv");
        copy(&table, &file)?;
        corpus.push(std::fs::read(&file)?);
    }
    Ok(Box::new(Traces { corpus, file }))
}

impl Target for Traces {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let trace = &self.corpus[random.usize(..self.corpus.len())];
        let fields: Option<Vec<Field>> = protobuf::read(trace);
        let Some(mut fields) = fields.filter(|_| random.u8(..4) > 0) else {
            return bytes(random, &self.corpus);
        };
        for _ in 0..random.usize(1..=CHANGES_MAX) {
            protobuf::change(random, &mut fields);
        }
        protobuf::write(&fields)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        std::fs::write(&self.file, case).expect("the case is written");
        Verdict::of(analyse(|| file::open(&self.file)))
    }
}

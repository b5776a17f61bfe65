//! Traces as tables; what can be read is also written in the other formats.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use weft_report::findings::{page, text};
use weft_trace::analysis::analyse;
use weft_trace::{file, otf2};

use crate::mutate::Texts;
use crate::target::{files, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "csv",
    places: &["fuzz.csv"],
    sources: &[
        "crates/trace/src/csv/read.rs",
        "crates/trace/src/csv/lines.rs",
        "crates/trace/src/analysis/",
        "crates/trace/src/checked.rs",
    ],
    cases: 80_000,
    open,
};

struct Tables {
    texts: Texts,
    file: PathBuf,
    /// Where it is written in other formats.
    others: Vec<PathBuf>,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let corpus = files("tests/fuzz/corpus/trace", ".csv")?;
    let words = [
        "network",
        "metric",
        "value",
        "call",
        "send",
        "receive",
        "enter",
        "leave",
        "MPI_Barrier",
        "MPI_Waitall",
    ];
    let others = ["written.perfetto-trace", "written.otf2"].map(|name| folder.join(name));
    let count = if otf2::IS_THERE { 2 } else { 1 };
    Ok(Box::new(Tables {
        texts: Texts::new(corpus, &words),
        file: folder.join("fuzz.csv"),
        others: others[..count].to_vec(),
    }))
}

impl Target for Tables {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.texts.case(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        std::fs::write(&self.file, case).expect("the case is written");
        let analysis = analyse(|| file::open(&self.file));
        if let Ok(analysis) = &analysis {
            assert!(!text(analysis).is_empty() && !page(analysis).is_empty());
            for other in &self.others {
                copy(&self.file, other).expect("a trace that was read can be written");
            }
        }
        Verdict::of(analysis)
    }
}

/// Writes a trace in the format of another file.
pub fn copy(from: &Path, to: &Path) -> weft_trace::error::Result<()> {
    let _ = std::fs::remove_dir_all(to);
    let mut source = file::open(from)?;
    let mut sink = file::create(to, source.definitions())?;
    while let Some(event) = source.next()? {
        sink.event(&event)?;
    }
    sink.finish(source.end())
}

//! Files of tasks for `weft tune`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fastrand::Rng;
use weft_explore::strategy::read::read;
use weft_tune::Advice;

use crate::mutate::Texts;
use crate::target::{files, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "tune",
    places: &["fuzz.toml"],
    sources: &["crates/explore/src/strategy/read"],
    cases: 60_000,
    open,
};

/// Tasks for which a strategy is sought as well.
const TASKS_MAX: usize = 16;

struct Tasks {
    texts: Texts,
    file: PathBuf,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let corpus = files("tune", ".toml")?;
    let words = [
        "extends = \"davinci\"",
        "\"3 ms\"",
        "\"10 us\"",
        "\"1 KiB\"",
        "[constants]",
        "[[task]]",
    ];
    Ok(Box::new(Tasks {
        texts: Texts::new(corpus, &words),
        file: folder.join("fuzz.toml"),
    }))
}

impl Target for Tasks {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.texts.case(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        std::fs::write(&self.file, case).expect("the case is written");
        let scenario = read(&self.file, None, &[]);
        if let Ok(scenario) = &scenario {
            if scenario.tasks().len() <= TASKS_MAX {
                // Tasks that cannot be served are no fault.
                let _ = Advice::best(scenario);
            }
        }
        Verdict::of(scenario)
    }
}

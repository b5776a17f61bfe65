//! What is run: `runs.toml`, and how each of its commands is carried out in a folder of its own.

use crate::facts::{self, Facts};
use crate::pc_log;
use serde::Deserialize;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use weft_tests::command::Folder;

/// The folder of the ELF files, the task graphs, and the files that they read.
const PROGRAMS: &str = "programs";
/// The repository, as commands name it.
const TREE: &str = "tree";
const ENGINES: [&str; 2] = ["fast", "step"];

/// The list of runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    run: Vec<Run>,
}

/// A command whose results are recorded.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub name: String,
    /// What in the simulator it is there for; for people.
    #[serde(rename = "covers")]
    _covers: String,
    /// The words after `weft`.
    command: String,
    /// The log of a PC that the run repeats.
    log: Option<String>,
}

impl Runs {
    /// Reads `runs.toml`.
    pub fn read(folder: &Path) -> Runs {
        let text = std::fs::read_to_string(folder.join("runs.toml")).expect("the list of runs");
        toml::from_str(&text).unwrap_or_else(|error| panic!("runs.toml: {error}"))
    }

    pub fn of(&self, name: &str) -> Option<&Run> {
        self.run.iter().find(|run| run.name == name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.run.iter().map(|run| run.name.as_str())
    }

    /// Calls `work` with each run, on as many threads as this machine has processors. The results have the order of the runs.
    pub fn on_all_processors<T: Send>(&self, work: impl Fn(&Run) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        let worker = || {
            while let Some((number, run)) = self.take(&next) {
                let result = work(run);
                results
                    .lock()
                    .expect("no thread panicked")
                    .push((number, result));
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
        let mut results = results.into_inner().expect("no thread panicked");
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    fn take(&self, next: &AtomicUsize) -> Option<(usize, &Run)> {
        let number = next.fetch_add(1, Ordering::Relaxed);
        Some((number, self.run.get(number)?))
    }
}

impl Run {
    /// The facts by each engine that can carry out the command, with the run's name, platform and engine for messages.
    pub fn by_each_engine(&self, folder: &Path) -> Vec<(String, Facts)> {
        let Some(words) = self.command.strip_prefix("run ") else {
            let place = place(folder);
            let ended = place.weft(&self.command);
            return vec![(self.name.clone(), facts::of(&ended, &place))];
        };
        let on = format!("{} on {}", self.name, platform(words));
        let by = |engine: &str| {
            let what = format!("{on}, {engine} engine");
            (what, self.run(folder, engine, words))
        };
        ENGINES.map(by).into()
    }

    fn run(&self, folder: &Path, engine: &str, words: &str) -> Facts {
        let place = place(folder);
        let mut options = format!("--quiet --json {} --engine {engine}", facts::RECORD);
        if let Some(log) = &self.log {
            options += &pc_log::write(&place, &folder.join(PROGRAMS).join(log), words);
        }
        let ended = place.weft(&format!("run {options} {words}"));
        facts::of(&ended, &place)
    }
}

/// The value of `--platform`; asip8 is the default.
fn platform(words: &str) -> &str {
    let mut words = words.split_whitespace();
    words
        .find(|word| *word == "--platform")
        .and_then(|_| words.next())
        .unwrap_or("asip8")
}

/// A folder for a run, with the programs and the repository.
fn place(folder: &Path) -> Folder {
    let place = Folder::default();
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    symlink(folder.join(PROGRAMS), place.path(PROGRAMS)).expect("a link to the programs");
    symlink(repository, place.path(TREE)).expect("a link to the repository");
    place
}

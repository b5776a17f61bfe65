//! Task graphs.

use std::path::Path;

use anyhow::{Context, Result};
use fastrand::Rng;
use weft_graph::{check, read, Array, Result as Read, TaskGraph};
use weft_sim::platform::{platform_directories, Platform};

use crate::mutate::Texts;
use crate::target::{files, options, repository, Entry, Target, Verdict, SET};

pub const ENTRY: Entry = Entry {
    name: "graph",
    places: &["fuzz.toml"],
    sources: &[
        "crates/graph/src/read/",
        "crates/graph/src/check.rs",
        "crates/graph/src/graph.rs",
    ],
    cases: 120_000,
    open,
};

/// Names of parameters, of which a file has some.
const PARAMETERS: [&str; 5] = ["n", "words", "k", "stages", "none"];
/// Where a case would be.
const FILE: &str = "tests/graphs/fuzz.toml";
/// Copies of a graph that are placed at most.
const FLOWS: usize = 3;
/// Platforms whose tiles take tasks.
const ARRAYS: [&str; 2] = ["nagam", "nagamx"];

struct Graphs {
    texts: Texts,
    arrays: Vec<Array>,
}

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("tests/graphs", ".toml")?;
    corpus.extend(files("tests/fuzz/corpus/graph", ".toml")?);
    for folder in ["apps/jpeg", "apps/fir", "apps/pipeline"] {
        let graphs = files(folder, ".toml")?;
        corpus.extend(graphs.iter().map(|graph| from_elsewhere(graph, folder)));
    }
    let words = [
        "chain", "tokens", "blocks", "memory", "input", "output", "\"all\"", "[0, 1]", "[memory]",
    ];
    let mut arrays = Vec::new();
    for name in ARRAYS {
        let platform = Platform::load(name, &platform_directories())?;
        arrays.push(Array::of(&platform).context("tasks can be placed on it")?);
    }
    let texts = Texts::new(corpus, &words);
    Ok(Box::new(Graphs { texts, arrays }))
}

/// A graph of another folder as it is in that of [`FILE`]: the programs' names begin with the way there.
fn from_elsewhere(graph: &[u8], folder: &str) -> Vec<u8> {
    let graph = String::from_utf8_lossy(graph);
    let pieces = graph.split('"').map(|piece| match piece.ends_with(".c") {
        true => format!("../../{folder}/{piece}"),
        false => piece.into(),
    });
    pieces.collect::<Vec<_>>().join("\"").into_bytes()
}

impl Graphs {
    /// The graph of a case, held against the arrays and with inputs of some length.
    fn read(&self, case: &str) -> Read<TaskGraph> {
        let (set, text) = options(case, SET);
        let set = set.into_iter().filter_map(|option| option.split_once('='));
        let set = set.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
        let set: Vec<(String, u64)> = set.collect();
        let graph = read::parse(&repository(FILE), text, &set)?;
        assert!(!graph.macros().is_empty());
        let number = case.len();
        let lengths: Vec<u64> = (0..graph.inputs.len() as u64)
            .map(|input| input * 100 + number as u64)
            .collect();
        check::inputs(&graph, &lengths)?;
        let array = &self.arrays[number % self.arrays.len()];
        check::fits(&graph, array, 1 + number % FLOWS)?;
        Ok(graph)
    }
}

impl Target for Graphs {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        let mut case = Vec::new();
        while random.u8(..4) == 0 {
            let name = PARAMETERS[random.usize(..PARAMETERS.len())];
            let value = random.u64(..) >> random.u8(..64);
            case.extend(format!("{SET}{name}={value}\n").bytes());
        }
        case.extend(self.texts.case(random));
        case
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        Verdict::of(self.read(&String::from_utf8_lossy(case)))
    }
}

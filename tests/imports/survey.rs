//! Everything in a tree that deviates from the design, each with the sentence that tells a reader what is wrong.

use crate::design::{Design, Deviations, House};
use crate::imports::{between_crates, between_rooms, house_of_crates, Import};
use crate::tree::{sources, Source};
use crate::{floors, lengths, words};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The deviations of a tree, and where and why, for each of their lines.
#[derive(Default)]
pub struct Survey {
    pub deviations: Deviations,
    pub reasons: BTreeMap<String, String>,
}

impl Survey {
    pub fn of(repository: &Path, design: &Design) -> Self {
        let mut survey = Survey::default();
        let code = sources(
            repository,
            &[
                "crates/*/src".to_string(),
                "lib/src".to_string(),
                "lib/include".to_string(),
            ],
        );
        let crates = house_of_crates(&design.crates);
        survey.imports(&crates, &between_crates(&code));
        for house in houses(design, &code) {
            survey.imports(&house, &between_rooms(&house, &code));
        }
        survey.mechanisms(design, &code);
        survey.lengths(design, &sources(repository, &design.length.folders));
        survey
    }

    fn imports(&mut self, house: &House, imports: &BTreeSet<Import>) {
        for import in imports {
            if let Some(why) = floors::objection(house, &import.from, &import.to) {
                let pair = format!("{} -> {}", import.file, import.to);
                self.reasons
                    .entry(pair.clone())
                    .or_insert_with(|| format!("line {}: {why}", import.line));
                self.deviations.imports.insert(pair);
            }
        }
        let named = imports
            .iter()
            .flat_map(|import| [import.from.as_str(), import.to.as_str()]);
        for room in floors::homeless(house, named) {
            let line = format!("{}: {room} is on no floor", house.root);
            self.reasons.insert(
                line.clone(),
                "give it one in tests/imports/design.toml".to_string(),
            );
            self.deviations.imports.insert(line);
        }
        self.circles(house, imports);
    }

    fn circles(&mut self, house: &House, imports: &BTreeSet<Import>) {
        for circle in floors::circles(imports) {
            let names: Vec<&str> = circle.iter().copied().collect();
            let line = format!("{}: {}", house.root, names.join(" "));
            let inside = |import: &&Import| {
                circle.contains(import.from.as_str()) && circle.contains(import.to.as_str())
            };
            let ties = imports.iter().filter(inside);
            let ties: Vec<String> = ties
                .map(|tie| format!("{}:{} -> {}", tie.file, tie.line, tie.to))
                .collect();
            self.reasons.insert(
                line.clone(),
                format!("these rooms import each other\n    {}", ties.join("\n    ")),
            );
            self.deviations.circles.insert(line);
        }
    }

    fn mechanisms(&mut self, design: &Design, code: &[Source]) {
        for source in code.iter().filter(|source| !source.is_test()) {
            for (mechanism, count) in words::counts(&design.mechanism, source) {
                let line = format!("{}: {} {count}", source.path, mechanism.word);
                self.reasons.insert(
                    line.clone(),
                    format!("its rooms are {}", mechanism.rooms.join(", ")),
                );
                self.deviations.mechanisms.insert(line);
            }
        }
    }

    fn lengths(&mut self, design: &Design, sources: &[Source]) {
        for source in sources {
            self.file_length(design, source);
            for (name, lines) in lengths::functions(source) {
                if lines > design.length.function {
                    self.deviations
                        .functions
                        .insert(format!("{}: {name} {lines}", source.path));
                }
            }
        }
    }

    /// A file that is too long without a reason, or has a reason and is not too long.
    fn file_length(&mut self, design: &Design, source: &Source) {
        let lines = source.text.lines().count();
        let is_long = lines > design.length.file;
        let line = match (is_long, design.length.longer.get(&source.path)) {
            (true, None) => format!("{}: {lines}", source.path),
            (false, Some(_)) => format!("{}: {lines}, and needs no exception", source.path),
            _ => return,
        };
        self.deviations.files.insert(line);
    }

    /// What deviates, as a text for whoever made the change; empty when nothing does.
    pub fn text(&self) -> String {
        let found = &self.deviations;
        let parts = [
            ("an import against the design", &found.imports),
            ("a circle of rooms", &found.circles),
            ("a mechanism named outside its room", &found.mechanisms),
            ("a file that is too long", &found.files),
            ("a function that is too long", &found.functions),
        ];
        let sentence = |what: &str, line: &String| match self.reasons.get(line) {
            Some(reason) => format!("{what}: {line} ({reason})\n"),
            None => format!("{what}: {line}\n"),
        };
        let lines = parts
            .iter()
            .flat_map(|(what, lines)| lines.iter().map(move |line| sentence(what, line)));
        lines.collect()
    }
}

/// The houses of the design, and one without floors for each other crate.
fn houses(design: &Design, code: &[Source]) -> Vec<House> {
    let described = |root: &str| design.house.iter().any(|house| house.root == root);
    let crates = code
        .iter()
        .filter_map(|source| source.path.split_once("/src/").map(|(folder, _)| folder));
    let names: BTreeSet<&str> = crates
        .filter(|folder| folder.starts_with("crates/"))
        .collect();
    let roots = names
        .into_iter()
        .map(|folder| format!("{folder}/src"))
        .filter(|root| !described(root));
    let plain = roots.map(|root| House {
        root,
        ..House::default()
    });
    design.house.iter().cloned().chain(plain).collect()
}

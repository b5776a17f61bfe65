//! Papers as data: a folder with what a paper published, the experiments that measure the same, and the figures.
//!
//! ```text
//! paper.toml          authors, title and year; the variant that is measured as well
//! published.toml      the published values, and the formula by which each is measured
//! coverage.toml       every item of the source, and where it is
//! experiments.toml    the programs, where they run, and which of their figures count
//! figures.toml        the charts
//! sensitivity.toml    parameters that the source does not state, and the rows that they may move
//! ```
//!
//! Nothing of the published values enters the simulator or a program.

mod aim;
pub mod campaign;
mod case;
mod coverage;
pub mod experiment;
mod experiments;
mod figure;
mod file;
pub mod published;
pub mod record;
pub mod sensitivity;
mod table;
mod variant;
mod verdict;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use serde::Deserialize;
use weft_build::home;
use weft_sim::description::guess;

use campaign::Findings;
use coverage::Coverage;
use experiment::Experiment;
use experiments::Experiments;
use figure::Figures;
use file::File;
use published::{Published, Row};
use sensitivity::Study;
use variant::Variant;

/// A paper.
#[derive(Debug)]
pub struct Paper {
    /// Its short name: that of its folder.
    pub name: String,
    /// Authors, title and year.
    pub source: String,
    /// The platforms that are measured in addition to the published ones.
    pub variant: Variant,
    /// The published values.
    pub published: Published,
    published_file: File,
    folder: PathBuf,
    experiments: Experiments,
    experiments_file: File,
    figures: Figures,
    study: Option<Study>,
    coverage: Option<Coverage>,
}

/// The file `paper.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    source: String,
    #[serde(default)]
    variant: Variant,
}

const ABOUT: &str = "paper.toml";
const QUICK: &str =
    "Quick run: shorter loops than the paper's, so that start and end weigh more.\n\n";

/// Returns the folder of papers: the one given, or the one installed with Weft.
///
/// # Errors
/// When it is not found.
pub fn folder(given: Option<&Path>) -> Result<PathBuf> {
    given.map_or_else(|| home::folder("papers"), |given| Ok(given.to_path_buf()))
}

/// Returns the names of the papers in a folder, in alphabetical order.
///
/// # Errors
/// When the folder cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>> {
    let shown = || format!("cannot read {}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(shown)? {
        let path = entry.with_context(shown)?.path();
        let name = path.file_name().filter(|_| path.join(ABOUT).is_file());
        names.extend(name.map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

impl Paper {
    /// Returns the folder of measurements that are made in the same way and belong to no paper.
    ///
    /// # Errors
    /// When it is not found.
    pub fn measurements() -> Result<PathBuf> {
        home::folder("bench")
    }

    /// Reads a paper.
    ///
    /// # Errors
    /// When there is no such paper, or something in its files is wrong.
    pub fn read(papers: &Path, name: &str) -> Result<Paper> {
        let folder = papers.join(name);
        if !folder.join(ABOUT).is_file() {
            let (names, papers) = (names(papers)?.join(", "), papers.display());
            bail!("there is no paper `{name}` in {papers}; there are: {names}");
        }
        let about: About = File::read(&folder.join(ABOUT))?.parse()?;
        let published_file = File::read(&folder.join("published.toml"))?;
        let experiments_file = File::read(&folder.join("experiments.toml"))?;
        let paper = Paper {
            name: name.to_owned(),
            source: about.source,
            variant: about.variant,
            published: published_file.parse()?,
            published_file,
            experiments: experiments_file.parse()?,
            experiments_file,
            figures: figures(&folder.join("figures.toml"))?,
            study: study(&folder.join("sensitivity.toml"))?,
            coverage: None,
            folder,
        };
        paper.check()?;
        paper.with_coverage()
    }

    /// Checks that the formulas are right, and that exactly one experiment measures each case that they need.
    fn check(&self) -> Result<()> {
        let experiments = self.experiments(true)?;
        self.published.entries().try_for_each(|entry| {
            let row = entry.as_ref();
            let right = row
                .check()
                .and_then(|()| self.is_measured(row, &experiments));
            right.map_err(|wrong| self.published_file.error_in(entry, &wrong))
        })
    }

    /// Adds the items of its source, if there is a file of them.
    fn with_coverage(mut self) -> Result<Paper> {
        let path = self.folder.join("coverage.toml");
        if path.exists() {
            let file = File::read(&path)?;
            let coverage: Coverage = file.parse()?;
            coverage.check(&file, &self.published, &self.published_file)?;
            self.coverage = Some(coverage);
        }
        Ok(self)
    }

    /// Returns a table of every item of its source, with the files that reproduce it.
    ///
    /// # Errors
    /// When it has no file of them.
    pub fn covered(&self) -> Result<String> {
        let coverage = self.coverage.as_ref();
        let coverage =
            coverage.with_context(|| format!("the paper `{}` has no coverage.toml", self.name))?;
        Ok(coverage.table(&self.published))
    }

    fn is_measured(&self, row: &Row, experiments: &[Experiment]) -> Result<()> {
        for (on, case) in self.all_needs(row) {
            let from = experiments.iter().filter(|it| it.measures(&on, &case));
            match from.count() {
                1 => {}
                0 => bail!(
                    "row `{}`: no experiment on {on} measures `{case}`; add one whose `cases` are its first words",
                    row.id
                ),
                _ => bail!("row `{}`: several experiments on {on} measure `{case}`; narrow their `cases`", row.id),
            }
        }
        Ok(())
    }

    /// Returns the cases that rows need and that no program has reported although its experiment has run.
    fn unreported(&self, rows: &Choice, findings: &Findings) -> Vec<String> {
        let mut told = Vec::new();
        let entries = self.published.entries();
        for entry in entries.filter(|entry| rows.holds(entry.as_ref())) {
            for (on, case) in self.all_needs(entry.as_ref()) {
                let has_run = findings.done.iter().any(|it| it.measures(&on, &case));
                if has_run && findings.measurements.get(&on, &case).is_none() {
                    let wrong = anyhow!(
                        "row `{}`: no program has reported `{case}` on {on}; `weft run --reports` shows what a program reports",
                        entry.as_ref().id
                    );
                    told.push(self.published_file.error_in(entry, &wrong).to_string());
                }
            }
        }
        told
    }

    /// Returns the experiments of a quick or of a full run.
    ///
    /// # Errors
    /// When one is wrong.
    pub fn experiments(&self, quick: bool) -> Result<Vec<Experiment>> {
        self.experiments
            .all(&self.folder, &self.experiments_file, quick)
    }

    /// Returns the paper's study of sensitivities.
    ///
    /// # Errors
    /// When it has no file of them.
    pub fn study(&self) -> Result<&Study> {
        let study = self.study.as_ref();
        study.with_context(|| format!("the paper `{}` has no sensitivity.toml", self.name))
    }

    /// Draws its figures into a folder, as far as their points are measured.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn draw(&self, findings: &Findings, folder: &Path) -> Result<()> {
        let (measurements, published) = (&findings.measurements, &self.published);
        self.figures.draw(measurements, published, folder)
    }

    /// Does an experiment measure a case that the row's formulas need?
    fn needs(&self, row: &Row, experiment: &Experiment) -> bool {
        let mut needs = self.all_needs(row).into_iter();
        needs.any(|(platform, case)| experiment.measures(&platform, &case))
    }

    /// Returns the cases that a row needs on the published platform, and on the variant if it is measured there too.
    fn all_needs(&self, row: &Row) -> Vec<(String, String)> {
        let mut needs = row.needs(None);
        if row.concerns(&self.variant) {
            needs.extend(row.needs(Some(&self.variant)));
        }
        needs
    }
}

/// Reads the figures, if there is a file of them.
fn figures(path: &Path) -> Result<Figures> {
    if !path.exists() {
        return Ok(Figures::default());
    }
    let file = File::read(path)?;
    let figures: Figures = file.parse()?;
    figures.check(&file)?;
    Ok(figures)
}

/// Reads the study of sensitivities, if there is a file of it.
fn study(path: &Path) -> Result<Option<Study>> {
    let read = || File::read(path)?.parse();
    path.exists().then(read).transpose()
}

/// The selected rows: all, or those whose name is given, in full or up to a hyphen.
pub struct Choice<'a> {
    paper: &'a Paper,
    only: &'a [String],
}

impl<'a> Choice<'a> {
    /// Selects rows of a paper.
    ///
    /// # Errors
    /// When there is no such row.
    pub fn new(paper: &'a Paper, only: &'a [String]) -> Result<Choice<'a>> {
        let rows = || paper.published.rows();
        for wanted in only {
            if !rows().any(|row| is_named(row, wanted)) {
                let names: Vec<&str> = rows().map(|row| &*row.id).collect();
                let guess = guess(wanted, &names);
                let names = names.join(", ");
                bail!("there is no row `{wanted}`; the rows are {names}{guess}");
            }
        }
        Ok(Choice { paper, only })
    }

    fn holds(&self, row: &Row) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| is_named(row, wanted))
    }

    /// The rows.
    pub fn rows(&self) -> Vec<&'a Row> {
        let rows = self.paper.published.rows();
        rows.filter(|row| self.holds(row)).collect()
    }

    /// Returns the experiments that the rows need; all if no rows are named, since figures have more points than there are rows.
    ///
    /// # Errors
    /// When an experiment is wrong.
    pub fn experiments(&self, quick: bool) -> Result<Vec<Experiment>> {
        let rows = self.rows();
        let is_needed =
            |experiment: &Experiment| rows.iter().any(|row| self.paper.needs(row, experiment));
        let mut experiments = self.paper.experiments(quick)?;
        experiments.retain(|experiment| self.only.is_empty() || is_needed(experiment));
        Ok(experiments)
    }

    /// Returns the cases that the rows need and that no program has reported although its experiment has run.
    pub fn unreported(&self, findings: &Findings) -> Vec<String> {
        self.paper.unreported(self, findings)
    }

    /// Returns the tables of published and measured values.
    pub fn tables(&self, quick: bool, findings: &Findings) -> String {
        let mark = if quick { QUICK } else { "" };
        let mut text = format!("{}\n\n{mark}", self.paper.source);
        for section in &self.paper.published.sections {
            let chosen = |row: &Row| self.holds(row);
            let variant = &self.paper.variant;
            text += &table::section(section, &findings.measurements, variant, &chosen);
        }
        text + &verdict::sum(&self.rows(), &findings.measurements)
    }
}

fn is_named(row: &Row, wanted: &str) -> bool {
    let rest = row.id.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn papers() -> Vec<Paper> {
        let papers = folder(None).unwrap();
        let names = names(&papers).unwrap().into_iter();
        let read = names.map(|name| Paper::read(&papers, &name).unwrap());
        read.collect()
    }

    #[test]
    fn rows_have_names_of_their_own_and_ranges_in_order() {
        for paper in papers() {
            let mut names = HashSet::new();
            for row in paper.published.rows() {
                assert!(names.insert(&row.id), "{} stands twice", row.id);
                let is_right = row.faithful.is_none_or(|[low, high]| low <= high);
                assert!(is_right, "{}", row.id);
            }
        }
    }

    #[test]
    fn what_is_said_to_be_here_is_here() {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for paper in papers() {
            for place in paper.coverage.iter().flat_map(Coverage::places) {
                assert!(home.join(place).exists(), "{}: {place}", paper.name);
            }
        }
    }

    #[test]
    fn rows_are_chosen_by_whole_parts_of_their_names() {
        let papers = papers();
        let asip = papers.iter().find(|paper| paper.name == "asip").unwrap();
        let mut rows = asip.published.rows();
        let row = rows.find(|row| row.id == "message-4").expect("it is there");
        assert!(is_named(row, "message-4") && is_named(row, "message"));
        assert!(!is_named(row, "mess") && !is_named(row, "message-4-run-time"));
        assert!(Choice::new(asip, &["nothing".to_string()]).is_err());
    }
}

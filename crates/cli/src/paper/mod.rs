//! `weft paper`: the experiments of a published paper, run by compiled programs on the modelled hardware, beside what was
//! published.
//!
//! A paper is a module: a table of published values (TOML), experiments that print what the table asks for, and plots.
//! Nothing of the table enters the simulator or a program.

mod aim;
mod asip;
mod campaign;
pub mod chart;
mod experiment;
mod funcapi;
mod ipc_strategy;
mod ocmpi_qos;
mod pronto;
mod published;
mod record;
pub mod sensitivity;
mod table;

use std::path::Path;

use anyhow::{bail, Context, Result};
use campaign::Findings;
use experiment::Experiment;
use published::{Published, Row, Variant};
use record::Record;
use weft_run::INTERRUPTED;

use crate::arguments::experiment::{PaperArguments, PaperName};
use crate::files::write_json;
use crate::measurements::Measurements;
use crate::terminal::print;

/// What makes a paper.
struct Paper {
    /// Its short name.
    name: &'static str,
    /// Authors, title and year.
    source: &'static str,
    /// The table of published values.
    published: &'static str,
    /// What is measured beside the published platforms.
    variant: Variant,
    /// The experiments, shorter ones for a quick run.
    experiments: fn(quick: bool) -> Vec<Experiment>,
    /// Draws the figures, as far as their points are measured, into a folder.
    draw: fn(&Measurements, &Path) -> Result<()>,
}

/// The exit status when an experiment has failed.
const FAILED: u8 = 1;

const QUICK: &str =
    "Quick run: shorter loops than the paper's, so that start and end weigh more.\n\n";

fn paper(name: PaperName) -> &'static Paper {
    match name {
        PaperName::Asip => &asip::PAPER,
        PaperName::Pronto => &pronto::PAPER,
        PaperName::OcmpiQos => &ocmpi_qos::PAPER,
        PaperName::Funcapi => &funcapi::PAPER,
        PaperName::IpcStrategy => &ipc_strategy::PAPER,
    }
}

/// Carries out `weft paper`; the exit status.
///
/// # Errors
/// When the arguments name no row, or a file cannot be written; a failed experiment is no error here.
pub fn reproduce(arguments: &PaperArguments) -> Result<u8> {
    let paper = paper(arguments.paper);
    let published = Published::read(paper.published);
    let chosen = Choice::new(&published, &arguments.only)?;
    if let Some(folder) = &arguments.plot {
        make_folder(folder)?;
    }
    let experiments = chosen.experiments(paper, arguments.quick);
    let findings = campaign::run(experiments)?;
    print(&chosen.tables(paper, arguments.quick, &findings))?;
    let record = Record::new(paper, arguments.quick, &findings, &chosen.rows());
    write_json(arguments.json.as_deref(), &record)?;
    if let Some(folder) = &arguments.plot {
        (paper.draw)(&findings.measurements, folder)?;
    }
    Ok(status(&findings))
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn status(findings: &Findings) -> u8 {
    match (findings.interrupted, findings.failures.is_empty()) {
        (true, _) => INTERRUPTED,
        (false, false) => FAILED,
        (false, true) => 0,
    }
}

impl Paper {
    /// Whether an experiment prints something that a row's values are made of.
    fn needs(&self, row: &Row, experiment: &Experiment) -> bool {
        let needs = self.all_needs(row);
        needs
            .iter()
            .any(|(platform, case)| experiment.prints(platform, case))
    }

    /// What a row needs on the published platform, and on the variant if it is measured there too.
    fn all_needs<'a>(&self, row: &'a Row) -> Vec<(&'a str, String)> {
        let mut needs = row.needs(None);
        if row.concerns(&self.variant) {
            needs.extend(row.needs(Some(&self.variant)));
        }
        needs
    }
}

/// The rows that the user wants: all, or those whose name is given, in full or up to a hyphen.
struct Choice<'a> {
    published: &'a Published,
    only: &'a [String],
}

impl<'a> Choice<'a> {
    fn new(published: &'a Published, only: &'a [String]) -> Result<Choice<'a>> {
        for wanted in only {
            if !published.rows().any(|row| is_named(row, wanted)) {
                let names: Vec<&str> = published.rows().map(|row| &*row.id).collect();
                let names = names.join(", ");
                bail!("there is no row `{wanted}`; the rows are {names}");
            }
        }
        Ok(Choice { published, only })
    }

    fn holds(&self, row: &Row) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| is_named(row, wanted))
    }

    fn rows(&self) -> Vec<&'a Row> {
        let rows = self.published.rows();
        rows.filter(|row| self.holds(row)).collect()
    }

    /// Those that the rows need; all if no rows are named, since figures hold more points than rows.
    fn experiments(&self, paper: &Paper, quick: bool) -> Vec<Experiment> {
        let rows = self.rows();
        let needed = |experiment: &Experiment| rows.iter().any(|row| paper.needs(row, experiment));
        let mut experiments = (paper.experiments)(quick);
        experiments.retain(|experiment| self.only.is_empty() || needed(experiment));
        experiments
    }

    fn tables(&self, paper: &Paper, quick: bool, findings: &Findings) -> String {
        let mark = if quick { QUICK } else { "" };
        let mut text = format!("{}\n\n{mark}", paper.source);
        for section in &self.published.sections {
            let chosen = |row: &Row| self.holds(row);
            text += &table::section(section, &findings.measurements, &paper.variant, &chosen);
        }
        text
    }
}

fn is_named(row: &Row, wanted: &str) -> bool {
    let rest = row.id.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use std::collections::HashSet;

    fn papers() -> impl Iterator<Item = (&'static Paper, Published)> {
        let names = PaperName::value_variants().iter();
        names.map(|name| (paper(*name), Published::read(paper(*name).published)))
    }

    #[test]
    fn rows_have_names_of_their_own_and_ranges_in_order() {
        for (_, published) in papers() {
            let mut names = HashSet::new();
            for row in published.rows() {
                assert!(names.insert(&row.id), "{} stands twice", row.id);
                assert!(
                    row.faithful.is_none_or(|[low, high]| low <= high),
                    "{}",
                    row.id
                );
            }
        }
    }

    #[test]
    fn every_measurement_that_a_row_needs_is_printed_by_one_experiment() {
        for (paper, published) in papers() {
            for quick in [false, true] {
                let experiments = (paper.experiments)(quick);
                for row in published.rows() {
                    for (platform, case) in paper.all_needs(row) {
                        let from = experiments.iter().filter(|it| it.prints(platform, &case));
                        let expected = usize::from(row.awaits.is_none());
                        assert_eq!(from.count(), expected, "{}: {platform} {case}", row.id);
                    }
                }
            }
        }
    }

    #[test]
    fn rows_are_chosen_by_whole_parts_of_their_names() {
        let published = Published::read(asip::PAPER.published);
        let row = published
            .rows()
            .find(|row| row.id == "message-4")
            .expect("it is there");
        assert!(is_named(row, "message-4") && is_named(row, "message"));
        assert!(!is_named(row, "mess") && !is_named(row, "message-4-run-time"));
        assert!(Choice::new(&published, &["nothing".to_string()]).is_err());
    }
}

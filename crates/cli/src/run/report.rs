//! After the end: what happened, as a summary for people and as a record for programs.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, Result};
use weft_report::deadlock::Scene;
use weft_report::fault;
use weft_report::heatmap;
use weft_report::json::{Outcome as OutcomeWord, RunRecord};
use weft_report::summary::{summary, Style};
use weft_report::workload::Workload;
use weft_report::{record, Circumstances};
use weft_sim::platform::Platform;
use weft_sim::{Engine, Machine};

use super::status::Ending;
use crate::arguments::RunArguments;
use crate::terminal::tell;

/// What is reported beside the machine's own counters.
pub struct Report<'a> {
    /// The chip.
    pub platform: &'a Platform,
    /// The programs and their places.
    pub workload: &'a Workload,
    /// The version of the compiler, if one was needed.
    pub compiler: Option<String>,
    /// How time was advanced.
    pub engine: Engine,
    /// Time that the simulation took on this machine.
    pub seconds: f64,
}

impl Report<'_> {
    /// Writes the summary and the record, as the arguments say.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn give(&self, arguments: &RunArguments, machine: &Machine, ending: &Ending) -> Result<()> {
        let record = self.record(machine, ending);
        if !arguments.quiet {
            tell(&format!("\n{}", summary(&record, style())));
        }
        if let Some(text) = self.explanation(machine, ending) {
            tell(&format!("\n{text}"));
        }
        if let Some(path) = &arguments.json {
            write(path, &record.to_json())?;
        }
        if let Some(path) = &arguments.inside.heatmap {
            let drawing = heatmap::of_run(machine, self.workload);
            write(path, &drawing.unwrap_or_default())?;
        }
        Ok(())
    }

    /// The facts of the run.
    pub fn record(&self, machine: &Machine, ending: &Ending) -> RunRecord {
        let about = Circumstances {
            platform: self.platform,
            workload: self.workload,
            compiler: self.compiler.clone(),
            engine: self.engine,
            outcome: word(ending),
            seconds: self.seconds,
        };
        record(machine, &about)
    }

    /// Why a run that did not finish did not.
    pub fn explanation(&self, machine: &Machine, ending: &Ending) -> Option<String> {
        match ending {
            Ending::Fault(fault) => Some(fault::describe(
                fault,
                machine,
                self.platform,
                self.workload,
            )),
            Ending::Deadlock => Some(Scene::observe(machine, self.workload).describe()),
            Ending::Standstill => Some(format!(
                "deadlock, noticed after {} cycles: all cores poll in calls that wait for another one, and nothing that they could see changes\n{}",
                machine.now(),
                self.standings(machine)
            )),
            Ending::DeadlockWithPc => Some(self.deadlock_with_pc(machine)),
            Ending::Aborted { core, status } => {
                let name = self.workload.name_of(*core);
                Some(format!(
                    "{name} ended the run of all with status {status}\n"
                ))
            }
            Ending::Limit => Some(format!(
                "stopped after {} cycles, as --max-cycles says\n{}",
                machine.now(),
                self.standings(machine)
            )),
            Ending::Interrupted => Some(format!(
                "interrupted after {} cycles\n{}",
                machine.now(),
                self.standings(machine)
            )),
            Ending::PcFailed { why, .. } => Some(format!(
                "the PC's program {why} in cycle {}; the run ends there\n{}",
                machine.now(),
                self.standings(machine)
            )),
            Ending::NoOutput(why) => Some(format!("{why}\n")),
            Ending::Finished | Ending::OutputClosed => None,
        }
    }

    fn deadlock_with_pc(&self, machine: &Machine) -> String {
        let all_exited = (0..machine.core_count()).all(|core| machine.waiting(core).is_none());
        let of_cores = match all_exited {
            true => format!(
                "deadlock after {} cycles: all cores have ended\n",
                machine.now()
            ),
            false => Scene::observe(machine, self.workload).describe(),
        };
        of_cores + "  the PC waits for a message of the chip\n"
    }

    /// What each core was doing when the run was stopped: cores that poll for ever are no deadlock.
    fn standings(&self, machine: &Machine) -> String {
        let scene = Scene::observe(machine, self.workload);
        scene.standings() + &scene.holders(machine, self.platform)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !refused {
        Style::Coloured
    } else {
        Style::Plain
    }
}

fn word(ending: &Ending) -> OutcomeWord {
    match ending {
        Ending::Finished | Ending::NoOutput(_) => OutcomeWord::Finished,
        Ending::Aborted { .. } => OutcomeWord::Aborted,
        Ending::Deadlock | Ending::Standstill | Ending::DeadlockWithPc => OutcomeWord::Deadlock,
        Ending::Fault(_) => OutcomeWord::Fault,
        Ending::Interrupted | Ending::OutputClosed => OutcomeWord::Interrupted,
        Ending::PcFailed { .. } => OutcomeWord::PcFailed,
        Ending::Limit => OutcomeWord::Limit,
    }
}

//! After the end: what happened, as facts and in words.

use weft_report::deadlock::Scene;
use weft_report::fault;
use weft_report::json::RunRecord;
use weft_report::reports::Reported;
use weft_report::workload::Workload;
use weft_report::{record, Circumstances};
use weft_sim::platform::Platform;
use weft_sim::{Engine, Machine};

use crate::ending::Ending;

/// What is reported in addition to the machine's own counters.
pub struct Report<'a> {
    /// The chip.
    pub platform: &'a Platform,
    /// The programs and their places.
    pub workload: &'a Workload,
    /// The version of the compiler, if one was needed.
    pub compiler: Option<String>,
    /// How time was advanced.
    pub engine: Engine,
    /// What the programs have reported.
    pub reports: &'a [Reported],
    /// Time that the simulation took on this machine.
    pub seconds: f64,
}

impl Report<'_> {
    /// The facts of the run.
    pub fn record(&self, machine: &Machine, ending: &Ending) -> RunRecord {
        let about = Circumstances {
            platform: self.platform,
            workload: self.workload,
            compiler: self.compiler.clone(),
            engine: self.engine,
            outcome: ending.word(),
            reports: self.reports.to_vec(),
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

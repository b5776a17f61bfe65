//! After the end: what happened, in words.

use weft_report::deadlock::Scene;
use weft_report::fault;
use weft_report::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::Machine;

use crate::ending::Ending;
use crate::observer::Stop;

/// A chip and what runs on it.
pub struct Explained<'a> {
    pub machine: &'a Machine,
    pub platform: &'a Platform,
    pub workload: &'a Workload,
}

impl Explained<'_> {
    /// Why a run that did not finish did not.
    pub fn explanation(&self, ending: &Ending) -> Option<String> {
        match ending {
            Ending::Fault(fault) => {
                let (platform, workload) = (self.platform, self.workload);
                Some(fault::describe(fault, self.machine, platform, workload))
            }
            Ending::Deadlock => Some(self.scene().describe()),
            Ending::Standstill => Some(format!(
                "deadlock, noticed after {} cycles: all cores poll in calls that wait for another one, and nothing that they could see changes\n{}",
                self.machine.now(),
                self.standings()
            )),
            Ending::DeadlockWithPc => Some(self.deadlock_with_pc()),
            Ending::Aborted { core, status } => {
                let name = self.workload.name_of(*core);
                Some(format!(
                    "{name} ended the run of all with status {status}\n"
                ))
            }
            Ending::Limit => Some(format!(
                "stopped after {} cycles, as --max-cycles says\n{}",
                self.machine.now(),
                self.standings()
            )),
            Ending::TimedOut(limit) => Some(format!(
                "stopped after {} cycles, {} s of this machine's time, as --timeout says\n{}",
                self.machine.now(),
                limit.as_secs_f64(),
                self.standings()
            )),
            Ending::Stopped(Stop::Interrupted) => Some(format!(
                "interrupted after {} cycles\n{}",
                self.machine.now(),
                self.standings()
            )),
            Ending::PcFailed { why, .. } => Some(format!(
                "the PC's program {why} in cycle {}; the run ends there\n{}",
                self.machine.now(),
                self.standings()
            )),
            Ending::NotFinalized { core, function } => {
                let name = self.workload.name_of(*core);
                Some(format!("{name} ended without {function}\n"))
            }
            Ending::NoOutput(why) => Some(format!("{why}\n")),
            Ending::Finished | Ending::Stopped(Stop::OutputClosed) => None,
        }
    }

    fn deadlock_with_pc(&self) -> String {
        let machine = self.machine;
        let all_exited = (0..machine.core_count()).all(|core| machine.waiting(core).is_none());
        let of_cores = match all_exited {
            true => format!(
                "deadlock after {} cycles: all cores have ended\n",
                machine.now()
            ),
            false => self.scene().describe(),
        };
        of_cores + "  the PC waits for a message of the chip\n"
    }

    /// What each core was doing when the run was stopped: cores that poll for ever are no deadlock.
    fn standings(&self) -> String {
        let scene = self.scene();
        scene.standings() + &scene.holders(self.machine, self.platform)
    }

    fn scene(&self) -> Scene {
        Scene::observe(self.machine, self.workload)
    }
}

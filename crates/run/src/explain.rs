//! Explains in words, after a run, why it did not finish.

use weft_report::deadlock::Scene;
use weft_report::fault;
use weft_report::faults;
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
    /// Returns why a run did not finish; None if it did.
    pub fn explanation(&self, ending: &Ending) -> Option<String> {
        let (machine, workload) = (self.machine, self.workload);
        let now = machine.now();
        let with_standings = |what: String| format!("{what}\n{}", self.standings());
        Some(match ending {
            Ending::Fault(fault) => fault::describe(fault, machine, self.platform, workload),
            Ending::Deadlock => self.scene().describe() + &faults::causes(machine),
            Ending::Standstill => self.standstill() + &faults::causes(machine),
            Ending::DeadlockWithPc => self.deadlock_with_pc(),
            Ending::Aborted { core, status } => {
                let name = workload.name_of(*core);
                format!("{name} ended the run of all with status {status}\n")
            }
            Ending::Limit => {
                with_standings(format!("stopped after {now} cycles, as --max-cycles says"))
            }
            Ending::TimedOut(limit) => with_standings(format!(
                "stopped after {now} cycles, {} s of this machine's time, as --timeout says",
                limit.as_secs_f64()
            )),
            Ending::Stopped(Stop::Interrupted) => {
                with_standings(format!("interrupted after {now} cycles"))
            }
            Ending::PcFailed { why, .. } => with_standings(format!(
                "the PC's program {why} in cycle {now}; the run ends there"
            )),
            Ending::NotFinalized { core, function } => {
                format!("{} ended without {function}\n", workload.name_of(*core))
            }
            Ending::NoOutput(why) => format!("{why}\n"),
            Ending::Finished | Ending::Stopped(Stop::OutputClosed) => return None,
        })
    }

    fn deadlock_with_pc(&self) -> String {
        let machine = self.machine;
        let all_exited = (0..machine.core_count()).all(|core| machine.waiting(core).is_none());
        let of_cores = match all_exited {
            true => {
                let now = machine.now();
                format!("deadlock after {now} cycles: all cores have ended\n")
            }
            false => self.scene().describe(),
        };
        of_cores + "  the PC waits for a message of the chip\n"
    }

    fn standstill(&self) -> String {
        let scene = Scene::observe_polling(self.machine, self.workload);
        format!(
            "deadlock, noticed after {} cycles: all cores poll in calls that wait for another one, and nothing that they could see changes\n{}{}",
            self.machine.now(),
            scene.waits(),
            scene.holders(self.machine, self.platform)
        )
    }

    /// Returns what each core was doing when the run was stopped. Cores that poll for ever are not reported as a deadlock.
    fn standings(&self) -> String {
        let scene = self.scene();
        scene.standings()
            + &scene.holders(self.machine, self.platform)
            + &faults::causes(self.machine)
    }

    fn scene(&self) -> Scene {
        Scene::observe(self.machine, self.workload)
    }
}

//! The facts of a run, as the summary shows them and as they are written for other programs. `docs/guides/json.md` describes each.
//!
//! The order of the fields is that of the file. All but `seconds`, `mips`, `translated` and `interpreted` are the same in every
//! repetition of a run.

use crate::reports::Reported;
use crate::workload::LoadedProgram;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::{Map, Value};
use weft_sim::part::core::classes::ClassCycles;
use weft_sim::part::core::Interpreted;
use weft_sim::port::{CoreTable, Strike, Tally};

/// The name and version of the format; the number rises when a field changes its meaning or goes away.
pub const SCHEMA: &str = "weft-run/1";

/// A run and what it ran on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunRecord {
    pub schema: &'static str,
    /// The version of Weft.
    pub weft: &'static str,
    pub platform: PlatformRecord,
    pub programs: Vec<ProgramRecord>,
    /// The first line of what the C compiler says about its version; None when an ELF file was given.
    pub compiler: Option<String>,
    pub engine: &'static str,
    /// Number of ranks that were started.
    pub ranks: usize,
    pub outcome: Outcome,
    pub cycles: u64,
    pub clock_hz: u64,
    /// Instructions of all cores.
    pub instructions: u64,
    /// Messages that the hardware has carried for all cores.
    pub messages: u64,
    /// Messages that the library has sent on all cores, whatever carried them.
    pub library_messages: u64,
    pub cores: Vec<CoreRecord>,
    /// What other parts of the chip did, each under its name.
    #[serde(flatten)]
    pub parts: Map<String, Value>,
    /// What these parts add to the summary.
    #[serde(skip)]
    pub tables: Vec<CoreTable>,
    #[serde(skip)]
    pub tallies: Vec<Tally>,
    /// The functions with the most cycles over all cores.
    pub hottest: Vec<HotFunction>,
    /// The figures that the programs have reported, in the order of time; not in the file if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Reported>,
    /// The injected faults that have struck, in the order of time; not in the file if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Strike>,
    /// Time that the simulation took on the host.
    pub seconds: f64,
    /// Million simulated instructions per second of host time.
    pub mips: f64,
    /// Instructions that were executed by code of the host into which they had been translated.
    pub translated: u64,
    /// Why the others were interpreted.
    pub interpreted: Interpreted,
}

/// The platform file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlatformRecord {
    pub name: String,
    pub path: String,
    pub sha256: String,
}

/// A program and the cores that ran it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgramRecord {
    pub cores: Vec<usize>,
    pub path: String,
    /// Of the ELF file.
    pub sha256: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// All cores have exited.
    Finished,
    /// A program has ended the run of all.
    Aborted,
    /// No core can make progress.
    Deadlock,
    /// A core raised an exception for which it has no handler.
    Fault,
    /// The user stopped it.
    Interrupted,
    /// The program of the attached PC failed.
    #[serde(rename = "pc-failed")]
    PcFailed,
    /// The number of cycles that the user allowed has passed.
    Limit,
    /// The time that the user allowed processes of this machine has passed.
    #[serde(rename = "limit")]
    TimedOut,
}

impl Outcome {
    /// As the rest of a sentence that begins with the platform.
    pub fn in_words(self) -> &'static str {
        match self {
            Outcome::Finished => "finished",
            Outcome::Aborted => "aborted",
            Outcome::Deadlock => "deadlock",
            Outcome::Fault => "stopped by a fault",
            Outcome::Interrupted => "interrupted",
            Outcome::PcFailed => "stopped, since the PC's program failed,",
            Outcome::Limit => "stopped at the limit of cycles",
            Outcome::TimedOut => "stopped at the timeout",
        }
    }
}

/// What one core did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoreRecord {
    pub name: String,
    pub rank: Option<usize>,
    /// The task of a task graph that the core runs; None, and not in the file, without a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Frequency of its clock.
    pub clock_hz: u64,
    pub instructions: u64,
    /// They sum to the cycles of its clock until the end of the run.
    pub classes: ClassCycles,
    pub messages_sent: u64,
    pub bytes_sent: u64,
    pub messages_received: u64,
    pub bytes_received: u64,
    pub library_messages_sent: u64,
    /// None when the program has not exited, or there is none.
    pub exit_status: Option<i32>,
    /// Cycles that the fast engine executed ahead of the other components.
    pub run_ahead: u64,
    /// Messages left in the mailbox.
    pub unreceived: Vec<Unreceived>,
    /// The core that sent it, for each single-word message left in the word queue.
    pub unreceived_words: Vec<usize>,
    /// The functions with the most cycles.
    pub hottest: Vec<HotFunction>,
}

/// A message that was not received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unreceived {
    /// The core that sent it.
    pub from: usize,
    pub bytes: u64,
}

/// A function that took many cycles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HotFunction {
    pub function: String,
    /// Cycles in its own code, wherever that was inlined.
    pub cycles: u64,
    /// Cycles in its own code and in what was inlined into it.
    pub with_inlined: u64,
    /// `cycles` as a fraction of the cycles up to the exit of the core, or of all cores.
    pub share: f64,
}

impl RunRecord {
    /// The record as a JSON text that ends with a line feed.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record has only names as keys");
        text + "\n"
    }

    /// The record of the part that `T` describes; None: the chip has no such part.
    pub fn part<T: DeserializeOwned>(&self) -> Option<T> {
        let mut records = self.parts.values();
        records.find_map(|record| T::deserialize(record).ok())
    }
}

impl From<&LoadedProgram> for ProgramRecord {
    fn from(loaded: &LoadedProgram) -> ProgramRecord {
        ProgramRecord {
            cores: loaded.cores.clone(),
            path: loaded.path.clone(),
            sha256: loaded.sha256.clone(),
        }
    }
}

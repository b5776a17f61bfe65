//! The specification of a run as plain data: chip, programs, inputs, engine and recordings.

mod build;
mod check;
mod engine;
mod fault;
mod files;
mod gdb;
mod graph;
mod pc;
mod place;
mod platform;
mod recordings;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use weft_build::home;

pub use build::BuildSpec;
pub use engine::Engine;
pub use fault::FaultSpec;
pub use files::FileAccess;
pub use gdb::GdbSpec;
pub use graph::{GraphSpec, Replacement, TaskFile};
pub use pc::{Pace, PcSpec};
pub use place::Place;
pub use platform::PlatformSpec;
pub use recordings::{Recordings, WaveSpec};

/// A run. The defaults are those of `weft run FILE`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunSpec {
    /// C and object files, which make one program, or one executable, or one task graph (`.toml`).
    pub files: Vec<PathBuf>,
    /// Programs of single cores, and of the PC.
    pub own: Vec<OwnProgram>,
    /// The arguments of the programs.
    pub arguments: Vec<String>,
    /// The chip, or this machine.
    pub platform: PlatformSpec,
    /// How C files are compiled.
    pub build: BuildSpec,
    /// The files of this machine that the programs may access.
    pub access: FileAccess,
    /// Number of ranks: the first ones of the platform's map; all of them by default.
    pub ranks: Option<usize>,
    /// Files put into memories before the start.
    pub load: Vec<MemoryFile>,
    /// The options of a task graph.
    pub graph: GraphSpec,
    /// The PC attached to the chip.
    pub pc: PcSpec,
    /// How time is advanced; all engines give the same cycles.
    pub engine: Engine,
    /// Does the fast engine interpret all instructions, and translate none to code of this machine? The cycles are the same.
    pub no_translate: bool,
    /// Threads of this machine on which the fast engine runs cores, one by default; the results are the same.
    pub threads: Option<NonZeroUsize>,
    /// Faults of the chip that strike while the programs run.
    pub faults: Vec<FaultSpec>,
    /// The cycle in which the run is stopped.
    pub max_cycles: Option<u64>,
    /// The wall-clock time after which the run is stopped.
    pub timeout: Option<Duration>,
    /// Does each line of output begin with the core that wrote it?
    pub label: bool,
    /// The recordings of the run: trace, heat map, waveform.
    pub record: Recordings,
    /// Where a debugger takes control of the run.
    pub gdb: Option<GdbSpec>,
}

/// A program for one core, or for the PC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnProgram {
    /// Where it runs.
    pub place: Place,
    /// A C file or an executable.
    pub file: PathBuf,
}

/// A file put at a memory device, or at a symbol of the programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryFile {
    /// The device or symbol.
    pub name: String,
    /// The file.
    pub file: PathBuf,
}

impl RunSpec {
    /// A run of these files with defaults for the rest.
    pub fn of<F: Into<PathBuf>>(files: impl IntoIterator<Item = F>) -> RunSpec {
        RunSpec {
            files: files.into_iter().map(Into::into).collect(),
            ..RunSpec::default()
        }
    }

    /// A run of an application that comes with Weft; `files` are relative to the folder of applications.
    ///
    /// # Errors
    /// When that folder is not found.
    pub fn of_application<F: AsRef<Path>>(files: impl IntoIterator<Item = F>) -> Result<RunSpec> {
        let folder = home::folder("apps")?;
        Ok(RunSpec::of(files.into_iter().map(|file| folder.join(file))))
    }

    /// The files of the programs of cores.
    pub(crate) fn sources(&self) -> Vec<PathBuf> {
        let own = self.own.iter().filter(|own| own.place != Place::Pc);
        let own = own.map(|own| own.file.clone());
        self.files.iter().cloned().chain(own).collect()
    }

    /// The name of the program in messages: its first file.
    pub fn name(&self) -> String {
        let own = self.own.first().map(|own| &own.file);
        let file = self.files.first().or(own);
        file.map_or_else(String::new, |file| file.display().to_string())
    }
}

/// Program, platform and arguments, for messages.
impl fmt::Display for RunSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} on {}", self.name(), self.platform.name)?;
        let mut words = self.arguments.iter();
        words.try_for_each(|word| write!(formatter, " {word}"))
    }
}

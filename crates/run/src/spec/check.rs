//! Checks which options of a run are compatible: with programs, with a task graph, with or without a chip.

use std::path::{Path, PathBuf};

use anyhow::{bail, Result};

use super::{Engine, FileAccess, Place, RunSpec};

/// A requirement or exclusion of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trait {
    /// It needs a task graph.
    Graph,
    /// It gives programs to cores, and so excludes a task graph, which names its own programs.
    Programs,
    /// It names positions on a mesh.
    Tiles,
    /// It needs a chip.
    Chip,
    /// It excludes a debugger.
    NoDebugger,
    /// It needs a program on the PC.
    Pc,
    /// It needs the simulator, not the chip's circuits.
    Simulator,
}

use Trait::{Chip, Graph, NoDebugger, Pc, Programs, Simulator, Tiles};

impl RunSpec {
    /// Returns the options, whether each was given, and its traits.
    fn options(&self) -> [(&'static str, bool, &'static [Trait]); 28] {
        let (graph, record, pc) = (&self.graph, &self.record, &self.pc);
        let has_pc = self.own.iter().any(|own| own.place == Place::Pc);
        [
            ("-n", self.ranks.is_some(), &[Programs]),
            ("--core", !self.own.is_empty(), &[Programs, Chip]),
            ("--core pc=FILE", has_pc, &[Simulator]),
            ("--load", !self.load.is_empty(), &[Programs, Chip]),
            ("--files", self.access != FileAccess::default(), &[Chip]),
            ("--flows", graph.flows.is_some(), &[Graph]),
            ("--set NAME=N", !graph.set.is_empty(), &[Graph]),
            ("--map", !graph.map.is_empty(), &[Graph, Tiles]),
            ("--remap", !graph.remap.is_empty(), &[Graph, Tiles]),
            ("--input", !graph.input.is_empty(), &[Graph]),
            ("--output", !graph.output.is_empty(), &[Graph]),
            (
                "--max-cycles",
                self.max_cycles.is_some(),
                &[Chip, NoDebugger],
            ),
            ("--timeout", self.timeout.is_some(), &[NoDebugger]),
            ("--engine step", self.engine == Engine::Step, &[Chip]),
            ("--engine rtl", self.engine == Engine::Rtl, &[Chip]),
            ("--no-translate", self.no_translate, &[Chip, Simulator]),
            ("--threads", self.threads.is_some(), &[Chip, Simulator]),
            ("--fault", !self.faults.is_empty(), &[Chip, Simulator]),
            ("--gdb", self.gdb.is_some(), &[Chip, Simulator]),
            ("--trace", record.trace.is_some(), &[NoDebugger, Simulator]),
            (
                "--wave",
                record.wave.is_some(),
                &[Chip, NoDebugger, Simulator],
            ),
            (
                "--heatmap",
                record.heatmap.is_some(),
                &[Chip, NoDebugger, Simulator],
            ),
            ("--insn", !self.platform.instructions.is_empty(), &[Chip]),
            (
                "--set PART.KEY=VALUE",
                !self.platform.set.is_empty(),
                &[Chip],
            ),
            ("--keep", self.build.keep.is_some(), &[Chip]),
            ("--pc-sync", pc.pace.is_some(), &[Chip, Pc]),
            ("--log", pc.log.is_some(), &[Chip, Pc]),
            ("--replay", pc.replay.is_some(), &[Chip, Simulator]),
        ]
    }

    fn refuse(&self, what: Trait, why: &str) -> Result<()> {
        let options = self.options();
        let mut given = options.iter().filter(|(_, is_given, _)| *is_given);
        match given.find(|(.., traits)| traits.contains(&what)) {
            Some((option, ..)) => bail!("{option} {why}"),
            None => Ok(()),
        }
    }

    /// Returns the file of the task graph; None if the run is of programs.
    ///
    /// # Errors
    /// When other files are given with a graph, or an option needs a graph and there is none, or makes no sense with one.
    pub(crate) fn graph_file(&self) -> Result<Option<&Path>> {
        let is_graph = |file: &&PathBuf| file.extension() == Some("toml".as_ref());
        match (self.files.iter().find(is_graph), self.files.as_slice()) {
            (Some(graph), [_]) => {
                let why = "makes no sense with a task graph, which says itself what runs and what lies in memory";
                self.refuse(Programs, why)?;
                Ok(Some(graph))
            }
            (Some(graph), _) => bail!(
                "{} is a task graph, which names its programs itself; give no other files",
                graph.display()
            ),
            (None, _) => {
                let why = "needs a task graph: a file whose name ends in .toml";
                self.refuse(Graph, why)?;
                Ok(None)
            }
        }
    }

    /// Refuses options about places on a chip.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_tiles(&self) -> Result<()> {
        let why =
            "needs a simulated chip; tasks of the platform `host` are processes without a place";
        self.refuse(Tiles, why)
    }

    /// Refuses options about places on tiles, on a chip without them.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_places(&self) -> Result<()> {
        let why = "needs tiles; on a chip without them task i of a graph is on the core of rank i";
        self.refuse(Tiles, why)
    }

    /// Refuses options about a chip, on this machine.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_a_chip(&self) -> Result<()> {
        let why = "needs a simulated chip; the platform `host` is this machine";
        self.refuse(Chip, why)
    }

    /// Refuses options that cannot be used while a debugger advances the chip.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_goes_without_a_debugger(&self) -> Result<()> {
        let why = "cannot be used with --gdb, which advances the chip by itself";
        self.gdb
            .as_ref()
            .map_or(Ok(()), |_| self.refuse(NoDebugger, why))
    }

    /// Refuses options that need the simulator, in a run of the circuits; `why` completes the error message.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_the_simulator(&self, why: &str) -> Result<()> {
        self.refuse(Simulator, why)
    }

    /// Refuses options about the program of a PC, where no program runs on one.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_a_pc(&self) -> Result<()> {
        let why = "needs a program on the PC, which --core pc=FILE gives it";
        self.refuse(Pc, why)
    }
}

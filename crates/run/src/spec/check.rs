//! Which parts of a run go with programs, which with a task graph, and which need a chip.

use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use weft_sim::Engine;

use super::RunSpec;

impl RunSpec {
    /// The task graph that is to be run; None if it is programs.
    ///
    /// # Errors
    /// When other files are given with a graph, or an option needs a graph and there is none, or makes no sense with one.
    pub(crate) fn graph_file(&self) -> Result<Option<&Path>> {
        let is_graph = |file: &&PathBuf| {
            file.extension()
                .is_some_and(|extension| extension == "toml")
        };
        match (self.files.iter().find(is_graph), self.files.as_slice()) {
            (Some(graph), [_]) => {
                self.refuse_what_needs_programs()?;
                Ok(Some(graph))
            }
            (Some(graph), _) => bail!(
                "{} is a task graph, which names its programs itself; give no other files",
                graph.display()
            ),
            (None, _) => {
                self.refuse_what_needs_a_graph()?;
                Ok(None)
            }
        }
    }

    fn refuse_what_needs_a_graph(&self) -> Result<()> {
        let graph = &self.graph;
        let given = [
            ("--flows", graph.flows.is_some()),
            ("--set NAME=N", !graph.set.is_empty()),
            ("--map", !graph.map.is_empty()),
            ("--remap", !graph.remap.is_empty()),
            ("--input", !graph.input.is_empty()),
            ("--output", !graph.output.is_empty()),
        ];
        refuse(
            &given,
            "needs a task graph: a file whose name ends in .toml",
        )
    }

    fn refuse_what_needs_programs(&self) -> Result<()> {
        let given = [
            ("-n", self.ranks.is_some()),
            ("--core", !self.own.is_empty()),
            ("--load", !self.load.is_empty()),
        ];
        refuse(
            &given,
            "makes no sense with a task graph, which says itself what runs and what lies in memory",
        )
    }

    /// Refuses options about places on a chip.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_tiles(&self) -> Result<()> {
        let given = [
            ("--map", !self.graph.map.is_empty()),
            ("--remap", !self.graph.remap.is_empty()),
        ];
        refuse(
            &given,
            "needs a simulated chip; tasks of the platform `host` are processes without a place",
        )
    }

    /// Refuses options about a chip, on this machine.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_a_chip(&self) -> Result<()> {
        let (record, pc) = (&self.record, &self.pc);
        let given = [
            ("--core", !self.own.is_empty()),
            ("--load", !self.load.is_empty()),
            ("--max-cycles", self.max_cycles.is_some()),
            ("--engine step", self.engine == Engine::Step),
            ("--gdb", self.gdb.is_some()),
            ("--wave", record.wave.is_some()),
            ("--heatmap", record.heatmap.is_some()),
            ("--insn", !self.platform.instructions.is_empty()),
            ("--set PART.KEY=VALUE", !self.platform.set.is_empty()),
            ("--keep", self.build.keep.is_some()),
            ("--pc-sync", pc.pace.is_some()),
            ("--log", pc.log.is_some()),
            ("--replay", pc.replay.is_some()),
        ];
        refuse(
            &given,
            "needs a simulated chip; the platform `host` is this machine",
        )
    }

    /// Refuses what needs the chip to be advanced as usual, where a debugger advances it.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_goes_without_a_debugger(&self) -> Result<()> {
        let given = [
            ("--max-cycles", self.max_cycles.is_some()),
            ("--trace", self.record.trace.is_some()),
            ("--wave", self.record.wave.is_some()),
            ("--heatmap", self.record.heatmap.is_some()),
        ];
        match self.gdb {
            Some(_) => refuse(
                &given,
                "cannot be used with --gdb, which advances the chip by itself",
            ),
            None => Ok(()),
        }
    }

    /// Refuses options about the program of a PC, where no program runs on one.
    ///
    /// # Errors
    /// When one was given.
    pub(crate) fn refuse_what_needs_a_pc(&self) -> Result<()> {
        let given = [
            ("--pc-sync", self.pc.pace.is_some()),
            ("--log", self.pc.log.is_some()),
        ];
        refuse(
            &given,
            "needs a program on the PC, which --core pc=FILE gives it",
        )
    }
}

fn refuse(given: &[(&str, bool)], why: &str) -> Result<()> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!("{option} {why}"),
        None => Ok(()),
    }
}

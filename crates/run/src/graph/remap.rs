//! Remapping at run time: a spare copy of a task waits on a core of its own and replaces the task from a given cycle on.
//!
//! Programs name tasks, and tables map tasks to cores, so no program is compiled or loaded again (pronto IV: "this abstraction also permits
//! task mappings to be changed at runtime without requiring the software to be recompiled").

use anyhow::{bail, Result};
use weft_graph::Array;
use weft_sim::port::TableChange;
use weft_sim::Cycle;

use super::{Flows, Placed};
use crate::spec::Replacement;

/// The move of a task to another core in a given cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub at: Cycle,
    pub task: usize,
    pub flow: usize,
    pub core: usize,
}

impl Flows {
    /// Adds the spares of `--remap`, and the cycles in which they replace their tasks.
    ///
    /// # Errors
    /// When there is no such task, or no core for its spare.
    pub(super) fn add_spares(&mut self, wanted: &[Replacement], array: &Array) -> Result<()> {
        for replacement in wanted {
            let to = self.find(replacement, array)?;
            if !self.placed.iter().any(|placed| placed.core == to.core) {
                self.placed.push(Placed {
                    core: to.core,
                    task: to.task,
                    flow: to.flow,
                    is_spare: true,
                });
            }
            self.moves.push(to);
        }
        self.moves.sort_by_key(|to| to.at);
        Ok(())
    }

    fn find(&self, wanted: &Replacement, array: &Array) -> Result<Move> {
        let (name, flow, to) = (&wanted.task, wanted.flow, wanted.to);
        let Some(task) = self.graph.task(name) else {
            bail!("--remap {name}: the graph has no task of this name");
        };
        let last = self.count - 1;
        if flow > last {
            bail!("--remap {name}.{flow}: the last flow is {last}");
        }
        let Some(core) = array.cores.iter().position(|core| *core == to) else {
            bail!("--remap {name}: {} has no core at {to}", array.name);
        };
        let there = self.placed.iter().find(|placed| placed.core == core);
        if let Some(other) = there.filter(|there| (there.task, there.flow) != (task, flow)) {
            let other = self.name(other);
            bail!(
                "--remap {name}: {other} runs at {to}; choose a free core (`weft map` draws them)"
            );
        }
        Ok(Move {
            at: Cycle(wanted.cycle),
            task,
            flow,
            core,
        })
    }

    /// Returns the table changes that the host sends to the tiles of each flow with a replaced task.
    pub(super) fn remaps(&self) -> Vec<TableChange> {
        let told = |flow: usize| {
            let cores = self.placed.iter().filter(move |placed| placed.flow == flow);
            cores.map(|placed| placed.core).collect()
        };
        let moves = self.moves.iter().map(|to| TableChange {
            at: to.at,
            cores: told(to.flow),
            task: to.task as u16,
            core: to.core,
        });
        moves.collect()
    }
}

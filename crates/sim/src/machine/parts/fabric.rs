//! The parts by which cores reach each other through registers of their own: one line for each kind.

use super::agents::HibiWithAgents;
use super::tiles::{self, Tiles};
use crate::noc::Network;
use crate::platform::{Platform, Range};
use crate::port::{CorePort, NodeSet, Nodes, Part, PrivateRegisters, RegisterAccess};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// One of them. Its place in the machine's list is the number of its registers among those that a core has for itself.
// A chip has one or two of them, and their functions are called in every cycle.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Fabric {
    Mesh(Tiles),
    Hibi(HibiWithAgents),
}

/// Calls a function of the part that a fabric is.
macro_rules! each {
    ($fabric:expr, $part:ident => $call:expr) => {
        match $fabric {
            Fabric::Mesh($part) => $call,
            Fabric::Hibi($part) => $call,
        }
    };
}

impl Fabric {
    /// The records that every run has; where the chip has no such part they are empty.
    pub const RECORDS: [&'static str; 1] = ["mesh"];

    /// Those of a platform, idle.
    pub fn all(platform: &Platform) -> Vec<Fabric> {
        let mut all = Vec::new();
        if let Some(mesh) = &platform.mesh {
            let data_memory = platform.cores.data_memory;
            let mesh = tiles::tiles(mesh, data_memory, all.len());
            all.push(Fabric::Mesh(mesh));
        }
        if let Some(hibi) = &platform.hibi {
            let hibi = super::agents::hibi(hibi, platform.cores.count, all.len());
            all.push(Fabric::Hibi(hibi));
        }
        all
    }

    /// The addresses of the registers that each core has for itself, in the same order.
    pub fn windows(platform: &Platform) -> Vec<Range> {
        let parts = platform.parts().into_iter();
        parts.filter_map(|part| part.private_registers()).collect()
    }

    /// Whether one of them can reach a core's data memory while the core runs.
    pub fn reaches_data_memories(platform: &Platform) -> bool {
        platform.hibi.is_some()
    }

    /// One cycle. `touched` gains the cores that have changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        each!(self, part => part.tick(now, nodes, cores, touched));
    }

    /// Advances what concerns nothing else, from cycle `from` to `to` at most. Returns the first cycle that has not been.
    pub fn run_alone(&mut self, from: Cycle, to: Cycle) -> Cycle {
        match self {
            Fabric::Mesh(tiles) => tiles.run_alone(from, to),
            Fabric::Hibi(_) => from,
        }
    }

    /// A core is about to do something in `now`, or is looked at: what reaches its data memory comes up to the beginning of that cycle.
    pub fn catch_up<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        match self {
            Fabric::Mesh(tiles) => tiles.catch_up(number, core, now),
            Fabric::Hibi(_) => {}
        }
    }

    /// A core whose data memory is reached has run ahead, from `now` on.
    pub fn follow<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        match self {
            Fabric::Mesh(tiles) => tiles.follow(number, core, now),
            Fabric::Hibi(_) => {}
        }
    }

    /// The next cycle, not before `now`, in which something happens without a core's doing.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        each!(self, part => part.next_event(now))
    }

    /// Whether nothing happens any more that a core could notice, unless one does something.
    pub fn is_at_rest(&self, now: Cycle) -> bool {
        each!(self, part => part.is_at_rest(now))
    }

    /// The network of routers whose links faults can strike, if it is one.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Fabric::Mesh(tiles) => Some(&tiles.network),
            Fabric::Hibi(_) => None,
        }
    }

    /// The same, for the faults.
    pub fn network_mut(&mut self) -> Option<&mut Network> {
        match self {
            Fabric::Mesh(tiles) => Some(&mut tiles.network),
            Fabric::Hibi(_) => None,
        }
    }

    /// Whether the cores are on tiles of their own, which it joins.
    pub fn joins_tiles(&self) -> bool {
        matches!(self, Fabric::Mesh(_))
    }
}

impl Deref for Fabric {
    type Target = dyn Part;

    fn deref(&self) -> &Self::Target {
        each!(self, part => part)
    }
}

impl DerefMut for Fabric {
    fn deref_mut(&mut self) -> &mut Self::Target {
        each!(self, part => part)
    }
}

impl PrivateRegisters for Fabric {
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool {
        each!(self, part => part.begin(core, access, now))
    }

    fn withdraw(&mut self, core: usize) {
        each!(self, part => part.withdraw(core));
    }
}

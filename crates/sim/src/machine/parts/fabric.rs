//! The networks that a core accesses through private registers (mesh, HIBI): one line for each kind.

use super::agents::HibiWithAgents;
use super::tiles::{self, Tiles};
use crate::noc::Network;
use crate::platform::{Platform, Range};
use crate::port::{CorePort, NodeSet, Nodes, Part, PrivateRegisters, RegisterAccess};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// A network with private registers. Its index in the machine's list is the number of its registers among a core's private registers.
// A chip has one or two of them, and their functions are called in every cycle: boxing the variants would cost time and save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Fabric {
    Mesh(Tiles),
    Hibi(HibiWithAgents),
}

/// Calls a function of the part in a fabric.
macro_rules! each {
    ($fabric:expr, $part:ident => $call:expr) => {
        match $fabric {
            Fabric::Mesh($part) => $call,
            Fabric::Hibi($part) => $call,
        }
    };
}

impl Fabric {
    /// The sections that the record of every run has; empty if the chip lacks the part.
    pub const RECORDS: [&'static str; 1] = ["mesh"];

    /// Returns the idle fabrics of a platform.
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

    /// Returns the addresses of the private registers of each fabric, in the order of [`Fabric::all`].
    pub fn windows(platform: &Platform) -> Vec<Range> {
        let parts = platform.parts().into_iter();
        parts.filter_map(|part| part.private_registers()).collect()
    }

    /// Can a fabric access a core's data memory while the core runs?
    pub fn reaches_data_memories(platform: &Platform) -> bool {
        platform.hibi.is_some()
    }

    /// Simulates one cycle. Adds to `touched` the cores whose state has changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        each!(self, part => part.tick(now, nodes, cores, touched));
    }

    /// Advances through cycles that no other component notices, from `from` to at most `to`. Returns the first cycle that was not simulated.
    pub fn run_alone(&mut self, from: Cycle, to: Cycle) -> Cycle {
        match self {
            Fabric::Mesh(tiles) => tiles.run_alone(from, to),
            Fabric::Hibi(_) => from,
        }
    }

    /// Simulates the deferred accesses to a core's data memory up to the beginning of cycle `now`, before the core does something or is inspected.
    pub fn catch_up<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        match self {
            Fabric::Mesh(tiles) => tiles.catch_up(number, core, now),
            Fabric::Hibi(_) => {}
        }
    }

    /// Takes note that a core whose data memory the fabric accesses has run ahead, from cycle `now` on.
    pub fn follow<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        match self {
            Fabric::Mesh(tiles) => tiles.follow(number, core, now),
            Fabric::Hibi(_) => {}
        }
    }

    /// Returns the next cycle, not before `now`, in which something happens, if no core issues anything.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        each!(self, part => part.next_event(now))
    }

    /// Can nothing happen any more that a core notices, unless a core does something?
    pub fn is_at_rest(&self, now: Cycle) -> bool {
        each!(self, part => part.is_at_rest(now))
    }

    /// Returns the network of routers, if the fabric is one; faults can hit its links.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Fabric::Mesh(tiles) => Some(&tiles.network),
            Fabric::Hibi(_) => None,
        }
    }

    /// As [`Fabric::network`], for writing.
    pub fn network_mut(&mut self) -> Option<&mut Network> {
        match self {
            Fabric::Mesh(tiles) => Some(&mut tiles.network),
            Fabric::Hibi(_) => None,
        }
    }

    /// Is each core on a tile of its own, which the fabric connects?
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

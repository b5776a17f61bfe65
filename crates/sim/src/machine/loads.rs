//! What the fabrics have carried, looked at from outside. No time passes.

use super::Machine;
use crate::noc::LinkLoad;
use crate::part::mesh::MeshOfTiles;

/// A way that several share, other than the links of a mesh or of switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The shared bus.
    Bus,
    /// The crossbar's way to a core: its receiver.
    ToCore(usize),
    /// The wires of HIBI.
    Hibi,
}

/// What a shared way has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WayLoad {
    pub way: Way,
    /// Ticks in which it was taken since the beginning.
    pub busy: u64,
    /// What waits for it now: masters, cores, or words.
    pub waiting: u64,
}

impl Machine {
    /// What each link of the mesh or of the switches has carried so far, always in the same order; none on a machine without.
    pub fn link_loads(&self) -> Vec<LinkLoad> {
        let switches = self.interconnects.switches.as_ref();
        let of_switches = switches.map_or_else(Vec::new, |it| it.link_loads());
        self.mesh().map_or(of_switches, MeshOfTiles::link_loads)
    }

    /// What the ways that are no links have done so far, always in the same order.
    pub fn way_loads(&self) -> Vec<WayLoad> {
        let bus = self.bus_load().into_iter();
        let receivers = (0..self.cores.len()).filter(|&core| self.cores[core].has_message_unit());
        let crossbar = receivers.map(|core| self.receiver_load(core));
        bus.chain(crossbar).chain(self.hibi_load()).collect()
    }

    /// On a mesh the cores are on tiles of their own.
    fn bus_load(&self) -> Option<WayLoad> {
        if self.mesh().is_some() || self.interconnects.switches.is_some() {
            return None;
        }
        let (busy, waiting) = self.interconnects.bus.load(self.now);
        Some(WayLoad {
            way: Way::Bus,
            busy,
            waiting,
        })
    }

    fn receiver_load(&self, core: usize) -> WayLoad {
        WayLoad {
            way: Way::ToCore(core),
            busy: self.crossbar.receivers[core].busy(self.now),
            waiting: self.crossbar.waiting_for(core),
        }
    }

    fn hibi_load(&self) -> Option<WayLoad> {
        let hibi = self.hibi()?;
        let traffic = hibi.traffic();
        Some(WayLoad {
            way: Way::Hibi,
            busy: traffic.words + traffic.addresses + traffic.refused + traffic.lost,
            waiting: hibi.waiting(),
        })
    }
}

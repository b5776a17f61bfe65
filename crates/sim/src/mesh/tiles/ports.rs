//! What a tile is connected with: the network, and the data memory of its core.

use crate::core::Core;
use crate::mesh::tile::{LocalMemory, MeshPort, NetworkPort};
use crate::mesh::Flit;
use crate::units::Cycle;

/// The endpoint of a tile, which keeps count of what is under way.
pub struct TilePort<'a> {
    pub port: MeshPort<'a>,
    pub under_way: &'a mut u64,
}

impl NetworkPort for TilePort<'_> {
    fn ejected(&mut self) -> Option<Flit> {
        let flit = self.port.ejected();
        *self.under_way -= u64::from(flit.is_some());
        flit
    }

    fn can_inject(&self) -> bool {
        self.port.can_inject()
    }

    fn inject(&mut self, flit: Flit) {
        *self.under_way += 1;
        self.port.inject(flit);
    }
}

/// The data memory of a core, as its tile's DMA engine reaches it at the end of a cycle.
pub struct TileMemory<'a> {
    pub core: &'a mut Core,
    pub now: Cycle,
}

impl LocalMemory for TileMemory<'_> {
    fn read(&mut self, address: u32) -> u32 {
        let memory = self.core.data_from_outside(self.now);
        memory.read::<4>(address).map_or(0, u32::from_le_bytes)
    }

    fn write(&mut self, address: u32, bytes: &[u8]) {
        let offset = address - self.core.data.base();
        self.core.write_from_outside(self.now, offset, bytes);
    }
}

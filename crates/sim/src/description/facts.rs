//! What every part may know of its chip.

use super::device::DeviceFacts;
use super::map::Map;
use super::part::Role;
use super::{BusWindows, Range};

/// A chip, as its parts see it.
pub struct Facts<'a> {
    /// The number of cores.
    pub cores: usize,
    /// The frequency of its clock in hertz.
    pub clock_hz: u64,
    /// Do the cores have message instructions?
    pub messages: bool,
    /// The tables of the networks that a chip can have, for use in messages.
    pub networks: &'static str,
    /// The bus windows of the cores' data memories, if they are on the bus.
    pub bus_windows: Option<BusWindows>,
    /// Cycles of an access to the bus without wait states.
    pub single_access: u64,
    /// The roles of the parts.
    pub roles: Vec<Role>,
    /// The devices on the bus or at switches, in the order of the file.
    pub devices: Vec<Neighbour<'a>>,
    /// Where ranks and nodes are placed.
    pub map: &'a Map,
}

/// A device, as other parts see it.
#[derive(Clone, Copy)]
pub struct Neighbour<'a> {
    /// Unique among the devices.
    pub name: &'a str,
    /// The addresses that it answers.
    pub range: Range,
    /// Can programs access it as memory?
    pub is_memory: bool,
    /// The name of the bus that it is on, where there are several.
    pub bus: Option<&'a str>,
    /// Cycles of an access to it without wait states, on its own bus.
    pub single_access: u64,
    /// What the folder of its kind tells about it.
    pub kind: &'a dyn DeviceFacts,
}

impl Facts<'_> {
    /// Does a part have this role?
    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Returns the node number of the synchronization controller on the crossbar: the one after the cores'.
    pub fn sync_node(&self) -> usize {
        self.cores
    }

    /// Returns the first shared memory, in which the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Neighbour<'_>> {
        self.devices.iter().find(|device| device.is_memory)
    }

    /// Returns the number of a device's first source at the interrupt controller, and how many sources it has. None if it has none, or there is no
    /// controller. Sources are numbered from 1 on, in the order of the devices.
    pub fn sources_of(&self, device: usize) -> Option<(usize, usize)> {
        let count = |device: &Neighbour| device.kind.sources(self.cores);
        let own = count(&self.devices[device]);
        let first = 1 + self.devices[..device].iter().map(count).sum::<usize>();
        (self.has_interrupt_controller() && own > 0).then_some((first, own))
    }

    /// Returns the number of interrupt sources of the chip.
    pub fn source_count(&self) -> usize {
        let devices = self.devices.iter();
        devices.map(|device| device.kind.sources(self.cores)).sum()
    }

    /// Is there an interrupt controller, through which devices can interrupt cores?
    pub fn has_interrupt_controller(&self) -> bool {
        let mut devices = self.devices.iter();
        devices.any(|device| device.kind.takes_sources())
    }
}

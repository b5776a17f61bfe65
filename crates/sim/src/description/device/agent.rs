//! Devices that cores reach over a network with addresses of its own, and not by their loads and stores.

use std::ops::Deref;

use super::{AnyDevice, AtSwitch, DeviceType, Kinds};
use crate::description::keys::{keys, Address, Key, Keys, Macro, ReadKeys, TableShape};
use crate::description::Range;

keys! {
    /// What each agent says.
    pub struct AtNetwork {
        /// The first of its addresses on the network, which are no addresses of a core's.
        address: Address => "0x0100_0000",
    }
}

/// The keys of a kind of agent.
pub trait AgentDevice: ReadKeys {
    /// The declarations.
    const ALL: &'static [&'static [Key]] = &[AnyDevice::KEYS, AtNetwork::KEYS, Self::KEYS];
    /// The kind.
    const TYPE: DeviceType = DeviceType {
        name: Self::NAME,
        table: TableShape {
            help: Self::HELP,
            keys: Self::ALL,
        },
        is_on_bus: false,
        registers: Some(0),
        single: false,
        at_switch: AtSwitch::None,
    };
}

/// What the room of a kind of agent tells about an agent.
pub trait AgentFacts {
    /// What it is, in a few words.
    fn text(&self) -> String;

    /// Bytes of its addresses on the network; None if there are too many.
    fn bytes(&self) -> Option<u32>;

    /// What C programs see of it, each after `WEFT_<NAME>_`.
    fn constants(&self, _base: u32) -> Vec<Macro> {
        Vec::new()
    }

    /// What C programs see of all of its kind, each after the name of the network.
    fn constants_of_kind(&self) -> Vec<Macro> {
        Vec::new()
    }

    /// Whether it serves requests of cores.
    fn is_accelerator(&self) -> bool {
        false
    }

    /// Whether it leads to the PC.
    fn leads_to_pc(&self) -> bool {
        false
    }
}

/// The kinds of agent of a list of parts.
pub trait AgentKinds: Kinds + Deref<Target = dyn AgentFacts> {}

impl<K: Kinds + Deref<Target = dyn AgentFacts>> AgentKinds for K {}

/// What the room of the cores' controllers tells about them; one description is for those of all cores.
pub trait ControllerFacts: AgentDevice {
    /// The registers, at the same addresses for each core.
    fn registers(&self) -> Range;

    /// The addresses of a core on the network.
    fn of(&self, core: usize) -> Range;

    /// Cycles of a load from a register.
    fn load_cycles(&self) -> u64;

    /// What C programs see of the registers, each after the name of the network and `DMA`.
    fn constants(&self) -> Vec<Macro>;
}

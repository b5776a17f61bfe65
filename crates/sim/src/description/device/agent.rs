//! Agents: devices that cores reach over a network with addresses of its own, not by loads and stores.

use std::ops::Deref;

use super::{AnyDevice, AtSwitch, DeviceType, Kinds};
use crate::description::keys::{keys, Address, Key, Keys, Macro, ReadKeys, TableShape};
use crate::description::Range;

keys! {
    /// What each agent says.
    pub struct AtNetwork {
        /// Its first HIBI address; its addresses must not overlap those of the cores.
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

/// How the folder of a kind of agent describes an agent.
pub trait AgentFacts {
    /// Returns a short description.
    fn text(&self) -> String;

    /// Returns the size of its address range on the network; None if it is too large.
    fn bytes(&self) -> Option<u32>;

    /// Returns the macros for C programs; each name follows `WEFT_<NAME>_`.
    fn constants(&self, _base: u32) -> Vec<Macro> {
        Vec::new()
    }

    /// Returns the macros for C programs about all agents of the kind; each name follows the name of the network.
    fn constants_of_kind(&self) -> Vec<Macro> {
        Vec::new()
    }

    /// Does it serve requests of cores?
    fn is_accelerator(&self) -> bool {
        false
    }

    /// Is it the bridge to the PC?
    fn leads_to_pc(&self) -> bool {
        false
    }
}

/// The kinds of agent in a list of parts.
pub trait AgentKinds: Kinds + Deref<Target = dyn AgentFacts> {}

impl<K: Kinds + Deref<Target = dyn AgentFacts>> AgentKinds for K {}

/// How the folder of the cores' controllers describes them. One description applies to those of all cores.
pub trait ControllerFacts: AgentDevice {
    /// Returns the address range of the registers, the same for each core.
    fn registers(&self) -> Range;

    /// Returns a core's address range on the network.
    fn of(&self, core: usize) -> Range;

    /// Returns the cycles of a load from a register.
    fn load_cycles(&self) -> u64;

    /// Returns the macros for C programs about the registers; each name follows the name of the network and `DMA`.
    fn constants(&self) -> Vec<Macro>;
}

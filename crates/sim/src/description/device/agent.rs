//! Devices that cores reach over a network with addresses of its own, not by their loads and stores: agents at HIBI.

use super::{AnyDevice, AtSwitch, DeviceType};
use crate::description::keys::{keys, Address, Key, Keys, Macro, ReadKeys, TableShape};

/// The table of the network.
const NETWORK: &str = "hibi";

keys! {
    /// What each agent says.
    pub struct AtNetwork {
        /// The first of its HIBI addresses, which are no addresses of a core's.
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
        fabric: NETWORK,
        registers: Some(0),
        single: false,
        at_switch: AtSwitch::None,
    };
}

/// What the room of a kind of agent tells about an agent.
pub trait AgentFacts {
    /// What it is, in a few words.
    fn text(&self) -> String;

    /// Bytes of HIBI addresses; None if there are too many.
    fn bytes(&self) -> Option<u32>;

    /// What C programs see of it, each after `WEFT_<NAME>_`.
    fn constants(&self, _base: u32) -> Vec<Macro> {
        Vec::new()
    }

    /// Whether it serves requests of cores.
    fn is_accelerator(&self) -> bool {
        false
    }
}

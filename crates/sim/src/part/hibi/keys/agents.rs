//! The agents at HIBI other than the cores' controllers: external memory, an accelerator, the bridge to the PC.

use serde::{Deserialize, Serialize};

use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::device::device_kinds;
use crate::description::Range;
use crate::part::dct::keys::DctKeys;
use crate::part::hibi_memory::keys::MemoryKeys;
use crate::part::pc_bridge::keys::Bridge;

/// Something at the bus in addition to the cores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    pub name: String,
    /// Its HIBI addresses.
    pub range: Range,
    pub kind: AgentKind,
}

device_kinds! {
    /// What an agent is, with its keys.
    pub enum AgentKind of AgentFacts {
        /// External memory after a DMA controller.
        Memory(MemoryKeys),
        /// The accelerator for the discrete cosine transform.
        Dct(DctKeys),
        /// The link to the PC.
        PcBridge(Bridge),
    } types by AgentDevice
}

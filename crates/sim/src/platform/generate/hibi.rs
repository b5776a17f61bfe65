//! What programs see of HIBI: the registers of the DMA controller, and the HIBI addresses of all agents.

use super::{address, range_macros, size, Macro};
use crate::hibi::{memory, registers, DCT_SAMPLES, DCT_TARGET};
use crate::platform::hibi::{Agent, AgentKind, Hibi};
use crate::platform::map::{on_link, Place};
use crate::platform::Platform;

/// Macros of the bus and of what is at it.
pub fn macros(hibi: &Hibi) -> Vec<Macro> {
    let dma = &hibi.dma;
    let mut macros: Vec<Macro> = range_macros(&dma.name.to_uppercase(), dma.registers).into();
    let numbers = [
        ("ADDRESS", address(dma.address)),
        ("ADDRESS_STRIDE", size(dma.stride)),
        ("DMA_STREAMS", dma.streams.to_string()),
        ("DMA_PACKETS", dma.packets.to_string()),
        (
            "DMA_STARTS_BY_ADDRESS",
            u8::from(dma.start_by_address).to_string(),
        ),
    ];
    let registers = registers::NAMES.map(|(name, value)| (format!("DMA_{name}"), size(value)));
    let numbers = numbers.map(|(name, value)| (name.to_string(), value));
    let all = numbers.into_iter().chain(registers);
    macros.extend(all.map(|(name, value)| (format!("WEFT_HIBI_{name}"), value)));
    macros.extend(hibi.agents.iter().flat_map(agent_macros));
    macros
}

/// The first HIBI address of each peer, in the order of their numbers on the link; 0 of one that is elsewhere.
pub fn peers(platform: &Platform) -> Option<Macro> {
    let hibi = platform.hibi.as_ref()?;
    let bus_devices = platform.devices.len();
    let agent = |number: usize| hibi.agents.get(number).map(|agent| agent.range.base);
    let is_bridge = |agent: &Agent| matches!(agent.kind, AgentKind::PcBridge(_));
    let base = |place: Place| match place {
        Place::Core(core) => Some(hibi.dma.of(core).base),
        Place::Pc => agent(hibi.agents.iter().position(is_bridge)?),
        Place::Device(number) => agent(number.checked_sub(bus_devices)?),
    };
    let peers = on_link(platform).into_iter();
    let addresses: Vec<String> = peers
        .map(|place| address(base(place).unwrap_or(0)))
        .collect();
    let list = format!("{{{}}}", addresses.join(", "));
    Some((String::from("WEFT_HIBI_PEER_ADDRESSES"), list))
}

fn agent_macros(agent: &Agent) -> Vec<Macro> {
    let mut own = vec![("ADDRESS", address(agent.range.base))];
    match &agent.kind {
        AgentKind::Memory {
            bytes, channels, ..
        } => own.extend([
            ("SIZE", size(*bytes)),
            ("CHANNELS", channels.to_string()),
            ("CHANNEL_ADDRESS", address(agent.range.base + bytes)),
            ("CHANNEL_STRIDE", size(memory::CHANNEL_BYTES)),
            ("READ", memory::READ.to_string()),
            ("WRITE", memory::WRITE.to_string()),
        ]),
        AgentKind::Dct { .. } => {
            own.extend([("TARGET", size(DCT_TARGET)), ("SAMPLES", size(DCT_SAMPLES))])
        }
        AgentKind::PcBridge(_) => {}
    }
    let scope = agent.name.to_uppercase();
    let named = own.into_iter();
    named
        .map(|(name, value)| (format!("WEFT_{scope}_{name}"), value))
        .collect()
}

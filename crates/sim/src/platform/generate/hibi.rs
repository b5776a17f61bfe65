//! What programs see of HIBI: the registers of the DMA controller, and the HIBI addresses of all agents.

use super::{address, range_macros, size, Macro};
use crate::part::hibi_dma::registers;
use crate::part::{dct, hibi_memory as memory};
use crate::platform::hibi::{Agent, AgentKind, Hibi};
use crate::platform::map::{on_link, Place};
use crate::platform::Platform;

/// Macros of the bus and of what is at it.
pub fn macros(hibi: &Hibi) -> Vec<Macro> {
    let dma = &hibi.dma;
    let mut macros: Vec<Macro> = range_macros("HIBI_DMA", dma.registers).into();
    let numbers = [
        ("ADDRESS", address(dma.address)),
        ("ADDRESS_STRIDE", size(dma.stride)),
        ("DCT_SAMPLES", size(dct::SAMPLES)),
        ("DCT_BLOCK", (4 * dct::BLOCK_WORDS).to_string()),
        ("DMA_STREAMS", dma.streams.to_string()),
        ("DMA_PACKETS", dma.packets.to_string()),
        (
            "DMA_STARTS_BY_ADDRESS",
            u8::from(dma.start_by_address).to_string(),
        ),
        ("DMA_SEND_WINDOWS", dma.send_windows.to_string()),
        ("DMA_WAITING_LOADS", u8::from(dma.waiting_loads).to_string()),
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

/// Which peers are accelerators, and of what kind.
pub fn accelerators(platform: &Platform) -> Vec<Macro> {
    let Some(hibi) = &platform.hibi else {
        return Vec::new();
    };
    let bus_devices = platform.devices.len();
    let kind = |place: &Place| match place {
        Place::Device(number) => {
            let agent = hibi.agents.get(number.checked_sub(bus_devices)?)?;
            matches!(agent.kind, AgentKind::Dct { .. }).then_some(agent.kind.name())
        }
        _ => None,
    };
    let peers = on_link(platform);
    let served = peers.iter().enumerate();
    let served: Vec<_> = served
        .filter_map(|(number, place)| Some((number, kind(place)?)))
        .collect();
    let bits = served
        .iter()
        .fold(0, |bits, (number, _)| bits | 1_u32 << number);
    let cases = served
        .iter()
        .map(|(number, kind)| format!("X({number}, {kind})"));
    let cases: Vec<String> = cases.collect();
    vec![
        (String::from("WEFT_ACCELERATOR_BITS"), size(bits) + "u"),
        (String::from("WEFT_ACCELERATORS(X)"), cases.join(" ")),
    ]
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
        AgentKind::Dct { .. } | AgentKind::PcBridge(_) => {}
    }
    let scope = agent.name.to_uppercase();
    let named = own.into_iter();
    named
        .map(|(name, value)| (format!("WEFT_{scope}_{name}"), value))
        .collect()
}

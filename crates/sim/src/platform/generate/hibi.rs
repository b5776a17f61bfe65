//! What programs see of HIBI: the registers of the DMA controller, and the HIBI addresses of all agents.

use super::{address, range_macros, size, Macro};
use crate::hibi::{memory, registers, DCT_SAMPLES, DCT_TARGET};
use crate::platform::hibi::{Agent, AgentKind, Hibi};

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

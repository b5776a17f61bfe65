//! `[hibi]` and the `[[device]]`s at it: DMA controllers, external memory, accelerators, the bridge to the PC.

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::hibi::{Agent, AgentKind, Bridge, Dma, Hibi, ARBITRATIONS, KINDS};
use super::super::reader::{Field, Table};
use super::super::{Cores, Device, DeviceKind, Range};
use super::{base_of, count_or, devices, flag_or, size_of, MAX_CORE_LATENCY, MAX_LATENCY};
use crate::part::hibi_dma::registers::{CHANNEL_STRIDE, MAX_CHANNELS, MAX_WINDOWS, QUICK_END};
use crate::part::{dct, hibi_memory as memory};

/// Words of a FIFO at most.
const MAX_FIFO_WORDS: u64 = 4096;
/// Words of a controller's port of the memory at most.
const MAX_SEND_WIDTH: u64 = 4;
/// Channels of an external memory at most.
const MAX_MEMORY_CHANNELS: u64 = 64;

/// The bus of a platform that has one.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn hibi<'a>(
    root: &Table<'a>,
    cores: &Cores,
    devices: &[Device],
    placed: &mut Vec<Placed<'a>>,
) -> Result<Option<Hibi>, PlatformError> {
    let attached = attached(root)?;
    let Some(field) = root.optional("hibi") else {
        return match attached.first() {
            Some((_, device)) => {
                Err(device.error("is a device at HIBI, but the chip has no [hibi]; add it"))
            }
            None => Ok(None),
        };
    };
    check_alone(&field, root, devices)?;
    let table = field.table()?;
    table.expect_only(&["send_fifo", "receive_fifo", "longest_turn", "arbitration"])?;
    let (dma, others): (Vec<_>, Vec<_>) = attached
        .into_iter()
        .partition(|(kind, _)| *kind == KINDS[0]);
    let dma = match dma.as_slice() {
        [(_, device)] => controller(device, cores, placed)?,
        [] => {
            return Err(field.error(
                "has no [[device]] of kind \"hibi-dma\", by which the cores reach it; add one",
            ))
        }
        [_, (_, second), ..] => {
            return Err(second
                .error("is the second of kind \"hibi-dma\"; one describes those of all cores"))
        }
    };
    let mut agents = Vec::new();
    for (kind, device) in &others {
        let agent = agent(kind, device)?;
        check_addresses(device, &agent, &dma, cores, &agents)?;
        agents.push(agent);
    }
    Ok(Some(Hibi {
        send_words: count_or(&table, "send_fifo", 4, MAX_FIFO_WORDS)?,
        receive_words: count_or(&table, "receive_fifo", 4, MAX_FIFO_WORDS)?,
        longest_turn: table.integer_or("longest_turn", 255, 1..=u64::from(u32::MAX))? as u32,
        arbitration: match table.optional("arbitration") {
            Some(field) => ARBITRATIONS[field.choice(&ARBITRATIONS.map(|(name, _)| name))?].1,
            None => ARBITRATIONS[0].1,
        },
        dma,
        agents,
    }))
}

/// The devices that are at this bus, with their kinds.
fn attached<'a>(root: &Table<'a>) -> Result<Vec<(&'static str, Field<'a>)>, PlatformError> {
    let mut attached = Vec::new();
    for (_, element) in devices::elements(root)? {
        let kind = devices::kind_of(&element.table()?)?;
        if KINDS.contains(&kind) {
            attached.push((kind, element));
        }
    }
    Ok(attached)
}

/// A controller interrupts its core directly, and its registers are the only ones that a core has for itself.
fn check_alone(field: &Field, root: &Table, devices: &[Device]) -> Result<(), PlatformError> {
    let interrupts = |device: &Device| {
        matches!(
            device.kind,
            DeviceKind::InterruptController | DeviceKind::SoftwareInterrupt
        )
    };
    if let Some(device) = devices.iter().find(|device| interrupts(device)) {
        return Err(field.error(format!(
            "has DMA controllers that interrupt the cores themselves; it cannot be on a chip with `{}`",
            device.name
        )));
    }
    match root.optional("mesh") {
        Some(_) => Err(field.error("cannot be on a chip with a [mesh]; leave one of them out")),
        None => Ok(()),
    }
}

fn controller<'a>(
    device: &Field<'a>,
    cores: &Cores,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Dma, PlatformError> {
    let table = device.table()?;
    table.expect_only(&[
        "kind",
        "base",
        "address",
        "addresses",
        "streams",
        "packets",
        "read",
        "write",
        "start",
        "start_by_address",
        "send_width",
        "send_windows",
        "waiting_loads",
    ])?;
    let most = MAX_CHANNELS as u64;
    let streams = table.integer_or("streams", 8, 0..=most)?;
    let packets = table.integer_or("packets", 8, 0..=most - streams)?;
    let send_windows = table.integer_or("send_windows", 0, 0..=MAX_WINDOWS as u64)?;
    let waiting_loads = flag_or(&table, "waiting_loads", false)?;
    let registers = Range {
        base: base_of(&table.required("base", "base = 0xa000_0000")?)?,
        size: match send_windows > 0 || waiting_loads {
            true => QUICK_END,
            false => CHANNEL_STRIDE * (streams + packets).max(1) as u32,
        },
    };
    placed.push(Placed::new("device `hibi_dma`", registers, device.place()));
    let cycles = |key, default| table.integer_or(key, default, 1..=MAX_CORE_LATENCY);
    let dma = Dma {
        registers,
        address: address_of(&table)?,
        stride: match table.optional("addresses") {
            Some(field) => size_of(&field)?,
            None => 0x1000,
        },
        streams: streams as usize,
        packets: packets as usize,
        read: cycles("read", 3)?,
        write: cycles("write", 2)?,
        start: cycles("start", 4)?,
        start_by_address: flag_or(&table, "start_by_address", false)?,
        send_width: table.integer_or("send_width", 1, 1..=MAX_SEND_WIDTH)? as usize,
        send_windows: send_windows as usize,
        waiting_loads,
    };
    let end = u64::from(dma.address) + u64::from(dma.stride) * cores.count as u64;
    match end <= 1 << 32 {
        true => Ok(dma),
        false => Err(device.error(format!(
            "gives the cores HIBI addresses up to {end:#x}, beyond 32 bits; lower `address` or `addresses`"
        ))),
    }
}

fn agent(kind: &str, device: &Field) -> Result<Agent, PlatformError> {
    let table = device.table()?;
    let (kind, size) = match kind {
        "hibi-memory" => external_memory(&table)?,
        "dct" => {
            table.expect_only(&["kind", "name", "address", "cycles"])?;
            let cycles = table.integer_or("cycles", 64, 1..=MAX_LATENCY)?;
            (AgentKind::Dct { cycles }, dct::BYTES)
        }
        _ => bridge(&table)?,
    };
    let range = Range {
        base: address_of(&table)?,
        size,
    };
    match range.end() <= 1 << 32 {
        true => Ok(Agent {
            name: devices::name_of(&table)?,
            range,
            kind,
        }),
        false => Err(device.error("has HIBI addresses beyond 32 bits; lower `address`")),
    }
}

fn external_memory(table: &Table) -> Result<(AgentKind, u32), PlatformError> {
    table.expect_only(&["kind", "name", "address", "size", "channels", "access"])?;
    let field = table.required("size", "size = \"16 MiB\"")?;
    let bytes = size_of(&field)?;
    let channels = count_or(table, "channels", 8, MAX_MEMORY_CHANNELS)?;
    let ports = memory::CHANNEL_BYTES * channels as u32;
    let kind = AgentKind::Memory {
        bytes,
        channels,
        access: table.integer_or("access", 8, 1..=MAX_LATENCY)?,
    };
    match bytes.checked_add(ports) {
        Some(size) => Ok((kind, size)),
        None => Err(field.error("leaves no HIBI addresses for its channels; make it smaller")),
    }
}

fn bridge(table: &Table) -> Result<(AgentKind, u32), PlatformError> {
    table.expect_only(&[
        "kind",
        "name",
        "address",
        "addresses",
        "latency",
        "interval",
    ])?;
    let size = match table.optional("addresses") {
        Some(field) => size_of(&field)?,
        None => 0x1000,
    };
    let cycles = |key, default| table.integer_or(key, default, 1..=MAX_LATENCY);
    let bridge = Bridge {
        latency: cycles("latency", 60)?,
        interval: cycles("interval", 10)?,
    };
    Ok((AgentKind::PcBridge(bridge), size))
}

fn address_of(table: &Table) -> Result<u32, PlatformError> {
    base_of(&table.required("address", "address = 0x0100_0000")?)
}

/// No two things answer at one HIBI address.
fn check_addresses(
    device: &Field,
    new: &Agent,
    dma: &Dma,
    cores: &Cores,
    others: &[Agent],
) -> Result<(), PlatformError> {
    let of_cores = (0..cores.count).map(|core| (format!("core {core}"), dma.of(core)));
    let of_others = others
        .iter()
        .map(|agent| (format!("`{}`", agent.name), agent.range));
    match of_cores.chain(of_others).find(|(_, range)| range.overlaps(&new.range)) {
        Some((other, range)) => Err(device.error(format!(
            "has HIBI addresses ({:#010x} to {:#010x}) that {other} has ({:#010x} to {:#010x}); give it another `address`",
            new.range.base,
            new.range.end() - 1,
            range.base,
            range.end() - 1
        ))),
        None => Ok(()),
    }
}

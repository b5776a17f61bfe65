//! Devices of a platform with one key changed: a platform file replaces a device as a whole, so that all others keys are repeated.

use weft_sim::platform::{Device, DeviceKind, Platform, Rows};

/// The lines that describe again, with `line` for `key`, all devices of a kind, or the one of a name.
pub fn changed_parts(platform: &Platform, all: bool, name: &str, key: &str, line: &str) -> String {
    if name == "hibi-dma" {
        return changed_controller(platform, key, line);
    }
    let is_wanted = |device: &Device| match all {
        true => device.kind.name() == name,
        false => device.name == name,
    };
    let devices = platform.devices.iter().enumerate();
    let wanted = devices.filter(|(_, device)| is_wanted(device));
    let again = wanted.map(|(number, device)| {
        let switches = platform.switches.as_ref();
        let switch = switches.and_then(|it| Some(&it.names[it.devices[number]?]));
        changed_device(device, switch, key, line)
    });
    again.collect()
}

/// The controllers at HIBI again.
fn changed_controller(platform: &Platform, key: &str, line: &str) -> String {
    let Some(dma) = platform.hibi.as_ref().map(|hibi| &hibi.dma) else {
        return String::new();
    };
    let latencies = [
        ("read", dma.read),
        ("write", dma.write),
        ("start", dma.start),
    ];
    let others = latencies.iter().filter(|(name, _)| *name != key);
    let others = others.map(|(name, cycles)| format!("{name} = {cycles}\n"));
    format!(
        "[[device]]\nkind = \"hibi-dma\"\nbase = {}\naddress = {}\naddresses = {}\nstreams = {}\npackets = {}\n{}{line}",
        dma.base,
        dma.address,
        dma.stride,
        dma.streams,
        dma.packets,
        others.collect::<String>()
    )
}

/// A device again, which replaces the one of its name.
fn changed_device(device: &Device, switch: Option<&String>, key: &str, line: &str) -> String {
    let size = match device.kind {
        DeviceKind::Sram(_) => format!("size = {}\n", device.range.size),
        DeviceKind::Sdram(rows) => format!("size = {}\n{}", device.range.size, others(rows, key)),
        _ => String::new(),
    };
    let switch = switch.map_or(String::new(), |name| format!("switch = \"{name}\"\n"));
    let (kind, name, base) = (device.kind.name(), &device.name, device.range.base);
    format!("[[device]]\nkind = \"{kind}\"\nname = \"{name}\"\nbase = {base}\n{size}{switch}{line}")
}

/// What an SDRAM has besides what is changed.
fn others(rows: Rows, changed: &str) -> String {
    let keys = [
        ("row", u64::from(rows.row_bytes)),
        ("banks", rows.banks as u64),
        ("hit", rows.hit),
        ("miss", rows.miss),
    ];
    let kept = keys.iter().filter(|(key, _)| *key != changed);
    kept.map(|(key, value)| format!("{key} = {value}\n"))
        .collect()
}

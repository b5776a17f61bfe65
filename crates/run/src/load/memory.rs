//! Files put into the chip's memories before the start (`--load`).

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail, Context, Result};
use weft_build::compiler::is_source;
use weft_build::input;
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::Machine;

use crate::build::ProgramSource;
use crate::spec::MemoryFile;

/// An address range to which a file is loaded.
struct Place {
    core: usize,
    address: u32,
    bytes: u32,
}

/// Writes a file (or the ELF file compiled from a C file) to the memory device `name`, or else to the symbol `name` of every core that
/// has it.
///
/// # Errors
/// When the file cannot be read or compiled, there is no such place, or it is too small.
pub fn load_file(
    machine: &mut Machine,
    platform: &Platform,
    images: &[Option<Arc<Image>>],
    source: &mut ProgramSource<'_>,
    MemoryFile { name, file }: &MemoryFile,
) -> Result<()> {
    let places = places(platform, images, name)?;
    let rooms = places.iter().map(|place| place.bytes);
    let most = rooms.min().unwrap_or(0).into();
    let bytes = match is_source(file) {
        true => source.program(std::slice::from_ref(file)).map(|it| it.elf),
        false => input::read(file, most).with_context(|| format!("`{name}` has room for {most}")),
    };
    let bytes = bytes.with_context(|| format!("--load {name}"))?;
    for place in places {
        check_fit(name, file, bytes.len(), place.bytes)?;
        write(machine, place.core, place.address, &bytes)
            .with_context(|| format!("--load {name}"))?;
    }
    Ok(())
}

fn places(platform: &Platform, images: &[Option<Arc<Image>>], name: &str) -> Result<Vec<Place>> {
    let device = platform.devices.iter().find(|device| device.name == name);
    if let Some(device) = device {
        if !device.kind.is_memory() {
            let kind = device.kind.name();
            bail!("--load {name}: this device is a {kind}, not a memory");
        }
        return Ok(vec![Place {
            core: 0,
            address: device.range.base,
            bytes: device.range.size,
        }]);
    }
    let symbols = images.iter().enumerate().filter_map(|(core, image)| {
        let symbol = image.as_ref()?.symbol(name)?;
        Some(Place {
            core,
            address: symbol.address,
            bytes: symbol.size,
        })
    });
    let places: Vec<Place> = symbols.collect();
    if places.is_empty() {
        bail!(
            "--load {name}: neither a memory device of {} ({}) nor a symbol of the program has this name",
            platform.name,
            memories(platform)
        );
    }
    Ok(places)
}

fn memories(platform: &Platform) -> String {
    let devices = platform.devices.iter();
    let memories = devices.filter(|device| device.kind.is_memory());
    let names: Vec<&str> = memories.map(|device| device.name.as_str()).collect();
    match names.is_empty() {
        true => "none".to_string(),
        false => names.join(", "),
    }
}

fn check_fit(name: &str, file: &Path, bytes: usize, room: u32) -> Result<()> {
    if bytes as u64 > u64::from(room) {
        let file = file.display();
        bail!("--load {name}: {file} has {bytes} bytes, but `{name}` has room for {room}");
    }
    Ok(())
}

/// Writes to memory as `core` addresses it.
///
/// # Errors
/// When there is none.
pub fn write(machine: &mut Machine, core: usize, address: u32, bytes: &[u8]) -> Result<()> {
    let written = machine.write_memory(core, address, bytes);
    written.map_err(|bad| anyhow!("core {core} has no memory at {bad:#010x}"))
}

//! What the loader writes into the chip's memories before the start: each core's boot record, and the files of `--load`.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail, Context, Result};
use weft_sim::elf::Image;
use weft_sim::platform::{Platform, MAX_CORES};
use weft_sim::Machine;

use super::placement::Placement;

/// The symbol of the boot record in a program that uses the library (`lib/include/weft/boot.h`).
const BOOT_SYMBOL: &str = "weft_boot";
const BOOT_MAGIC: u32 = 0x5745_4654;
const BOOT_VERSION: u32 = 1;

/// Tells each core that asks for it how many ranks there are, which one it is, and where they are placed.
///
/// # Errors
/// When a program was built for another version of the boot record.
pub fn write_boot_records(
    machine: &mut Machine,
    images: &[Option<Arc<Image>>],
    placement: &Placement,
) -> Result<()> {
    for (core, image) in images.iter().enumerate() {
        if let Some(image) = image {
            let rank = placement.rank(core);
            let rank = rank.expect("a core with a program has a rank");
            write_boot_record(machine, core, image, rank, &placement.cores_of_ranks)?;
        }
    }
    Ok(())
}

/// Tells one core, if its program asks for it.
///
/// # Errors
/// When the program was built for another version of the boot record.
pub fn write_boot_record(
    machine: &mut Machine,
    core: usize,
    image: &Image,
    rank: usize,
    cores_of_ranks: &[usize],
) -> Result<()> {
    let Some(symbol) = image.symbol(BOOT_SYMBOL) else {
        return Ok(());
    };
    check_version(machine, core, symbol.address, &image.name)?;
    let record = boot_record(rank, cores_of_ranks);
    write(machine, core, symbol.address, &record)
        .with_context(|| format!("{BOOT_SYMBOL} of {}", image.name))
}

fn check_version(machine: &Machine, core: usize, address: u32, program: &str) -> Result<()> {
    let expected = [BOOT_MAGIC.to_le_bytes(), BOOT_VERSION.to_le_bytes()].concat();
    if machine.peek(core, address, expected.len()) != Some(&expected) {
        bail!(
            "{program}: its `{BOOT_SYMBOL}` is not of version {BOOT_VERSION}; build it again with the library of this \
             version of weft"
        );
    }
    Ok(())
}

/// Magic, version, number of ranks and rank as words, then the core of each rank as a byte.
fn boot_record(rank: usize, cores_of_ranks: &[usize]) -> Vec<u8> {
    let words = [
        BOOT_MAGIC,
        BOOT_VERSION,
        cores_of_ranks.len() as u32,
        rank as u32,
    ];
    let mut record: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    record.extend(cores_of_ranks.iter().map(|core| *core as u8));
    record.resize(4 * words.len() + MAX_CORES, 0);
    record
}

/// A place for the bytes of a file.
struct Place {
    core: usize,
    address: u32,
    bytes: u32,
}

/// Puts the bytes of a file at the memory device `name`, or else at the symbol `name` of every core that has it.
///
/// # Errors
/// When the file cannot be read, there is no such place, or it is too small.
pub fn load_file(
    machine: &mut Machine,
    platform: &Platform,
    images: &[Option<Arc<Image>>],
    name: &str,
    file: &Path,
) -> Result<()> {
    let bytes = std::fs::read(file)
        .with_context(|| format!("--load {name}: cannot read {}", file.display()))?;
    let places = places(platform, images, name)?;
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
            bail!(
                "--load {name}: this device is a {}, not a memory",
                device.kind.name()
            );
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
    let memories = platform
        .devices
        .iter()
        .filter(|device| device.kind.is_memory());
    let names: Vec<&str> = memories.map(|device| device.name.as_str()).collect();
    if names.is_empty() {
        "none".to_string()
    } else {
        names.join(", ")
    }
}

fn check_fit(name: &str, file: &Path, bytes: usize, room: u32) -> Result<()> {
    if bytes as u64 > u64::from(room) {
        bail!(
            "--load {name}: {} has {bytes} bytes, but `{name}` has room for {room}",
            file.display()
        );
    }
    Ok(())
}

fn write(machine: &mut Machine, core: usize, address: u32, bytes: &[u8]) -> Result<()> {
    machine
        .write_memory(core, address, bytes)
        .map_err(|bad| anyhow!("core {core} has no memory at {bad:#010x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boot_record_has_the_layout_of_the_header() {
        let record = boot_record(1, &[2, 0, 1]);
        assert_eq!(record.len(), 80);
        assert_eq!(record[..8], [0x54, 0x46, 0x45, 0x57, 1, 0, 0, 0]);
        assert_eq!(record[8..20], [3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0]);
    }
}

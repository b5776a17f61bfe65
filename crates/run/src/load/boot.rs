//! Boot records: before the start, each core that asks for it is told how many ranks there are, which one it is, and where they are placed.

use std::sync::Arc;

use anyhow::{bail, Context, Result};
use weft_sim::elf::Image;
use weft_sim::Machine;

use super::memory::write;
use super::placement::Placement;

/// The symbol of the boot record in a program that uses the library (`lib/include/weft/boot.h`).
const BOOT_SYMBOL: &str = "weft_boot";
const BOOT_MAGIC: u32 = 0x5745_4654;
const BOOT_VERSION: u32 = 1;
/// Ranks that the record has room for; it tells the core of each in a byte.
const MAX_RANKS: usize = 64;

/// Writes the records of all cores.
///
/// # Errors
/// When a program was built for another version of the boot record.
pub fn write_records(
    machine: &mut Machine,
    images: &[Option<Arc<Image>>],
    placement: &Placement,
) -> Result<()> {
    for (core, image) in images.iter().enumerate() {
        if let Some(image) = image {
            let rank = placement.rank(core);
            let rank = rank.expect("a core with a program has a rank");
            write_record(machine, core, image, rank, &placement.cores_of_ranks)?;
        }
    }
    Ok(())
}

/// Writes the record of one core, if its program asks for it.
///
/// # Errors
/// When the program was built for another version of the boot record.
pub fn write_record(
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
    check_ranks(cores_of_ranks, &image.name)?;
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

/// A program with the library's start-up code knows few ranks.
fn check_ranks(cores_of_ranks: &[usize], program: &str) -> Result<()> {
    let ranks = cores_of_ranks.len();
    let last = cores_of_ranks.iter().max();
    if ranks > MAX_RANKS || last.is_some_and(|core| *core > usize::from(u8::MAX)) {
        bail!(
            "{program}: the library has {MAX_RANKS} ranks at most, on cores 0 to {}, but there are {ranks}; name them in map.ranks, \
             or build the program without the library",
            u8::MAX
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
    record.resize(4 * words.len() + MAX_RANKS, 0);
    record
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

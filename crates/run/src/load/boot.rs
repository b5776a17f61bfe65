//! Boot records: before the start, the number of ranks, the core's rank and the core of each rank are written to the memory of each core
//! whose program has a boot record.

use std::sync::Arc;

use anyhow::{bail, Context, Result};
use weft_sim::elf::Image;
use weft_sim::Machine;

use super::memory::write;
use super::placement::Placement;

/// The symbol of the boot record in a program that uses the library (`lib/include/weft/boot.h`).
const BOOT_SYMBOL: &str = "weft_boot";
const BOOT_MAGIC: u32 = 0x5745_4654;
/// Bytes of magic, version, number of ranks and rank.
const HEAD: usize = 16;

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

/// Writes the record of one core, if its program has one.
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
    let entry = check_version(machine, core, symbol.address, &image.name)?;
    let room = (symbol.size as usize).saturating_sub(HEAD) / entry;
    check_ranks(cores_of_ranks, entry, room, &image.name)?;
    let record = boot_record(rank, cores_of_ranks, entry);
    write(machine, core, symbol.address, &record)
        .with_context(|| format!("{BOOT_SYMBOL} of {}", image.name))
}

/// Returns the bytes of a core number in this program's record: one with version 1, two with version 2, for chips with more than 64
/// cores.
fn check_version(machine: &Machine, core: usize, address: u32, program: &str) -> Result<usize> {
    let head = machine.peek(core, address, 8).unwrap_or_default();
    let is_of = |version: u32| head == [BOOT_MAGIC.to_le_bytes(), version.to_le_bytes()].concat();
    match [1, 2].into_iter().find(|version| is_of(*version)) {
        Some(version) => Ok(version as usize),
        None => bail!(
            "{program}: its `{BOOT_SYMBOL}` is not of version 1 or 2; build it again with the library of this version of weft"
        ),
    }
}

/// Checks the number of ranks: a program has room for as many as its platform has cores, but at least 64.
fn check_ranks(cores_of_ranks: &[usize], entry: usize, room: usize, program: &str) -> Result<()> {
    let ranks = cores_of_ranks.len();
    let last = (1 << (8 * entry)) - 1;
    if ranks > room || cores_of_ranks.iter().any(|core| *core > last) {
        bail!(
            "{program}: its library has {room} ranks at most, on cores 0 to {last}, but there are {ranks}; build the program for \
             this platform, or name fewer in map.ranks"
        );
    }
    Ok(())
}

/// Returns the record: magic, version, number of ranks and rank as words, then the core of each rank in `entry` bytes.
fn boot_record(rank: usize, cores_of_ranks: &[usize], entry: usize) -> Vec<u8> {
    let words = [
        BOOT_MAGIC,
        entry as u32,
        cores_of_ranks.len() as u32,
        rank as u32,
    ];
    let mut record: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let cores = cores_of_ranks.iter();
    record.extend(cores.flat_map(|core| core.to_le_bytes().into_iter().take(entry)));
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boot_record_has_the_layout_of_the_header() {
        let record = boot_record(1, &[2, 0, 1], 1);
        assert_eq!(record[..8], [0x54, 0x46, 0x45, 0x57, 1, 0, 0, 0]);
        assert_eq!(record[8..], [3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1]);
    }

    #[test]
    fn cores_of_a_large_chip_have_two_bytes() {
        let record = boot_record(1, &[2, 0x301], 2);
        assert_eq!(
            record[4..],
            [2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 3]
        );
    }

    #[test]
    fn a_program_of_another_chip_is_refused() {
        assert!(check_ranks(&[0, 63], 1, 64, "a").is_ok());
        let many: Vec<usize> = (0..65).collect();
        let error = check_ranks(&many, 1, 64, "a.elf").unwrap_err().to_string();
        assert!(
            error.contains(
                "a.elf: its library has 64 ranks at most, on cores 0 to 255, but there are 65"
            ),
            "{error}"
        );
        assert!(check_ranks(&[256], 1, 64, "a").is_err());
        assert!(check_ranks(&[256], 2, 64, "a").is_ok());
    }
}

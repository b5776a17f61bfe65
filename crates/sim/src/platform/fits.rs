//! Checks that a program fits the cores of a platform.

use super::Platform;
use crate::elf::{ElfError, ElfProblem, Image, Segment};

impl Image {
    /// Checks that the cores of `platform` have the registers that the program needs, and that each segment is in their program or data memory.
    ///
    /// # Errors
    /// If the registers are missing, or a segment is too large or elsewhere.
    pub fn check_against(&self, platform: &Platform) -> Result<(), ElfError> {
        let mut segments = self.segments.iter();
        let fit = match self.passes_floats && platform.cores.float.is_none() {
            true => Err(ElfProblem::WrongAbi("floating-point registers")),
            false => segments.try_for_each(|segment| fits(segment, platform)),
        };
        fit.map_err(|problem| ElfError {
            file: self.name.clone(),
            problem,
        })
    }
}

fn fits(segment: &Segment, platform: &Platform) -> Result<(), ElfProblem> {
    let cores = &platform.cores;
    let memories = [
        (
            "code",
            "PMEM",
            cores.program_memory,
            "cores.program_memory.size",
        ),
        ("data", "DMEM", cores.data_memory, "cores.data_memory.size"),
    ];
    let mut memories = memories.into_iter();
    let home = memories.find(|(_, _, range, _)| range.contains(segment.address, 1));
    let Some((what, memory, range, key)) = home else {
        return Err(ElfProblem::OutsideMemories {
            address: segment.address,
            platform: platform.name.clone(),
            program_memory: cores.program_memory,
            data_memory: cores.data_memory,
        });
    };
    if segment.range().end() <= range.end() {
        return Ok(());
    }
    Err(ElfProblem::TooLarge {
        what,
        needed: segment.range().end() - u64::from(range.base),
        memory,
        platform: platform.name.clone(),
        available: range.size,
        key,
    })
}

//! The registers of a core, as GDB's remote protocol orders them: x0..x31, pc, where there is a floating-point unit f0..f31,
//! fflags, frm and fcsr, and priv, the mode (GDB manual, "RISC-V Features"). All have 32 bits.

use gdbstub::arch::{Arch, Registers};
use weft_sim::part::core::float::FloatUnit;

/// The architecture of all cores.
pub enum RiscV {}

impl Arch for RiscV {
    type Usize = u32;
    type Registers = CoreRegisters;
    type BreakpointKind = usize;
    type RegId = ();
}

/// The register values of a core.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoreRegisters {
    pub x: [u32; 32],
    pub pc: u32,
    pub float: Option<FloatRegisters>,
    /// 0: user mode, 3: machine mode.
    pub privilege: u32,
}

/// The register values of its floating-point unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatRegisters {
    /// f0..f31, as bits.
    f: [u32; 32],
    flags: u32,
    rounding: u32,
    control: u32,
}

/// The lowest bit of the rounding mode in fcsr, and the mask of the flags below it.
const ROUNDING: u32 = 5;
const FLAGS: u32 = (1 << ROUNDING) - 1;

impl FloatRegisters {
    /// Returns the register values of a unit.
    pub fn of(unit: &FloatUnit) -> FloatRegisters {
        let control = unit.control;
        FloatRegisters {
            f: unit.registers,
            flags: control & FLAGS,
            rounding: control >> ROUNDING,
            control,
        }
    }

    /// Returns a unit with these values. fflags and frm are fields of fcsr: of the three, the one that differs from `before` was written.
    pub fn unit(&self, before: &FloatUnit) -> FloatUnit {
        let parts = self.rounding << ROUNDING | self.flags & FLAGS;
        let control = match self.control == before.control {
            true => parts,
            false => self.control,
        };
        FloatUnit::new(self.f, control)
    }
}

impl Registers for CoreRegisters {
    type ProgramCounter = u32;

    fn pc(&self) -> u32 {
        self.pc
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        let mut words = self.x.to_vec();
        words.push(self.pc);
        if let Some(float) = &self.float {
            words.extend(float.f);
            words.extend([float.flags, float.rounding, float.control]);
        }
        words.push(self.privilege);
        let bytes = words.into_iter().flat_map(u32::to_le_bytes);
        bytes.for_each(|byte| write_byte(Some(byte)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        let words: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default()))
            .collect();
        let (x, rest) = words.split_first_chunk::<32>().ok_or(())?;
        let (&pc, rest) = rest.split_first().ok_or(())?;
        let (&privilege, rest) = rest.split_last().ok_or(())?;
        (self.x, self.pc, self.privilege) = (*x, pc, privilege);
        self.float = match rest.split_first_chunk::<32>() {
            Some((f, &[flags, rounding, control])) => Some(FloatRegisters {
                f: *f,
                flags,
                rounding,
                control,
            }),
            None if rest.is_empty() => None,
            _ => return Err(()),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_come_back_as_they_were_sent() {
        for float in [
            None,
            Some(FloatRegisters::of(&FloatUnit::new([7; 32], 0x61))),
        ] {
            let sent = CoreRegisters {
                x: std::array::from_fn(|number| number as u32),
                pc: 0x2_0000,
                float,
                privilege: 3,
            };
            let mut bytes = Vec::new();
            sent.gdb_serialize(|byte| bytes.extend(byte));
            let mut back = CoreRegisters::default();
            back.gdb_deserialize(&bytes).unwrap();
            assert_eq!(back, sent);
            assert_eq!(back.gdb_deserialize(&bytes[4..]), Err(()));
        }
    }

    #[test]
    fn the_part_of_fcsr_that_was_changed_counts() {
        let before = FloatUnit::new([0; 32], 0x61);
        let mut registers = FloatRegisters::of(&before);
        registers.rounding = 1;
        assert_eq!(registers.unit(&before).control, 0x21);
        registers.control = 0x40;
        assert_eq!(registers.unit(&before).control, 0x40);
    }
}

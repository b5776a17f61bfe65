//! The signals of a core that are compared.

use weft_hardware::engine::Seen;

/// Number of signals: whether an instruction issues, its address, and x1 to x31 before it executes.
pub const SIGNALS: usize = 33;

/// A core in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Core {
    pub issues: bool,
    pub pc: u32,
    pub registers: [u32; 32],
    /// The register that is written at the end of the cycle, and the value, which is forwarded to the next instruction.
    pub written: (usize, u32),
}

impl Core {
    /// Returns the circuits' core in the next cycle: `last`, updated by what was `seen` in it.
    pub fn with((last, seen): (&Core, &Seen)) -> Core {
        let mut registers = last.registers;
        if seen.register != 0 {
            registers[seen.register] = seen.value;
        }
        Core {
            issues: seen.issues,
            pc: seen.pc,
            registers,
            written: (seen.register, seen.value),
        }
    }

    /// Returns the first signal that differs, and both its values. In a cycle without an issue only the issue signal is compared.
    pub fn difference(&self, other: &Core) -> Option<(String, [String; 2])> {
        let hexadecimal = |values: [u32; 2]| values.map(|value| format!("{value:#x}"));
        if self.issues != other.issues {
            let values = [self.issues, other.issues].map(|it| u32::from(it).to_string());
            return Some(("issue".to_owned(), values));
        }
        if !self.issues {
            return None;
        }
        if self.pc != other.pc {
            return Some(("pc".to_owned(), hexadecimal([self.pc, other.pc])));
        }
        let mut registers = self.registers.iter().zip(&other.registers).enumerate();
        let (number, (own, others)) = registers.find(|(_, (own, others))| own != others)?;
        Some((format!("x{number}"), hexadecimal([*own, *others])))
    }

    /// Returns the name and width of each signal.
    pub fn names() -> impl Iterator<Item = (String, u32)> {
        let registers = (1..32).map(|number| (format!("x{number}"), 32));
        [("issue".to_owned(), 1), ("pc".to_owned(), 32)]
            .into_iter()
            .chain(registers)
    }

    /// Returns the values, in the order of `names`.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        let registers = self.registers[1..].iter();
        [u64::from(self.issues), self.pc.into()]
            .into_iter()
            .chain(registers.map(|value| u64::from(*value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_signal_that_differs_is_named() {
        let core = Core {
            issues: true,
            pc: 0x100,
            ..Core::default()
        };
        assert_eq!(core.difference(&core), None);
        let mut other = core;
        other.registers[7] = 9;
        let (signal, values) = core.difference(&other).unwrap();
        assert_eq!(
            (signal.as_str(), values),
            ("x7", ["0x0", "0x9"].map(String::from))
        );
        other.pc = 0x104;
        assert_eq!(core.difference(&other).unwrap().0, "pc");
        other.issues = false;
        assert_eq!(core.difference(&other).unwrap().0, "issue");
    }

    #[test]
    fn there_is_a_name_for_each_value() {
        assert_eq!(Core::names().count(), SIGNALS);
        assert_eq!(Core::default().values().count(), SIGNALS);
    }
}

//! The compared registers of message units, synchronization controller, bus and devices: their values at the start of a cycle.

use std::collections::HashMap;

use anyhow::{ensure, Context, Result};
use weft_hardware::engine::{registers, Register};
use weft_hardware::Parameters;
use weft_report::wave::Signal;
use weft_sim::Machine;

/// All registers, in the order in which the circuits report them.
pub struct Registers {
    pub all: Vec<Register>,
    /// Bits of each in the simulator; 0 where it has no such signal.
    widths: Vec<u32>,
    /// For each signal of the simulator, the index of its register in `all`.
    numbers: Vec<Option<usize>>,
    /// The present values in the circuits.
    pub circuits: Vec<u64>,
}

/// The circuits do not match the list of their registers.
const NOT_LISTED: &str = "the circuits tell of a register that is not in the list";

impl Registers {
    /// Lists the registers of a chip, with the value 0.
    pub fn new(machine: &Machine, parameters: &Parameters) -> Registers {
        let all = registers(parameters);
        let paths = all.iter().map(|register| register.path.as_str());
        let known: HashMap<&str, usize> = paths.zip(0..).collect();
        let mut widths = vec![0; all.len()];
        let mut numbers = Vec::new();
        machine.for_each_signal(&mut |path, width, _| {
            let number = known.get(path.to_string().as_str()).copied();
            if let Some(number) = number {
                widths[number] = width;
            }
            numbers.push(number);
        });
        Registers {
            circuits: vec![0; all.len()],
            all,
            widths,
            numbers,
        }
    }

    /// Checks the number of registers that the circuits report.
    ///
    /// # Errors
    /// When the circuits report another number.
    pub fn check_count(&self, shown: usize) -> Result<()> {
        ensure!(
            shown == self.all.len(),
            "the circuits show {shown} registers, and the list has {}",
            self.all.len()
        );
        Ok(())
    }

    /// Updates the values that have changed in the circuits.
    ///
    /// # Errors
    /// When there is no such register.
    pub fn note(&mut self, changes: &[(usize, u64)]) -> Result<()> {
        for (number, value) in changes {
            *self.circuits.get_mut(*number).context(NOT_LISTED)? = *value;
        }
        Ok(())
    }

    /// Returns the simulator's values.
    pub fn of(&self, machine: &Machine) -> Vec<u64> {
        let mut values = vec![0; self.all.len()];
        let mut numbers = self.numbers.iter();
        machine.for_each_signal(&mut |_, _, value| {
            if let Some(number) = numbers.next().copied().flatten() {
                values[number] = value;
            }
        });
        values
    }

    /// Returns the first register whose value differs in the circuits, and both values.
    pub fn difference(&self, expected: &[u64]) -> Option<(&Register, [String; 2])> {
        let mut both = expected.iter().zip(&self.circuits);
        let number = both.position(|(expected, found)| expected != found)?;
        let values = [expected[number], self.circuits[number]].map(|value| format!("{value:#x}"));
        Some((&self.all[number], values))
    }

    /// Returns each register as a signal of a waveform, with the prefix `side` in its path.
    pub fn shown<'a>(&'a self, side: &'a str) -> impl Iterator<Item = Signal> + 'a {
        let all = self.all.iter().zip(&self.widths);
        all.map(move |(register, width)| Signal {
            path: format!("{side}.{}", register.path),
            width: *width,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PlatformSpec;
    use weft_hardware::base_of;

    #[test]
    fn the_simulator_has_a_signal_for_each() {
        for name in ["asip8", "asip8x", "uwb4"] {
            let platform = PlatformSpec::from(name).load().unwrap();
            let base = PlatformSpec::from(base_of(&platform)).load().unwrap();
            let parameters = Parameters::of(&platform, &base).unwrap();
            let programs = vec![None; parameters.value("CORES") as usize];
            let machine = Machine::new(&platform, &programs);
            let registers = Registers::new(&machine, &parameters);
            for (register, width) in registers.all.iter().zip(&registers.widths) {
                assert!(*width > 0, "{}", register.path);
            }
            assert_eq!(
                registers.difference(&registers.of(&machine)).map(|it| it.1),
                None
            );
        }
    }
}

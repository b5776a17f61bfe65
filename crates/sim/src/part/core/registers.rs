//! The integer registers. Writes to x0 are decoded as writes to a discard register, so no instruction has to check for x0.

use super::program::DISCARD;
use serde::{Deserialize, Serialize};

/// x0..x31, and the discard register [`DISCARD`]. A power of two of them lets the host index without bounds checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<u32>", try_from = "Vec<u32>")]
pub struct Registers([u32; 64]);

impl Registers {
    /// The value of register `number` (0..31).
    #[inline(always)]
    pub fn get(&self, number: u8) -> u32 {
        self.0[usize::from(number & 63)]
    }

    /// Writes a register; `number` is 1..31 or [`DISCARD`].
    #[inline(always)]
    pub fn set(&mut self, number: u8, value: u32) {
        debug_assert!(number != 0 && number <= DISCARD);
        self.0[usize::from(number & 63)] = value;
    }

    /// The array itself, for translations.
    pub fn array(&mut self) -> &mut [u32; 64] {
        &mut self.0
    }

    /// x0..x31.
    pub fn all(&self) -> [u32; 32] {
        let mut all = [0; 32];
        all.copy_from_slice(&self.0[..32]);
        all
    }

    /// Sets x0..x31, as [`Registers::all`] returned them.
    pub fn set_all(&mut self, all: &[u32; 32]) {
        self.0[..32].copy_from_slice(all);
    }
}

impl Default for Registers {
    fn default() -> Self {
        Registers([0; 64])
    }
}

impl From<Registers> for Vec<u32> {
    fn from(registers: Registers) -> Self {
        registers.0.to_vec()
    }
}

impl TryFrom<Vec<u32>> for Registers {
    type Error = String;

    fn try_from(values: Vec<u32>) -> Result<Self, String> {
        let count = values.len();
        let array = values
            .try_into()
            .map_err(|_| format!("64 registers expected, not {count}"))?;
        Ok(Registers(array))
    }
}

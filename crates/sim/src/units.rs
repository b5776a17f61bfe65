//! Units of the simulated world. A bare integer never stands for a time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A point in simulated time: the number of a tick since reset, which is a clock cycle wherever all clocks are the same. Differences are
/// plain `u64` numbers of ticks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cycle(pub u64);

impl Cycle {
    /// Later than every cycle that is simulated: "nothing is due".
    pub const NEVER: Cycle = Cycle(u64::MAX);

    /// The first edge, not before this tick, of a clock that has one every `period` ticks.
    #[inline(always)]
    pub fn edge(self, period: u64) -> Cycle {
        if period == 1 {
            return self;
        }
        Cycle(self.0.checked_next_multiple_of(period).unwrap_or(u64::MAX))
    }
}

impl Add<u64> for Cycle {
    type Output = Cycle;
    #[inline(always)]
    fn add(self, cycles: u64) -> Cycle {
        Cycle(self.0 + cycles)
    }
}

impl AddAssign<u64> for Cycle {
    #[inline(always)]
    fn add_assign(&mut self, cycles: u64) {
        self.0 += cycles;
    }
}

impl Sub for Cycle {
    type Output = u64;
    #[inline(always)]
    fn sub(self, earlier: Cycle) -> u64 {
        self.0 - earlier.0
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number with its thousands set apart: 262,144.
pub fn separated(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

//! Units of simulated time. Times have the type [`Cycle`], never a bare integer.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A point in simulated time: the number of clock ticks since reset. A tick is a clock cycle if all clocks of the chip have the same frequency. The
/// difference of two points is a plain `u64` number of ticks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cycle(pub u64);

impl Cycle {
    /// Later than every simulated cycle. As the time of an event: no event is scheduled.
    pub const NEVER: Cycle = Cycle(u64::MAX);

    /// Returns the first clock edge at or after this tick, for a clock with an edge every `period` ticks.
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

/// Formats a number with a separator between thousands: 262,144.
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

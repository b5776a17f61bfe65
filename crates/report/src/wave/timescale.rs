//! The time of a clock edge in the units of a waveform file: powers of ten of a second.

/// The unit of time of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timescale {
    /// Times count in units of 10^exponent seconds.
    pub(super) exponent: i8,
    clock_hz: u64,
}

impl Timescale {
    /// Returns the coarsest unit of which the clock period is a multiple; if there is none, femtoseconds, to which edges are then rounded.
    pub(super) fn of_clock(clock_hz: u64) -> Timescale {
        const FINEST: i8 = -15;
        let is_exact = |exponent: &i8| units_per_second(*exponent) % u128::from(clock_hz) == 0;
        let exponent = [0, -3, -6, -9, -12, FINEST]
            .into_iter()
            .find(is_exact)
            .unwrap_or(FINEST);
        Timescale { exponent, clock_hz }
    }

    /// Returns the time at which a cycle begins.
    pub(super) fn time_of(&self, cycle: u64) -> u64 {
        let clock_hz = u128::from(self.clock_hz);
        let time = (u128::from(cycle) * units_per_second(self.exponent) + clock_hz / 2) / clock_hz;
        u64::try_from(time).unwrap_or(u64::MAX)
    }
}

fn units_per_second(exponent: i8) -> u128 {
    10_u128.pow(u32::from(exponent.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exponent_and_time(clock_hz: u64, cycle: u64) -> (i8, u64) {
        let timescale = Timescale::of_clock(clock_hz);
        (timescale.exponent, timescale.time_of(cycle))
    }

    #[test]
    fn a_period_of_whole_units_is_exact() {
        assert_eq!(exponent_and_time(200_000_000, 3), (-9, 15));
        assert_eq!(exponent_and_time(400_000_000, 3), (-12, 7_500));
        assert_eq!(exponent_and_time(1_000, 3), (-3, 3));
    }

    #[test]
    fn other_periods_are_rounded_to_femtoseconds_without_adding_up() {
        assert_eq!(exponent_and_time(300_000_000, 1), (-15, 3_333_333));
        assert_eq!(exponent_and_time(300_000_000, 2), (-15, 6_666_667));
        assert_eq!(
            exponent_and_time(300_000_000, 300_000_000),
            (-15, 1_000_000_000_000_000)
        );
    }
}

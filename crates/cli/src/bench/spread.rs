//! How the repetitions of a measurement are spread, as bench/library/latency.c reports it.

use std::fmt;

use serde::Serialize;
use weft_explore::measurements::Measurements;

#[derive(Clone, Copy, Serialize)]
pub(super) struct Spread {
    /// The 10th percentile.
    tenth: f64,
    median: f64,
    /// The 90th percentile.
    nine_tenths: f64,
}

/// The share of the median up to which the percentiles are not worth telling.
const SMALL: f64 = 0.05;

impl Spread {
    /// What a table's cells are.
    pub(super) const LEGEND: &str =
        "the median and, where they differ by more than a twentieth of it, in parentheses\n\
        what a tenth of the repetitions do not exceed and what all but a tenth do not";

    /// Returns what was measured of a kind of transfer and a number of bytes on a platform, if it was.
    pub(super) fn of(measured: &Measurements, on: &str, way: &str, bytes: u64) -> Option<Self> {
        let part = |name: &str| measured.get(on, &format!("{way} {name} {bytes}"));
        Some(Self {
            tenth: part("tenth")?,
            median: part("median")?,
            nine_tenths: part("nine-tenths")?,
        })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.median)?;
        if self.nine_tenths - self.tenth > SMALL * self.median {
            write!(f, " ({} to {})", self.tenth, self.nine_tenths)?;
        }
        Ok(())
    }
}

//! An axis of a chart: its quantity and its scale.

use std::ops::Range;

use weft_sim::units::separated;

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic, with a tick at each power of the base.
    Powers(u32),
}

/// An axis.
pub struct Axis {
    /// The quantity and its unit.
    pub name: String,
    /// Its scale.
    pub scale: Scale,
}

impl Axis {
    /// An axis of a quantity.
    pub fn new(name: &str, scale: Scale) -> Axis {
        let name = name.to_owned();
        Axis { name, scale }
    }
}

/// Room above what is drawn, as a part of the axis.
const HEADROOM: f64 = 0.12;
/// Approximate number of ticks of a linear axis.
const LINEAR_TICKS: usize = 8;

impl Scale {
    /// Returns the position of a number: the number itself, or its logarithm.
    pub fn place(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Powers(base) => value.log(f64::from(base)),
        }
    }

    /// Can the axis show a number? A logarithmic one cannot show zero.
    pub fn shows(self, value: f64) -> bool {
        self == Scale::Linear || value > 0.0
    }

    /// Returns the label of a tick.
    pub fn label(self, place: f64) -> String {
        match self {
            Scale::Linear => thousands(place),
            Scale::Powers(base) => thousands(f64::from(base).powf(place.round())),
        }
    }

    /// Returns the number of ticks.
    pub fn ticks(self, places: &Range<f64>) -> usize {
        match self {
            Scale::Linear => LINEAR_TICKS,
            Scale::Powers(_) => (places.end - places.start) as usize + 1,
        }
    }

    /// Returns the ends of an axis that shows these numbers: a linear one begins at 0, a logarithmic one begins and ends at a power of its base.
    pub fn range(self, values: &[f64]) -> (f64, f64) {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self {
            Scale::Linear => (0.0, high * (1.0 + HEADROOM)),
            Scale::Powers(_) => (self.place(low).floor(), self.place(high).ceil()),
        }
    }
}

/// Formats a number with commas between thousands, and a small one with the decimal places that it needs.
pub fn thousands(value: f64) -> String {
    if value.fract().abs() > 1e-6 && value.abs() < 1000.0 {
        let places = (1.0 - value.abs().log10().floor()).clamp(1.0, 6.0) as usize;
        let text = format!("{value:.places$}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", separated(value.abs().round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        let written = [7.0, 1000.0, 4608.2, 1_022_000.0, 2.5, -100.0].map(thousands);
        assert_eq!(written, ["7", "1,000", "4,608", "1,022,000", "2.5", "-100"]);
        assert_eq!(
            [0.01, 0.1, 0.25, 17.83].map(thousands),
            ["0.01", "0.1", "0.25", "17.8"]
        );
    }

    #[test]
    fn powers_have_a_tick_each() {
        let powers = Scale::Powers(4);
        assert_eq!(powers.range(&[5.0, 60.0]), (1.0, 3.0));
        assert_eq!(powers.ticks(&(1.0..3.0)), 3);
        assert_eq!(powers.label(3.0), "64");
    }
}

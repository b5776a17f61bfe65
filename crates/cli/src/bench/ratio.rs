//! Ratios of paired measurements: the median and the range.

use std::fmt;

use serde::Serialize;

/// The ratio of two quantities over several pairs of measurements.
#[derive(Clone, Copy, Serialize)]
pub struct Ratio {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Ratio {
    /// Of at least one pair.
    pub fn of(pairs: impl Iterator<Item = [f64; 2]>) -> Ratio {
        let ratios = sorted(pairs.map(|[over, under]| over / under));
        Ratio {
            median: middle(&ratios),
            least: ratios[0],
            most: ratios[ratios.len() - 1],
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Ratio {
            median,
            least,
            most,
        } = self;
        write!(formatter, "{median:.2} ({least:.2} to {most:.2})")
    }
}

/// The median of at least one value.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    middle(&sorted(values))
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn middle(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_that_of_the_pairs_and_not_of_the_medians() {
        let ratio = Ratio::of([[8.0, 2.0], [9.0, 1.0], [4.0, 2.0]].into_iter());
        assert_eq!(ratio.to_string(), "4.00 (2.00 to 9.00)");
    }
}

//! The measurements of experiments: numbers by platform and by the name of the case.

use std::collections::{BTreeSet, HashMap};

/// A case and its number.
pub type Measurement = (String, f64);

/// The numbers of each case: a single one, or one for each trial of its experiment, in order.
#[derive(Clone, Debug, Default)]
pub struct Measurements(HashMap<(String, String), Vec<f64>>);

impl Measurements {
    /// Adds the measurements of a platform.
    pub fn add(&mut self, on: &str, measured: impl IntoIterator<Item = Measurement>) {
        for (case, value) in measured {
            self.0.insert((on.to_owned(), case), vec![value]);
        }
    }

    /// Adds the measurements of a platform in several trials.
    pub fn add_trials(&mut self, on: &str, trials: Vec<Vec<Measurement>>) {
        let mut trials = trials.into_iter();
        self.add(on, trials.next().unwrap_or_default());
        for trial in trials {
            // The last number wins if a case is reported twice.
            for (case, value) in trial.into_iter().collect::<HashMap<_, _>>() {
                let values = self.0.entry((on.to_owned(), case));
                values.or_default().push(value);
            }
        }
    }

    /// Returns the numbers that follow this word in the names of cases, in ascending order.
    pub fn labels(&self, word: &str) -> BTreeSet<u64> {
        let cases = self.0.keys().map(|(_, case)| case);
        let labels = cases.filter_map(|case| case.strip_prefix(word)?.trim().parse().ok());
        labels.collect()
    }

    /// Returns the number of a case, the median of its trials, if it was measured.
    pub fn get(&self, on: &str, case: &str) -> Option<f64> {
        self.values(on, case).and_then(median)
    }

    /// Returns the number of a case in a trial; a case that was measured once has the same number in every trial.
    pub fn of_trial(&self, on: &str, case: &str, trial: usize) -> Option<f64> {
        match self.values(on, case)? {
            [value] => Some(*value),
            values => values.get(trial).copied(),
        }
    }

    /// Returns the number of trials in which a case was measured.
    pub fn trials(&self, on: &str, case: &str) -> usize {
        self.values(on, case).map_or(0, <[f64]>::len)
    }

    fn values(&self, on: &str, case: &str) -> Option<&[f64]> {
        let values = self.0.get(&(on.to_owned(), case.to_owned()))?;
        Some(values)
    }
}

/// Returns the median of some values; of an even number of values the mean of the middle two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some((lower + upper) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_have_a_median() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 9.0]), Some(3.0));
        assert_eq!(median(&[3.0, 1.0, 9.0, 4.0]), Some(3.5));
        let mut measurements = Measurements::default();
        let trial = |value| vec![("x".to_owned(), -1.0), ("x".to_owned(), value)];
        measurements.add_trials("a", [5.0, 2.0, 3.0].map(trial).into());
        assert_eq!(measurements.get("a", "x"), Some(3.0));
        assert_eq!(measurements.of_trial("a", "x", 1), Some(2.0));
        assert_eq!(measurements.of_trial("a", "x", 3), None);
        assert_eq!(measurements.trials("a", "x"), 3);
        measurements.add("a", [("x".to_owned(), 7.0)]);
        assert_eq!(measurements.of_trial("a", "x", 8), Some(7.0));
    }
}

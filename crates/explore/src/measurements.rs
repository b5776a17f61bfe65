//! What experiments have measured: numbers by what they were measured on and the words that name the case.

use std::collections::{BTreeSet, HashMap};

/// A case and its number.
pub type Measurement = (String, f64);

/// Numbers of cases.
#[derive(Clone, Debug, Default)]
pub struct Measurements(HashMap<(String, String), f64>);

impl Measurements {
    /// Takes in what was measured on a platform.
    pub fn add(&mut self, on: &str, measured: impl IntoIterator<Item = Measurement>) {
        let measured = measured.into_iter();
        self.0
            .extend(measured.map(|(case, value)| ((on.to_owned(), case), value)));
    }

    /// The numbers that follow this word in the names of cases, from the least on.
    pub fn labels(&self, word: &str) -> BTreeSet<u64> {
        let cases = self.0.keys().map(|(_, case)| case);
        let labels = cases.filter_map(|case| case.strip_prefix(word)?.trim().parse().ok());
        labels.collect()
    }

    /// The number of a case, if it was measured.
    pub fn get(&self, on: &str, case: &str) -> Option<f64> {
        self.0.get(&(on.to_owned(), case.to_owned())).copied()
    }
}

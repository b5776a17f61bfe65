//! What measuring programs print: lines of words that name a case and, last, a number, such as `latency 4 constant 17`.
//! Every other line is for people.

use std::collections::HashMap;

/// Numbers by the words that name their cases.
#[derive(Clone, Debug, Default)]
pub struct Measurements(HashMap<String, f64>);

impl Measurements {
    /// Takes in what a program has printed. `origin`, if not empty, goes before the words of each case.
    pub fn add(&mut self, origin: &str, output: &str) {
        for (case, value) in output.lines().filter_map(measurement) {
            let case = format!("{origin} {case}").trim_start().to_string();
            self.0.insert(case, value);
        }
    }

    /// The number of a case, if it was printed.
    pub fn get(&self, case: &str) -> Option<f64> {
        self.0.get(case).copied()
    }
}

fn measurement(line: &str) -> Option<(String, f64)> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let value = words
        .pop()?
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())?;
    (!words.is_empty()).then(|| (words.join(" "), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_words_and_a_number() {
        let mut measurements = Measurements::default();
        measurements.add(
            "",
            "latency  4 constant 17\nsomething else\n17\nnot a number: nan\n",
        );
        measurements.add("chip", "latency 4 constant 18.5\n");
        assert_eq!(measurements.get("latency 4 constant"), Some(17.0));
        assert_eq!(measurements.get("chip latency 4 constant"), Some(18.5));
        assert_eq!(measurements.0.len(), 2);
    }
}

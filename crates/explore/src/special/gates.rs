//! Gate equivalents of a circuit, as `hardware/gates` synthesizes it: medians over its cell libraries, how far they differ, and frequencies.
//!
//! ```text
//! gates NAME                      the smallest
//! gates NAME least, ... most      the least and the most of the libraries
//! gates NAME at 80 %              the smallest of at least 80 % of the highest frequency
//! MHz NAME LIBRARY                the highest frequency
//!                                 NAME in the variable `circuit`
//! ```

use anyhow::Result;
use serde::Deserialize;

use super::tool::told;
use super::{without_runs, Entry, Special};
use crate::measurements::Measurement;

/// The output of `hardware/gates --json` for a circuit.
#[derive(Deserialize)]
struct Size {
    circuit: String,
    relaxed: f64,
    at_80_percent: f64,
    libraries: Vec<InLibrary>,
}

#[derive(Deserialize)]
struct InLibrary {
    name: String,
    relaxed: Mapped,
    fastest: Mapped,
}

#[derive(Deserialize)]
struct Mapped {
    gates: f64,
    mhz: f64,
}

/// Synthesizes the circuit; no simulation runs.
///
/// # Errors
/// When the variable is missing, or the synthesis fails: a tool may not be installed.
pub fn gates(entry: &Entry) -> Result<Special> {
    let circuit = entry.variables.get("circuit")?.to_owned();
    without_runs(move || synthesized(&circuit))
}

fn synthesized(circuit: &str) -> Result<Vec<Measurement>> {
    Ok(measurements(&told("gates", circuit, &[])?))
}

fn measurements(size: &Size) -> Vec<Measurement> {
    let name = &size.circuit;
    let gates = || size.libraries.iter().map(|it| it.relaxed.gates);
    let frequencies = size.libraries.iter();
    let frequencies = frequencies.map(|it| (format!("MHz {name} {}", it.name), it.fastest.mhz));
    [
        (format!("gates {name}"), size.relaxed),
        (
            format!("gates {name} least"),
            gates().fold(f64::INFINITY, f64::min),
        ),
        (format!("gates {name} most"), gates().fold(0.0, f64::max)),
        (format!("gates {name} at 80 %"), size.at_80_percent),
    ]
    .into_iter()
    .chain(frequencies)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::{measurements, Size};

    #[test]
    fn one_circuit_is_read() {
        let library = |name: &str, gates: u32| {
            let mapped = format!(r#"{{"gates": {gates}, "mhz": 5.5, "recipe": "area"}}"#);
            format!(
                r#"{{"name": "{name}", "relaxed": {mapped}, "at_80_percent": {mapped}, "fastest": {mapped}}}"#
            )
        };
        let json = format!(
            r#"{{"circuit": "sync-2", "relaxed": 8, "at_80_percent": 9, "libraries": [{}, {}]}}"#,
            library("a", 7),
            library("b", 9)
        );
        let size: Size = serde_json::from_str(&json).expect("a circuit");
        let expected = [
            ("gates sync-2", 8.0),
            ("gates sync-2 least", 7.0),
            ("gates sync-2 most", 9.0),
            ("gates sync-2 at 80 %", 9.0),
            ("MHz sync-2 a", 5.5),
            ("MHz sync-2 b", 5.5),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(measurements(&size), expected);
    }
}

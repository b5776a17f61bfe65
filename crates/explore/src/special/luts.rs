//! The lookup tables of an FPGA that a circuit takes, as `hardware/luts` maps it, and the levels of its longest path.
//!
//! ```text
//! luts NAME K         tables of K inputs, 4 or 6
//! levels NAME K       how many of them the longest path has between two registers
//!                     NAME in the variable `circuit`; `way`, how the logic is rewritten first
//! ```

use anyhow::Result;
use serde::Deserialize;

use super::tool::told;
use super::{without_runs, Entry, Special};
use crate::measurements::Measurement;

/// The output of `hardware/luts --json` for a circuit.
#[derive(Deserialize)]
struct Lookup {
    circuit: String,
    tables: Vec<Tables>,
}

/// In tables of one size.
#[derive(Deserialize)]
struct Tables {
    inputs: u32,
    luts: u32,
    levels: u32,
}

/// Maps the circuit; no simulation runs.
///
/// # Errors
/// When a variable is missing, or the synthesis fails: a tool may not be installed.
pub fn luts(entry: &Entry) -> Result<Special> {
    let circuit = entry.variables.get("circuit")?.to_owned();
    let way = entry.variables.get("way")?.to_owned();
    without_runs(move || Ok(measurements(&told("luts", &circuit, &["--way", &way])?)))
}

fn measurements(lookup: &Lookup) -> Vec<Measurement> {
    let name = &lookup.circuit;
    let of_size = |it: &Tables| {
        [
            (format!("luts {name} {}", it.inputs), it.luts.into()),
            (format!("levels {name} {}", it.inputs), it.levels.into()),
        ]
    };
    lookup.tables.iter().flat_map(of_size).collect()
}

#[cfg(test)]
mod tests {
    use super::{measurements, Lookup};

    #[test]
    fn one_circuit_is_read() {
        let json = r#"{"circuit": "switch-2", "tables": [{"inputs": 4, "luts": 8, "levels": 2}]}"#;
        let lookup: Lookup = serde_json::from_str(json).expect("a circuit");
        let expected = [("luts switch-2 4", 8.0), ("levels switch-2 4", 2.0)];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(measurements(&lookup), expected);
    }
}

//! Where a program runs.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A processor that a program can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A core of the chip: `core3`, or `3`.
    Core(usize),
    /// The PC attached to it: `pc`.
    Pc,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        if text == "pc" {
            return Ok(Place::Pc);
        }
        let number = text.strip_prefix("core").unwrap_or(text);
        let core = number.parse();
        core.map(Place::Core)
            .map_err(|_| format!("`{text}` is no place; write core3=main.c, 3=main.c or pc=main.c"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_has_a_number_and_the_pc_none() {
        assert_eq!("core3".parse(), Ok(Place::Core(3)));
        assert_eq!("0".parse(), Ok(Place::Core(0)));
        assert_eq!("pc".parse(), Ok(Place::Pc));
        for wrong in ["", "core", "corex", "-1", "PC", "pc0"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
    }
}

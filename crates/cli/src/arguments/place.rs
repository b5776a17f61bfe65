//! Where a program runs: `--core PLACE=FILE`.

use std::path::PathBuf;
use std::str::FromStr;

/// A processor that a program can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A core of the chip: `core3`, or `3`.
    Core(usize),
    /// The PC beside it: `pc`.
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

/// Splits `PLACE=FILE`.
pub fn placed_program(text: &str) -> Result<(Place, PathBuf), String> {
    let (place, file) = super::named_file(text)?;
    Ok((place.parse()?, file))
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

    #[test]
    fn a_file_follows_the_place() {
        let placed = placed_program("core1=a=b.elf");
        assert_eq!(placed, Ok((Place::Core(1), PathBuf::from("a=b.elf"))));
        assert!(placed_program("core1").is_err());
        assert!(placed_program("core1=").is_err());
    }
}

//! The bytes that simulator and circuits write to the console. Their order is compared, not their cycles.

use std::collections::VecDeque;

/// A byte, and the core that wrote it.
pub type Printed = (usize, u8);

/// The bytes that only one side has written so far.
#[derive(Debug, Default)]
pub struct Console {
    model: VecDeque<Printed>,
    circuits: VecDeque<Printed>,
}

impl Console {
    /// Adds a byte of the circuits.
    pub fn of_circuits(&mut self, printed: Printed) {
        self.circuits.push_back(printed);
    }

    /// Adds bytes of the simulator.
    pub fn of_model(&mut self, printed: impl Iterator<Item = Printed>) {
        self.model.extend(printed);
    }

    /// Returns the first byte that differs, in words, of simulator and circuits. At the end of a run neither may have more than the other.
    pub fn difference(&mut self, is_end: bool) -> Option<[String; 2]> {
        while let (Some(expected), Some(found)) = (self.model.front(), self.circuits.front()) {
            if expected != found {
                return Some([Some(expected), Some(found)].map(in_words));
            }
            self.model.pop_front();
            self.circuits.pop_front();
        }
        let left = [self.model.front(), self.circuits.front()];
        (is_end && left != [None, None]).then(|| left.map(in_words))
    }
}

fn in_words(printed: Option<&Printed>) -> String {
    match printed {
        Some((core, byte)) => format!("{byte:#04x} of core {core}"),
        None => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(model: &[u8], circuits: &[u8]) -> Console {
        let mut console = Console::default();
        console.of_model(model.iter().map(|byte| (0, *byte)));
        circuits
            .iter()
            .for_each(|byte| console.of_circuits((0, *byte)));
        console
    }

    #[test]
    fn one_side_may_be_ahead_until_the_end() {
        let mut console = both(b"ab", b"a");
        assert_eq!(console.difference(false), None);
        let left = ["0x62 of core 0", "none"].map(String::from);
        assert_eq!(console.difference(true), Some(left));
        assert_eq!(both(b"ab", b"ab").difference(true), None);
    }

    #[test]
    fn another_byte_is_a_difference() {
        let values = ["0x62 of core 0", "0x63 of core 0"].map(String::from);
        assert_eq!(both(b"ab", b"ac").difference(false), Some(values));
    }
}

//! Removes the address ranges of functions that the linker has dropped from debugging information. The linker leaves these ranges and sets
//! their start to 0, where other functions are, so a unit would seem to have code there (DWARF 5, sections 2.17.3 and 6.1.2).

/// No program has code here.
const NOWHERE: u32 = 0xF000_0000;

/// Kinds of entries of a range list.
const BASE_ADDRESS: u8 = 5;
const START_END: u8 = 6;
const START_LENGTH: u8 = 7;

/// Returns a section; `.debug_aranges` and `.debug_rnglists` without the ranges that begin at 0, except those with the size of the function
/// that the program has there. Other sections are unchanged.
pub(crate) fn without(name: &str, mut bytes: Vec<u8>, first_function: u32) -> Vec<u8> {
    let move_away = match name {
        ".debug_aranges" => Bytes::move_pairs,
        ".debug_rnglists" => Bytes::move_entries,
        _ => return bytes,
    };
    let mut rest = Bytes {
        bytes: &mut bytes,
        at: 0,
        first_function,
    };
    // A damaged rest is left unchanged; the reader of the section handles it.
    while move_away(&mut rest).is_some() {}
    bytes
}

struct Bytes<'a> {
    bytes: &'a mut [u8],
    at: usize,
    first_function: u32,
}

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn word(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    /// Reads a number of variable length (LEB128).
    fn number(&mut self) -> Option<u32> {
        let mut value = 0_u32;
        for place in 0.. {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7F).checked_shl(7 * place).unwrap_or(0);
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(value)
    }

    /// Moves the range whose start is stored at `at` to an unused address, if it is of a dropped function.
    fn judge(&mut self, at: usize, start: u32, length: u32) {
        if start == 0 && length != 0 && length != self.first_function {
            self.bytes[at..at + 4].copy_from_slice(&NOWHERE.to_le_bytes());
        }
    }

    /// Handles the next table of `.debug_aranges`: a header of 16 bytes, and pairs of address and length.
    fn move_pairs(&mut self) -> Option<()> {
        let end = self.word()? as usize + self.at;
        self.take(12)?;
        while self.at < end {
            let at = self.at;
            let (start, length) = (self.word()?, self.word()?);
            self.judge(at, start, length);
        }
        Some(())
    }

    /// Handles the next table of `.debug_rnglists`: a header, offsets, and consecutive lists.
    fn move_entries(&mut self) -> Option<()> {
        let end = self.word()? as usize + self.at;
        self.take(4)?;
        let offsets = self.word()? as usize;
        self.take(offsets.checked_mul(4)?)?;
        while self.at < end {
            self.move_entry()?;
        }
        Some(())
    }

    fn move_entry(&mut self) -> Option<()> {
        let kind = self.byte()?;
        let at = self.at;
        match kind {
            START_LENGTH => {
                let (start, length) = (self.word()?, self.number()?);
                self.judge(at, start, length);
            }
            START_END => {
                self.take(8)?;
            }
            BASE_ADDRESS => {
                self.take(4)?;
            }
            0 => {}
            1 => {
                self.number()?;
            }
            _ => {
                self.number()?;
                self.number()?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn pairs_that_begin_at_0_are_moved_away() {
        let table = |first: u32| words(&[44, 2, 0, 4, first, 8, 0x20, 4, 0, 22, 0, 0]);
        let found = without(".debug_aranges", [table(0), table(0)].concat(), 22);
        assert_eq!(found, [table(NOWHERE), table(NOWHERE)].concat());
    }

    #[test]
    fn entries_that_begin_at_0_are_moved_away() {
        let table = |first: u32| {
            let head = words(&[28, 0x0004_0005, 0]);
            let entry = |start: u32, length: &[u8]| {
                [&[START_LENGTH], &start.to_le_bytes()[..], length].concat()
            };
            [
                head,
                entry(first, &[0x80, 1]),
                entry(0, &[22]),
                vec![4, 1, 0x81, 1, 0, 0],
            ]
            .concat()
        };
        let mut expected = table(NOWHERE);
        assert_eq!(expected.len(), 31);
        expected[0] = 27;
        let mut bytes = table(0);
        bytes[0] = 27;
        assert_eq!(without(".debug_rnglists", bytes, 22), expected);
    }

    #[test]
    fn what_is_damaged_or_another_section_stays() {
        let bytes = words(&[500, 2, 0, 4, 0]);
        assert_eq!(without(".debug_aranges", bytes.clone(), 0), bytes);
        assert_eq!(without(".debug_info", bytes.clone(), 0), bytes);
    }
}

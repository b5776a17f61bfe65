//! Reading a text whose lines are not longer than those of a trace, so that no row fills the memory, and without zero bytes, which a name
//! in OTF2 cannot have.

use std::io::{self, Read};

/// Maximum length of a line that weft writes.
const LONGEST: usize = 1 << 20;

/// A text being read.
pub struct Lines<R> {
    text: R,
    /// The bytes since the last end of a line.
    length: usize,
}

impl<R> Lines<R> {
    pub fn new(text: R) -> Lines<R> {
        Lines { text, length: 0 }
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(into)?;
        if into[..count].contains(&0) {
            return Err(io::Error::other("it holds a zero byte, so it is no text"));
        }
        let last_end = into[..count].iter().rposition(|byte| *byte == b'\n');
        self.length = match last_end {
            Some(place) => count - place - 1,
            None => self.length + count,
        };
        if self.length > LONGEST {
            return Err(io::Error::other("a line is longer than any of weft's"));
        }
        Ok(count)
    }
}

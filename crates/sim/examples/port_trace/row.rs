//! A cycle of a trace: the values on the inputs, those expected on the outputs, and which of their bits matter.
//!
//! Three bit strings, each padded to whole words of 32 bits and to three words at least; a field's lowest bit comes
//! first.

use std::fmt::Write as _;
use std::io::{self, Write};

/// The fewest words of a string: Verilator keeps wider signals than 64 bits as arrays of words.
const LEAST_WORDS: usize = 3;

/// Bits, the first of which is the lowest of word 0.
#[derive(Default)]
struct Bits {
    words: Vec<u32>,
    length: usize,
}

impl Bits {
    fn push(&mut self, width: usize, value: u64) {
        for bit in 0..width {
            let place = self.length + bit;
            if place / 32 == self.words.len() {
                self.words.push(0);
            }
            let value = if bit < 64 { value >> bit & 1 } else { 0 };
            self.words[place / 32] |= (value as u32) << (place % 32);
        }
        self.length += width;
    }

    fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        let words = self.words.len().max(LEAST_WORDS);
        self.words.resize(words, 0);
        self.words
            .iter()
            .try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }
}

/// One cycle.
#[derive(Default)]
pub struct Row {
    inputs: Bits,
    outputs: Bits,
    care: Bits,
    names: String,
    /// During reset no output means anything.
    is_reset: bool,
}

impl Row {
    /// An empty row of a cycle.
    pub fn new(is_reset: bool) -> Self {
        Row {
            is_reset,
            ..Row::default()
        }
    }

    /// An input of the module.
    pub fn input(&mut self, name: &str, width: usize, value: u64) {
        let _ = write!(self.names, "in:{name}:{width} ");
        self.inputs.push(width, value);
    }

    /// An input that is an array with an element for each of `values`.
    pub fn inputs(&mut self, name: &str, width: usize, values: impl IntoIterator<Item = u64>) {
        let mut whole = 0;
        for value in values {
            self.inputs.push(width, value);
            whole += width;
        }
        let _ = write!(self.names, "in:{name}:{whole} ");
    }

    /// An output, where it means something.
    pub fn output(&mut self, name: &str, width: usize, value: Option<u64>) {
        self.outputs(name, width, [value]);
    }

    /// An output that is an array.
    pub fn outputs(
        &mut self,
        name: &str,
        width: usize,
        values: impl IntoIterator<Item = Option<u64>>,
    ) {
        let masked = values.into_iter().map(|value| match value {
            Some(value) => (value, u64::MAX),
            None => (0, 0),
        });
        self.masked(name, width, masked);
    }

    /// An output of which some bits matter.
    pub fn masked(
        &mut self,
        name: &str,
        width: usize,
        values: impl IntoIterator<Item = (u64, u64)>,
    ) {
        let mut whole = 0;
        for (value, care) in values {
            let care = if self.is_reset { 0 } else { care };
            self.outputs.push(width, value & care);
            self.care.push(width, care);
            whole += width;
        }
        let _ = write!(self.names, "out:{name}:{whole} ");
    }

    /// The names and widths of all fields.
    pub fn header(&self) -> &str {
        self.names.trim_end()
    }

    /// Writes the three strings.
    pub fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.inputs.write(out)?;
        self.outputs.write(out)?;
        self.care.write(out)
    }
}

/// Bits of a number below `count`; one at least.
pub fn bits(count: usize) -> usize {
    ((usize::BITS - (count - 1).leading_zeros()) as usize).max(1)
}

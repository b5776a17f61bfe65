//! Figures that processes report (`lib/include/weft/report.h`): records in a file without a name, which
//! `lib/src/arch/linux/figures.c` writes.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use anyhow::{Context, Result};
use rustix::fs::MemfdFlags;

/// Bytes of a record before its name.
const RECORD: usize = 32;
/// The kind of a real number.
const REAL: u32 = 1;

/// The file; processes started from now on inherit it.
#[derive(Debug)]
pub struct Reports(OwnedFd);

/// A figure of a process.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The process.
    pub rank: usize,
    /// The name, in which `#` stands for a label.
    pub name: String,
    /// The labels.
    pub labels: Vec<i32>,
    /// The number.
    pub value: Number,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of an integer type.
    Integer(i64),
    /// Of a floating-point type.
    Real(f64),
}

impl Reports {
    /// An empty file.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new() -> Result<Reports> {
        let file = rustix::fs::memfd_create("weft-reports", MemfdFlags::empty());
        file.map(Reports)
            .context("cannot make the file that takes the figures of processes")
    }

    /// The number of the descriptor, the same in the processes.
    pub(crate) fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// What has been reported, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self) -> Result<Vec<Figure>> {
        let length = rustix::fs::fstat(&self.0)?.st_size as usize;
        let mut bytes = vec![0; length];
        let mut done = 0;
        while done < length {
            match rustix::io::pread(&self.0, &mut bytes[done..], done as u64)? {
                0 => break,
                count => done += count,
            }
        }
        Ok(figures(&bytes[..done]))
    }
}

/// The figures in a file; one that was cut short ends them.
fn figures(mut bytes: &[u8]) -> Vec<Figure> {
    let mut all = Vec::new();
    while let Some((figure, rest)) = figure(bytes) {
        all.push(figure);
        bytes = rest;
    }
    all
}

fn figure(bytes: &[u8]) -> Option<(Figure, &[u8])> {
    let (record, rest) = bytes.split_at_checked(RECORD)?;
    let word = |number: usize| {
        let bytes = record[4 * number..4 * number + 4].try_into();
        u32::from_ne_bytes(bytes.expect("four bytes"))
    };
    let [rank, kind, name_bytes, labels] = [0, 1, 2, 3].map(word);
    let (name, rest) = rest.split_at_checked(name_bytes as usize)?;
    let value = record[24..].try_into().expect("eight bytes");
    let both = [word(4) as i32, word(5) as i32];
    let figure = Figure {
        rank: rank as usize,
        name: String::from_utf8_lossy(name).into_owned(),
        labels: both.into_iter().take(labels as usize).collect(),
        value: match kind {
            REAL => Number::Real(f64::from_ne_bytes(value)),
            _ => Number::Integer(i64::from_ne_bytes(value)),
        },
    };
    Some((figure, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(words: [u32; 6], value: [u8; 8], name: &str) -> Vec<u8> {
        let words = words.iter().flat_map(|word| word.to_ne_bytes());
        words.chain(value).chain(name.bytes()).collect()
    }

    #[test]
    fn records_are_read_in_their_order() {
        let first = record([1, 0, 4, 2, 7, u32::MAX], (-3i64).to_ne_bytes(), "time");
        let second = record([0, 1, 4, 0, 0, 0], 1.5f64.to_ne_bytes(), "load");
        let cut = record([0, 1, 9, 0, 0, 0], [0; 8], "cut");
        let read = figures(&[first, second, cut].concat());
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].rank, read[0].labels.as_slice()), (1, &[7, -1][..]));
        assert_eq!(read[0].value, Number::Integer(-3));
        assert_eq!(
            (read[1].name.as_str(), read[1].value),
            ("load", Number::Real(1.5))
        );
    }
}

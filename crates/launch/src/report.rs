//! Figures that processes report (`lib/include/weft/report.h`): records in an anonymous file, which `lib/src/arch/linux/figures.c` writes.

use std::fs::File;
use std::os::unix::fs::FileExt;

use anyhow::{Context, Result};
use rustix::fs::{MemfdFlags, OFlags};
use weft_trace::figure::{Label, Reported, Value};

use crate::unnamed;

/// Words of a record before its name.
const RECORD: usize = 12;
/// The kind of a real number.
const REAL: u32 = 1;
/// The types of labels: `WEFT_REPORT_NUMBER`, `WEFT_REPORT_TEXT`.
const NUMBER: u32 = 1;
const TEXT: u32 = 2;

/// The file. Processes that are started from now on inherit it.
#[derive(Debug)]
pub struct Reports(pub(crate) File);

impl Reports {
    /// An empty file.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new() -> Result<Reports> {
        let file = unnamed::file("weft-reports", MemfdFlags::empty());
        // Without O_APPEND, processes that write at the same time could write to the same position: a memfd does not lock it.
        let appended = file.and_then(|file| {
            rustix::fs::fcntl_setfl(&file, OFlags::APPEND)?;
            Ok(Reports(file.into()))
        });
        appended.context("cannot make the file that takes the figures of processes")
    }

    /// Returns the reported figures, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self) -> Result<Vec<Reported>> {
        let mut bytes = vec![0; self.0.metadata()?.len() as usize];
        self.0.read_exact_at(&mut bytes, 0)?;
        Ok(figures(&bytes))
    }
}

/// Parses the figures in a file, up to the first truncated record.
fn figures(mut bytes: &[u8]) -> Vec<Reported> {
    let mut all = Vec::new();
    while let Some((figure, rest)) = figure(bytes) {
        all.push(figure);
        bytes = rest;
    }
    all
}

fn figure(bytes: &[u8]) -> Option<(Reported, &[u8])> {
    let (record, mut rest) = bytes.split_at_checked(4 * RECORD)?;
    let words = record
        .chunks_exact(4)
        .map(|word| word.try_into().expect("four bytes"));
    let words: Vec<u32> = words.map(u32::from_ne_bytes).collect();
    let mut text = |bytes: u32| {
        let (text, behind) = rest.split_at_checked(bytes as usize)?;
        rest = behind;
        Some(String::from_utf8_lossy(text).into_owned())
    };
    let name = text(words[8])?;
    let mut labels = Vec::new();
    for number in 0..2 {
        let text = text(words[9 + number])?;
        match words[6 + number] {
            NUMBER => labels.push(Label::Number(words[4 + number] as i32)),
            TEXT => labels.push(Label::Text(text)),
            _ => {}
        }
    }
    let value = record[8..16].try_into().expect("eight bytes");
    let figure = Reported {
        core: None,
        rank: Some(words[0] as usize),
        task: None,
        cycle: None,
        name,
        labels,
        value: match words[1] {
            REAL => Value::Real(f64::from_ne_bytes(value)),
            _ => Value::Integer(i64::from_ne_bytes(value)),
        },
    };
    Some((figure, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rank, kind, value, labels as numbers, what they are, and bytes of name and texts.
    fn record(first: [u32; 2], value: [u8; 8], rest: [u32; 8], texts: &str) -> Vec<u8> {
        let [first, rest] = [first.to_vec(), rest.to_vec()];
        let bytes = |words: Vec<u32>| words.into_iter().flat_map(u32::to_ne_bytes);
        let record = bytes(first).chain(value).chain(bytes(rest));
        record.chain(texts.bytes()).collect()
    }

    #[test]
    fn records_are_read_in_their_order() {
        let labels = [7, 0, NUMBER, TEXT, 4, 0, 3, 0];
        let first = record([1, 0], (-3i64).to_ne_bytes(), labels, "timefar");
        let second = record(
            [0, 1],
            1.5f64.to_ne_bytes(),
            [0, 0, 0, 0, 4, 0, 0, 0],
            "load",
        );
        let cut = record([0, 1], [0; 8], [0, 0, 0, 0, 9, 0, 0, 0], "cut");
        let read = figures(&[first, second, cut].concat());
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].rank, read[0].name.as_str()), (Some(1), "time"));
        assert_eq!(
            read[0].labels,
            [Label::Number(7), Label::Text("far".to_string())]
        );
        assert_eq!(read[0].value, Value::Integer(-3));
        assert_eq!(
            (read[1].name.as_str(), read[1].value),
            ("load", Value::Real(1.5))
        );
    }
}

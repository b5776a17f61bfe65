//! Labelled output: each line of a rank begins with its number.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::thread::{spawn, JoinHandle};

/// Starts to copy what a rank prints, where it is piped.
pub fn label(rank: usize, child: &mut Child) -> Vec<JoinHandle<()>> {
    let out = child
        .stdout
        .take()
        .map(|from| spawn(move || copy(rank, from, std::io::stdout)));
    let err = child
        .stderr
        .take()
        .map(|from| spawn(move || copy(rank, from, std::io::stderr)));
    out.into_iter().chain(err).collect()
}

/// Copies whole lines, so that those of different ranks do not mix. Ends with the rank, or when nobody reads our own
/// output any more.
fn copy<W: Write>(rank: usize, from: impl Read, to: impl Fn() -> W) {
    let mut lines = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(lines.read_until(b'\n', &mut line), Ok(length) if length > 0) {
        let mut labelled = format!("[{rank}] ").into_bytes();
        labelled.append(&mut line);
        if labelled.last() != Some(&b'\n') {
            labelled.push(b'\n');
        }
        if to().write_all(&labelled).is_err() {
            return;
        }
    }
}

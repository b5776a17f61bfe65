//! Labelled output: each line of a process begins with its name.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::thread::{spawn, JoinHandle};

/// Starts to copy what a process prints, where it is piped, `label` before each line.
pub fn label_lines(label: &str, child: &mut Child) -> Vec<JoinHandle<()>> {
    let own = || label.to_owned();
    let (of_out, of_err) = (own(), own());
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let out = out.map(|from| spawn(move || copy(&of_out, from, std::io::stdout)));
    let err = err.map(|from| spawn(move || copy(&of_err, from, std::io::stderr)));
    out.into_iter().chain(err).collect()
}

/// Copies whole lines, so that those of different processes do not mix. Ends with the process, or when nobody reads our own
/// output any more.
fn copy<W: Write>(label: &str, from: impl Read, to: impl Fn() -> W) {
    let mut lines = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(lines.read_until(b'\n', &mut line), Ok(length) if length > 0) {
        let mut labelled = label.as_bytes().to_vec();
        labelled.append(&mut line);
        if labelled.last() != Some(&b'\n') {
            labelled.push(b'\n');
        }
        if to().write_all(&labelled).is_err() {
            return;
        }
    }
}

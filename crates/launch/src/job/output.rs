//! Labelled output: each line of a process begins with its name.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn, JoinHandle};
use std::time::{Duration, Instant};

/// How long labelled output may take to arrive after its process has ended: a process that that one started may hold the
/// pipe for ever.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Has output of this process's children not been written?
static LOST: AtomicBool = AtomicBool::new(false);

/// Could some labelled output not be written, though its reader is there?
pub fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Starts to copy what a process prints, where it is piped, `label` before each line.
pub fn label_lines(label: &str, child: &mut Child) -> Vec<JoinHandle<()>> {
    let own = || label.to_owned();
    let (of_out, of_err) = (own(), own());
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let out = out.map(|from| spawn(move || copy(&of_out, from, std::io::stdout)));
    let err = err.map(|from| spawn(move || copy(&of_err, from, std::io::stderr)));
    out.into_iter().chain(err).collect()
}

/// Waits until everything has been copied of a process that has ended.
pub fn await_last_words(readers: &[JoinHandle<()>]) {
    let deadline = Instant::now() + LAST_WORDS;
    while Instant::now() < deadline && readers.iter().any(|reader| !reader.is_finished()) {
        sleep(Duration::from_millis(1));
    }
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
        let mut to = to();
        if let Err(error) = to.write_all(&labelled).and_then(|()| to.flush()) {
            let is_read = error.kind() != ErrorKind::BrokenPipe;
            LOST.fetch_or(is_read, Ordering::Relaxed);
            return;
        }
    }
}

//! Labelled output: each line of a process begins with the process's name.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn, JoinHandle};
use std::time::{Duration, Instant};

/// How long to wait for labelled output after its process has ended: a child of that process may hold the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Has output of this process's children not been written?
static LOST: AtomicBool = AtomicBool::new(false);

/// Was labelled output lost, although its reader had not closed the stream?
pub fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Starts threads that copy the piped output of a process, with `label` before each line.
pub fn label_lines(label: &str, child: &mut Child) -> Vec<JoinHandle<()>> {
    let own = || label.to_owned();
    let (of_out, of_err) = (own(), own());
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let out = out.map(|from| spawn(move || copy(&of_out, from, std::io::stdout)));
    let err = err.map(|from| spawn(move || copy(&of_err, from, std::io::stderr)));
    out.into_iter().chain(err).collect()
}

/// Waits until the output of a process that has ended has been copied, at most `LAST_WORDS`.
pub fn await_last_words(readers: &[JoinHandle<()>]) {
    let deadline = Instant::now() + LAST_WORDS;
    while Instant::now() < deadline && readers.iter().any(|reader| !reader.is_finished()) {
        sleep(Duration::from_millis(1));
    }
}

/// Copies whole lines, so that lines of different processes do not mix. Ends with the process, or when the reader of the launcher's output
/// has closed it.
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

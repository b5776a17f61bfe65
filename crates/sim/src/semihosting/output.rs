//! The output of the cores, line by line: a line never mixes the output of several cores.

use std::collections::BTreeMap;
use std::io::{self, Write};

/// One of a program's two outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A consumer of what the cores print.
pub trait Output {
    /// `core` prints `bytes`.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write(&mut self, core: usize, stream: Stream, bytes: &[u8]) -> io::Result<()>;

    /// `core` ends or waits for input: writes what it has printed so far, even an incomplete line.
    ///
    /// # Errors
    /// If it cannot be written.
    fn flush(&mut self, core: usize) -> io::Result<()>;
}

/// A longer line is written in pieces.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Buffers the output of each core until a line is complete.
pub struct LineOutput<O, E> {
    stdout: Lines<O>,
    stderr: Lines<E>,
}

impl<O: Write, E: Write> LineOutput<O, E> {
    /// Writes to `stdout` and `stderr`, with `core N: ` before each line if `labels`.
    pub fn new(stdout: O, stderr: E, labels: bool) -> Self {
        LineOutput {
            stdout: Lines::new(stdout, labels),
            stderr: Lines::new(stderr, labels),
        }
    }
}

impl<O: Write, E: Write> Output for LineOutput<O, E> {
    fn write(&mut self, core: usize, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match stream {
            Stream::Stdout => self.stdout.write(core, bytes),
            Stream::Stderr => self.stderr.write(core, bytes),
        }
    }

    fn flush(&mut self, core: usize) -> io::Result<()> {
        self.stdout.flush(core)?;
        self.stderr.flush(core)
    }
}

struct Lines<W> {
    writer: W,
    labels: bool,
    pending: BTreeMap<usize, Vec<u8>>,
    /// The core whose line is incomplete in the output, if the last piece written did not end a line.
    open_line_of: Option<usize>,
}

impl<W: Write> Lines<W> {
    fn new(writer: W, labels: bool) -> Self {
        Lines {
            writer,
            labels,
            pending: BTreeMap::new(),
            open_line_of: None,
        }
    }

    fn write(&mut self, core: usize, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let line = self.pending.entry(core).or_default();
            line.extend(piece);
            if line.ends_with(b"\n") || line.len() >= MAX_LINE_BYTES {
                self.write_pending(core)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self, core: usize) -> io::Result<()> {
        self.write_pending(core)?;
        self.writer.flush()
    }

    fn write_pending(&mut self, core: usize) -> io::Result<()> {
        let line = self.pending.remove(&core).unwrap_or_default();
        if line.is_empty() {
            return Ok(());
        }
        self.begin_line(core)?;
        self.open_line_of = (!line.ends_with(b"\n")).then_some(core);
        self.writer.write_all(&line)
    }

    /// Starts a new line, unless the open line is this core's.
    fn begin_line(&mut self, core: usize) -> io::Result<()> {
        match self.open_line_of {
            Some(owner) if owner == core => return Ok(()),
            Some(_) => self.writer.write_all(b"\n")?,
            None => {}
        }
        match self.labels {
            true => write!(self.writer, "core {core}: "),
            false => Ok(()),
        }
    }
}

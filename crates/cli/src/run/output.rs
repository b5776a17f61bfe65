//! The program's output on this terminal: beside the progress line, and until nobody reads it any more.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use indicatif::ProgressBar;
use weft_sim::semihosting::LineOutput;

/// Where the program's standard output and standard error go.
pub type ProgramOutput = LineOutput<Beside<io::Stdout>, Beside<io::Stderr>>;

/// Whether the reader of standard output has gone.
#[derive(Clone, Default)]
pub struct Closed(Arc<AtomicBool>);

impl Closed {
    /// Whether it has.
    pub fn noticed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A writer that takes the progress line away while it writes.
pub struct Beside<W> {
    writer: W,
    bar: ProgressBar,
    closed: Closed,
}

/// The program's output, with the core before each line if `labels`.
pub fn program_output(bar: &ProgressBar, labels: bool, closed: &Closed) -> ProgramOutput {
    let stdout = Beside {
        writer: io::stdout(),
        bar: bar.clone(),
        closed: closed.clone(),
    };
    let stderr = Beside {
        writer: io::stderr(),
        bar: bar.clone(),
        closed: Closed::default(),
    };
    LineOutput::new(stdout, stderr, labels)
}

impl<W: Write> Beside<W> {
    /// A reader that has gone is no error of the program's: the rest of the output is dropped.
    fn tolerate<T>(&self, result: io::Result<T>, dropped: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed.0.store(true, Ordering::Relaxed);
                Ok(dropped)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Beside { writer, bar, .. } = self;
        let written = bar.suspend(|| writer.write(bytes));
        self.tolerate(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let Beside { writer, bar, .. } = self;
        let flushed = bar.suspend(|| writer.flush());
        self.tolerate(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_reader_that_has_gone_is_noticed_and_no_error() {
        let closed = Closed::default();
        let mut writer = Beside {
            writer: Gone,
            bar: ProgressBar::hidden(),
            closed: closed.clone(),
        };
        assert!(!closed.noticed());
        assert_eq!(writer.write(b"text").unwrap(), 4);
        assert!(closed.noticed());
        assert!(writer.flush().is_err());
    }
}

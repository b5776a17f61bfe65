//! A run as a person at a terminal watches it: progress, output as it comes, input, Ctrl-C.

use std::io::{self, ErrorKind, Write};
use std::time::Instant;

use weft_run::{Observer, Output, Progress, Stop, Stream};

use super::input::Input;
use super::interrupt::Interrupt;
use super::progress::ProgressLine;
use crate::terminal::{tell, unless_closed, with_cause, Building};

/// The terminal.
pub struct Watch {
    interrupt: Interrupt,
    progress: ProgressLine,
    input: Input,
    is_quiet: bool,
    /// Has the reader of standard output closed it?
    is_closed: bool,
    /// The error by which output was lost. The programs get it as well, but few check what printf returns.
    lost: Option<io::Error>,
}

impl Watch {
    /// Watches a run with this line of progress. If `is_quiet`, no message about builds is printed.
    pub fn new(interrupt: Interrupt, progress: ProgressLine, is_quiet: bool) -> Watch {
        Watch {
            interrupt,
            progress,
            is_quiet,
            input: Input::default(),
            is_closed: false,
            lost: None,
        }
    }

    /// Ends the watch: removes the progress line and writes the rest of the output.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.progress.finish();
        let flushed = io::stdout().flush();
        let flushed = self.tolerate(flushed);
        with_cause(self.lost.take().map_or(flushed, Err))
    }

    /// Turns a closed standard output into success: it is not an error of the program, and the rest of the output is dropped.
    fn tolerate(&mut self, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            other => other,
        }
    }
}

impl Observer for Watch {
    fn stop(&mut self) -> Option<Stop> {
        let closed = self.is_closed.then_some(Stop::OutputClosed);
        self.interrupt.stop().or(closed)
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.update(progress);
    }

    fn output(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<Output> {
        match stream {
            Stream::Stdout => {
                let mut stdout = io::stdout();
                let write = || stdout.write_all(bytes).and_then(|()| stdout.flush());
                let written = self.progress.suspend(write);
                if let Err(error) = self.tolerate(written) {
                    let told = error.kind().into();
                    self.lost = Some(error);
                    return Err(told);
                }
            }
            Stream::Stderr => {
                unless_closed(self.progress.suspend(|| io::stderr().write_all(bytes)))?;
            }
        }
        Ok(Output::Taken)
    }

    fn input(&mut self, until: Option<Instant>) -> Vec<u8> {
        let interrupt = &self.interrupt;
        let in_time = || until.is_none_or(|until| Instant::now() < until);
        self.input.next_piece(|| !interrupt.pressed() && in_time())
    }

    fn building(&mut self, what: &str) {
        if !self.is_quiet {
            Building.building(what);
        }
    }

    fn tell(&mut self, text: &str) {
        self.progress.suspend(|| tell(text));
    }
}

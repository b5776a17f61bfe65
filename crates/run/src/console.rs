//! The console of the programs: their input and output pass through the observer. Output that it does not take is kept for the result.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

use crate::observer::{Observer, Output, Progress, Stop, Stream};

/// The observer of a run, shared by all components that call it.
pub struct Console<'o> {
    observer: RefCell<&'o mut dyn Observer>,
    pub kept: RefCell<Kept>,
    /// The time at which the run is stopped.
    deadline: Cell<Option<Instant>>,
}

/// Output that the observer has not taken.
#[derive(Default)]
pub struct Kept {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

impl Kept {
    /// Both as texts.
    pub fn into_texts(self) -> [String; 2] {
        [self.stdout, self.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl<'o> Console<'o> {
    /// The console that `observer` watches.
    pub fn new(observer: &'o mut dyn Observer) -> Console<'o> {
        Console {
            observer: RefCell::new(observer),
            kept: RefCell::default(),
            deadline: Cell::default(),
        }
    }

    /// Sets the time at which a wait for input ends.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.deadline.set(deadline);
    }

    /// As [`Observer::stop`].
    pub fn stop(&self) -> Option<Stop> {
        self.observer.borrow_mut().stop()
    }

    /// As [`Observer::progress`].
    pub fn progress(&self, progress: &Progress) {
        self.observer.borrow_mut().progress(progress);
    }

    /// As [`Observer::tell`].
    pub fn tell(&self, text: &str) {
        self.observer.borrow_mut().tell(text);
    }

    /// A writer to one of the outputs.
    pub fn writer(&self, stream: Stream) -> Writer<'_, 'o> {
        Writer {
            console: self,
            stream,
        }
    }

    /// A reader of the input.
    pub fn reader(&self) -> Reader<'_, 'o> {
        Reader {
            console: self,
            piece: Vec::new(),
            taken: 0,
        }
    }

    fn write(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        if self.observer.borrow_mut().output(stream, bytes)? == Output::Kept {
            let mut kept = self.kept.borrow_mut();
            match stream {
                Stream::Stdout => kept.stdout.extend_from_slice(bytes),
                Stream::Stderr => kept.stderr.extend_from_slice(bytes),
            }
        }
        Ok(())
    }
}

/// Writes to one of the outputs.
pub struct Writer<'c, 'o> {
    console: &'c Console<'o>,
    stream: Stream,
}

impl Write for Writer<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.console.write(self.stream, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads the input. The observer is asked only when a program reads.
pub struct Reader<'c, 'o> {
    console: &'c Console<'o>,
    piece: Vec<u8>,
    taken: usize,
}

impl BufRead for Reader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.piece.len() {
            let deadline = self.console.deadline.get();
            self.piece = self.console.observer.borrow_mut().input(deadline);
            self.taken = 0;
        }
        Ok(&self.piece[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken += count;
    }
}

impl Read for Reader<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

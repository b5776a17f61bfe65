//! The program's standard input: this terminal's, but a wait for it ends when Ctrl-C is pressed.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{sync_channel, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::interrupt::Interrupt;

/// How often a wait for input looks whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Standard input. It is not touched before the program reads.
pub struct Input {
    interrupt: Interrupt,
    /// What a thread of its own reads, piece by piece.
    pieces: Option<Receiver<Vec<u8>>>,
    piece: Vec<u8>,
    taken: usize,
}

impl Input {
    /// Input that is at its end once Ctrl-C has been pressed.
    pub fn new(interrupt: &Interrupt) -> Input {
        Input {
            interrupt: interrupt.clone(),
            pieces: None,
            piece: Vec::new(),
            taken: 0,
        }
    }

    /// The next piece; empty at the end.
    fn next_piece(&mut self) -> Vec<u8> {
        let pieces = self.pieces.get_or_insert_with(read_standard_input);
        loop {
            match pieces.recv_timeout(PATIENCE) {
                Ok(piece) => return piece,
                Err(RecvTimeoutError::Timeout) if !self.interrupt.pressed() => {}
                Err(_) => return Vec::new(),
            }
        }
    }
}

/// Reads in a thread, which ends with the process; it is at most one piece ahead.
fn read_standard_input() -> Receiver<Vec<u8>> {
    let (sender, receiver) = sync_channel(0);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(piece @ [_, ..]) = input.fill_buf() {
            let piece = piece.to_vec();
            input.consume(piece.len());
            if sender.send(piece).is_err() {
                return;
            }
        }
    });
    receiver
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.piece.len() {
            self.piece = self.next_piece();
            self.taken = 0;
        }
        Ok(&self.piece[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken += count;
    }
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

//! The program's standard input: this terminal's, but a wait for it ends when Ctrl-C is pressed.

use std::io::{self, BufRead};
use std::sync::mpsc::{sync_channel, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often a wait for input checks whether the run is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// Standard input. It is not touched before the program reads.
#[derive(Default)]
pub struct Input {
    /// What a thread of its own reads, piece by piece.
    pieces: Option<Receiver<Vec<u8>>>,
}

impl Input {
    /// The next piece; empty at the end, or when the run is no longer `wanted`.
    pub fn next_piece(&mut self, wanted: impl Fn() -> bool) -> Vec<u8> {
        let pieces = self.pieces.get_or_insert_with(read_standard_input);
        loop {
            match pieces.recv_timeout(PATIENCE) {
                Ok(piece) => return piece,
                Err(RecvTimeoutError::Timeout) if wanted() => {}
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

//! The MAC unit's master on the bus: moves beacons and payloads between its buffers and memory, one movement after the other, in bursts.

use crate::port::{BeatSequence, Transfer};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// AHB bursts do not cross a multiple of this number of bytes.
const BURST_BOUNDARY: u32 = 1024;

/// The purpose of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// A received beacon, to its entry of the ring.
    Beacon,
    /// The payload of the oldest received frame, to the address that the program gives.
    Received,
    /// The payload to send next, from memory.
    Send,
}

/// A movement of whole words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub purpose: Purpose,
    /// Address of the first byte in memory, a multiple of 4.
    pub address: u32,
    /// The bytes to write to memory; for a read, zeros of the same length.
    pub data: Vec<u8>,
    /// Bytes that complete bursts have moved.
    done: usize,
    /// Bytes of `data` that the burst in progress has moved.
    ahead: usize,
}

impl Movement {
    /// A movement of `data`, padded with zeros to whole words.
    pub fn new(purpose: Purpose, address: u32, mut data: Vec<u8>) -> Self {
        data.resize(data.len().next_multiple_of(4), 0);
        Movement {
            purpose,
            address: address & !3,
            data,
            done: 0,
            ahead: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.done == self.data.len()
    }
}

/// The queue of movements, of which the first is in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mover {
    /// Maximum words of a burst.
    burst: u32,
    queue: VecDeque<Movement>,
}

impl Mover {
    pub fn new(burst: u32) -> Self {
        Mover {
            burst,
            ..Mover::default()
        }
    }

    /// Queues a movement, which must not be empty.
    pub fn push(&mut self, movement: Movement) {
        self.queue.push_back(movement);
    }

    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Number of movements of a purpose that are not over.
    pub fn waiting(&self, purpose: Purpose) -> usize {
        let same = self.queue.iter().filter(|it| it.purpose == purpose);
        same.count()
    }

    /// The burst that is requested of the bus.
    pub fn transfer(&self) -> Option<Transfer> {
        let movement = self.queue.front()?;
        let address = movement.address.wrapping_add(movement.done as u32);
        let left = (movement.data.len() - movement.done) as u32 / 4;
        let to_boundary = (BURST_BOUNDARY - address % BURST_BOUNDARY) / 4;
        let lane = BeatSequence {
            address,
            width: 4,
            beats: left.min(self.burst).min(to_boundary),
            increments: true,
        };
        let reads = movement.purpose == Purpose::Send;
        Some(Transfer {
            read: reads.then_some(lane),
            write: (!reads).then_some(lane),
        })
    }

    /// Counts a word of the burst that has been read from memory; returns its offset in the movement.
    pub fn take(&mut self) -> Option<usize> {
        let movement = self.queue.front_mut()?;
        let at = movement.done + movement.ahead;
        movement.ahead += 4;
        Some(at)
    }

    /// Copies the next word of the burst, which is written to memory.
    pub fn give(&mut self, word: &mut [u8]) {
        if let Some(movement) = self.queue.front_mut() {
            let at = movement.done + movement.ahead;
            word.copy_from_slice(&movement.data[at..at + word.len()]);
            movement.ahead += word.len();
        }
    }

    /// Ends a burst. Returns the movement if that ends too; one that met an error ends at once.
    pub fn transferred(&mut self, good: bool) -> Option<Movement> {
        let movement = self.queue.front_mut()?;
        movement.done += std::mem::take(&mut movement.ahead);
        match movement.is_over() || !good {
            true => self.queue.pop_front(),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_end_at_boundaries_and_with_the_movement() {
        let mut mover = Mover::new(4);
        mover.push(Movement::new(Purpose::Received, 0x8000_03f8, vec![1; 21]));
        let mut bursts = Vec::new();
        while let Some(write) = mover.transfer().and_then(|transfer| transfer.write) {
            bursts.push((write.address, write.beats));
            for _ in 0..write.beats {
                mover.give(&mut [0; 4]);
            }
            mover.transferred(true);
        }
        assert_eq!(bursts, [(0x8000_03f8, 2), (0x8000_0400, 4)]);
    }

    #[test]
    fn an_error_ends_the_movement() {
        let mut mover = Mover::new(4);
        mover.push(Movement::new(Purpose::Send, 0, vec![0; 64]));
        assert_eq!(
            mover.transferred(false).map(|m| m.purpose),
            Some(Purpose::Send)
        );
        assert!(!mover.is_busy());
    }
}

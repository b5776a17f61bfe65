//! The MAC's master on the bus: moves payloads between its buffers and memory, in bursts.

use crate::port::{BeatSequence, Transfer};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Bursts of AHB do not cross a multiple of this number of bytes.
const BURST_BOUNDARY: u32 = 1024;

/// What a movement was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// A beacon received, to its entry of the ring.
    Beacon,
    /// The payload of the frame received last, to where the program wants it.
    Received,
    /// What is to be sent next, from memory.
    Send,
}

/// A movement of whole words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub purpose: Purpose,
    /// Of the first byte in memory; a multiple of 4.
    pub address: u32,
    /// What is written; as long as what is read.
    pub data: Vec<u8>,
    /// Bytes that are moved.
    done: usize,
    /// Bytes of `data` that the burst under way has moved.
    ahead: usize,
}

impl Movement {
    /// `data` is filled up with zeros to whole words.
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

/// Movements, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mover {
    /// Words of a burst at most.
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

    /// A movement of nothing must not be put in.
    pub fn push(&mut self, movement: Movement) {
        self.queue.push_back(movement);
    }

    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Movements of a purpose that are not over.
    pub fn waiting(&self, purpose: Purpose) -> usize {
        let same = self.queue.iter().filter(|it| it.purpose == purpose);
        same.count()
    }

    /// The burst that is asked of the bus.
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

    /// A word of the burst has been read from memory: where in the movement it belongs.
    pub fn take(&mut self) -> Option<usize> {
        let movement = self.queue.front_mut()?;
        let at = movement.done + movement.ahead;
        movement.ahead += 4;
        Some(at)
    }

    /// The next word of the burst, to be written.
    pub fn give(&mut self, word: &mut [u8]) {
        if let Some(movement) = self.queue.front_mut() {
            let at = movement.done + movement.ahead;
            word.copy_from_slice(&movement.data[at..at + word.len()]);
            movement.ahead += word.len();
        }
    }

    /// The burst is over. Returns the movement that ends with it; one that met an error ends at once.
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

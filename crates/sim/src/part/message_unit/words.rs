//! The word queue: single-word messages that have been delivered and not been taken (docs/contract/timing.md, section 3).

use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{request, single};

/// Request words in the order of their arrival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordQueue {
    words: VecDeque<u32>,
    capacity: usize,
    /// The last cycle in which a word was taken: its place is free from the next one on.
    taken: Option<Cycle>,
}

impl WordQueue {
    /// An empty queue.
    pub fn new(capacity: usize) -> Self {
        WordQueue {
            words: VecDeque::with_capacity(capacity),
            capacity,
            taken: None,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The oldest as the program reads it; 0 if there is none.
    pub fn front(&self) -> u32 {
        self.words.front().map_or(0, |&request| as_read(request))
    }

    /// Whether there is room for another, by the registers as they are in cycle `now`.
    pub fn has_room(&self, now: Cycle) -> bool {
        self.words.len() + usize::from(self.taken == Some(now)) < self.capacity
    }

    /// Puts a request word at the end.
    pub fn deliver(&mut self, request: u32) {
        self.words.push_back(request);
    }

    /// The lowest bit of the newest word's payload is wrong; false if there is none.
    pub fn damage_newest(&mut self) -> bool {
        let lowest = single::PAYLOAD.put(1);
        self.words.back_mut().map(|word| *word ^= lowest).is_some()
    }

    /// Takes the oldest at the end of cycle `now`.
    pub fn take(&mut self, now: Cycle) -> Option<u32> {
        let oldest = self.words.pop_front()?;
        self.taken = Some(now);
        Some(oldest)
    }

    /// Source node and payload of each.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let words = self.words.iter();
        words
            .map(|&word| (request::SOURCE.get(word), single::PAYLOAD.get(word)))
            .collect()
    }
}

/// A request word as the program reads it: with a bit that says that it is one.
pub fn as_read(request: u32) -> u32 {
    request | 1 << 31
}

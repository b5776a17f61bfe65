//! The word queue: delivered single-word messages that the core has not taken (docs/contract/message-unit.md, "Receiver").

use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{request, single};

/// Request words in the order of their arrival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordQueue {
    words: VecDeque<u32>,
    capacity: usize,
    /// The last cycle in which a word was taken: its place is free only from the next cycle on.
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

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Number of words in the queue.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The oldest word as the program reads it; 0 if the queue is empty.
    pub fn front(&self) -> u32 {
        self.words.front().map_or(0, |&request| as_read(request))
    }

    /// Whether there is room for another word, by the registers as they are in cycle `now`.
    pub fn has_room(&self, now: Cycle) -> bool {
        self.words.len() + usize::from(self.taken == Some(now)) < self.capacity
    }

    /// Appends a request word.
    pub fn deliver(&mut self, request: u32) {
        self.words.push_back(request);
    }

    /// Flips the lowest payload bit of the newest word, as an injected fault does; false if the queue is empty.
    pub fn damage_newest(&mut self) -> bool {
        let lowest = single::PAYLOAD.put(1);
        self.words.back_mut().map(|word| *word ^= lowest).is_some()
    }

    /// Takes the oldest word at the end of cycle `now`.
    pub fn take(&mut self, now: Cycle) -> Option<u32> {
        let oldest = self.words.pop_front()?;
        self.taken = Some(now);
        Some(oldest)
    }

    /// Source node and payload of each word.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let words = self.words.iter();
        words
            .map(|&word| (request::SOURCE.get(word), single::PAYLOAD.get(word)))
            .collect()
    }
}

/// A request word as the program reads it: with bit 31 set, which says that it is valid.
pub fn as_read(request: u32) -> u32 {
    request | 1 << 31
}

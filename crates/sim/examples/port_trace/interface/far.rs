//! The network, as an interface sees it: it takes flits, gives credits back some time later, and brings the answers of the devices.

use crate::stimuli::Random;
use std::collections::VecDeque;
use weft_sim::noc::{CircuitStep, Flit};
use weft_sim::part::switches::packet::{is_answered, OPENED};
use weft_sim::part::switches::Channels;
use weft_sim::Cycle;

/// Bits of a header with the operation.
const OPERATION: u32 = 0xff;
/// An answer comes within about this number of cycles.
const LATEST: u64 = 15;

/// The network and the devices behind it.
pub struct Far {
    /// For each channel, the places of the buffer that the interface knows to be free, those with a flit, and whether one is being given back.
    room: Vec<u64>,
    filled: Vec<u64>,
    given: u64,
    /// The first flit of the request that is being sent.
    header: Flit,
    answers: VecDeque<(Cycle, Flit)>,
    /// In per cent of the cycles: how often a place is given back.
    gives: u64,
}

impl Far {
    pub fn new(channels: Channels, buffer: usize) -> Self {
        Far {
            room: vec![buffer as u64; channels.count()],
            filled: vec![0; channels.count()],
            given: 0,
            header: Flit::default(),
            answers: VecDeque::new(),
            gives: 30,
        }
    }

    /// Is there room for a flit?
    pub fn has_room(&self, channel: usize) -> bool {
        self.room[channel] > 0
    }

    /// The flit that comes in this cycle, and the channels with a credit.
    pub fn cycle(&mut self, now: Cycle, random: &mut Random) -> (Option<Flit>, u64) {
        let mut credits = 0;
        for channel in 0..self.room.len() {
            self.room[channel] += self.given >> channel & 1;
            if self.filled[channel] > 0 && random.chance(self.gives) {
                self.filled[channel] -= 1;
                credits |= 1 << channel;
            }
        }
        self.given = credits;
        if random.below(1000) == 0 {
            self.gives = [1, 5, 30, 100][random.below(4) as usize];
        }
        let is_due = self.answers.front().is_some_and(|(due, _)| *due <= now);
        let answer = if is_due {
            self.answers.pop_front()
        } else {
            None
        };
        (answer.map(|(_, flit)| flit), credits)
    }

    /// Takes a flit; the device will answer the packet that it ends.
    pub fn take(&mut self, flit: Flit, now: Cycle, random: &mut Random) {
        let channel = usize::from(flit.virtual_channel);
        self.room[channel] -= 1;
        self.filled[channel] += 1;
        if flit.circuit != CircuitStep::None {
            return self.answer_step(flit, now, random);
        }
        if flit.head {
            self.header = flit;
        }
        if flit.tail && is_answered(&[self.header.word]) {
            self.answer_request(now, random);
        }
    }

    fn answer_step(&mut self, step: Flit, now: Cycle, random: &mut Random) {
        let CircuitStep::Open { both_ways } = step.circuit else {
            return;
        };
        let is_refused = random.chance(30);
        let answer = Flit {
            word: if is_refused { 0 } else { OPENED },
            head: true,
            tail: true,
            source: step.destination,
            circuit: match is_refused {
                true => CircuitStep::Refused { both_ways },
                false => CircuitStep::None,
            },
            ..Flit::default()
        };
        let due = now + 1 + random.below(LATEST);
        self.answers.push_back((due, answer));
    }

    /// An answer: its header alone, or with a word.
    fn answer_request(&mut self, now: Cycle, random: &mut Random) {
        let has_word = random.chance(60);
        let mut due = now + 1 + random.below(LATEST);
        for place in 0..1 + usize::from(has_word) {
            let flit = Flit {
                word: match place {
                    0 => self.header.word & OPERATION,
                    _ => [random.next() as u32, u32::MAX][random.below(2) as usize],
                },
                head: place == 0,
                tail: place == usize::from(has_word),
                source: self.header.destination,
                ..Flit::default()
            };
            self.answers.push_back((due, flit));
            due += random.below(3);
        }
    }
}

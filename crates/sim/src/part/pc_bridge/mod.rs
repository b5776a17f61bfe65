//! The bridge to the attached PC: words cross a link between chip and PC, which has a latency and a limited rate in each direction.
//!
//! ```text
//!   HIBI wrapper --> [ lane to the PC:   a word each `interval` cycles, out `latency` cycles later ] --> arrived words --> PC process
//!   HIBI wrapper <-- [ lane to the chip: the same                                                  ] <-- words that the PC sends
//! ```
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011, IV, VII: a PC reaches the bus
//! over PCIe, by a driver that moves single words. The cycles are defined in docs/contract/hibi.md, "The bridge to a PC". A lane holds any number of
//! words.
//!
//! The PC itself is outside the model: the process that drives the simulation takes arrived words, and sends words, between two cycles.

pub mod keys;

use crate::port::{
    signal, Addressed, Agent, HostAccess, HostBridge, RecordVisitor, Show, Tally, UsedCore,
    WordPort,
};
use crate::units::Cycle;
use keys::Bridge as Parameters;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::VecDeque;

/// A lane: the words that cross in one direction, oldest first, each with the cycle in which it comes out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Lane {
    words: VecDeque<(Cycle, Addressed)>,
    /// The first cycle in which the next word can enter.
    free: Cycle,
}

impl Lane {
    fn enter(&mut self, word: Addressed, now: Cycle, parameters: &Parameters) {
        let begins = now.max(self.free);
        self.free = begins + parameters.interval;
        self.words.push_back((begins + parameters.latency, word));
    }

    fn out(&self) -> Cycle {
        self.words.front().map_or(Cycle::NEVER, |(out, _)| *out)
    }

    fn take(&mut self, now: Cycle) -> Option<Addressed> {
        self.words.front().filter(|(out, _)| *out <= now)?;
        let (_, word) = self.words.pop_front()?;
        Some(word)
    }
}

/// The bridge with the words that are crossing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    parameters: Parameters,
    to_chip: Lane,
    to_pc: Lane,
    /// Words that have arrived at the PC and have not been taken.
    arrived: Vec<Addressed>,
    /// Counts of words that the PC has sent, and that have arrived there.
    sent: u64,
    received: u64,
}

impl Agent for Bridge {
    /// Simulates one cycle: a word from the bus enters the lane to the PC, and one from the PC that is due goes to the bus.
    fn tick(&mut self, now: Cycle, port: &mut impl WordPort) {
        if let Some(word) = port.received() {
            port.take();
            self.to_pc.enter(word, now, &self.parameters);
        }
        if port.has_room() {
            if let Some(word) = self.to_chip.take(now) {
                port.send(word);
            }
        }
        while let Some(word) = self.to_pc.take(now) {
            self.received += 1;
            self.arrived.push(word);
        }
    }

    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
        match received {
            Some(_) => now,
            None => self.to_chip.out().min(self.to_pc.out()).max(now),
        }
    }
}

impl Show for Bridge {
    fn signals(&self, _: Cycle, visit: &mut signal::Visitor) {
        visit(format_args!("to_chip"), 16, self.to_chip.words.len() as u64);
        visit(format_args!("to_pc"), 16, self.to_pc.words.len() as u64);
    }

    fn records(&self, _: Cycle, _: &[UsedCore], visit: &mut RecordVisitor) {
        let words = json!({ "words_sent": self.sent, "words_received": self.received });
        visit("pc", words);
    }

    fn tally(&self) -> Option<Tally> {
        let counts = vec![(self.sent, "words to the chip"), (self.received, "from it")];
        let title = "PC";
        (self.sent + self.received > 0).then_some(Tally { title, counts })
    }
}

impl HostAccess for Bridge {
    fn bridge(&mut self) -> Option<&mut dyn HostBridge> {
        Some(self)
    }
}

impl HostBridge for Bridge {
    fn latency(&self) -> u64 {
        self.parameters.latency
    }

    fn depart(&mut self, word: Addressed, now: Cycle) {
        self.sent += 1;
        self.to_chip.enter(word, now, &self.parameters);
    }

    fn arrived(&mut self) -> Vec<Addressed> {
        std::mem::take(&mut self.arrived)
    }
}

impl Bridge {
    /// An empty bridge.
    pub fn new(parameters: &Parameters) -> Self {
        Bridge {
            parameters: *parameters,
            to_chip: Lane::default(),
            to_pc: Lane::default(),
            arrived: Vec::new(),
            sent: 0,
            received: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(data: u32) -> Addressed {
        Addressed { address: 0, data }
    }

    /// The cycles in which the words of a lane come out.
    fn out(lane: &mut Lane) -> Vec<(u64, u32)> {
        let cycles = (0..1000).map(Cycle);
        let taken = cycles.filter_map(|now| Some((now.0, lane.take(now)?.data)));
        taken.collect()
    }

    #[test]
    fn words_follow_each_other_at_the_interval_and_take_the_latency() {
        let parameters = Parameters {
            addresses: 0x1000,
            latency: 60,
            interval: 10,
        };
        let mut lane = Lane::default();
        for (data, cycle) in [(1, 5), (2, 5), (3, 12), (4, 100)] {
            lane.enter(word(data), Cycle(cycle), &parameters);
        }
        // The third finds the lane busy until 25.
        assert_eq!(out(&mut lane), [(65, 1), (75, 2), (85, 3), (160, 4)]);
    }
}

//! Traffic injectors at the edges of the mesh: requests as caches make them, and their answers.
//!
//! Source: pronto V.C. Requesters at one edge emulate cache misses (4 bytes) and write-backs (64 bytes, a cache line); responders at the
//! other answer "with appropriately sized packets": a miss with the line, a write-back with a header alone. Each requester has its
//! responder across the mesh. A requester asks in each cycle with a probability, unless it has as many requests open as its cache could have.

use crate::noc::interface::packet::packets;
use crate::noc::interface::queues::{PacketQueue, Receiver};
use crate::noc::interface::{Kind, NetworkPort, Station};
use crate::noc::random::Random;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Requests that a requester can have open; while it has, it makes no other.
const WINDOW: usize = 16;
/// Words of a cache line.
const LINE: [u32; 16] = [0; 16];
/// The word of a miss, which its answerer tells it by.
const MISS: [u32; 1] = [1];
/// Cycles for which requests are drawn in advance.
const HORIZON: u64 = 1 << 16;

/// What a requester is built from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequesterParameters {
    pub endpoint: u16,
    /// The endpoint that answers.
    pub responder: u16,
    /// Requests a cycle, 0 to 1.
    pub rate: f64,
    /// The share of write-backs, 0 to 1.
    pub write_back: f64,
    pub seed: u64,
    /// Payload words of a packet at most.
    pub packet_words: usize,
}

/// The counters of a requester, or of all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestStatistics {
    pub misses: u64,
    pub write_backs: u64,
    pub answered: u64,
    /// Cycles from the making of a request to the last flit of its answer: of all answers together, and the most.
    pub latency_sum: u64,
    pub latency_max: u64,
}

impl RequestStatistics {
    /// What two have counted.
    pub fn and(self, other: RequestStatistics) -> RequestStatistics {
        RequestStatistics {
            misses: self.misses + other.misses,
            write_backs: self.write_backs + other.write_backs,
            answered: self.answered + other.answered,
            latency_sum: self.latency_sum + other.latency_sum,
            latency_max: self.latency_max.max(other.latency_max),
        }
    }
}

/// The end of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Draw {
    /// A request is made in this cycle.
    Request(Cycle),
    /// None up to this cycle; then it is drawn again.
    Nothing(Cycle),
    /// Not while the window is full.
    Paused,
}

/// An injector that asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Requester {
    parameters: RequesterParameters,
    random: Random,
    next: Draw,
    /// When the open requests were made; they are answered in order.
    open: VecDeque<Cycle>,
    queue: PacketQueue,
    receiver: Receiver,
    pub statistics: RequestStatistics,
}

impl Station for Requester {
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        match self.next {
            Draw::Request(at) if at <= now => {
                self.ask(now);
                self.draw(now);
            }
            Draw::Nothing(at) if at <= now => self.draw(now),
            _ => {}
        }
        self.queue.drive(now, port);
        let received = port.ejected().and_then(|flit| self.receiver.take(&flit));
        if received.is_some_and(|received| received.tail && received.header.last) {
            self.answered(now);
        }
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        let drawn = match self.next {
            Draw::Request(at) | Draw::Nothing(at) => at.max(now),
            Draw::Paused => Cycle::NEVER,
        };
        drawn.min(self.queue.next_event(now))
    }

    fn is_at_rest(&self, _: Cycle) -> bool {
        true
    }

    fn is_background(&self) -> bool {
        true
    }
}

impl Requester {
    /// A requester that may ask from cycle 1 on.
    pub fn new(parameters: RequesterParameters) -> Self {
        let mut requester = Requester {
            parameters,
            random: Random::new(parameters.seed),
            next: Draw::Paused,
            open: VecDeque::new(),
            queue: PacketQueue::default(),
            receiver: Receiver::default(),
            statistics: RequestStatistics::default(),
        };
        requester.draw(Cycle(0));
        requester
    }

    /// Draws for the cycles after `now`.
    fn draw(&mut self, now: Cycle) {
        let rate = self.parameters.rate;
        if self.open.len() == WINDOW || rate <= 0.0 {
            self.next = Draw::Paused;
            return;
        }
        let hit = (1..=HORIZON).find(|_| self.random.chance(rate));
        self.next = match hit {
            Some(cycles) => Draw::Request(now + cycles),
            None => Draw::Nothing(now + HORIZON),
        };
    }

    fn ask(&mut self, now: Cycle) {
        let words: &[u32] = if self.random.chance(self.parameters.write_back) {
            self.statistics.write_backs += 1;
            &LINE
        } else {
            self.statistics.misses += 1;
            &MISS
        };
        let way = [self.parameters.endpoint, self.parameters.responder];
        for packet in packets(Kind::Request, way, words, self.parameters.packet_words, now) {
            self.queue.push(packet);
        }
        self.open.push_back(now);
    }

    fn answered(&mut self, now: Cycle) {
        if let Some(made) = self.open.pop_front() {
            let latency = now - made;
            self.statistics.answered += 1;
            self.statistics.latency_sum += latency;
            self.statistics.latency_max = self.statistics.latency_max.max(latency);
        }
        if self.next == Draw::Paused {
            self.draw(now);
        }
    }
}

/// An injector that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Responder {
    endpoint: u16,
    packet_words: usize,
    queue: PacketQueue,
    receiver: Receiver,
}

impl Station for Responder {
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        self.queue.drive(now, port);
        let received = port.ejected().and_then(|flit| self.receiver.take(&flit));
        let Some(received) = received.filter(|received| received.tail && received.header.last)
        else {
            return;
        };
        let words: &[u32] = if received.word == MISS[0] { &LINE } else { &[] };
        let way = [self.endpoint, received.header.source];
        for packet in packets(Kind::Response, way, words, self.packet_words, now + 1) {
            self.queue.push(packet);
        }
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        self.queue.next_event(now)
    }

    fn is_at_rest(&self, _: Cycle) -> bool {
        true
    }

    fn is_background(&self) -> bool {
        true
    }
}

impl Responder {
    /// A responder with nothing to answer.
    pub fn new(endpoint: u16, packet_words: usize) -> Self {
        Responder {
            endpoint,
            packet_words,
            queue: PacketQueue::default(),
            receiver: Receiver::default(),
        }
    }
}

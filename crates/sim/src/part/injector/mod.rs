//! Traffic injectors at the edges of the mesh: background requests as caches make them, and the responses.
//!
//! Source: pronto V.C; defined in docs/contract/message-buffers.md, "Traffic injectors". Requesters at one edge emulate cache misses (4 bytes) and
//! write-backs (64 bytes, a cache line); responders at the opposite edge answer "with appropriately sized packets": a miss with the line, a
//! write-back with a header alone. Each requester has its responder across the mesh. A requester makes a request in each cycle with a given
//! probability, unless as many of its requests are open as its cache could have.

use crate::noc::interface::packet::packets;
use crate::noc::interface::queues::{PacketQueue, Receiver};
use crate::noc::interface::{Kind, NetworkPort, Station};
use crate::noc::random::Random;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Maximum open requests of a requester, which makes no other while it has them.
const WINDOW: usize = 16;
/// Words of a cache line.
const LINE: [u32; 16] = [0; 16];
/// The payload of a miss, by which the responder recognizes it.
const MISS: [u32; 1] = [1];
/// Number of cycles for which requests are drawn in advance.
const HORIZON: u64 = 1 << 16;

/// The parameters of a requester.
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
    /// Maximum payload words of a packet.
    pub packet_words: usize,
}

/// The counters of a requester, or the sum over several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestStatistics {
    pub misses: u64,
    pub write_backs: u64,
    pub answered: u64,
    /// Cycles from the making of a request to the last flit of its response: the sum over all responses, and the maximum.
    pub latency_sum: u64,
    pub latency_max: u64,
}

impl RequestStatistics {
    /// Adds the counters of another.
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

/// The result of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Draw {
    /// A request is made in this cycle.
    Request(Cycle),
    /// No request up to this cycle, in which the next draw is made.
    Nothing(Cycle),
    /// No draws while the maximum of requests is open.
    Paused,
}

/// An injector that makes requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Requester {
    parameters: RequesterParameters,
    random: Random,
    next: Draw,
    /// The cycles in which the open requests were made. They are answered in order.
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
    /// A requester that may make a request from cycle 1 on.
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

    /// Draws the next request after cycle `now`.
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

    /// Makes a request: a write-back or a miss, by chance.
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

    /// Counts the response to the oldest request, which makes room for another.
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

/// An injector that answers requests.
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
    /// An idle responder.
    pub fn new(endpoint: u16, packet_words: usize) -> Self {
        Responder {
            endpoint,
            packet_words,
            queue: PacketQueue::default(),
            receiver: Receiver::default(),
        }
    }
}

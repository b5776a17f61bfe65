//! The network alone under synthetic traffic: latency and throughput as functions of the offered load.
//!
//! Method: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, section 23.1. Open-loop sources with unbounded
//! queues; a warm-up; a measured window; and a drain, in which the sources go on until the packets of the window have arrived.

mod latency;
mod pattern;
mod source;

pub use latency::Latencies;
pub use pattern::{Pattern, PatternError};

use super::parameters::{GridError, GridParameters};
use super::random::Random;
use super::{LinkLoad, Network};
use crate::port::bits;
use crate::units::Cycle;
use pattern::Destination;
use source::{Packet, Source};
use thiserror::Error;

/// Flits of the longest packet: a header and 16 words.
pub const MAX_PACKET_FLITS: usize = 17;

/// The parameters of a measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    pub network: GridParameters,
    pub pattern: Pattern,
    /// Offered load: flits that each node creates in a cycle, on average. A packet is created with the same probability in each cycle.
    pub rate: f64,
    /// Flits of a packet.
    pub packet: usize,
    /// Cycles before the measured window.
    pub warm_up: u64,
    /// Cycles of the window. The drain takes no more than this number of cycles.
    pub cycles: u64,
    pub seed: u64,
}

/// Why a measurement is not possible.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ExperimentError {
    #[error(transparent)]
    Network(#[from] GridError),
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error(
        "a rate of {0} flits a node a cycle is not possible; it must be above 0 and at most 1"
    )]
    Rate(f64),
    #[error("a packet of {0} flits is not possible; 1 to {MAX_PACKET_FLITS} flits are: a header and 16 words")]
    Packet(usize),
    #[error("nothing can be measured in a window of 0 cycles")]
    Window,
}

/// The result of a measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// Latencies of the packets that were created in the window and have arrived.
    pub latencies: Latencies,
    /// Packets created in the window that had not arrived at the end of the drain. If there are any, the network is saturated.
    pub unfinished: u64,
    /// Accepted throughput: flits that a node has received in a cycle of the window, on average.
    pub accepted: f64,
    /// The traffic on each link in the window.
    pub links: Vec<LinkLoad>,
    /// Number of simulated cycles in total.
    pub simulated: u64,
}

impl Experiment {
    /// Checks the parameters.
    ///
    /// # Errors
    /// If a parameter is out of range, or the pattern is not defined on the mesh.
    pub fn check(&self) -> Result<(), ExperimentError> {
        self.network.check()?;
        self.pattern.check(&self.network)?;
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return Err(ExperimentError::Rate(self.rate));
        }
        if !(1..=MAX_PACKET_FLITS).contains(&self.packet) {
            return Err(ExperimentError::Packet(self.packet));
        }
        (self.cycles > 0)
            .then_some(())
            .ok_or(ExperimentError::Window)
    }

    /// Performs the measurement.
    ///
    /// # Errors
    /// See [`Experiment::check`].
    pub fn measure(&self) -> Result<Measurement, ExperimentError> {
        self.check()?;
        let mut bench = Bench::new(self);
        bench.run_until(self.warm_up);
        let before = bench.network.link_loads();
        let (_, ejected_before) = bench.network.flits();
        bench.run_until(self.warm_up + self.cycles);
        let (_, ejected) = bench.network.flits();
        let links = difference(&before, &bench.network.link_loads());
        bench.drain(self.warm_up + 2 * self.cycles);
        let node_cycles = self.network.routers() as f64 * self.cycles as f64;
        Ok(Measurement {
            unfinished: bench.pending,
            accepted: (ejected - ejected_before) as f64 / node_cycles,
            links,
            simulated: bench.now.0,
            latencies: bench.latencies,
        })
    }
}

impl Measurement {
    /// Returns the utilization of the links between routers in flits a cycle: the average, and that of the busiest link.
    pub fn link_use(&self, cycles: u64) -> (f64, f64) {
        let between = self.links.iter().filter(|link| link.is_between_routers());
        let flits: Vec<u64> = between.map(|link| link.flits).collect();
        let sum: u64 = flits.iter().sum();
        let most = flits.iter().copied().max().unwrap_or(0);
        let average = sum as f64 / flits.len().max(1) as f64;
        (average / cycles as f64, most as f64 / cycles as f64)
    }
}

fn difference(before: &[LinkLoad], after: &[LinkLoad]) -> Vec<LinkLoad> {
    let pairs = before.iter().zip(after);
    pairs
        .map(|(before, after)| LinkLoad {
            flits: after.flits - before.flits,
            ..*after
        })
        .collect()
}

/// The network with its sources and sinks.
struct Bench<'a> {
    experiment: &'a Experiment,
    network: Network,
    sources: Vec<Source>,
    destinations: Vec<Destination>,
    /// Sources with a packet in the queue, 64 to a word.
    waiting: Vec<u64>,
    random: Random,
    now: Cycle,
    /// Packets of the window that have not arrived yet.
    pending: u64,
    latencies: Latencies,
}

impl<'a> Bench<'a> {
    fn new(experiment: &'a Experiment) -> Bench<'a> {
        let nodes = experiment.network.routers();
        Bench {
            experiment,
            network: Network::new(&experiment.network),
            sources: vec![Source::default(); nodes],
            destinations: experiment.pattern.destinations(&experiment.network),
            waiting: vec![0; nodes.div_ceil(64)],
            random: Random::new(experiment.seed),
            now: Cycle(0),
            pending: 0,
            latencies: Latencies::default(),
        }
    }

    fn run_until(&mut self, end: u64) {
        while self.now.0 < end {
            self.cycle();
        }
    }

    fn drain(&mut self, limit: u64) {
        while self.pending > 0 && self.now.0 < limit {
            self.cycle();
        }
    }

    fn cycle(&mut self) {
        self.receive();
        self.create();
        self.send();
        self.network.tick();
        self.now += 1;
    }

    fn is_measured(&self, created: Cycle) -> bool {
        let begin = self.experiment.warm_up;
        (begin..begin + self.experiment.cycles).contains(&created.0)
    }

    fn receive(&mut self) {
        loop {
            let Some(node) = self.network.arrivals().next() else {
                return;
            };
            let flit = self.network.ejected(node).expect("it has arrived");
            if flit.tail && self.is_measured(flit.created) {
                self.pending -= 1;
                self.latencies.record(self.now - flit.created);
            }
        }
    }

    fn create(&mut self) {
        let probability = self.experiment.rate / self.experiment.packet as f64;
        let is_measured = self.is_measured(self.now);
        for word in 0..self.waiting.len() {
            let nodes = self.sources.len() - 64 * word;
            let all = u64::MAX >> 64usize.saturating_sub(nodes);
            let creating = self.random.chances(probability) & all;
            self.waiting[word] |= creating;
            self.pending += u64::from(is_measured) * u64::from(creating.count_ones());
            for bit in bits(creating) {
                let destination = self.destinations[64 * word + bit].choose(&mut self.random);
                self.sources[64 * word + bit].push(Packet {
                    destination,
                    created: self.now,
                });
            }
        }
    }

    fn send(&mut self) {
        let (length, channels) = (
            self.experiment.packet,
            self.experiment.network.virtual_channels,
        );
        for word in 0..self.waiting.len() {
            for bit in bits(self.waiting[word]) {
                let source = &mut self.sources[64 * word + bit];
                source.send(64 * word + bit, length, channels, &mut self.network);
                if source.is_empty() {
                    self.waiting[word] &= !(1 << bit);
                }
            }
        }
    }
}

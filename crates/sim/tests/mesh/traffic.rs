//! Random packets for the tests: many lengths, any pair of endpoints, the virtual channels of an endpoint in turn as chance has it.

use weft_sim::noc::random::Random;
use weft_sim::noc::{Direction, Edge, Flit, GridParameters, Pipeline};
use weft_sim::Cycle;

/// Packets that an endpoint is in the middle of, one for each virtual channel, and what it may begin.
pub struct Injectors {
    random: Random,
    /// By endpoint and virtual channel: the next flit and how many there are with it.
    open: Vec<Vec<Option<(Flit, usize)>>>,
    /// Of beginning a packet, for a free virtual channel that is chosen.
    probability: f64,
    next_word: u32,
}

impl Injectors {
    pub fn new(parameters: &GridParameters, probability: f64, seed: u64) -> Injectors {
        Injectors {
            random: Random::new(seed),
            open: vec![vec![None; parameters.virtual_channels]; parameters.endpoints()],
            probability,
            next_word: 0,
        }
    }

    /// No new packets from now on.
    pub fn stop(&mut self) {
        self.probability = 0.0;
    }

    /// What each endpoint wants to inject now: its number, the virtual channel and the flit.
    pub fn next(&mut self, can_inject: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize, Flit)> {
        let mut flits = Vec::new();
        for endpoint in 0..self.open.len() {
            let channel = self.random.below(self.open[endpoint].len() as u32) as usize;
            if self.open[endpoint][channel].is_none() && self.random.chance(self.probability) {
                self.open[endpoint][channel] = Some(self.packet(endpoint));
            }
            if can_inject(endpoint, channel) {
                if let Some(flit) = self.flit(endpoint, channel) {
                    flits.push((endpoint, channel, flit));
                }
            }
        }
        flits
    }

    fn packet(&mut self, source: usize) -> (Flit, usize) {
        let flit = Flit {
            head: true,
            source: source as u16,
            destination: self.random.below(self.open.len() as u32) as u16,
            created: Cycle(self.random.bits() % 1000),
            ..Flit::default()
        };
        (flit, 1 + self.random.below(17) as usize)
    }

    fn flit(&mut self, endpoint: usize, channel: usize) -> Option<Flit> {
        let (next, left) = self.open[endpoint][channel]?;
        let flit = Flit {
            word: self.next_word,
            tail: left == 1,
            ..next
        };
        self.next_word += 1;
        let rest = Flit {
            head: false,
            ..next
        };
        self.open[endpoint][channel] = (left > 1).then_some((rest, left - 1));
        Some(flit)
    }
}

/// A mesh of any small shape, with endpoints at up to four places of its edge.
pub fn any_mesh(seed: u64) -> GridParameters {
    let mut random = Random::new(seed);
    let mut up_to = |limit: u32| 1 + random.below(limit) as usize;
    let size = [up_to(5), up_to(4), up_to(2)];
    let mut parameters = GridParameters {
        size,
        pipeline: [Pipeline::FourStage, Pipeline::LookAhead][up_to(2) - 1],
        virtual_channels: up_to(4),
        buffer_flits: up_to(8),
        edges: Vec::new(),
    };
    for direction in &Direction::ALL[..up_to(4)] {
        parameters.edges.push(Edge {
            router: [up_to(5) - 1, up_to(4) - 1, up_to(2) - 1],
            direction: *direction,
        });
        if parameters.check().is_err() {
            parameters.edges.pop();
        }
    }
    parameters
}

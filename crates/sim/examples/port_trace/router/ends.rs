//! An endpoint that sends random packets in all virtual channels, flits of different packets mixed, and takes what arrives at once or, where it has a
//! buffer, some time later.

use crate::parameters::Parameters;
use crate::stimuli::Random;
use weft_sim::noc::{Flit, Network};

/// Flits of the longest packet.
const LONGEST: u64 = 5;

/// An endpoint.
pub struct End {
    parameters: Parameters,
    endpoints: u64,
    /// For each channel, the next flit of the packet that is being sent, and the number of its flits that are left.
    packets: Vec<(Flit, u64)>,
    /// For each channel, the flits in the buffer. None: there is none.
    buffered: Option<Vec<u64>>,
    /// In per cent of the cycles: how often it sends a flit and takes one from its buffer.
    sends: u64,
    takes: u64,
}

impl End {
    pub fn new(
        parameters: &Parameters,
        endpoints: usize,
        buffer: Option<u8>,
        random: &mut Random,
    ) -> Self {
        let mut rate = || [5, 20, 50, 100][random.below(4) as usize];
        End {
            parameters: *parameters,
            endpoints: endpoints as u64,
            packets: vec![(Flit::default(), 0); parameters.vcs],
            buffered: buffer.map(|_| vec![0; parameters.vcs]),
            sends: rate(),
            takes: rate(),
        }
    }

    /// Endpoint `number` in one cycle.
    pub fn cycle(&mut self, number: usize, network: &mut Network, random: &mut Random) {
        if let (Some(flit), Some(buffered)) = (network.ejected(number), &mut self.buffered) {
            buffered[usize::from(flit.virtual_channel)] += 1;
        }
        let channel = random.below(self.parameters.vcs as u64) as usize;
        if let Some(buffered) = &mut self.buffered {
            if buffered[channel] > 0 && random.chance(self.takes) {
                buffered[channel] -= 1;
                network.return_credit(number, channel as u8);
            }
        }
        if random.chance(self.sends) {
            self.send(number, network, random);
        }
    }

    fn send(&mut self, number: usize, network: &mut Network, random: &mut Random) {
        let channel = random.below(self.parameters.vcs as u64) as usize;
        if !network.can_inject(number, channel) {
            return;
        }
        let (mut flit, mut left) = self.packets[channel];
        if left == 0 {
            flit = self.head(number, random);
            left = 1 + random.below(LONGEST);
        }
        flit.word = random.next() as u32;
        flit.tail = left == 1;
        network.inject(number, channel, flit);
        flit.head = false;
        self.packets[channel] = (flit, left - 1);
    }

    fn head(&self, number: usize, random: &mut Random) -> Flit {
        Flit {
            head: true,
            source: number as u16,
            destination: random.below(self.endpoints) as u16,
            class: random.below(self.parameters.priorities as u64) as u8,
            ..Flit::default()
        }
    }
}

//! Circuits: outputs that are kept for one endpoint, from its packet that opens until the one that closes.
//!
//! Source: J. Joven et al. 2013, section IV: "it is only required a flip-flop to hold/release the grant in each switch". docs/contract/switches.md
//! states what a circuit does to others, what becomes of one that cannot be had, and why nothing here waits for ever: packets of circuits
//! have virtual channels of their own, which pass by kept outputs too, and one that would open never waits for an output but is refused.

use super::super::flit::CircuitStep;
use super::super::topology::Topology;
use super::Router;
use crate::port::bits;

impl Router {
    /// Input channels whose packet may leave by a port: where it is kept, those of circuits and packets that have begun.
    #[inline]
    pub(super) fn admitted(&self, exit: usize) -> u64 {
        let toward = self.ports[exit].toward;
        match self.kept & 1 << exit {
            0 => toward,
            _ => toward & (self.circuits | self.holding),
        }
    }

    /// Whether an output is kept for somebody else.
    fn is_kept_from(&self, output: u8, endpoint: u16) -> bool {
        self.kept & 1 << output != 0 && self.ports[usize::from(output)].keeper != endpoint
    }

    // What follows is rare, and stays out of line: the way of an ordinary flit has its registers for itself.

    /// Whether the packet at the front of a channel would open a circuit through an output that is kept for somebody else.
    #[cold]
    pub(super) fn is_in_vain(&self, channel: usize) -> bool {
        let flit = self.front(channel);
        let CircuitStep::Open { both_ways } = flit.circuit else {
            return false;
        };
        let input = self.inputs[channel];
        self.is_kept_from(input.exit, flit.source)
            || both_ways && self.is_kept_from(input.port, flit.source)
    }

    /// Turns round the packet at the front of a channel, which gives back the output channel that it may hold.
    #[cold]
    pub(super) fn refuse(&mut self, channel: usize, topology: &Topology) {
        let answers = self.parameters.virtual_channels as u8 - 1;
        self.give_way(channel);
        self.front_mut(channel).refuse(answers);
        let head = self.front(channel);
        self.route(channel, &head, topology);
    }

    /// What a packet of a circuit that leaves from one port by another does to the outputs.
    #[cold]
    pub(super) fn follow_circuit(
        &mut self,
        packet: (CircuitStep, u16, u16),
        (from, to): (u8, u8),
        topology: &Topology,
    ) {
        let (step, source, destination) = packet;
        match step {
            CircuitStep::None => {}
            CircuitStep::Open { both_ways } => {
                self.keep(to, source);
                if both_ways {
                    self.keep(from, source);
                }
                self.refuse_others(topology);
            }
            CircuitStep::Release { both_ways } => self.release(to, from, both_ways, source),
            // It comes back by the port by which it had left; where it was turned round it had kept nothing.
            CircuitStep::Refused { .. } if from == to => {}
            CircuitStep::Refused { both_ways } => self.release(from, to, both_ways, destination),
        }
    }

    fn keep(&mut self, output: u8, endpoint: u16) {
        let port = &mut self.ports[usize::from(output)];
        port.keeper = endpoint;
        port.circuits += 1;
        self.kept |= 1 << output;
    }

    fn release(&mut self, output: u8, back: u8, both_ways: bool, endpoint: u16) {
        self.give_back(output, endpoint);
        if both_ways {
            self.give_back(back, endpoint);
        }
    }

    fn give_back(&mut self, output: u8, endpoint: u16) {
        let port = &mut self.ports[usize::from(output)];
        assert!(port.keeper == endpoint && port.circuits > 0, "not kept");
        port.circuits -= 1;
        if port.circuits == 0 {
            self.kept &= !(1 << output);
        }
    }

    /// Turns round what would open a circuit through an output that has just been kept.
    fn refuse_others(&mut self, topology: &Topology) {
        for channel in bits(self.circuits & self.occupied & (self.waiting | self.holding)) {
            if self.is_in_vain(channel) {
                self.refuse(channel, topology);
            }
        }
    }
}

//! Circuits: outputs that are kept for one input, from the packet that opens until the one that releases.
//!
//! Source: J. Joven et al. 2013, section IV: "it is only required a flip-flop to hold/release the grant in each switch". docs/switches.md
//! states what a circuit does to others, and what becomes of one that cannot be had.

use super::super::flit::CircuitStep;
use super::super::topology::Topology;
use super::Router;
use crate::network::crossbar::bits;

impl Router {
    /// Input channels whose packet leaves by a port, as far as it is not kept for the packets of another input.
    #[inline]
    pub(super) fn admitted(&self, exit: usize) -> u64 {
        let port = &self.ports[exit];
        match self.kept & 1 << exit {
            0 => port.toward,
            _ => port.toward & self.channels_of(usize::from(port.circuit)),
        }
    }

    /// What a packet of a circuit that goes from one port to another does to the outputs.
    pub(super) fn follow_circuit(
        &mut self,
        step: CircuitStep,
        from: u8,
        to: u8,
        topology: &Topology,
    ) {
        match step {
            CircuitStep::None => {}
            CircuitStep::Open => {
                self.ports[usize::from(to)].circuit = from;
                self.kept |= 1 << to;
                self.refuse_others(from, usize::from(to), topology);
            }
            CircuitStep::Release => self.release(to, from),
            // It comes back by the output that it had kept, and leaves by the input that it was kept for.
            CircuitStep::Refused => self.release(from, to),
        }
    }

    fn release(&mut self, output: u8, input: u8) {
        if self.ports[usize::from(output)].circuit == input {
            self.kept &= !(1 << output);
        }
    }

    /// Turns round what wanted to open a circuit through an output that is now kept for another input.
    fn refuse_others(&mut self, keeper: u8, exit: usize, topology: &Topology) {
        for channel in bits(self.ports[exit].toward & self.waiting) {
            let input = self.inputs[channel];
            let place = channel * self.parameters.buffer_flits + usize::from(input.first);
            if self.buffers[place].circuit == CircuitStep::Open && input.port != keeper {
                self.ports[exit].toward &= !(1 << channel);
                self.route(channel, topology);
            }
        }
        if self.ports[exit].toward == 0 {
            self.exits &= !(1 << exit);
        }
    }
}

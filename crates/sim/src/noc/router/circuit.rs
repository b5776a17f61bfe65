//! Circuits: output ports reserved for one endpoint, from the packet that opens the circuit to the packet that releases it.
//!
//! Source: J. Joven et al. 2013, section IV: "it is only required a flip-flop to hold/release the grant in each switch". docs/contract/switches.md
//! states the effect of a circuit on other traffic, what happens to a circuit that cannot be opened, and why there is no deadlock: the packets of
//! circuits have virtual channels of their own, which may use reserved outputs too, and a packet that opens a circuit never waits for a reserved
//! output but is refused.

use super::super::flit::CircuitStep;
use super::super::topology::Topology;
use super::Router;
use crate::port::bits;

impl Router {
    /// Returns the input channels whose packet may leave at an output port. If the port is reserved, these are the channels of circuits, and packets
    /// that have already begun to leave.
    #[inline]
    pub(super) fn admitted(&self, output_port: usize) -> u64 {
        let requesters = self.ports[output_port].requesters;
        match self.reserved & 1 << output_port {
            0 => requesters,
            _ => requesters & (self.circuit_channels | self.active),
        }
    }

    /// Is an output reserved for another endpoint?
    fn is_reserved_for_other(&self, output: u8, endpoint: u16) -> bool {
        self.reserved & 1 << output != 0 && self.ports[usize::from(output)].owner != endpoint
    }

    // The functions below are called rarely. They are kept out of line so that the code for ordinary flits has the registers to itself.

    /// Is the packet at the front of a channel blocked, because it would open a circuit through an output reserved for another endpoint?
    #[cold]
    pub(super) fn is_blocked(&self, channel: usize) -> bool {
        let flit = self.front(channel);
        let CircuitStep::Open { both_ways } = flit.circuit else {
            return false;
        };
        let input = self.inputs[channel];
        self.is_reserved_for_other(input.output_port, flit.source)
            || both_ways && self.is_reserved_for_other(input.port, flit.source)
    }

    /// Refuses the packet at the front of a channel: turns it around and releases the output channel that it may own.
    #[cold]
    pub(super) fn refuse(&mut self, channel: usize, topology: &Topology) {
        let answers = self.parameters.virtual_channels as u8 - 1;
        self.release_channel(channel);
        self.front_mut(channel).refuse(answers);
        let head = self.front(channel);
        self.route(channel, &head, topology);
    }

    /// Updates the reservations when a packet of a circuit, which arrived at port `from`, leaves at port `to`.
    #[cold]
    pub(super) fn update_reservations(
        &mut self,
        packet: (CircuitStep, u16, u16),
        (from, to): (u8, u8),
        topology: &Topology,
    ) {
        let (step, source, destination) = packet;
        match step {
            CircuitStep::None => {}
            CircuitStep::Open { both_ways } => {
                self.reserve_port(to, source);
                if both_ways {
                    self.reserve_port(from, source);
                }
                self.refuse_blocked(topology);
            }
            CircuitStep::Release { both_ways } => self.release_ports(to, from, both_ways, source),
            // It returns to the port at which it left. At the router that turned it around, it had reserved nothing.
            CircuitStep::Refused { .. } if from == to => {}
            CircuitStep::Refused { both_ways } => {
                self.release_ports(from, to, both_ways, destination)
            }
        }
    }

    fn reserve_port(&mut self, output: u8, endpoint: u16) {
        let port = &mut self.ports[usize::from(output)];
        port.owner = endpoint;
        port.circuits += 1;
        self.reserved |= 1 << output;
    }

    fn release_ports(&mut self, output: u8, back: u8, both_ways: bool, endpoint: u16) {
        self.release_port(output, endpoint);
        if both_ways {
            self.release_port(back, endpoint);
        }
    }

    fn release_port(&mut self, output: u8, endpoint: u16) {
        let port = &mut self.ports[usize::from(output)];
        assert!(port.owner == endpoint && port.circuits > 0, "not kept");
        port.circuits -= 1;
        if port.circuits == 0 {
            self.reserved &= !(1 << output);
        }
    }

    /// Refuses packets that would open a circuit through an output that has just been reserved.
    fn refuse_blocked(&mut self, topology: &Topology) {
        for channel in
            bits(self.circuit_channels & self.occupied & (self.vc_allocation | self.active))
        {
            if self.is_blocked(channel) {
                self.refuse(channel, topology);
            }
        }
    }
}

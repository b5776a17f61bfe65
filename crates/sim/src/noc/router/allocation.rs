//! Arbitration: separable, output-first, round-robin allocation of virtual channels and of the switch.
//!
//! ```text
//!   VC allocation      request: input channel -> output port      grant: one request for each free output channel
//!                      accept: one grant for each input channel
//!   switch allocation  request: input channel -> output port      grant: one request for each output port
//!                      accept: one grant for each input port; its flit leaves
//! ```
//!
//! Source: N. McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", 1999, with one iteration: each output grants one request, each
//! input accepts one grant, and only an accepted grant moves the pointers of both. A packet requests one output port only, so everything except the
//! acceptance by the switch's inputs is computed for one output port after the other.

use super::super::links::Links;
use super::super::parameters::{Allocation, Pipeline, MAX_CHANNELS};
use super::super::topology::Topology;
use super::{InputChannel, PortState, Router};
use crate::port::{bits, round_robin};

/// The grants of a cycle, before the inputs accept.
#[derive(Default)]
pub(super) struct Grants {
    /// Input channels that have won an output channel.
    pub(super) won: u64,
    /// Input channels that request the switch non-speculatively: they have a flit, an output channel and a credit.
    ready: u64,
    /// Input channels that request the switch speculatively: they are still in VC allocation, and an output channel with credit is free.
    speculative: u64,
    /// Input ports to which an output port of the switch has been granted.
    inputs: u64,
    /// Uncontended input channels: no other requests the same output, and no other has the same input port.
    pub(super) uncontended: u64,
}

impl Grants {
    /// Has any request been granted?
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.won | self.inputs != 0
    }
}

impl Router {
    /// First half of a cycle: computes the grants of all outputs. Does not change the state of packets.
    #[inline]
    pub(super) fn grant(&mut self) -> Grants {
        let mut grants = Grants::default();
        for output_port in bits(self.requested_ports) {
            self.grant_of(output_port, &mut grants);
        }
        grants
    }

    #[inline]
    fn grant_of(&mut self, output_port: usize, grants: &mut Grants) {
        let PortState { free, .. } = self.ports[output_port];
        let requesters = self.admitted(output_port);
        if self.is_uncontended(requesters & self.occupied) {
            grants.uncontended |= requesters & self.occupied;
            return;
        }
        let vc_requests = requesters & self.vc_allocation;
        let ready = self.ready(requesters & self.active & self.occupied);
        let speculative = self.speculative(vc_requests, free);
        if vc_requests != 0 && free != 0 {
            grants.won |= self.allocate_channels(free, vc_requests);
        }
        grants.ready |= ready;
        grants.speculative |= speculative;
        if ready | speculative != 0 {
            grants.inputs |= 1 << self.grant_switch(output_port, ready | speculative);
        }
    }

    /// Is there exactly one channel in `requests` (the channels with a flit for an output), and no other occupied channel at its input port? In a
    /// network with circuits, it must be the only occupied channel of the router: a packet that opens a circuit can turn another one around in the
    /// same cycle.
    #[inline]
    fn is_uncontended(&self, requests: u64) -> bool {
        if !requests.is_power_of_two() || self.parameters.has_circuits && requests != self.occupied
        {
            return false;
        }
        let port = self.inputs[requests.trailing_zeros() as usize].port;
        self.occupied & self.channels_of(port.into()) == requests
    }

    /// Returns the input channels of a port.
    #[inline]
    pub(super) fn channels_of(&self, port: usize) -> u64 {
        let virtual_channels = self.parameters.virtual_channels;
        ((1 << virtual_channels) - 1) << (port * virtual_channels)
    }

    /// Returns those requests that may be granted an output channel with this virtual channel number.
    #[inline]
    fn requests_for(&self, requests: u64, virtual_channel: u8) -> u64 {
        match self.parameters.keeps_channel {
            false => requests,
            true => self.filter(requests, |input| {
                input.output_virtual_channel == virtual_channel
            }),
        }
    }

    /// Returns those output channels of its port that a packet may use.
    #[inline]
    fn channels_for(&self, outputs: u64, input: usize) -> u64 {
        match self.parameters.keeps_channel {
            false => outputs,
            true => {
                let InputChannel {
                    output_port,
                    output_virtual_channel,
                    ..
                } = self.inputs[input];
                let first = usize::from(output_port) * self.parameters.virtual_channels;
                outputs & 1 << (first + usize::from(output_virtual_channel))
            }
        }
    }

    /// Returns the request that wins; `pointer`: the round-robin pointer.
    #[inline]
    fn arbitrate(&self, requests: u64, pointer: u8) -> usize {
        self.arbitrate_equal(self.highest_priority(requests), pointer)
    }

    /// Returns the winner among requests of the same priority. Those of circuits are always arbitrated round robin, others as the parameter
    /// `allocation` says.
    #[inline]
    fn arbitrate_equal(&self, candidates: u64, pointer: u8) -> usize {
        match self.parameters.allocation {
            Allocation::FixedPriority if candidates & self.circuit_channels == 0 => {
                candidates.trailing_zeros() as usize
            }
            _ => round_robin(candidates, pointer),
        }
    }

    /// Returns the requests of circuits, or, if there are none, those of the highest class.
    #[inline]
    fn highest_priority(&self, requests: u64) -> u64 {
        let circuits = requests & self.circuit_channels;
        if circuits != 0 {
            return circuits;
        }
        match self.parameters.has_classes {
            false => requests,
            true => self.highest_class(requests),
        }
    }

    /// Returns the index of a packet's class in the pointers of an output channel. Each class has a pointer of its own, so that a grant to a higher
    /// class does not move the pointer of a lower one.
    #[inline]
    fn pointer_index(&self, input: usize) -> usize {
        match self.parameters.has_classes {
            false => 0,
            true => self.inputs[input].class.into(),
        }
    }

    fn highest_class(&self, requests: u64) -> u64 {
        let classes = bits(requests).map(|channel| self.inputs[channel].class);
        let highest = classes.max().unwrap_or(0);
        self.filter(requests, |input| input.class == highest)
    }

    fn filter(&self, requests: u64, predicate: impl Fn(&InputChannel) -> bool) -> u64 {
        bits(requests)
            .filter(|&channel| predicate(&self.inputs[channel]))
            .fold(0, |set, channel| set | 1 << channel)
    }

    /// Returns those active channels that have credit at their output channel.
    #[inline]
    fn ready(&self, active: u64) -> u64 {
        bits(active)
            .filter(|&channel| self.has_credit(channel))
            .fold(0, |set, channel| set | 1 << channel)
    }

    #[inline]
    fn has_credit(&self, channel: usize) -> bool {
        self.credited & 1 << self.inputs[channel].output_channel != 0
    }

    /// Returns those packets in VC allocation that may request the switch speculatively, given the free output channels.
    #[inline]
    fn speculative(&self, vc_requests: u64, free: u64) -> u64 {
        let with_credit = free & self.credited;
        match self.parameters.pipeline {
            Pipeline::LookAhead if with_credit == 0 => 0,
            Pipeline::LookAhead if self.parameters.keeps_channel => bits(vc_requests)
                .filter(|&channel| self.channels_for(with_credit, channel) != 0)
                .fold(0, |set, channel| set | 1 << channel),
            Pipeline::LookAhead => vc_requests,
            Pipeline::FourStage => 0,
        }
    }

    /// Virtual channel allocation: each free channel of the output grants one request, each input channel accepts one grant.
    #[inline]
    fn allocate_channels(&mut self, free: u64, requests: u64) -> u64 {
        match requests.is_power_of_two() {
            true => self.allocate_to_one(free, requests.trailing_zeros() as usize),
            false => self.allocate_among(free, requests),
        }
    }

    /// VC allocation for a single request: the packet may take any of the channels.
    #[inline]
    fn allocate_to_one(&mut self, free: u64, input: usize) -> u64 {
        let granting = self.channels_for(free, input);
        if granting == 0 {
            return 0;
        }
        self.accept_channel(input, granting);
        1 << input
    }

    fn allocate_among(&mut self, free: u64, requests: u64) -> u64 {
        let mut granted = [u8::MAX; MAX_CHANNELS];
        let mut won = 0;
        for output in bits(free) {
            let state = &self.outputs[output];
            let requests = self.requests_for(requests, state.virtual_channel);
            if requests != 0 {
                let candidates = self.highest_priority(requests);
                let pointer = self.pointer_index(candidates.trailing_zeros() as usize);
                let input = self.arbitrate_equal(candidates, state.grant_pointers[pointer]);
                granted[usize::from(state.virtual_channel)] = input as u8;
                won |= 1 << input;
            }
        }
        for input in bits(won) {
            let is_granted = |&output: &usize| {
                let virtual_channel = usize::from(self.outputs[output].virtual_channel);
                granted[virtual_channel] == input as u8
            };
            let grants = bits(free)
                .filter(is_granted)
                .fold(0, |set, output| set | 1 << output);
            self.accept_channel(input, grants);
        }
        won
    }

    #[inline]
    fn accept_channel(&mut self, input: usize, grants: u64) {
        let state = &mut self.inputs[input];
        let output = round_robin(grants, state.accept_pointer);
        state.output_channel = output as u8;
        state.accept_pointer = output as u8 + 1;
        let pointer = self.pointer_index(input);
        self.outputs[output].grant_pointers[pointer] = input as u8 + 1;
    }

    /// Switch allocation, first half: the output grants one of the requesting channels. Returns the input port of that channel.
    #[inline]
    fn grant_switch(&mut self, output_port: usize, requests: u64) -> u8 {
        let channel = self.arbitrate(requests, self.ports[output_port].grant_pointer);
        let port = self.inputs[channel].port;
        self.ports[usize::from(port)].granting_ports |= 1 << output_port;
        port
    }

    /// The packets that have won an output channel own it from the next cycle on.
    #[inline]
    pub(super) fn assign_channels(&mut self, won: u64) {
        self.vc_allocation &= !won;
        self.active |= won;
        for channel in bits(won) {
            let input = &self.inputs[channel];
            self.ports[usize::from(input.output_port)].free &= !(1 << input.output_channel);
        }
    }

    /// Switch allocation, second half: each input accepts one grant and sends a flit. A speculative grant is used only if the packet has won an
    /// output channel with credit in the same cycle.
    #[inline]
    pub(super) fn accept(&mut self, grants: &Grants, links: &mut Links, topology: &Topology) {
        for port in bits(grants.inputs) {
            let granting_ports = std::mem::take(&mut self.ports[port].granting_ports);
            let granting_ports = self.grants_to_accept(port, u64::from(granting_ports), grants);
            let output_port = round_robin(granting_ports, self.ports[port].accept_pointer);
            let Some(channel) = self.channel_to_send(port, output_port, grants) else {
                continue; // Its packet was refused in this cycle.
            };
            self.move_pointers(port, output_port, channel);
            let speculation_succeeds = grants.won & 1 << channel != 0 && self.has_credit(channel);
            if grants.ready & 1 << channel != 0 || speculation_succeeds {
                self.send(channel, links, topology);
            }
        }
    }

    /// Returns the granting outputs that packets of circuits request; all granting outputs if there are none.
    #[inline]
    fn grants_to_accept(&self, port: usize, granting_ports: u64, grants: &Grants) -> u64 {
        let circuits =
            self.channels_of(port) & self.circuit_channels & (grants.ready | grants.speculative);
        let requested = bits(circuits).fold(0, |set, channel| {
            set | 1 << self.inputs[channel].output_port
        });
        match granting_ports & requested {
            0 => granting_ports,
            of_circuits => of_circuits,
        }
    }

    /// Returns the channel of an input port that is served for an output. Order: packets of circuits, then non-speculative requests, then speculative
    /// ones; round robin within each.
    #[inline]
    fn channel_to_send(&self, port: usize, output_port: usize, grants: &Grants) -> Option<usize> {
        let candidates = self.ports[output_port].requesters & self.channels_of(port);
        let circuits = candidates & self.circuit_channels & (grants.ready | grants.speculative);
        let candidates = if circuits != 0 { circuits } else { candidates };
        let nonspeculative = candidates & grants.ready;
        let speculative = candidates & grants.speculative;
        let requests = if nonspeculative != 0 {
            nonspeculative
        } else {
            speculative
        };
        (requests != 0).then(|| self.arbitrate(requests, self.ports[port].send_pointer))
    }

    #[inline]
    fn move_pointers(&mut self, port: usize, output_port: usize, channel: usize) {
        self.ports[output_port].grant_pointer =
            ((port + 1) * self.parameters.virtual_channels) as u8;
        let input = &mut self.ports[port];
        input.accept_pointer = output_port as u8 + 1;
        input.send_pointer = channel as u8 + 1;
    }

    /// Allocates for an uncontended flit: the same result as the allocators, for less than half the work. Returns whether anything advances.
    #[inline]
    pub(super) fn allocate_uncontended(
        &mut self,
        channel: usize,
        links: &mut Links,
        topology: &Topology,
    ) -> bool {
        let output_port = usize::from(self.inputs[channel].output_port);
        let free = self.ports[output_port].free;
        let (won, requests_switch) = match self.active & 1 << channel != 0 {
            true => (0, self.has_credit(channel)),
            false => {
                let requests_switch = self.speculative(1 << channel, free) != 0;
                (self.allocate_to_one(free, channel), requests_switch)
            }
        };
        self.assign_channels(won);
        if requests_switch {
            self.move_pointers(self.inputs[channel].port.into(), output_port, channel);
            if self.has_credit(channel) {
                self.send(channel, links, topology);
            }
        }
        requests_switch || won != 0
    }
}

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
    pub(super) alone: u64,
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
        for exit in bits(self.exits) {
            self.grant_of(exit, &mut grants);
        }
        grants
    }

    #[inline]
    fn grant_of(&mut self, exit: usize, grants: &mut Grants) {
        let PortState { free, .. } = self.ports[exit];
        let toward = self.admitted(exit);
        if self.is_alone(toward & self.occupied) {
            grants.alone |= toward & self.occupied;
            return;
        }
        let waiting = toward & self.waiting;
        let ready = self.ready(toward & self.holding & self.occupied);
        let speculative = self.speculative(waiting, free);
        if waiting != 0 && free != 0 {
            grants.won |= self.allocate_channels(free, waiting);
        }
        grants.ready |= ready;
        grants.speculative |= speculative;
        if ready | speculative != 0 {
            grants.inputs |= 1 << self.grant_switch(exit, ready | speculative);
        }
    }

    /// Is there exactly one channel in `asking` (the channels with a flit for an output), and no other occupied channel at its input port? In a
    /// network with circuits, it must be the only occupied channel of the router: a packet that opens a circuit can turn another one around in the
    /// same cycle.
    #[inline]
    fn is_alone(&self, asking: u64) -> bool {
        if !asking.is_power_of_two() || self.parameters.has_circuits && asking != self.occupied {
            return false;
        }
        let port = self.inputs[asking.trailing_zeros() as usize].port;
        self.occupied & self.channels_of(port.into()) == asking
    }

    /// Returns the input channels of a port.
    #[inline]
    pub(super) fn channels_of(&self, port: usize) -> u64 {
        let virtual_channels = self.parameters.virtual_channels;
        ((1 << virtual_channels) - 1) << (port * virtual_channels)
    }

    /// Returns those requests that may be granted an output channel with this virtual channel number.
    #[inline]
    fn of_channel(&self, requests: u64, virtual_channel: u8) -> u64 {
        match self.parameters.keeps_channel {
            false => requests,
            true => self.filter(requests, |input| input.leaves_in == virtual_channel),
        }
    }

    /// Returns those output channels of its port that a packet may use.
    #[inline]
    fn of_packet(&self, outputs: u64, input: usize) -> u64 {
        match self.parameters.keeps_channel {
            false => outputs,
            true => {
                let InputChannel {
                    exit, leaves_in, ..
                } = self.inputs[input];
                let first = usize::from(exit) * self.parameters.virtual_channels;
                outputs & 1 << (first + usize::from(leaves_in))
            }
        }
    }

    /// Returns the request that wins; `from`: the round-robin pointer.
    #[inline]
    fn choose(&self, requests: u64, from: u8) -> usize {
        self.in_turn(self.foremost(requests), from)
    }

    /// Returns the winner among requests of the same priority. Those of circuits are always arbitrated round robin, others as the parameter
    /// `allocation` says.
    #[inline]
    fn in_turn(&self, foremost: u64, from: u8) -> usize {
        match self.parameters.allocation {
            Allocation::FixedPriority if foremost & self.circuits == 0 => {
                foremost.trailing_zeros() as usize
            }
            _ => round_robin(foremost, from),
        }
    }

    /// Returns the requests of circuits, or, if there are none, those of the highest class.
    #[inline]
    fn foremost(&self, requests: u64) -> u64 {
        let circuits = requests & self.circuits;
        if circuits != 0 {
            return circuits;
        }
        match self.parameters.has_classes {
            false => requests,
            true => self.of_highest_class(requests),
        }
    }

    /// Returns the index of a packet's class in the pointers of an output channel. Each class has a pointer of its own, so that a grant to a higher
    /// class does not move the pointer of a lower one.
    #[inline]
    fn turn_of(&self, input: usize) -> usize {
        match self.parameters.has_classes {
            false => 0,
            true => self.inputs[input].class.into(),
        }
    }

    fn of_highest_class(&self, requests: u64) -> u64 {
        let classes = bits(requests).map(|channel| self.inputs[channel].class);
        let highest = classes.max().unwrap_or(0);
        self.filter(requests, |input| input.class == highest)
    }

    fn filter(&self, requests: u64, is_taken: impl Fn(&InputChannel) -> bool) -> u64 {
        bits(requests)
            .filter(|&channel| is_taken(&self.inputs[channel]))
            .fold(0, |set, channel| set | 1 << channel)
    }

    /// Returns those active channels that have credit at their output channel.
    #[inline]
    fn ready(&self, holding: u64) -> u64 {
        bits(holding)
            .filter(|&channel| self.has_credit(channel))
            .fold(0, |set, channel| set | 1 << channel)
    }

    #[inline]
    fn has_credit(&self, channel: usize) -> bool {
        self.credited & 1 << self.inputs[channel].output != 0
    }

    /// Returns those packets in VC allocation that may request the switch speculatively, given the free output channels.
    #[inline]
    fn speculative(&self, waiting: u64, free: u64) -> u64 {
        let promising = free & self.credited;
        match self.parameters.pipeline {
            Pipeline::LookAhead if promising == 0 => 0,
            Pipeline::LookAhead if self.parameters.keeps_channel => bits(waiting)
                .filter(|&channel| self.of_packet(promising, channel) != 0)
                .fold(0, |set, channel| set | 1 << channel),
            Pipeline::LookAhead => waiting,
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
        let granting = self.of_packet(free, input);
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
            let requests = self.of_channel(requests, state.virtual_channel);
            if requests != 0 {
                let foremost = self.foremost(requests);
                let turn = self.turn_of(foremost.trailing_zeros() as usize);
                let input = self.in_turn(foremost, state.grants[turn]);
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
        let output = round_robin(grants, state.accept);
        state.output = output as u8;
        state.accept = output as u8 + 1;
        let turn = self.turn_of(input);
        self.outputs[output].grants[turn] = input as u8 + 1;
    }

    /// Switch allocation, first half: the output grants one of the requesting channels. Returns the input port of that channel.
    #[inline]
    fn grant_switch(&mut self, exit: usize, asking: u64) -> u8 {
        let channel = self.choose(asking, self.ports[exit].grant);
        let port = self.inputs[channel].port;
        self.ports[usize::from(port)].offers |= 1 << exit;
        port
    }

    /// The packets that have won an output channel own it from the next cycle on.
    #[inline]
    pub(super) fn take_channels(&mut self, won: u64) {
        self.waiting &= !won;
        self.holding |= won;
        for channel in bits(won) {
            let input = &self.inputs[channel];
            self.ports[usize::from(input.exit)].free &= !(1 << input.output);
        }
    }

    /// Switch allocation, second half: each input accepts one grant and sends a flit. A speculative grant is used only if the packet has won an
    /// output channel with credit in the same cycle.
    #[inline]
    pub(super) fn accept(&mut self, grants: &Grants, links: &mut Links, topology: &Topology) {
        for port in bits(grants.inputs) {
            let offers = std::mem::take(&mut self.ports[port].offers);
            let offers = self.offers_to_accept(port, u64::from(offers), grants);
            let exit = round_robin(offers, self.ports[port].accept);
            let Some(channel) = self.channel_to_send(port, exit, grants) else {
                continue; // Its packet was refused in this cycle.
            };
            self.move_pointers(port, exit, channel);
            let is_right = grants.won & 1 << channel != 0 && self.has_credit(channel);
            if grants.ready & 1 << channel != 0 || is_right {
                self.send(channel, links, topology);
            }
        }
    }

    /// Returns the granting outputs that packets of circuits request; all granting outputs if there are none.
    #[inline]
    fn offers_to_accept(&self, port: usize, offers: u64, grants: &Grants) -> u64 {
        let circuits = self.channels_of(port) & self.circuits & (grants.ready | grants.speculative);
        let wanted = bits(circuits).fold(0, |set, channel| set | 1 << self.inputs[channel].exit);
        match offers & wanted {
            0 => offers,
            urgent => urgent,
        }
    }

    /// Returns the channel of an input port that is served for an output. Order: packets of circuits, then non-speculative requests, then speculative
    /// ones; round robin within each.
    #[inline]
    fn channel_to_send(&self, port: usize, exit: usize, grants: &Grants) -> Option<usize> {
        let candidates = self.ports[exit].toward & self.channels_of(port);
        let circuits = candidates & self.circuits & (grants.ready | grants.speculative);
        let candidates = if circuits != 0 { circuits } else { candidates };
        let sure = candidates & grants.ready;
        let speculative = candidates & grants.speculative;
        let asking = if sure != 0 { sure } else { speculative };
        (asking != 0).then(|| self.choose(asking, self.ports[port].send))
    }

    #[inline]
    fn move_pointers(&mut self, port: usize, exit: usize, channel: usize) {
        self.ports[exit].grant = ((port + 1) * self.parameters.virtual_channels) as u8;
        let input = &mut self.ports[port];
        input.accept = exit as u8 + 1;
        input.send = channel as u8 + 1;
    }

    /// Allocates for an uncontended flit: the same result as the allocators, for less than half the work. Returns whether anything advances.
    #[inline]
    pub(super) fn pass_alone(
        &mut self,
        channel: usize,
        links: &mut Links,
        topology: &Topology,
    ) -> bool {
        let exit = usize::from(self.inputs[channel].exit);
        let free = self.ports[exit].free;
        let (won, asks) = match self.holding & 1 << channel != 0 {
            true => (0, self.has_credit(channel)),
            false => {
                let asks = self.speculative(1 << channel, free) != 0;
                (self.allocate_to_one(free, channel), asks)
            }
        };
        self.take_channels(won);
        if asks {
            self.move_pointers(self.inputs[channel].port.into(), exit, channel);
            if self.has_credit(channel) {
                self.send(channel, links, topology);
            }
        }
        asks || won != 0
    }
}

//! Who goes first: separable allocation of virtual channels and of the switch, round robin.
//!
//! Source: N. McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", 1999, with one iteration: each output grants one request,
//! each input accepts one grant, and only what is accepted moves the pointers of both. A packet asks for one output port alone, so that
//! all but the acceptance by the switch's inputs is done for one output port after the other.

use super::super::links::Links;
use super::super::parameters::{Allocation, Pipeline, MAX_CHANNELS};
use super::super::topology::Topology;
use super::{InputChannel, PortState, Router};
use crate::port::{bits, round_robin};

/// What comes out of a cycle's requests, before the inputs accept.
#[derive(Default)]
pub(super) struct Grants {
    /// Input channels that have won an output channel.
    pub(super) won: u64,
    /// Input channels that ask for the switch: flit, output channel and credit are there,
    ready: u64,
    /// or the packet still waits for an output channel, and one with credit was free.
    speculative: u64,
    /// Input ports that are granted an output port of the switch.
    inputs: u64,
    /// Input channels that compete with no other: none asks for their output, or by their input.
    pub(super) alone: u64,
}

impl Grants {
    /// Whether any request has been granted.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.won | self.inputs != 0
    }
}

impl Router {
    /// The first half of a cycle: what the outputs grant. The state of packets does not change yet.
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

    /// Whether of those that have a flit for an output there is one, which shares its input with no other. Where a packet opens a circuit,
    /// another may have to turn round in the same cycle.
    #[inline]
    fn is_alone(&self, asking: u64) -> bool {
        if !asking.is_power_of_two() || self.parameters.has_circuits && asking != self.occupied {
            return false;
        }
        let port = self.inputs[asking.trailing_zeros() as usize].port;
        self.occupied & self.channels_of(port.into()) == asking
    }

    /// The input channels of a port.
    #[inline]
    pub(super) fn channels_of(&self, port: usize) -> u64 {
        let virtual_channels = self.parameters.virtual_channels;
        ((1 << virtual_channels) - 1) << (port * virtual_channels)
    }

    /// Of the requests, those that may have an output channel of this number.
    #[inline]
    fn of_channel(&self, requests: u64, virtual_channel: u8) -> u64 {
        match self.parameters.keeps_channel {
            false => requests,
            true => self.filter(requests, |input| input.leaves_in == virtual_channel),
        }
    }

    /// Of these output channels of its port, those that a packet may have.
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

    /// The request that goes first; `from`: whose turn it is.
    #[inline]
    fn choose(&self, requests: u64, from: u8) -> usize {
        self.in_turn(self.foremost(requests), from)
    }

    /// Of requests that are equal, the one that goes first: those of circuits take turns, others as the allocation says.
    #[inline]
    fn in_turn(&self, foremost: u64, from: u8) -> usize {
        match self.parameters.allocation {
            Allocation::FixedPriority if foremost & self.circuits == 0 => {
                foremost.trailing_zeros() as usize
            }
            _ => round_robin(foremost, from),
        }
    }

    /// Of the requests, those of circuits, or else of the highest class.
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

    /// The number of a packet's class among the pointers of an output channel: each class takes its own turns, so that one of a higher
    /// class does not move the turn of a lower one.
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

    /// Of channels that hold an output channel, those with credit there.
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

    /// Of packets that wait for one of these free output channels, those that may ask for the switch already.
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

    /// Nobody else asks: it may have any channel.
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

    /// Switch allocation, first half: the output grants one of the channels that ask. The port of that input.
    #[inline]
    fn grant_switch(&mut self, exit: usize, asking: u64) -> u8 {
        let channel = self.choose(asking, self.ports[exit].grant);
        let port = self.inputs[channel].port;
        self.ports[usize::from(port)].offers |= 1 << exit;
        port
    }

    /// The packets that have won a channel hold it from the next cycle on.
    #[inline]
    pub(super) fn take_channels(&mut self, won: u64) {
        self.waiting &= !won;
        self.holding |= won;
        for channel in bits(won) {
            let input = &self.inputs[channel];
            self.ports[usize::from(input.exit)].free &= !(1 << input.output);
        }
    }

    /// Switch allocation, second half: each input accepts one grant, and its flit leaves; if it was on speculation, only if its packet has
    /// just won a channel with credit.
    #[inline]
    pub(super) fn accept(&mut self, grants: &Grants, links: &mut Links, topology: &Topology) {
        for port in bits(grants.inputs) {
            let offers = std::mem::take(&mut self.ports[port].offers);
            let offers = self.offers_to_accept(port, u64::from(offers), grants);
            let exit = round_robin(offers, self.ports[port].accept);
            let Some(channel) = self.channel_to_send(port, exit, grants) else {
                continue; // It has been refused in this cycle.
            };
            self.move_pointers(port, exit, channel);
            let is_right = grants.won & 1 << channel != 0 && self.has_credit(channel);
            if grants.ready & 1 << channel != 0 || is_right {
                self.send(channel, links, topology);
            }
        }
    }

    /// Of the outputs that grant an input, those that a circuit's packet asks for, if there are some.
    #[inline]
    fn offers_to_accept(&self, port: usize, offers: u64, grants: &Grants) -> u64 {
        let circuits = self.channels_of(port) & self.circuits & (grants.ready | grants.speculative);
        let wanted = bits(circuits).fold(0, |set, channel| set | 1 << self.inputs[channel].exit);
        match offers & wanted {
            0 => offers,
            urgent => urgent,
        }
    }

    /// Of an input's channels that ask for an output: a circuit's first, one that is sure to go before those on speculation, then round robin.
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

    /// A flit that competes with no other: what the allocators do then, for less than half the work. Returns whether anything moves on.
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

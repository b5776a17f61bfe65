//! Who goes first: separable allocation of virtual channels and of the switch, round robin.
//!
//! Source: N. McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", 1999, with one iteration: each output grants one request,
//! each input accepts one grant, and only what is accepted moves the pointers of both. A packet asks for one output port alone, so that
//! all but the acceptance by the switch's inputs is done for one output port after the other.

use super::super::links::Links;
use super::super::parameters::{Pipeline, MAX_VIRTUAL_CHANNELS};
use super::super::topology::Topology;
use super::{Router, MAX_PORTS};
use crate::network::crossbar::bits;

/// What comes out of a cycle's requests, before the inputs accept.
#[derive(Default)]
pub(super) struct Grants {
    /// Input channels that have won an output channel.
    won: u64,
    /// Input channels that ask for the switch: flit, output channel and credit are there,
    ready: u64,
    /// or the packet still waits for an output channel, and one with credit was free.
    speculative: u64,
    /// Input ports that are granted an output port of the switch,
    inputs: u64,
    /// output ports that are granted, and to whom each is.
    outputs: u64,
    granted: [u8; MAX_PORTS],
}

/// The first of the requests (not none) from position `from` on, wrapping around. Position 64 is 0.
#[inline]
fn round_robin(requests: u64, from: u8) -> usize {
    let after = requests & u64::MAX << (from & 63);
    let chosen = if after != 0 { after } else { requests };
    chosen.trailing_zeros() as usize
}

impl Router {
    /// The first half of a cycle: what the outputs grant. The state of packets does not change yet.
    #[inline]
    pub(super) fn grant(&mut self) -> Grants {
        let mut grants = Grants::default();
        for exit in bits(self.exits) {
            let toward = self.ports[exit].toward;
            let waiting = toward & self.waiting;
            let ready = self.ready(toward & self.holding & self.occupied);
            let mut asking = ready;
            if waiting != 0 {
                if self.pipeline == Pipeline::LookAhead && self.is_promising(exit) {
                    grants.speculative |= waiting;
                    asking |= waiting;
                }
                grants.won |= self.allocate_channels(exit, waiting);
            }
            grants.ready |= ready;
            if asking != 0 {
                self.grant_switch(exit, asking, &mut grants);
            }
        }
        grants
    }

    /// Of channels that hold an output channel, those with credit there.
    #[inline]
    fn ready(&self, holding: u64) -> u64 {
        let has_credit = |&channel: &usize| {
            let output = usize::from(self.inputs[channel].output);
            self.outputs[output].credits > 0
        };
        bits(holding)
            .filter(has_credit)
            .fold(0, |set, channel| set | 1 << channel)
    }

    /// Whether a free channel of the output has credit, so that speculation may be right.
    #[inline]
    fn is_promising(&self, exit: usize) -> bool {
        bits(self.ports[exit].free).any(|output| self.outputs[output].credits > 0)
    }

    /// Virtual channel allocation: each free channel of the output grants one request, each input channel accepts one grant.
    #[inline]
    fn allocate_channels(&mut self, exit: usize, requests: u64) -> u64 {
        let free = self.ports[exit].free;
        let mut granted = [0; MAX_VIRTUAL_CHANNELS];
        let mut won = 0;
        for output in bits(free) {
            let state = &self.outputs[output];
            let input = round_robin(requests, state.grant);
            granted[usize::from(state.virtual_channel)] = input as u8;
            won |= 1 << input;
        }
        for input in bits(won) {
            let is_granted = |&output: &usize| {
                let virtual_channel = usize::from(self.outputs[output].virtual_channel);
                usize::from(granted[virtual_channel]) == input
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
        self.outputs[output].grant = input as u8 + 1;
    }

    /// Switch allocation, first half: the output grants one of the inputs that ask.
    #[inline]
    fn grant_switch(&self, exit: usize, asking: u64, grants: &mut Grants) {
        let channel = round_robin(asking, self.ports[exit].grant);
        let port = self.inputs[channel].port;
        grants.granted[exit] = port;
        grants.outputs |= 1 << exit;
        grants.inputs |= 1 << port;
    }

    /// The packets that have won a channel hold it from the next cycle on.
    #[inline]
    pub(super) fn take_channels(&mut self, grants: &Grants) {
        self.waiting &= !grants.won;
        self.holding |= grants.won;
        for channel in bits(grants.won) {
            let input = &self.inputs[channel];
            self.ports[usize::from(input.exit)].free &= !(1 << input.output);
        }
    }

    /// Switch allocation, second half: each input accepts one grant, and its flit leaves; if it was on speculation, only if its packet has
    /// just won a channel with credit.
    #[inline]
    pub(super) fn accept(&mut self, grants: &Grants, links: &mut Links, topology: &Topology) {
        for port in bits(grants.inputs) {
            let outputs = bits(grants.outputs)
                .filter(|&exit| usize::from(grants.granted[exit]) == port)
                .fold(0, |set, exit| set | 1 << exit);
            let exit = round_robin(outputs, self.ports[port].accept);
            let channel = self.channel_to_send(port, exit, grants);
            self.ports[port].accept = exit as u8 + 1;
            self.ports[port].send = channel as u8 + 1;
            self.ports[exit].grant = ((port + 1) * self.virtual_channels) as u8;
            let output = usize::from(self.inputs[channel].output);
            let is_right = grants.won & 1 << channel != 0 && self.outputs[output].credits > 0;
            if grants.ready & 1 << channel != 0 || is_right {
                self.send(channel, links, topology);
            }
        }
    }

    /// Of an input's channels that ask for an output: one that is sure to go before those on speculation, then round robin.
    #[inline]
    fn channel_to_send(&self, port: usize, exit: usize, grants: &Grants) -> usize {
        let of_port = ((1 << self.virtual_channels) - 1) << (port * self.virtual_channels);
        let candidates = self.ports[exit].toward & of_port;
        let sure = candidates & grants.ready;
        let speculative = candidates & grants.speculative;
        let asking = if sure != 0 { sure } else { speculative };
        round_robin(asking, self.ports[port].send)
    }
}

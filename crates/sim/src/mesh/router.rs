//! A wormhole router with virtual channels, buffers at its inputs and credit flow control, of either pipeline.
//!
//! Source: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, chapters 16 (the stages, speculation,
//! look-ahead routing) and 19.3 (iSLIP). `docs/timing.md` states each cycle. A *channel* is a virtual channel of a port: bit
//! `port * virtual_channels + virtual channel` of the sets.

use super::flit::Flit;
use super::links::Links;
use super::parameters::{MeshParameters, Pipeline};
use super::topology::{Port, Topology};
use crate::network::crossbar::bits;
use serde::{Deserialize, Serialize};

/// Ports of a router at most.
const MAX_PORTS: usize = 32;

/// The state of a router.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Router {
    number: usize,
    pipeline: Pipeline,
    virtual_channels: usize,
    depth: usize,
    /// Input channels with a flit in their buffer.
    occupied: u64,
    /// Of these, those whose first packet has no way out yet,
    routing: u64,
    /// those whose packet waits for a channel of its output,
    waiting: u64,
    /// and input channels, occupied or not, whose packet has one.
    holding: u64,
    inputs: Vec<InputChannel>,
    outputs: Vec<OutputChannel>,
    ports: Vec<PortState>,
    /// `depth` flits for each input channel, used round and round.
    buffers: Vec<Flit>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct InputChannel {
    port: u8,
    /// Where the oldest flit is in the buffer, and how many are there.
    first: u8,
    length: u8,
    /// The port and the channel by which the packet leaves.
    exit: u8,
    output: u8,
    /// The output channel that is accepted first.
    accept: u8,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct OutputChannel {
    /// Places known to be free in the buffer at the other end.
    credits: u8,
    /// The input channel that is granted first.
    grant: u8,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct PortState {
    /// The other end of its link.
    link: Option<Port>,
    /// Input channels whose packet leaves here.
    toward: u64,
    /// Its virtual channels, as an output, that no packet has.
    free: u64,
    /// As an output: the input port that is granted first.
    grant: u8,
    /// As an input: the output port that is accepted first, and the virtual channel that goes first.
    accept: u8,
    first_channel: u8,
    /// Flits that have left here.
    carried: u64,
}

/// The first of the requests (not none) from position `from` on, wrapping around.
#[inline]
fn round_robin(requests: u64, from: u8) -> usize {
    let after = requests & u64::MAX.checked_shl(u32::from(from)).unwrap_or(0);
    let chosen = if after != 0 { after } else { requests };
    chosen.trailing_zeros() as usize
}

impl Router {
    /// An empty router.
    pub fn new(number: usize, links: &[Option<Port>], parameters: &MeshParameters) -> Router {
        let channels = links.len() * parameters.virtual_channels;
        assert!(links.len() <= MAX_PORTS && channels <= 64);
        let input = |channel| InputChannel {
            port: (channel / parameters.virtual_channels) as u8,
            ..InputChannel::default()
        };
        let output = OutputChannel {
            credits: parameters.buffer_flits as u8,
            grant: 0,
        };
        let port = |&link| PortState {
            link,
            toward: 0,
            free: (1 << parameters.virtual_channels) - 1,
            grant: 0,
            accept: 0,
            first_channel: 0,
            carried: 0,
        };
        Router {
            number,
            pipeline: parameters.pipeline,
            virtual_channels: parameters.virtual_channels,
            depth: parameters.buffer_flits,
            occupied: 0,
            routing: 0,
            waiting: 0,
            holding: 0,
            inputs: (0..channels).map(input).collect(),
            outputs: vec![output; channels],
            ports: links.iter().map(port).collect(),
            buffers: vec![Flit::default(); channels * parameters.buffer_flits],
        }
    }

    /// Whether nothing happens here until a flit arrives.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.occupied == 0
    }

    /// Flits that have left by a port.
    pub fn carried(&self, port: usize) -> u64 {
        self.ports[port].carried
    }

    /// A place has become free behind an output.
    #[inline]
    pub fn credit(&mut self, port: u8, virtual_channel: u8) {
        let channel = usize::from(port) * self.virtual_channels + usize::from(virtual_channel);
        self.outputs[channel].credits += 1;
    }

    /// A flit is written into its buffer at the end of the cycle.
    #[inline]
    pub fn arrive(&mut self, port: u8, flit: Flit, topology: &Topology) {
        let channel = usize::from(port) * self.virtual_channels + usize::from(flit.virtual_channel);
        let input = &mut self.inputs[channel];
        assert!(
            usize::from(input.length) < self.depth,
            "sent without credit"
        );
        let last = usize::from(input.first) + usize::from(input.length);
        let place = if last < self.depth {
            last
        } else {
            last - self.depth
        };
        self.buffers[channel * self.depth + place] = flit;
        input.length += 1;
        let bit = 1 << channel;
        if (self.occupied | self.holding) & bit == 0 {
            self.begin_packet(channel, topology);
        }
        self.occupied |= bit;
    }

    /// One cycle: the stages read what the last cycle has left, then all of them commit.
    pub fn tick(&mut self, links: &mut Links, topology: &Topology) {
        let ready = self.ready();
        let (won, eligible) = self.allocate_channels();
        let speculative = match self.pipeline {
            Pipeline::FourStage => 0,
            Pipeline::LookAhead => eligible,
        };
        self.take_channels(won);
        self.compute_routes(topology);
        let offers = self.grant_switch(ready | speculative);
        self.accept_switch(&offers, ready, speculative, won, links, topology);
    }

    /// Input channels that could send now: flit, output channel and credit are there.
    #[inline]
    fn ready(&self) -> u64 {
        let has_credit = |&channel: &usize| {
            let output = self.inputs[channel].output;
            self.outputs[usize::from(output)].credits > 0
        };
        bits(self.holding & self.occupied)
            .filter(has_credit)
            .fold(0, |set, channel| set | 1 << channel)
    }

    /// The head of a packet is at the front of its channel.
    #[inline]
    fn begin_packet(&mut self, channel: usize, topology: &Topology) {
        match self.pipeline {
            Pipeline::FourStage => self.routing |= 1 << channel,
            Pipeline::LookAhead => self.route(channel, topology),
        }
    }

    fn compute_routes(&mut self, topology: &Topology) {
        for channel in bits(std::mem::take(&mut self.routing)) {
            self.route(channel, topology);
        }
    }

    #[inline]
    fn route(&mut self, channel: usize, topology: &Topology) {
        let input = &mut self.inputs[channel];
        let head = &self.buffers[channel * self.depth + usize::from(input.first)];
        let exit = topology.route(self.number, head.destination);
        input.exit = exit as u8;
        self.ports[exit].toward |= 1 << channel;
        self.waiting |= 1 << channel;
    }

    /// Virtual channel allocation: the input channels that have won one, and those for which one with credit was there.
    #[inline]
    fn allocate_channels(&mut self) -> (u64, u64) {
        let (mut won, mut eligible) = (0, 0);
        if self.waiting == 0 {
            return (won, eligible);
        }
        for port in 0..self.ports.len() {
            let requests = self.ports[port].toward & self.waiting;
            if requests != 0 && self.ports[port].free != 0 {
                let has_credit =
                    |vc: usize| self.outputs[port * self.virtual_channels + vc].credits > 0;
                if bits(self.ports[port].free).any(has_credit) {
                    eligible |= requests;
                }
                won |= self.allocate_channels_of(port, requests);
            }
        }
        (won, eligible)
    }

    /// Each free channel of the output grants one request, each input channel accepts one grant.
    #[inline]
    fn allocate_channels_of(&mut self, port: usize, requests: u64) -> u64 {
        let first = port * self.virtual_channels;
        let mut won = 0;
        let mut granted = [usize::MAX; super::parameters::MAX_VIRTUAL_CHANNELS];
        for vc in bits(self.ports[port].free) {
            granted[vc] = round_robin(requests, self.outputs[first + vc].grant);
            won |= 1 << granted[vc];
        }
        for channel in bits(won) {
            let offers = bits(self.ports[port].free)
                .filter(|&vc| granted[vc] == channel)
                .fold(0, |set, vc| set | 1 << (first + vc));
            let input = &mut self.inputs[channel];
            let output = round_robin(offers, input.accept);
            input.accept = output as u8 + 1;
            input.output = output as u8;
            self.outputs[output].grant = channel as u8 + 1;
        }
        won
    }

    /// The packets that have won a channel hold it from the next cycle on.
    #[inline]
    fn take_channels(&mut self, won: u64) {
        self.waiting &= !won;
        self.holding |= won;
        for channel in bits(won) {
            let input = &self.inputs[channel];
            let exit = usize::from(input.exit);
            let virtual_channel = usize::from(input.output) - exit * self.virtual_channels;
            self.ports[exit].free &= !(1 << virtual_channel);
        }
    }

    /// Switch allocation, first half: each output grants one of the inputs that ask. For each input, the outputs that grant.
    #[inline]
    fn grant_switch(&self, asking: u64) -> [u32; MAX_PORTS] {
        let mut offers = [0; MAX_PORTS];
        for (exit, port) in self.ports.iter().enumerate() {
            let requests = port.toward & asking;
            if requests != 0 {
                let channel = round_robin(requests, port.grant * self.virtual_channels as u8);
                offers[usize::from(self.inputs[channel].port)] |= 1 << exit;
            }
        }
        offers
    }

    /// Second half: each input accepts one grant, and its flit leaves. A speculative one stays if its packet has no channel with credit.
    #[inline]
    fn accept_switch(
        &mut self,
        offers: &[u32; MAX_PORTS],
        ready: u64,
        speculative: u64,
        won: u64,
        links: &mut Links,
        topology: &Topology,
    ) {
        for port in 0..self.ports.len() {
            if offers[port] == 0 {
                continue;
            }
            let exit = round_robin(u64::from(offers[port]), self.ports[port].accept);
            let channel = self.channel_to_send(port, exit, ready, speculative);
            self.ports[port].accept = exit as u8 + 1;
            self.ports[exit].grant = if port + 1 == self.ports.len() {
                0
            } else {
                port as u8 + 1
            };
            let first_of_port = port * self.virtual_channels;
            self.ports[port].first_channel = (channel + 1 - first_of_port) as u8;
            let output = usize::from(self.inputs[channel].output);
            let has_channel = won & 1 << channel != 0 && self.outputs[output].credits > 0;
            if ready & 1 << channel != 0 || has_channel {
                self.send(channel, links, topology);
            }
        }
    }

    /// Of an input's channels that ask for an output: one that is sure to go before those on speculation, then round robin.
    #[inline]
    fn channel_to_send(&self, port: usize, exit: usize, ready: u64, speculative: u64) -> usize {
        let first = port * self.virtual_channels;
        let of_port = ((1 << self.virtual_channels) - 1) << first;
        let asking = self.ports[exit].toward & of_port & (ready | speculative);
        let sure = asking & ready;
        let candidates = if sure != 0 { sure } else { asking };
        round_robin(candidates, first as u8 + self.ports[port].first_channel)
    }

    /// The oldest flit of a channel leaves its buffer; behind a tail, the next packet begins.
    #[inline]
    fn send(&mut self, channel: usize, links: &mut Links, topology: &Topology) {
        let bit = 1 << channel;
        let input = &mut self.inputs[channel];
        let mut flit = self.buffers[channel * self.depth + usize::from(input.first)];
        let next = input.first + 1;
        input.first = if usize::from(next) == self.depth {
            0
        } else {
            next
        };
        input.length -= 1;
        let InputChannel {
            port,
            length,
            exit,
            output,
            ..
        } = *input;
        if length == 0 {
            self.occupied &= !bit;
        }
        let from = self.ports[usize::from(port)]
            .link
            .expect("it came by a link");
        links.give_credit(from, flit.virtual_channel);
        let exit_port = &mut self.ports[usize::from(exit)];
        exit_port.carried += 1;
        let to = exit_port.link.expect("a way leads over links");
        if matches!(to, Port::Router { .. }) {
            self.outputs[usize::from(output)].credits -= 1;
        }
        flit.virtual_channel = output - exit * self.virtual_channels as u8;
        links.grant(to, flit);
        if flit.tail {
            exit_port.toward &= !bit;
            exit_port.free |= 1 << flit.virtual_channel;
            self.holding &= !bit;
            if length > 0 {
                self.begin_packet(channel, topology);
            }
        }
    }
}

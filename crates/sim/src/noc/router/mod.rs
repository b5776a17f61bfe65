//! A wormhole router with virtual channels, buffers at its inputs and credit flow control, of either pipeline.
//!
//! Source: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 16: the stages, speculation,
//! look-ahead routing. `docs/contract/timing.md` states each cycle. A *channel* is a virtual channel of a port; in the sets it is bit
//! `port * virtual_channels + virtual channel`. The shape of the network is not known here: a router has ports, links and routes.

mod allocation;
mod circuit;

use super::flit::{CircuitStep, Flit};
use super::links::Links;
use super::parameters::{Pipeline, RouterParameters, MAX_CHANNELS, MAX_CLASSES};
use super::topology::{Port, Topology};
use crate::port::bits;
use serde::{Deserialize, Serialize};

/// Ports of a router at most.
const MAX_PORTS: usize = 32;

/// The state of a router.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Router {
    number: usize,
    parameters: RouterParameters,
    /// Input channels with a flit in their buffer.
    occupied: u64,
    /// Input channels whose packet has no way out yet,
    routing: u64,
    /// those whose packet waits for a channel of its output,
    waiting: u64,
    /// and those whose packet has one; its next flit may still be on its way.
    holding: u64,
    /// Ports by which these packets leave.
    exits: u64,
    /// Output channels with credit.
    credited: u64,
    /// Ports that are kept, as outputs, for circuits.
    kept: u64,
    /// Input channels of circuits.
    circuits: u64,
    inputs: Vec<InputChannel>,
    outputs: Vec<OutputChannel>,
    ports: Vec<PortState>,
    /// `depth` flits for each input channel, used round and round.
    buffers: Vec<Flit>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct InputChannel {
    port: u8,
    virtual_channel: u8,
    /// Where the oldest flit is in the buffer, and how many are there.
    first: u8,
    length: u8,
    /// The priority of the packet, the virtual channel in which it leaves where packets keep theirs, and the port and the channel by
    /// which it does.
    class: u8,
    leaves_in: u8,
    exit: u8,
    output: u8,
    /// The output channel that is accepted first.
    accept: u8,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct OutputChannel {
    virtual_channel: u8,
    /// Places known to be free in the buffer at the other end; where somebody takes every flit at once, they are not counted.
    credits: u8,
    counts_credits: bool,
    /// For each priority, the input channel that is granted first.
    grants: [u8; MAX_CLASSES],
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct PortState {
    /// The other end of its link.
    link: Option<Port>,
    /// Input channels whose packet leaves here.
    toward: u64,
    /// Its output channels that no packet has.
    free: u64,
    /// As an output: the input channel whose port is granted first.
    grant: u8,
    /// As an input: the output port that is accepted first, and the input channel that goes first.
    accept: u8,
    send: u8,
    /// As an input: the outputs that grant it in this cycle.
    offers: u32,
    /// As an output that is kept: the endpoint that it is kept for, and by how many of its circuits.
    keeper: u16,
    circuits: u8,
    /// Flits that have left here.
    carried: u64,
}

impl Router {
    /// An empty router.
    pub fn new(number: usize, topology: &Topology, parameters: &RouterParameters) -> Router {
        let links = &topology.links[number];
        let virtual_channels = parameters.virtual_channels;
        let channels = links.len() * virtual_channels;
        assert!(links.len() <= MAX_PORTS && channels <= MAX_CHANNELS);
        let input = |channel| InputChannel {
            port: (channel / virtual_channels) as u8,
            virtual_channel: (channel % virtual_channels) as u8,
            ..InputChannel::default()
        };
        let output = |channel| {
            let room = topology.room(links[channel / virtual_channels], parameters.buffer_flits);
            OutputChannel {
                virtual_channel: (channel % virtual_channels) as u8,
                credits: room.unwrap_or(1),
                counts_credits: room.is_some(),
                grants: [0; MAX_CLASSES],
            }
        };
        let port = |(port, &link): (usize, &Option<Port>)| PortState {
            link,
            free: ((1 << virtual_channels) - 1) << (port * virtual_channels),
            ..PortState::default()
        };
        let of_circuits = |&channel: &usize| parameters.is_of_circuits(channel % virtual_channels);
        Router {
            number,
            parameters: *parameters,
            occupied: 0,
            routing: 0,
            waiting: 0,
            holding: 0,
            exits: 0,
            credited: u64::MAX,
            kept: 0,
            circuits: (0..channels)
                .filter(of_circuits)
                .fold(0, |set, channel| set | 1 << channel),
            inputs: (0..channels).map(input).collect(),
            outputs: (0..channels).map(output).collect(),
            ports: links.iter().enumerate().map(port).collect(),
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

    /// Flits in the buffers of a port.
    pub fn waiting(&self, port: u8) -> u64 {
        let inputs = self.inputs.iter().filter(|input| input.port == port);
        inputs.map(|input| u64::from(input.length)).sum()
    }

    /// A place has become free behind an output.
    #[inline]
    pub fn credit(&mut self, port: u8, virtual_channel: u8) {
        let channel =
            usize::from(port) * self.parameters.virtual_channels + usize::from(virtual_channel);
        self.outputs[channel].credits += 1;
        self.credited |= 1 << channel;
    }

    /// Another link takes the place of that at a port; which that was.
    pub fn replace_link(&mut self, port: usize, link: Port) -> Option<Port> {
        self.ports[port].link.replace(link)
    }

    /// A credit of an output is lost, of the first virtual channel that has one; false if none has.
    pub fn lose_credit(&mut self, port: usize) -> bool {
        let channels = self.parameters.virtual_channels;
        let mut outputs = port * channels..(port + 1) * channels;
        let Some(channel) = outputs.find(|channel| self.outputs[*channel].credits > 0) else {
            return false;
        };
        self.outputs[channel].credits -= 1;
        if self.outputs[channel].credits == 0 {
            self.credited &= !(1 << channel);
        }
        true
    }

    /// A flit is written into its buffer at the end of the cycle.
    #[inline]
    pub fn arrive(&mut self, port: u8, flit: &Flit, topology: &Topology) {
        let channel = usize::from(port) * self.parameters.virtual_channels
            + usize::from(flit.virtual_channel);
        let input = &mut self.inputs[channel];
        let length = usize::from(input.length);
        assert!(length < self.parameters.buffer_flits, "sent without credit");
        let last = usize::from(input.first) + length;
        let place = if last < self.parameters.buffer_flits {
            last
        } else {
            last - self.parameters.buffer_flits
        };
        self.buffers[channel * self.parameters.buffer_flits + place] = *flit;
        input.length += 1;
        let bit = 1 << channel;
        if (self.occupied | self.holding) & bit == 0 {
            self.begin_packet(channel, flit, topology);
        }
        self.occupied |= bit;
    }

    /// One cycle: the stages read what the last cycle has left, then all of them commit. Returns whether anything moves on.
    pub fn tick(&mut self, links: &mut Links, topology: &Topology) -> bool {
        let (mut moves, alone) = match self.has_one_channel() {
            true => (false, self.occupied),
            false => self.allocate(links, topology),
        };
        for channel in bits(alone) {
            moves |= self.pass_alone(channel, links, topology);
        }
        moves
    }

    /// Whether all flits are in one channel, which then competes with no other: its packet has its route, and no output is kept for a
    /// circuit.
    #[inline]
    fn has_one_channel(&self) -> bool {
        self.occupied.is_power_of_two() && self.routing | self.kept == 0
    }

    /// A cycle in which several channels may compete. Returns whether anything moves on, and the channels that compete with no other.
    fn allocate(&mut self, links: &mut Links, topology: &Topology) -> (bool, u64) {
        let grants = self.grant();
        let moves = self.routing != 0 || grants.any();
        self.take_channels(grants.won);
        self.compute_routes(topology);
        self.accept(&grants, links, topology);
        (moves, grants.alone)
    }

    /// The head of a packet is at the front of its channel.
    #[inline]
    fn begin_packet(&mut self, channel: usize, head: &Flit, topology: &Topology) {
        match self.parameters.pipeline {
            Pipeline::FourStage => self.routing |= 1 << channel,
            Pipeline::LookAhead => self.route(channel, head, topology),
        }
    }

    #[inline]
    fn compute_routes(&mut self, topology: &Topology) {
        for channel in bits(std::mem::take(&mut self.routing)) {
            let head = self.front(channel);
            self.route(channel, &head, topology);
        }
    }

    #[inline]
    fn route(&mut self, channel: usize, head: &Flit, topology: &Topology) {
        let exit = topology.route(self.number, head.destination);
        let input = &mut self.inputs[channel];
        input.class = head.class;
        input.leaves_in = head.virtual_channel;
        input.exit = exit as u8;
        self.ports[exit].toward |= 1 << channel;
        self.exits |= 1 << exit;
        self.waiting |= 1 << channel;
        if head.circuit != CircuitStep::None && self.is_in_vain(channel) {
            self.refuse(channel, topology);
        }
    }

    /// The oldest flit of a channel.
    #[inline]
    fn front(&self, channel: usize) -> Flit {
        let first = usize::from(self.inputs[channel].first);
        self.buffers[channel * self.parameters.buffer_flits + first]
    }

    fn front_mut(&mut self, channel: usize) -> &mut Flit {
        let first = usize::from(self.inputs[channel].first);
        &mut self.buffers[channel * self.parameters.buffer_flits + first]
    }

    /// The oldest flit of a channel leaves its buffer; behind a tail, the next packet begins.
    #[inline]
    fn send(&mut self, channel: usize, links: &mut Links, topology: &Topology) {
        let input = &mut self.inputs[channel];
        let flit = &self.buffers[channel * self.parameters.buffer_flits + usize::from(input.first)];
        let packet = (flit.circuit, flit.source, flit.destination);
        let next = input.first + 1;
        input.length -= 1;
        // An empty buffer begins again with its first place, which the processor has at hand.
        input.first = if input.length > 0 && usize::from(next) < self.parameters.buffer_flits {
            next
        } else {
            0
        };
        let input = *input;
        let (from, to) = (usize::from(input.port), usize::from(input.exit));
        let output = &mut self.outputs[usize::from(input.output)];
        let from = self.ports[from].link.expect("it came by a link");
        links.give_credit(from, input.virtual_channel);
        self.ports[to].carried += 1;
        let to = self.ports[to].link.expect("a way leads over links");
        output.credits -= u8::from(output.counts_credits);
        if output.credits == 0 {
            self.credited &= !(1 << input.output);
        }
        links.grant(to, output.virtual_channel, flit);
        if input.length == 0 {
            self.occupied &= !(1 << channel);
        }
        if flit.tail {
            self.end_packet(channel, topology);
        }
        if packet.0 != CircuitStep::None {
            self.follow_circuit(packet, (input.port, input.exit), topology);
        }
    }

    #[inline]
    fn end_packet(&mut self, channel: usize, topology: &Topology) {
        self.give_way(channel);
        if self.inputs[channel].length > 0 {
            let head = self.front(channel);
            self.begin_packet(channel, &head, topology);
        }
    }

    /// The packet at the front of a channel no longer wants its output.
    #[inline]
    fn give_way(&mut self, channel: usize) {
        let input = self.inputs[channel];
        let exit = &mut self.ports[usize::from(input.exit)];
        exit.toward &= !(1 << channel);
        exit.free |= (self.holding >> channel & 1) << input.output;
        if exit.toward == 0 {
            self.exits &= !(1 << input.exit);
        }
        self.waiting &= !(1 << channel);
        self.holding &= !(1 << channel);
    }
}

//! A wormhole router with virtual channels, input buffers and credit-based flow control, with either of two pipelines.
//!
//! ```text
//!   input VC:    idle --head arrives--> route computation --> VC allocation --> active --tail leaves--> idle
//!   bit set in:                         `routing`             `vc_allocation`   `active`
//!                                       (four-stage pipeline only: look-ahead routing computes the route on arrival)
//!
//!   link -> input buffers -> switch -> link         credits return to the sender of each input buffer
//!           (one for each VC)
//! ```
//!
//! Source: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 16: the stages, speculation, look-ahead
//! routing. `docs/contract/timing.md` states each cycle. A *channel* is a virtual channel of a port; in the bit sets it is bit `port *
//! virtual_channels + virtual channel`. A router has ports, links and routes; it does not know the shape of the network.

mod allocation;
mod circuit;
mod obstacle;

use super::flit::{CircuitStep, Flit};
use super::links::Links;
use super::parameters::{Pipeline, RouterParameters, MAX_CHANNELS, MAX_CLASSES};
use super::topology::{Port, Topology};
use crate::port::bits;
pub use obstacle::Obstacle;
use serde::{Deserialize, Serialize};

/// Maximum number of ports of a router.
const MAX_PORTS: usize = 32;

/// The state of a router.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Router {
    number: usize,
    parameters: RouterParameters,
    /// Input channels with a flit in their buffer.
    occupied: u64,
    /// Input channels in route computation: the packet's output port is not known yet.
    routing: u64,
    /// Input channels in VC allocation: the packet has no channel of its output port yet.
    vc_allocation: u64,
    /// Active input channels: the packet owns an output channel. Its next flit may not have arrived yet.
    active: u64,
    /// Output ports that packets in VC allocation or active channels request.
    requested_ports: u64,
    /// Output channels with credits.
    credited: u64,
    /// Output ports that are reserved for circuits.
    reserved: u64,
    /// Input channels that carry the packets of circuits.
    circuit_channels: u64,
    inputs: Vec<InputChannel>,
    outputs: Vec<OutputChannel>,
    ports: Vec<PortState>,
    /// The flit buffers: for each input channel a circular buffer of `buffer_flits` flits.
    buffers: Vec<Flit>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct InputChannel {
    port: u8,
    virtual_channel: u8,
    /// Index of the oldest flit in the circular buffer, and the number of flits in it.
    first: u8,
    length: u8,
    /// Of the packet: its priority class; the virtual channel in which it must leave if packets keep theirs; its output port and output channel.
    class: u8,
    output_virtual_channel: u8,
    output_port: u8,
    output_channel: u8,
    /// Round-robin pointer: the output channel whose grant is accepted first.
    accept_pointer: u8,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct OutputChannel {
    virtual_channel: u8,
    /// Free places in the buffer at the other end, as far as known. Not counted if the other end takes every flit at once.
    credits: u8,
    counts_credits: bool,
    /// For each priority class, a round-robin pointer: the input channel that is granted first.
    grant_pointers: [u8; MAX_CLASSES],
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct PortState {
    /// The other end of its link.
    link: Option<Port>,
    /// As an output: the input channels whose packet has this output port.
    requesters: u64,
    /// As an output: its channels that no packet owns.
    free: u64,
    /// As an output, round-robin pointer of the switch: the input channel whose port is granted first.
    grant_pointer: u8,
    /// As an input, round-robin pointers of the switch: the output port whose grant is accepted first, and the input channel that is served first.
    accept_pointer: u8,
    send_pointer: u8,
    /// As an input: the output ports that have granted it in this cycle.
    granting_ports: u32,
    /// As a reserved output: the endpoint that it is reserved for, and the number of that endpoint's circuits through it.
    owner: u16,
    circuits: u8,
    /// Flits sent from this port.
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
            let buffer_size =
                topology.buffer_size(links[channel / virtual_channels], parameters.buffer_flits);
            OutputChannel {
                virtual_channel: (channel % virtual_channels) as u8,
                credits: buffer_size.unwrap_or(1),
                counts_credits: buffer_size.is_some(),
                grant_pointers: [0; MAX_CLASSES],
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
            vc_allocation: 0,
            active: 0,
            requested_ports: 0,
            credited: u64::MAX,
            reserved: 0,
            circuit_channels: (0..channels)
                .filter(of_circuits)
                .fold(0, |set, channel| set | 1 << channel),
            inputs: (0..channels).map(input).collect(),
            outputs: (0..channels).map(output).collect(),
            ports: links.iter().enumerate().map(port).collect(),
            buffers: vec![Flit::default(); channels * parameters.buffer_flits],
        }
    }

    /// Does nothing happen until a flit arrives?
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.occupied == 0
    }

    /// Returns the number of flits sent from a port.
    pub fn carried(&self, port: usize) -> u64 {
        self.ports[port].carried
    }

    /// Returns the number of flits in the buffers of a port.
    pub fn buffered_flits(&self, port: u8) -> u64 {
        let inputs = self.inputs.iter().filter(|input| input.port == port);
        inputs.map(|input| u64::from(input.length)).sum()
    }

    /// A credit arrives at an output: a place in the buffer at the other end is free.
    #[inline]
    pub fn credit(&mut self, port: u8, virtual_channel: u8) {
        let channel = self.channel(port, virtual_channel);
        self.outputs[channel].credits += 1;
        self.credited |= 1 << channel;
    }

    /// Connects a port to another link end; returns the previous one.
    pub fn replace_link(&mut self, port: usize, link: Port) -> Option<Port> {
        self.ports[port].link.replace(link)
    }

    /// Loses a credit of the first channel of an output that has one; returns false if none has.
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

    /// Writes a flit into its buffer at the end of the cycle.
    #[inline]
    pub fn arrive(&mut self, port: u8, flit: &Flit, topology: &Topology) {
        let channel = self.channel(port, flit.virtual_channel);
        let input = &mut self.inputs[channel];
        let length = usize::from(input.length);
        assert!(length < self.parameters.buffer_flits, "sent without credit");
        let last = usize::from(input.first) + length;
        let slot = if last < self.parameters.buffer_flits {
            last
        } else {
            last - self.parameters.buffer_flits
        };
        self.buffers[channel * self.parameters.buffer_flits + slot] = *flit;
        input.length += 1;
        let bit = 1 << channel;
        if (self.occupied | self.active) & bit == 0 {
            self.begin_packet(channel, flit, topology);
        }
        self.occupied |= bit;
    }

    /// Simulates one cycle: all stages read the registers, then all commit. Returns whether anything advances.
    pub fn tick(&mut self, links: &mut Links, topology: &Topology) -> bool {
        let (mut moves, uncontended) = match self.has_one_channel() {
            true => (false, self.occupied),
            false => self.allocate(links, topology),
        };
        for channel in bits(uncontended) {
            moves |= self.allocate_uncontended(channel, links, topology);
        }
        moves
    }

    /// Are all flits in one channel, which therefore competes with no other? Its packet must also have its route, and no output may be reserved for a
    /// circuit.
    #[inline]
    fn has_one_channel(&self) -> bool {
        self.occupied.is_power_of_two() && self.routing | self.reserved == 0
    }

    /// Simulates a cycle in which channels may compete. Returns whether anything advances, and the uncontended channels, which are left to
    /// `allocate_uncontended`.
    fn allocate(&mut self, links: &mut Links, topology: &Topology) -> (bool, u64) {
        let grants = self.grant();
        let moves = self.routing != 0 || grants.any();
        self.assign_channels(grants.won);
        self.compute_routes(topology);
        self.accept(&grants, links, topology);
        (moves, grants.uncontended)
    }

    /// The head of a packet reaches the front of its channel.
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
        let output_port = topology.route(self.number, head.destination);
        let input = &mut self.inputs[channel];
        input.class = head.class;
        input.output_virtual_channel = head.virtual_channel;
        input.output_port = output_port as u8;
        self.ports[output_port].requesters |= 1 << channel;
        self.requested_ports |= 1 << output_port;
        self.vc_allocation |= 1 << channel;
        if head.circuit != CircuitStep::None && self.is_blocked(channel) {
            self.refuse(channel, topology);
        }
    }

    /// Returns the oldest flit of a channel.
    #[inline]
    fn front(&self, channel: usize) -> Flit {
        let first = usize::from(self.inputs[channel].first);
        self.buffers[channel * self.parameters.buffer_flits + first]
    }

    fn front_mut(&mut self, channel: usize) -> &mut Flit {
        let first = usize::from(self.inputs[channel].first);
        &mut self.buffers[channel * self.parameters.buffer_flits + first]
    }

    /// Sends the oldest flit of a channel. After a tail flit the next packet begins.
    #[inline]
    fn send(&mut self, channel: usize, links: &mut Links, topology: &Topology) {
        let input = &mut self.inputs[channel];
        let flit = &self.buffers[channel * self.parameters.buffer_flits + usize::from(input.first)];
        let packet = (flit.circuit, flit.source, flit.destination);
        let next = input.first + 1;
        input.length -= 1;
        // An empty buffer starts again at its first place, which is likely to be in the host's cache.
        input.first = if input.length > 0 && usize::from(next) < self.parameters.buffer_flits {
            next
        } else {
            0
        };
        let input = *input;
        let (from, to) = (usize::from(input.port), usize::from(input.output_port));
        let output = &mut self.outputs[usize::from(input.output_channel)];
        let from = self.ports[from].link.expect("it came by a link");
        links.send_credit(from, input.virtual_channel);
        self.ports[to].carried += 1;
        let to = self.ports[to].link.expect("a way leads over links");
        output.credits -= u8::from(output.counts_credits);
        if output.credits == 0 {
            self.credited &= !(1 << input.output_channel);
        }
        links.grant(to, output.virtual_channel, flit);
        if input.length == 0 {
            self.occupied &= !(1 << channel);
        }
        if flit.tail {
            self.end_packet(channel, topology);
        }
        if packet.0 != CircuitStep::None {
            self.update_reservations(packet, (input.port, input.output_port), topology);
        }
    }

    #[inline]
    fn end_packet(&mut self, channel: usize, topology: &Topology) {
        self.release_channel(channel);
        if self.inputs[channel].length > 0 {
            let head = self.front(channel);
            self.begin_packet(channel, &head, topology);
        }
    }

    /// Withdraws the request of the packet at the front of a channel, and releases its output channel if it owns one.
    #[inline]
    fn release_channel(&mut self, channel: usize) {
        let input = self.inputs[channel];
        let output_port = &mut self.ports[usize::from(input.output_port)];
        output_port.requesters &= !(1 << channel);
        output_port.free |= (self.active >> channel & 1) << input.output_channel;
        if output_port.requesters == 0 {
            self.requested_ports &= !(1 << input.output_port);
        }
        self.vc_allocation &= !(1 << channel);
        self.active &= !(1 << channel);
    }
}

//! What keeps the packet at the front of an input channel from leaving, besides arbitration.

use super::super::topology::Port;
use super::Router;
use crate::port::bits;

/// What a packet waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The packet of this input channel, which owns the output channel.
    Owner(usize),
    /// Room in the virtual channel at the other end of this link.
    Full(Port, u8),
    /// The end of a circuit of this endpoint, for which the output is reserved.
    Reserved(u16),
}

impl Router {
    /// Returns the input channel of a virtual channel at a port.
    #[inline]
    pub fn channel(&self, port: u8, virtual_channel: u8) -> usize {
        usize::from(port) * self.parameters.virtual_channels + usize::from(virtual_channel)
    }

    /// Returns the input channels with a flit from or to an endpoint in their buffers.
    pub fn channels_with(&self, endpoint: u16) -> impl Iterator<Item = usize> + '_ {
        let size = self.parameters.buffer_flits;
        let has_flit = move |channel: &usize| {
            let input = &self.inputs[*channel];
            let buffer = &self.buffers[channel * size..(channel + 1) * size];
            let (first, length) = (usize::from(input.first), usize::from(input.length));
            let mut flits = (first..first + length).map(|place| &buffer[place % size]);
            flits.any(|flit| flit.source == endpoint || flit.destination == endpoint)
        };
        bits(self.occupied).filter(has_flit)
    }

    /// Returns what keeps the packet at the front of an input channel. For packets that keep their virtual channel.
    pub fn obstacle(&self, channel: usize) -> Option<Obstacle> {
        let bit = 1 << channel;
        if self.occupied & !self.routing & bit == 0 {
            return None;
        }
        let input = &self.inputs[channel];
        let output = self.channel(input.output_port, input.output_virtual_channel);
        let port = &self.ports[usize::from(input.output_port)];
        let is_owned = port.free & 1 << output == 0;
        if self.admitted(input.output_port.into()) & bit == 0 {
            return Some(Obstacle::Reserved(port.owner));
        }
        if self.vc_allocation & bit != 0 && is_owned {
            let owns = |other: &usize| usize::from(self.inputs[*other].output_channel) == output;
            return bits(self.active).find(owns).map(Obstacle::Owner);
        }
        let is_full = self.credited & 1 << output == 0;
        let link = port.link.filter(|_| is_full)?;
        Some(Obstacle::Full(link, input.output_virtual_channel))
    }
}

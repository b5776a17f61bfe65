//! What keeps packets from advancing, where they may wait for each other in a ring.
//!
//! ```text
//!   buffer --front packet needs an output channel--> the buffer whose packet owns that channel,
//!                                                    or, if the packet has it, what is full at the other end of the link
//! ```
//!
//! This holds for networks whose packets keep their virtual channel: a packet then needs one output channel, so each buffer has one obstacle at most.
//! Source: W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 14: wait-for graphs.

use super::load::Place;
use super::router::Obstacle;
use super::topology::Port;
use super::Network;

/// The buffer of a virtual channel at an input of a router.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Buffer {
    router: usize,
    channel: usize,
}

/// What a packet waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// The packet at the front of this buffer.
    Buffer(Buffer),
    /// Room in the buffer of this endpoint.
    Endpoint(usize),
    /// The end of a circuit of this endpoint.
    Circuit(usize),
}

impl Network {
    /// Returns the buffers that hold flits from or to an endpoint.
    pub fn buffers_with(&self, endpoint: usize) -> impl Iterator<Item = Buffer> + '_ {
        let routers = self.routers.iter().enumerate();
        routers.flat_map(move |(number, router)| {
            let channels = router.channels_with(endpoint as u16);
            channels.map(move |channel| Buffer {
                router: number,
                channel,
            })
        })
    }

    /// Returns the buffer into which an endpoint sends in a virtual channel.
    pub fn entrance(&self, endpoint: usize, virtual_channel: u8) -> Option<Buffer> {
        self.buffer_at(self.topology.attachments[endpoint], virtual_channel)
    }

    /// Returns what the packet at the front of a buffer waits for; None if it can advance, or if there is none.
    pub fn awaited(&self, buffer: Buffer) -> Option<Awaited> {
        match self.routers[buffer.router].obstacle(buffer.channel)? {
            Obstacle::Owner(channel) => Some(Awaited::Buffer(Buffer { channel, ..buffer })),
            Obstacle::Full(Port::Endpoint(endpoint), _) => {
                Some(Awaited::Endpoint(usize::from(endpoint)))
            }
            Obstacle::Reserved(endpoint) => Some(Awaited::Circuit(usize::from(endpoint))),
            Obstacle::Full(port, channel) => self.buffer_at(port, channel).map(Awaited::Buffer),
        }
    }

    /// Returns where a buffer is.
    pub fn place_of(&self, buffer: Buffer) -> Place {
        Place::Router(self.topology.coordinates[buffer.router])
    }

    /// Returns the buffer at the end of a link; None if no router is there.
    fn buffer_at(&self, end: Port, virtual_channel: u8) -> Option<Buffer> {
        let Port::Router { router, port } = end else {
            return None;
        };
        let router = usize::from(router);
        Some(Buffer {
            router,
            channel: self.routers[router].channel(port, virtual_channel),
        })
    }
}

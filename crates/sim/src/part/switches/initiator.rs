//! The network interface of a core: makes a packet of the core's access, and gives the answer back.
//!
//! Its registers hold the priority of the core's accesses to each device and the state of its circuits there (J. Joven et al. 2013, section
//! IV: "memory-mapped registers in the AMBA AHB NI to trigger the QoS services"). The cycles are those of docs/contract/switches.md.

use super::channels::Channels;
use super::outgoing::{Outgoing, Way};
use super::packet::{flits, request_words, signal, Label, OPENED};
use super::registers;
use crate::noc::{CircuitStep, Flit, Mark};
use crate::port::Request;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// What is over for the core: it goes on in cycle `free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    pub is_store: bool,
    pub value: u32,
    pub free: Cycle,
}

/// A circuit from the core to a device, with what its register says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u32)]
enum Channel {
    Closed = registers::CLOSED,
    /// The request to open it is on its way.
    Opening = registers::OPENING,
    Open = registers::OPEN,
    /// An output on the way was kept for another.
    Refused = registers::REFUSED,
}

/// What an access to a device needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Device {
    /// None: it is not in the network.
    endpoint: Option<u16>,
    priority: u8,
    channel: Channel,
    /// Whether the circuit keeps the way of answers as well.
    both_ways: bool,
}

/// An interface and the access that it carries out; a core has one at a time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Initiator {
    endpoint: u16,
    channels: Channels,
    devices: Vec<Device>,
    /// The access under way.
    request: Option<Request>,
    /// Where that goes into the network and has not yet: the device, and the cycle of the first flit.
    posted: Option<(usize, Cycle)>,
    /// Whether that is over when it has been sent: a store over a circuit one way.
    ends_when_sent: bool,
    /// Where that is one of the registers here, the cycle of its access.
    register_due: Cycle,
    outgoing: Outgoing,
    /// The core has come to its end: it keeps no circuit.
    has_left: bool,
}

impl Initiator {
    /// The idle interface of an endpoint; `devices`: their endpoints.
    pub fn new(endpoint: usize, devices: &[Option<usize>], channels: Channels) -> Initiator {
        let device = |&endpoint: &Option<usize>| Device {
            endpoint: endpoint.map(|endpoint| endpoint as u16),
            priority: 0,
            channel: Channel::Closed,
            both_ways: false,
        };
        Initiator {
            endpoint: endpoint as u16,
            channels,
            devices: devices.iter().map(device).collect(),
            request: None,
            posted: None,
            ends_when_sent: false,
            register_due: Cycle::NEVER,
            outgoing: Outgoing::default(),
            has_left: false,
        }
    }

    /// The core asks for something at a device; the first flit goes in `first`. Only then is its way chosen: a core that has been run
    /// ahead asks before it is known what becomes of a circuit that is being opened.
    pub fn begin(&mut self, request: Request, device: usize, first: Cycle) {
        (self.request, self.posted) = (Some(request), Some((device, first)));
    }

    /// Makes the packet of the access that was posted.
    fn depart(&mut self, device: usize, now: Cycle) {
        let way = match self.has_circuits() {
            true => Way::Circuit,
            false => Way::BestEffort,
        };
        if let (Some(label), Some(request)) = (self.label(device, way), self.request) {
            self.ends_when_sent = request.is_store() && self.is_open_one_way(device);
            let packet = flits(label, &request_words(&request, !self.ends_when_sent));
            self.outgoing.push(way, now, packet);
        }
    }

    /// The core asks for a register of the interface, which is read or written in cycle `due`.
    pub fn begin_register(&mut self, request: Request, due: Cycle) {
        (self.request, self.register_due) = (Some(request), due);
    }

    /// Whether the core has a circuit or asks for one. All its accesses then go in the virtual channel of circuits: best effort could
    /// wait for ever behind what it keeps itself.
    fn has_circuits(&self) -> bool {
        let has = |device: &Device| matches!(device.channel, Channel::Opening | Channel::Open);
        self.devices.iter().any(has)
    }

    /// Whether nothing comes back from stores to the device.
    fn is_open_one_way(&self, device: usize) -> bool {
        let device = self.devices.get(device);
        device.is_some_and(|device| device.channel == Channel::Open && !device.both_ways)
    }

    fn label(&self, device: usize, way: Way) -> Option<Label> {
        let device = self.devices.get(device)?;
        let (class, virtual_channel) = match way {
            Way::Circuit => (0, self.channels.of_circuits()),
            Way::BestEffort => (device.priority, self.channels.of_request(device.priority)),
        };
        Some(Label {
            source: self.endpoint,
            destination: device.endpoint?,
            class,
            virtual_channel,
        })
    }

    /// When it does something by itself; `has_room`: whether the network has, in a virtual channel.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let departs = self.posted.map_or(Cycle::NEVER, |(_, first)| first);
        departs
            .min(self.register_due)
            .min(self.outgoing.next_event(has_room))
    }

    /// The flit that it drives in this cycle, if there is one.
    pub fn send(&mut self, now: Cycle, has_room: impl Fn(usize) -> bool) -> Option<Flit> {
        if let Some((device, _)) = self.posted.take_if(|(_, first)| *first <= now) {
            self.depart(device, now);
        }
        self.outgoing.take(now, has_room)
    }

    /// The flit has gone. If it is the last of a store that is not acknowledged, the core goes on `response` cycles later.
    pub fn has_sent(&mut self, flit: &Flit, now: Cycle, response: u64) -> Option<Done> {
        let is_last = flit.tail && flit.circuit == CircuitStep::None;
        if !(self.ends_when_sent && is_last) {
            return None;
        }
        self.ends_when_sent = false;
        self.request = None;
        Some(Done {
            is_store: true,
            value: 0,
            free: now + response,
        })
    }

    /// A register is read or written, if this is the cycle. `offset`: of an address from the base of the registers.
    pub fn access_register(
        &mut self,
        now: Cycle,
        priorities: u8,
        offset: impl Fn(u32) -> u32,
    ) -> Option<Done> {
        if self.register_due != now {
            return None;
        }
        self.register_due = Cycle::NEVER;
        let request = self.request.take()?;
        let offset = offset(request.address);
        let value = if request.is_store() {
            self.write(offset, request.value, priorities, now);
            0
        } else {
            self.read(offset)
        };
        Some(Done {
            is_store: request.is_store(),
            value,
            free: now + 1,
        })
    }

    fn read(&self, offset: u32) -> u32 {
        let number = |first: u32| ((offset - first) / registers::REGISTER_BYTES) as usize;
        if offset < registers::CHANNEL {
            let device = self.devices.get(number(registers::PRIORITY));
            return device.map_or(0, |device| device.priority.into());
        }
        self.channel_state(number(registers::CHANNEL))
    }

    /// What the register of a device's channel says.
    pub fn channel_state(&self, device: usize) -> u32 {
        let device = self.devices.get(device);
        device.map_or(registers::CLOSED, |device| device.channel as u32)
    }

    /// A priority beyond the highest counts as the highest; what is no command, or for a device that is not there, does nothing.
    fn write(&mut self, offset: u32, value: u32, priorities: u8, now: Cycle) {
        let number = |first: u32| ((offset - first) / registers::REGISTER_BYTES) as usize;
        if offset >= registers::CHANNEL {
            return self.command(number(registers::CHANNEL), value, now + 1);
        }
        if let Some(device) = self.devices.get_mut(number(registers::PRIORITY)) {
            device.priority = value.min(u32::from(priorities) - 1) as u8;
        }
    }

    fn command(&mut self, device: usize, command: u32, first: Cycle) {
        let is_reachable = |device: &&Device| device.endpoint.is_some();
        let Some(device_there) = self.devices.get(device).filter(is_reachable) else {
            return;
        };
        let (channel, both_ways) = (device_there.channel, device_there.both_ways);
        let is_closed = matches!(channel, Channel::Closed | Channel::Refused);
        match command {
            registers::OPEN_ONE_WAY | registers::OPEN_BOTH_WAYS if is_closed => {
                let both_ways = command == registers::OPEN_BOTH_WAYS;
                self.devices[device].both_ways = both_ways;
                self.devices[device].channel = Channel::Opening;
                self.step(device, CircuitStep::Open { both_ways }, first);
            }
            registers::CLOSE if channel == Channel::Open => {
                self.devices[device].channel = Channel::Closed;
                self.step(device, CircuitStep::Release { both_ways }, first);
            }
            _ => {}
        }
    }

    /// Sends the one flit of a packet that keeps the way or gives it back.
    fn step(&mut self, device: usize, circuit: CircuitStep, first: Cycle) {
        if let Some(label) = self.label(device, Way::Circuit) {
            let packet = signal(label, 0, circuit);
            self.outgoing.push(Way::Circuit, first, packet);
        }
    }

    /// The core has come to its end.
    pub fn leave(&mut self, now: Cycle) {
        self.has_left = true;
        for device in 0..self.devices.len() {
            self.command(device, registers::CLOSE, now + 1);
        }
    }

    /// A flit has arrived. If it is the last of an answer, the core goes on `response` cycles later.
    pub fn receive(&mut self, flit: Flit, now: Cycle, response: u64) -> Option<Done> {
        if flit.circuit != CircuitStep::None || flit.head && flit.word == OPENED {
            self.follow(flit, now);
            return None;
        }
        if !flit.tail || flit.mark == Mark::Lost {
            return None;
        }
        let request = self.request.take()?;
        let change = match flit.mark {
            Mark::Altered { bit } => 1 << bit,
            _ => 0,
        };
        Some(Done {
            is_store: request.is_store(),
            value: flit.word ^ change,
            free: now + response,
        })
    }

    /// What has become of the request for a circuit to the device that the flit comes from.
    fn follow(&mut self, flit: Flit, now: Cycle) {
        let is_from = |device: &Device| device.endpoint == Some(flit.source);
        let Some(number) = self.devices.iter().position(is_from) else {
            return;
        };
        self.devices[number].channel = match flit.circuit {
            CircuitStep::Refused { .. } => Channel::Refused,
            _ => Channel::Open,
        };
        if self.has_left {
            self.command(number, registers::CLOSE, now + 1);
        }
    }
}

//! The network interface of a core: turns each access of the core into a packet, and hands the answer back.
//!
//! ```text
//!   state of a circuit, for each device:
//!
//!              OPEN command                 device answers
//!     Closed ---------------> Opening --------------------> Open
//!       ^                      ^  |                          |
//!       |          OPEN command|  | an output is reserved    | CLOSE command,
//!       |                      |  v for another core         | or the core exits
//!       |                    Refused                         |
//!       +----------------------------------------------------+
//! ```
//!
//! Its registers hold the priority of the core's accesses to each device and the state of its circuits (J. Joven et al. 2013, section IV:
//! "memory-mapped registers in the AMBA AHB NI to trigger the QoS services"). Registers and cycles are defined in docs/contract/switches.md.

use super::channels::Channels;
use super::outgoing::{Outgoing, Service};
use super::packet::{flits, request_words, signal, Label, OPENED};
use super::registers;
use crate::noc::{CircuitStep, Flit, Mark};
use crate::port::Request;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The end of an access: the core continues in cycle `free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    pub is_store: bool,
    pub value: u32,
    pub free: Cycle,
}

/// The state of a circuit from the core to a device, as its register reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u32)]
enum CircuitState {
    Closed = registers::CLOSED,
    /// The packet that opens it is in the network.
    Opening = registers::OPENING,
    Open = registers::OPEN,
    /// An output on the path was reserved for another core.
    Refused = registers::REFUSED,
}

/// The priority and the circuit of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Device {
    /// None if the device is not in the network.
    endpoint: Option<u16>,
    priority: u8,
    circuit: CircuitState,
    /// Whether the circuit also reserves the path of the answers.
    both_ways: bool,
}

/// After the core has exited, and its last access is complete, its circuits are closed device by device: the first is examined a cycle later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Closing {
    No,
    Begins,
    Next(usize),
}

/// A core's interface, with the access that it carries out: a core has one at a time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Initiator {
    endpoint: u16,
    channels: Channels,
    devices: Vec<Device>,
    /// The present access.
    request: Option<Request>,
    /// The device of the present access, and the cycle of its first flit, until that cycle; None afterwards.
    posted: Option<(usize, Cycle)>,
    /// Whether the present access ends when it has been sent: a store over a one-way circuit.
    ends_when_sent: bool,
    /// The cycle in which the present access reads or writes a register of this interface.
    register_due: Cycle,
    outgoing: Outgoing,
    closing: Closing,
}

impl Initiator {
    /// The idle interface at an endpoint; `devices` are the endpoints of the devices.
    pub fn new(endpoint: usize, devices: &[Option<usize>], channels: Channels) -> Initiator {
        let device = |&endpoint: &Option<usize>| Device {
            endpoint: endpoint.map(|endpoint| endpoint as u16),
            priority: 0,
            circuit: CircuitState::Closed,
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
            closing: Closing::No,
        }
    }

    /// Begins an access to a device; its first flit is sent in cycle `first`. Circuit or best effort is decided only then: a core that runs ahead
    /// posts an access before it is known whether a circuit that is being opened is refused.
    pub fn begin(&mut self, request: Request, device: usize, first: Cycle) {
        (self.request, self.posted) = (Some(request), Some((device, first)));
    }

    /// Queues the packet of the posted access.
    fn queue_posted(&mut self, device: usize, now: Cycle) {
        let service = match self.has_circuits() {
            true => Service::Circuit,
            false => Service::BestEffort,
        };
        if let (Some(label), Some(request)) = (self.label(device, service), self.request) {
            self.ends_when_sent = request.is_store() && self.is_open_one_way(device);
            let packet = flits(label, &request_words(&request, !self.ends_when_sent));
            self.outgoing.push(service, now, packet);
        }
    }

    /// Begins an access to a register of the interface, which is read or written in cycle `due`.
    pub fn begin_register(&mut self, request: Request, due: Cycle) {
        (self.request, self.register_due) = (Some(request), due);
    }

    /// Whether the core has a circuit or is opening one. All its accesses then use the virtual channel of circuits: by best effort they could wait
    /// for ever for outputs that the core has itself reserved.
    fn has_circuits(&self) -> bool {
        let has =
            |device: &Device| matches!(device.circuit, CircuitState::Opening | CircuitState::Open);
        self.devices.iter().any(has)
    }

    /// Whether stores to the device go over a one-way circuit, and so are not answered.
    fn is_open_one_way(&self, device: usize) -> bool {
        let device = self.devices.get(device);
        device.is_some_and(|device| device.circuit == CircuitState::Open && !device.both_ways)
    }

    /// The routing information of a packet to a device; None if the device is not in the network.
    fn label(&self, device: usize, service: Service) -> Option<Label> {
        let device = self.devices.get(device)?;
        let (class, virtual_channel) = match service {
            Service::Circuit => (0, self.channels.of_circuits()),
            Service::BestEffort => (device.priority, self.channels.of_request(device.priority)),
        };
        Some(Label {
            source: self.endpoint,
            destination: device.endpoint?,
            class,
            virtual_channel,
        })
    }

    /// The next cycle in which the interface does something by itself. `has_room` tells whether the network has room in a virtual channel.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        if self.may_close() {
            return Cycle(0);
        }
        let departs = self.posted.map_or(Cycle::NEVER, |(_, first)| first);
        let register = match self.waits_for_step() {
            true => Cycle::NEVER,
            false => self.register_due,
        };
        departs
            .min(register)
            .min(self.outgoing.next_event(has_room))
    }

    /// The virtual channel for which a request waits because there is no room in it.
    pub fn awaited_channel(&self, has_room: impl Fn(usize) -> bool) -> Option<u8> {
        self.outgoing.awaited_channel(has_room)
    }

    /// Returns the flit that the interface drives in this cycle, if any.
    pub fn send(&mut self, now: Cycle, has_room: impl Fn(usize) -> bool) -> Option<Flit> {
        if let Some((device, _)) = self.posted.take_if(|(_, first)| *first <= now) {
            self.queue_posted(device, now);
        }
        self.outgoing.take(now, has_room)
    }

    /// Notes that the flit has been sent. After the last one of a store that is not answered, the core continues `response` cycles later.
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

    /// Whether a write to a register waits until the packet of the last command has been sent: the interface holds one.
    fn waits_for_step(&self) -> bool {
        let is_write = self.request.is_some_and(|it| it.is_store());
        is_write && self.outgoing.has_circuit_step()
    }

    /// Reads or writes a register, if this is the cycle for it. `offset` maps an address to its offset in the registers.
    pub fn access_register(
        &mut self,
        now: Cycle,
        priorities: u8,
        offset: impl Fn(u32) -> u32,
    ) -> Option<Done> {
        if self.register_due > now || self.waits_for_step() {
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
        self.circuit_state(number(registers::CHANNEL))
    }

    /// The state of a device's circuit, as its register reads.
    pub fn circuit_state(&self, device: usize) -> u32 {
        let device = self.devices.get(device);
        device.map_or(registers::CLOSED, |device| device.circuit as u32)
    }

    /// Writes a register. A priority above the highest counts as the highest; an unknown command, or an absent device, has no effect.
    fn write(&mut self, offset: u32, value: u32, priorities: u8, now: Cycle) {
        let number = |first: u32| ((offset - first) / registers::REGISTER_BYTES) as usize;
        if offset >= registers::CHANNEL {
            return self.command(number(registers::CHANNEL), value, now + 1);
        }
        if let Some(device) = self.devices.get_mut(number(registers::PRIORITY)) {
            device.priority = value.min(u32::from(priorities) - 1) as u8;
        }
    }

    /// Carries out a command on the circuit to a device. One that does not fit the circuit's state has no effect.
    fn command(&mut self, device: usize, command: u32, first: Cycle) {
        let is_reachable = |device: &&Device| device.endpoint.is_some();
        let Some(reachable) = self.devices.get(device).filter(is_reachable) else {
            return;
        };
        let (circuit, both_ways) = (reachable.circuit, reachable.both_ways);
        let is_closed = matches!(circuit, CircuitState::Closed | CircuitState::Refused);
        match command {
            registers::OPEN_ONE_WAY | registers::OPEN_BOTH_WAYS if is_closed => {
                let both_ways = command == registers::OPEN_BOTH_WAYS;
                self.devices[device].both_ways = both_ways;
                self.devices[device].circuit = CircuitState::Opening;
                self.send_circuit_step(device, CircuitStep::Open { both_ways }, first);
            }
            registers::CLOSE if circuit == CircuitState::Open => {
                self.devices[device].circuit = CircuitState::Closed;
                self.send_circuit_step(device, CircuitStep::Release { both_ways }, first);
            }
            _ => {}
        }
    }

    /// Sends the packet, of one flit, that reserves or releases the path to a device.
    fn send_circuit_step(&mut self, device: usize, step: CircuitStep, first: Cycle) {
        if let Some(label) = self.label(device, Service::Circuit) {
            let packet = signal(label, 0, step);
            self.outgoing.push(Service::Circuit, first, packet);
        }
    }

    /// The core has exited: its circuits are closed, also one that is still opening. The store that it has posted is completed first.
    pub fn close_circuits(&mut self) {
        self.closing = Closing::Begins;
    }

    /// Whether a circuit is closed, or found closed, in this cycle. One that is being opened is waited for, and so is the packet that closes the last.
    /// Without circuits there is nothing to see.
    fn may_close(&self) -> bool {
        let may = match self.closing {
            Closing::No => return false,
            Closing::Begins => self.request.is_none(),
            Closing::Next(device) => {
                let is_settled = |next: &Device| next.circuit != CircuitState::Opening;
                let next = self.devices.get(device);
                next.is_some_and(is_settled) && !self.outgoing.has_circuit_step()
            }
        };
        may && self.has_circuits()
    }

    /// Closes the circuit to one device, of a core that has exited.
    pub fn close_next(&mut self, now: Cycle) {
        if !self.may_close() {
            return;
        }
        self.closing = match self.closing {
            Closing::Next(device) => {
                self.command(device, registers::CLOSE, now + 1);
                Closing::Next(device + 1)
            }
            _ => Closing::Next(0),
        };
    }

    /// Takes a flit that has arrived. After the last one of an answer, the core continues `response` cycles later.
    pub fn receive(&mut self, flit: Flit, now: Cycle, response: u64) -> Option<Done> {
        if flit.circuit != CircuitStep::None || flit.head && flit.word == OPENED {
            self.update_circuit(flit);
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

    /// Updates the state of the circuit to the device from which the flit comes: opened or refused.
    fn update_circuit(&mut self, flit: Flit) {
        let is_from = |device: &Device| device.endpoint == Some(flit.source);
        let Some(number) = self.devices.iter().position(is_from) else {
            return;
        };
        self.devices[number].circuit = match flit.circuit {
            CircuitStep::Refused { .. } => CircuitState::Refused,
            _ => CircuitState::Open,
        };
    }
}

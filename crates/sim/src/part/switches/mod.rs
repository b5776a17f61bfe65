//! Switches in place of the shared bus: cores access memories and devices by packets, so accesses to different devices proceed in parallel.
//!
//! ```text
//!   core i: load, store, atomic                                              device j: one access at a time
//!      |          ^                                                               ^          |
//!      v          | value                                                 request |          v value
//!   +--+----------+---+                                                      +----+----------+----+
//!   | initiator       |   request packet                                     | target             |
//!   |  priority of j  |----------------> switch ===== links ===== switch --->|  buffer per VC     |
//!   |  circuit to j   |<---------------- (noc)                    (noc)  <---|  answers           |
//!   +-----------------+   answer packet                                      +--------------------+
//!   controller (DMA) --- master: an initiator that issues the reads and writes of a transfer
//! ```
//!
//! Two mechanisms give a core's accesses quality of service: a priority for each device, by which outputs of switches arbitrate, and a circuit,
//! which reserves the outputs on the path to a device for the core.
//!
//! Source: J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs", 2013, sections III and IV, for the
//! mechanisms; docs/contract/switches.md defines every cycle. The switches themselves are the routers of `noc`.

mod channels;
pub mod clusters;
mod controllers;
pub mod initiator;
pub mod keys;
mod load;
mod master;
pub mod network_interface;
mod obstacles;
mod outgoing;
pub mod packet;
pub mod registers;
mod target;

use crate::description::Facts;
use crate::noc::{Flit, Names, Network};
use crate::port;
use crate::port::{Attachments, MemoryPort, Request};
use crate::units::Cycle;
use initiator::Initiator;
use keys::Switches;
use master::ControllerInterface;
use serde::{Deserialize, Serialize};
use target::{Target, BUFFER_FLITS};

pub use channels::Channels;
use initiator::Done;

/// The switches with their network interfaces. The endpoints are numbered: the cores; then the devices in the network, as targets; then the
/// controllers among these once more, as initiators.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Switched {
    parameters: Switches,
    network: Network,
    names: Names,
    initiators: Vec<Initiator>,
    targets: Vec<Target>,
    controllers: Vec<ControllerInterface>,
    /// For each device, the number of its target; None if it is not in the network.
    of_device: Vec<Option<usize>>,
    /// For each target, the number of its device.
    devices: Vec<usize>,
}

/// The initiator of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Requester {
    Core(usize),
    /// A controller, by its number among the controllers.
    Controller(usize),
}

impl MemoryPort for Switched {
    /// Posts an access. One to a register of the core's own interface does not enter the network.
    fn post(&mut self, core: usize, request: Request, at: Cycle) {
        let Some(port::access::Target::Device { index, .. }) = request.target else {
            return;
        };
        let initiator = &mut self.initiators[core];
        match self.of_device[index] {
            Some(_) => initiator.begin(request, index, at + self.parameters.request),
            None => initiator.begin_register(request, at + (self.parameters.register - 1)),
        }
    }
}

impl Switched {
    /// The switches of a chip, idle.
    pub fn new(parameters: Switches, chip: &Facts) -> Switched {
        let cores = chip.cores;
        let topology = parameters
            .topology(&chip.devices, BUFFER_FLITS)
            .expect("checked when the platform was read");
        let routers = parameters.router_parameters();
        let is_attached = |device: &usize| parameters.devices[*device].is_some();
        let devices: Vec<usize> = (0..chip.devices.len()).filter(is_attached).collect();
        let of_device: Vec<Option<usize>> = (0..chip.devices.len())
            .map(|device| devices.iter().position(|&there| there == device))
            .collect();
        let endpoint = |target: &Option<usize>| target.map(|target| cores + target);
        let endpoints: Vec<Option<usize>> = of_device.iter().map(endpoint).collect();
        let channels = parameters.channels();
        let target = |&device: &usize| {
            let waits = chip.devices[device].kind.wait_states();
            Target::new(1 + waits, channels)
        };
        let initiator = |endpoint| Initiator::new(endpoint, &endpoints, channels);
        let first_controller = cores + devices.len();
        let controller_devices = chip.devices.iter().filter(|device| device.kind.is_master());
        let controller = |number| ControllerInterface::new(initiator(first_controller + number));
        Switched {
            controllers: (0..controller_devices.count()).map(controller).collect(),
            network: Network::of(topology, &routers),
            names: load::names(chip, &parameters),
            initiators: (0..cores).map(initiator).collect(),
            targets: devices.iter().map(target).collect(),
            of_device,
            devices,
            parameters,
        }
    }

    /// Whether an access is to a device. The switches carry no others.
    pub fn reaches(&self, request: &Request) -> bool {
        matches!(request.target, Some(port::access::Target::Device { .. }))
    }

    /// The switches and the links between them.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// As [`Switched::network`], mutable: for injected faults of links.
    pub fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    /// Closes all circuits of a core that has exited, one after the other.
    pub fn close_circuits(&mut self, core: usize) {
        self.initiators[core].close_circuits();
    }

    /// The next cycle, not before `now`, in which anything changes.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        if !self.network.is_idle() && !self.network.is_stuck() {
            return now;
        }
        let room = |endpoint| has_room(&self.network, endpoint);
        let (cores, devices) = (self.initiators.len(), self.targets.len());
        let of_cores = self.initiators.iter().enumerate();
        let of_cores = of_cores.map(|(core, it)| it.next_event(room(core)));
        let of_devices = self.targets.iter().enumerate();
        let of_devices = of_devices.map(|(number, it)| it.next_event(room(cores + number)));
        let of_controllers = self.controllers.iter().enumerate();
        let of_controllers =
            of_controllers.map(|(number, it)| it.next_event(room(cores + devices + number)));
        let all = of_cores.chain(of_devices).chain(of_controllers);
        let next = all.min().unwrap_or(Cycle::NEVER);
        next.max(now)
    }

    /// Simulates one cycle: devices carry out accesses that are due, transfers of controllers begin, packets move.
    pub fn tick(&mut self, now: Cycle, attached: &mut impl Attachments) {
        self.access_devices(now, attached);
        for controller in self.beginning_transfers(now) {
            self.begin_transfer(controller, now, attached);
        }
        for (requester, done) in self.advance(now) {
            match requester {
                Requester::Core(core) => {
                    attached.answer(core, done.is_store, done.value, done.free)
                }
                Requester::Controller(number) => {
                    self.continue_transfer(number, done, now, attached)
                }
            }
        }
    }

    /// Carries out the accesses whose last cycle this is.
    fn access_devices(&mut self, now: Cycle, attached: &mut impl Attachments) {
        for (requester, device, request) in self.due(now) {
            let target = attached.target(request.address, request.bytes);
            let request = Request { target, ..request };
            let value = match requester {
                Requester::Core(core) => attached.access(core, request, now),
                Requester::Controller(_) => attached.access_memory(request),
            };
            self.answer(device, value, now);
        }
    }

    /// The accesses that devices carry out at the end of this cycle.
    fn due(&self, now: Cycle) -> Vec<(Requester, usize, Request)> {
        let due = |(target, &device): (&Target, &usize)| {
            let (request, endpoint) = target.due(now)?;
            Some((self.requester(endpoint), device, request))
        };
        let targets = self.targets.iter().zip(&self.devices);
        targets.filter_map(due).collect()
    }

    /// The initiator at an endpoint.
    fn requester(&self, endpoint: usize) -> Requester {
        let first_controller = self.initiators.len() + self.targets.len();
        match endpoint.checked_sub(first_controller) {
            Some(number) => Requester::Controller(number),
            None => Requester::Core(endpoint),
        }
    }

    /// Hands the result of a due access to the device's interface.
    fn answer(&mut self, device: usize, value: u32, now: Cycle) {
        if let Some(target) = self.of_device[device] {
            self.targets[target].answer(value, now);
        }
    }

    /// Simulates one cycle of interfaces and switches. Returns the accesses that end, each with its initiator.
    fn advance(&mut self, now: Cycle) -> Vec<(Requester, Done)> {
        let mut done = self.receive(now);
        for (core, initiator) in self.initiators.iter_mut().enumerate() {
            initiator.close_next(now);
            let registers = self.parameters.interface.unwrap_or(0);
            let access =
                initiator.access_register(now, self.parameters.priorities, |a| a - registers);
            done.extend(access.map(|over| (Requester::Core(core), over)));
            let sent = initiator.send(now, has_room(&self.network, core));
            let over =
                sent.and_then(|flit| initiator.has_sent(&flit, now, self.parameters.response));
            done.extend(over.map(|over| (Requester::Core(core), over)));
            inject(&mut self.network, core, sent);
        }
        let first_controller = self.initiators.len() + self.targets.len();
        for (number, controller) in self.controllers.iter_mut().enumerate() {
            let endpoint = first_controller + number;
            let sent = controller
                .initiator
                .send(now, has_room(&self.network, endpoint));
            inject(&mut self.network, endpoint, sent);
        }
        self.advance_targets(now);
        if !self.network.is_idle() {
            self.network.tick();
        }
        done
    }

    /// Lets the targets send answers and begin requests, whose buffer places are given back to the network as credits.
    fn advance_targets(&mut self, now: Cycle) {
        let cores = self.initiators.len();
        for (number, target) in self.targets.iter_mut().enumerate() {
            let endpoint = cores + number;
            let sent = target.send(now, has_room(&self.network, endpoint));
            inject(&mut self.network, endpoint, sent);
            if let Some((channel, flits)) = target.begin(now) {
                for _ in 0..flits {
                    self.network.return_credit(endpoint, channel);
                }
            }
        }
    }

    /// Lets the endpoints take the flits that have arrived.
    fn receive(&mut self, now: Cycle) -> Vec<(Requester, Done)> {
        let mut done = Vec::new();
        let cores = self.initiators.len();
        let first_controller = cores + self.targets.len();
        let arrivals: Vec<usize> = self.network.arrivals().collect();
        for endpoint in arrivals {
            let Some(flit) = self.network.ejected(endpoint) else {
                continue;
            };
            let initiator = match endpoint {
                _ if endpoint < cores => &mut self.initiators[endpoint],
                _ if endpoint < first_controller => {
                    self.targets[endpoint - cores].receive(flit);
                    continue;
                }
                _ => &mut self.controllers[endpoint - first_controller].initiator,
            };
            let over = initiator.receive(flit, now, self.parameters.response);
            done.extend(over.map(|over| (self.requester(endpoint), over)));
        }
        done
    }
}

/// Tells, for an endpoint, whether the network has room for a flit in a virtual channel.
fn has_room(network: &Network, endpoint: usize) -> impl Fn(usize) -> bool + '_ {
    move |channel| network.can_inject(endpoint, channel)
}

fn inject(network: &mut Network, endpoint: usize, flit: Option<Flit>) {
    if let Some(flit) = flit {
        network.inject(endpoint, flit.virtual_channel.into(), flit);
    }
}

#[cfg(test)]
mod tests;

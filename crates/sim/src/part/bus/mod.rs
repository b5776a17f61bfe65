//! The shared bus: one transfer at a time between a master and what it reaches, round-robin arbitration.
//!
//! Source: H. Xiao et al. 2012, section 5.1 (a single access takes 4 cycles, a burst 4 and one a word); the states are those of
//! docs/timing.md, sections 2 and 5. Masters are the cores and, numbered behind them, the controllers among the devices.

mod address_map;
mod burst;
pub mod keys;
mod memory;
mod switches;
mod transfers;
mod wait_states;

use crate::machine::device::Device;
use crate::machine::interrupts::Interrupts;
use crate::part::core::Core;
use crate::part::switches::Switched;
use crate::platform::{Platform, MAX_MASTERS};
use crate::port::access::{Request, Target};
use crate::port::arbiter::next_round_robin;
use crate::port::set::bits;
use crate::semihosting::Host;
use crate::units::Cycle;
use burst::Burst;
use serde::{Deserialize, Serialize};
use wait_states::WaitStates;

use crate::port::transfer::{BeatSequence, Targets};
pub use address_map::AddressMap;

/// What the transfer under way is, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// Idle from this cycle on: samples requests.
    Free { from: Cycle },
    /// Address, data and response of a core's access.
    Access {
        core: usize,
        request: Request,
        /// The device reads or writes at the end of this cycle.
        access: Cycle,
        /// The first cycle in which the bus is idle again, and the core goes on.
        free: Cycle,
    },
    /// The steps of a controller's burst, and its response.
    Burst(Burst),
}

/// The bus with its devices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bus {
    state: State,
    requests: Vec<Option<Request>>,
    /// The masters whose requests wait, one bit each. One that has been run ahead may have posted a request of a cycle to come.
    waiting: u64,
    /// The first cycle of each master's request.
    posted: Vec<Cycle>,
    /// The earliest of those that wait.
    first_posted: Cycle,
    last_winner: usize,
    single_access: u64,
    /// Ticks from one edge of its clock to the next.
    period: u64,
    map: AddressMap,
    devices: Vec<Device>,
    wait_states: Vec<WaitStates>,
    /// The devices that are masters, in the order of their numbers, which begin behind the last core's.
    controllers: Vec<usize>,
    interrupts: Interrupts,
    /// The next cycle in which a device does something by itself.
    device_event: Cycle,
    /// Where a platform has switches, they carry the cores' accesses instead.
    switched: Option<Box<Switched>>,
    is_switched: bool,
    /// The word on the bus that each core has reserved by `lr.w`, unless another has written it since.
    reservations: Vec<Option<u32>>,
    /// Transfers carried so far; a burst is one.
    pub transfers: u64,
    /// Ticks for which the bus has been granted so far.
    granted: u64,
    /// Accesses so far that may have changed what others see: all but loads from memory, and stores of what stood there.
    pub changes: u64,
}

impl Bus {
    /// An idle bus, zeroed memories.
    pub fn new(platform: &Platform) -> Self {
        let cores = platform.cores.count;
        let devices = platform
            .devices
            .iter()
            .map(|device| Device::new(device, platform));
        let devices: Vec<Device> = devices.collect();
        let is_master = |index: &usize| platform.devices[*index].kind.is_master();
        let wait_states = platform
            .devices
            .iter()
            .map(|device| WaitStates::new(device.kind));
        Bus {
            state: State::Free { from: Cycle(0) },
            requests: vec![None; cores],
            waiting: 0,
            posted: vec![Cycle::NEVER; MAX_MASTERS],
            first_posted: Cycle::NEVER,
            last_winner: cores - 1,
            single_access: platform.bus.single_access,
            period: platform.bus.period,
            map: AddressMap::new(platform),
            wait_states: wait_states.collect(),
            controllers: (0..devices.len()).filter(is_master).collect(),
            interrupts: Interrupts::new(platform),
            device_event: next_device_event(&devices),
            switched: Switched::new(platform).map(Box::new),
            is_switched: platform.switches.is_some(),
            reservations: vec![None; cores],
            transfers: 0,
            granted: 0,
            changes: 0,
            devices,
        }
    }

    /// A core asserts a request from cycle `at` on; it stands until served. At most one a core.
    pub fn post(&mut self, core: usize, request: Request, at: Cycle) {
        if let (Some(switched), Some(Target::Device { index, .. })) =
            (&mut self.switched, request.target)
        {
            return switched.post(core, index, request, at);
        }
        self.requests[core] = Some(request);
        self.post_master(core, at);
    }

    fn post_master(&mut self, master: usize, at: Cycle) {
        self.waiting |= 1 << master;
        self.posted[master] = at;
        self.first_posted = self.first_posted.min(at);
    }

    fn withdraw(&mut self, master: usize) {
        self.waiting &= !(1 << master);
        let waiting = bits(self.waiting).map(|master| self.posted[master]);
        self.first_posted = waiting.min().unwrap_or(Cycle::NEVER);
    }

    /// The cycle in which the bus samples the requests, as far as they are known.
    fn samples(&self) -> Cycle {
        match self.state {
            State::Free { from } => from.max(self.first_posted).edge(self.period),
            _ => Cycle::NEVER,
        }
    }

    /// The next cycle, not before `now`, in which the bus or a device does something.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        self.next_transfer(now).min(self.device_event)
    }

    /// The next cycle in which a device does something by itself.
    pub fn next_device_event(&self) -> Cycle {
        self.device_event
    }

    /// The next cycle, not before `now`, in which the bus does something.
    #[inline]
    pub fn next_transfer(&self, now: Cycle) -> Cycle {
        let switched = self.switched.as_ref();
        let switched = switched.map_or(Cycle::NEVER, |switched| switched.next_event(now));
        switched.min(match &self.state {
            State::Access { access, .. } => *access,
            State::Burst(burst) => burst.next_step().unwrap_or(burst.response()),
            State::Free { .. } if self.waiting == 0 => Cycle::NEVER,
            // Nobody sees who wins before its first data cycle: sampling can be made up for then.
            State::Free { .. } => now.max(self.end_of(self.samples(), self.single_access - 1)),
        })
    }

    /// The last tick of the `cycles`-th cycle of the bus from the edge `now` on.
    fn end_of(&self, now: Cycle, cycles: u64) -> Cycle {
        now + (cycles * self.period - 1)
    }

    /// Samples requests if that was due in `now` or earlier.
    pub fn sample(&mut self, now: Cycle) {
        let samples = self.samples();
        if samples <= now {
            self.grant(samples);
        }
    }

    /// A core has come to its end.
    pub fn leave(&mut self, core: usize, now: Cycle) {
        if let Some(switched) = &mut self.switched {
            switched.leave(core, now);
        }
    }

    /// One cycle: samples requests when idle, moves data, lets devices act. Returns the cores that have changed, one bit each.
    pub fn tick(&mut self, now: Cycle, cores: &mut [Core], host: &mut dyn Host) -> u64 {
        self.sample(now);
        let mut touched = match self.state {
            State::Access { access, .. } if access == now => self.serve(now, cores, host),
            State::Burst(burst) => self.advance_burst(burst, now, cores),
            _ => 0,
        };
        touched |= self.advance_switches(now, cores, host);
        if self.device_event <= now {
            touched |= self.advance_devices(now, cores);
        }
        self.ask_switches(now);
        touched
    }

    /// The Idle cycle in which a request is sampled.
    fn grant(&mut self, now: Cycle) {
        let in_time = bits(self.waiting).filter(|master| self.posted[*master] <= now);
        let candidates = in_time.fold(0, |all, master| all | 1 << master);
        let master = next_round_robin(candidates, self.last_winner);
        self.last_winner = master;
        self.withdraw(master);
        match master.checked_sub(self.requests.len()) {
            None => self.grant_core(master, now),
            Some(controller) => self.grant_controller(self.controllers[controller], now),
        }
        self.granted += self.granted_from(now);
    }

    /// For how many ticks from `now` on the bus is granted.
    fn granted_from(&self, now: Cycle) -> u64 {
        let free = match &self.state {
            State::Free { from } => *from,
            State::Access { free, .. } => *free,
            State::Burst(burst) => burst.response() + 1,
        };
        free.0.saturating_sub(now.0)
    }

    /// Ticks in which the bus was taken before `now`, and masters that ask for it; None where switches carry the accesses.
    pub fn load(&self, now: Cycle) -> Option<(u64, u64)> {
        let asking = bits(self.waiting).filter(|master| self.posted[*master] < now);
        let load = (self.granted - self.granted_from(now), asking.count() as u64);
        (!self.is_switched).then_some(load)
    }

    fn grant_core(&mut self, core: usize, now: Cycle) {
        let Some(request) = self.requests[core].take() else {
            return;
        };
        let mut cycles = 0;
        for _ in 0..=usize::from(request.is_read_and_write()) {
            cycles += self.single_access + self.waits(request.target);
        }
        self.state = State::Access {
            core,
            request,
            access: self.end_of(now, cycles - 1),
            free: now + cycles * self.period,
        };
    }

    fn grant_controller(&mut self, device: usize, now: Cycle) {
        let Some(transfer) = self.devices[device].peripheral().and_then(|p| p.transfer()) else {
            return;
        };
        let targets = transfer
            .targets(|address, bytes| self.map.target(address, bytes))
            .filter(|targets| self.are_memory(targets));
        let read = self.burst_waits(transfer.read, targets.and_then(|targets| targets.read));
        let write = self.burst_waits(transfer.write, targets.and_then(|targets| targets.write));
        let first = self.end_of(now, self.single_access - 1 + read.0.max(write.0));
        let step = (1 + read.1.max(write.1)) * self.period;
        let burst = Burst::new(device, transfer, targets, first, [step, self.period]);
        self.state = State::Burst(burst);
    }

    fn waits(&mut self, target: Option<Target>) -> u64 {
        match target {
            Some(Target::Device { index, offset }) => self.wait_states[index].of_access(offset),
            _ => 0,
        }
    }

    /// Of one master of a controller: before its first transfer, and in each.
    fn burst_waits(&mut self, lane: Option<BeatSequence>, target: Option<Target>) -> (u64, u64) {
        match (lane, target) {
            (Some(lane), Some(Target::Device { index, offset })) => {
                self.wait_states[index].of_burst(offset, lane.span())
            }
            _ => (0, 0),
        }
    }

    fn are_memory(&self, targets: &Targets) -> bool {
        let is_memory = |target: &Target| match target {
            Target::Device { index, .. } => self.devices[*index].is_memory(),
            Target::DataMemory { .. } => true,
        };
        targets.read.iter().chain(&targets.write).all(is_memory)
    }

    /// The first cycle at whose end the transfer under way may touch a core's data memory; what comes after it is not known.
    pub fn next_touch(&self, core: usize) -> Cycle {
        match &self.state {
            State::Burst(burst) if burst.targets.is_some_and(|targets| targets.touch(core)) => {
                burst.next_step().unwrap_or(Cycle::NEVER)
            }
            _ => Cycle::NEVER,
        }
    }

    /// The master whose transfer is under way, as a waveform shows it.
    pub fn master(&self, now: Cycle) -> Option<usize> {
        match self.state {
            State::Free { from } if now >= from => None,
            _ => Some(self.last_winner),
        }
    }

    /// The masters whose requests wait, one bit each.
    pub fn requests(&self) -> u64 {
        self.waiting
    }

    /// Cores and controllers.
    pub fn masters(&self) -> usize {
        self.requests.len() + self.controllers.len()
    }

    /// The devices, in the order of the platform.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// The address decoder.
    pub fn map(&self) -> &AddressMap {
        &self.map
    }
}

/// The next cycle in which one of the devices does something by itself.
fn next_device_event(devices: &[Device]) -> Cycle {
    let peripherals = devices.iter().filter_map(Device::peripheral);
    let events = peripherals.map(|device| device.next_event());
    events.min().unwrap_or(Cycle::NEVER)
}

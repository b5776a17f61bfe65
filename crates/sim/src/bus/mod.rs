//! The shared bus: one transfer at a time between a master and what it reaches, round-robin arbitration.
//!
//! Source: H. Xiao et al. 2012, section 5.1 (a single access takes 4 cycles, a burst 4 and one a word); the states are those of
//! docs/timing.md, sections 2 and 5. Masters are the cores and, numbered behind them, the controllers among the devices.

mod address_map;
mod burst;
mod interrupts;
mod memory;
mod transfers;

use crate::core::Core;
use crate::device::Device;
use crate::platform::Platform;
use crate::semihosting::Host;
use crate::units::Cycle;
use burst::{Burst, Targets};
use interrupts::Interrupts;
use serde::{Deserialize, Serialize};
use weft_isa::Op;

pub use address_map::{Accepts, AddressMap, Target};
pub use burst::{Lane, Transfer, MAX_BEATS};

/// What a core asks of the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The load, store or atomic instruction.
    pub op: Op,
    pub address: u32,
    pub bytes: u32,
    /// What is stored, or the register operand of an atomic operation.
    pub value: u32,
    /// Of `sc.w`: whether the core still holds its reservation of this word.
    pub reserved: bool,
}

impl Request {
    fn is_read_and_write(&self) -> bool {
        !matches!(
            self.op,
            Op::Lb
                | Op::Lbu
                | Op::Lh
                | Op::Lhu
                | Op::Lw
                | Op::LrW
                | Op::ScW
                | Op::Sb
                | Op::Sh
                | Op::Sw
        )
    }

    fn is_store(&self) -> bool {
        matches!(self.op, Op::Sb | Op::Sh | Op::Sw)
    }
}

/// What the transfer under way is, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// Samples requests.
    Idle,
    /// Address, data and response of a core's access.
    Access {
        core: usize,
        request: Request,
        target: Option<Target>,
        /// The device reads or writes at the end of this cycle.
        access: Cycle,
        /// The first cycle in which the bus is idle again, and the core goes on.
        free: Cycle,
    },
    /// The steps of a controller's burst, and its response.
    Burst(Burst),
    /// A burst is over; the bus is idle again from this cycle on.
    Free { from: Cycle },
}

/// The bus with its devices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bus {
    state: State,
    requests: Vec<Option<Request>>,
    /// The masters whose requests wait, one bit each.
    waiting: u64,
    last_winner: usize,
    single_access: u64,
    map: AddressMap,
    devices: Vec<Device>,
    wait_states: Vec<u64>,
    /// The devices that are masters, in the order of their numbers, which begin behind the last core's.
    controllers: Vec<usize>,
    interrupts: Interrupts,
    /// The next cycle in which a device does something by itself.
    device_event: Cycle,
    /// The word on the bus that each core has reserved by `lr.w`, unless another has written it since.
    reservations: Vec<Option<u32>>,
    /// Transfers carried so far; a burst is one.
    pub transfers: u64,
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
            .map(|device| device.kind.wait_states());
        Bus {
            state: State::Idle,
            requests: vec![None; cores],
            waiting: 0,
            last_winner: cores - 1,
            single_access: platform.bus.single_access,
            map: AddressMap::new(platform),
            wait_states: wait_states.collect(),
            controllers: (0..devices.len()).filter(is_master).collect(),
            interrupts: Interrupts::new(platform),
            device_event: Cycle::NEVER,
            reservations: vec![None; cores],
            transfers: 0,
            devices,
        }
    }

    /// A core asserts a request; it stands until served. At most one a core.
    pub fn post(&mut self, core: usize, request: Request) {
        self.requests[core] = Some(request);
        self.waiting |= 1 << core;
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
        let asked = |from: Cycle| match self.waiting {
            0 => Cycle::NEVER,
            _ => from.max(now),
        };
        match &self.state {
            State::Access { access, .. } if *access >= now => *access,
            State::Access { free, .. } => asked(*free),
            State::Burst(burst) => burst.next_step().unwrap_or(burst.response()),
            State::Free { from } => asked(*from),
            State::Idle => asked(now),
        }
    }

    /// One cycle: samples requests when idle, moves data, lets devices act. Returns the cores that have changed, one bit each.
    pub fn tick(&mut self, now: Cycle, cores: &mut [Core], host: &mut dyn Host) -> u64 {
        match self.state {
            State::Access { free, .. } | State::Free { from: free } if free <= now => {
                self.state = State::Idle;
            }
            _ => {}
        }
        let mut touched = match self.state {
            State::Idle if self.waiting != 0 => {
                self.grant(now);
                0
            }
            State::Access { access, .. } if access == now => self.serve(now, cores, host),
            State::Burst(burst) => self.advance_burst(burst, now, cores),
            _ => 0,
        };
        if self.device_event <= now {
            touched |= self.advance_devices(now, cores);
        }
        touched
    }

    /// The Idle cycle in which a request is sampled.
    fn grant(&mut self, now: Cycle) {
        let master = next_round_robin(self.waiting, self.last_winner);
        self.last_winner = master;
        self.waiting &= !(1 << master);
        match master.checked_sub(self.requests.len()) {
            None => self.grant_core(master, now),
            Some(controller) => self.grant_controller(master, self.controllers[controller], now),
        }
    }

    fn grant_core(&mut self, core: usize, now: Cycle) {
        let Some(request) = self.requests[core].take() else {
            return;
        };
        let target = self.map.target(request.address, request.bytes);
        let once = self.single_access + self.waits(target);
        let cycles = if request.is_read_and_write() {
            2 * once
        } else {
            once
        };
        self.state = State::Access {
            core,
            request,
            target,
            access: now + (cycles - 2),
            free: now + cycles,
        };
    }

    fn grant_controller(&mut self, master: usize, device: usize, now: Cycle) {
        let Some(transfer) = self.devices[device].peripheral().and_then(|p| p.transfer()) else {
            return;
        };
        let targets = transfer
            .targets(&self.map)
            .filter(|targets| self.are_memory(targets));
        let waits = |target: Option<Target>| self.waits(target);
        let slowest = targets.map_or(0, |t| waits(t.read).max(waits(t.write)));
        let first = now + (self.single_access - 2 + slowest);
        let burst = Burst::new(device, master, transfer, targets, first, 1 + slowest);
        self.state = State::Burst(burst);
    }

    fn waits(&self, target: Option<Target>) -> u64 {
        match target {
            Some(Target::Device { index, .. }) => self.wait_states[index],
            _ => 0,
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
            State::Access { core, free, .. } if now < free => Some(core),
            State::Burst(burst) => Some(burst.master),
            _ => None,
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

/// The first set bit of `candidates` (not zero) after position `last`, wrapping around.
#[inline]
pub fn next_round_robin(candidates: u64, last: usize) -> usize {
    let after = if last >= 63 {
        0
    } else {
        candidates & (u64::MAX << (last + 1))
    };
    let chosen = if after != 0 { after } else { candidates };
    chosen.trailing_zeros() as usize
}

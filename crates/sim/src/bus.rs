//! The shared bus: one transfer at a time between a core and a device, round-robin arbitration.
//!
//! Source: H. Xiao et al. 2012, section 5.1 (a single access takes 4 cycles); the states are those of docs/timing.md, section 2.

use crate::platform::{Device, DeviceKind, Platform};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::{amo, Op};

/// Which device answers at which addresses.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddressMap {
    devices: Vec<Device>,
}

impl AddressMap {
    /// The bus devices of a platform.
    pub fn new(platform: &Platform) -> Self {
        AddressMap {
            devices: platform.devices.clone(),
        }
    }

    /// The device that answers at all of the `bytes` bytes from `address` on, and the offset within it.
    pub fn device_at(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        let index = self
            .devices
            .iter()
            .position(|device| device.range.contains(address, bytes))?;
        Some((index, address - self.devices[index].range.base))
    }
}

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
}

/// What the transfer under way is, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// Samples requests.
    Idle,
    /// Address, data and response of one transfer.
    Busy {
        core: usize,
        request: Request,
        /// The device reads or writes at the end of this cycle.
        access: Cycle,
        /// The first cycle in which the bus is idle again, and the core goes on.
        free: Cycle,
    },
}

/// A transfer that has reached its device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    pub core: usize,
    /// What was read: the aligned word for loads, 0 or 1 for `sc.w`.
    pub value: u32,
    /// The cycle in which the core goes on.
    pub free: Cycle,
    /// A character for the terminal.
    pub character: Option<u8>,
    /// Whether it was a posted store.
    pub posted: bool,
}

/// The memory or registers of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Contents {
    Memory(Vec<u8>),
    Console,
}

/// The bus with its devices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bus {
    state: State,
    requests: Vec<Option<Request>>,
    waiting: u64,
    last_winner: usize,
    single_access: u64,
    map: AddressMap,
    contents: Vec<Contents>,
    wait_states: Vec<u64>,
    /// The word on the bus that each core has reserved by `lr.w`, unless another has written it since.
    reservations: Vec<Option<u32>>,
    /// Transfers carried so far.
    pub transfers: u64,
}

impl Bus {
    /// An idle bus, zeroed memories.
    pub fn new(platform: &Platform) -> Self {
        let memory = |device: &Device| match device.kind {
            DeviceKind::Sram { .. } => Contents::Memory(vec![0; device.range.size as usize]),
            _ => Contents::Console,
        };
        let wait_states = |device: &Device| device.kind.wait_states();
        Bus {
            state: State::Idle,
            requests: vec![None; platform.cores.count],
            waiting: 0,
            last_winner: platform.cores.count - 1,
            single_access: platform.bus.single_access,
            map: AddressMap::new(platform),
            contents: platform.devices.iter().map(memory).collect(),
            wait_states: platform.devices.iter().map(wait_states).collect(),
            reservations: vec![None; platform.cores.count],
            transfers: 0,
        }
    }

    /// A core asserts a request; it stands until served. At most one a core.
    pub fn post(&mut self, core: usize, request: Request) {
        self.requests[core] = Some(request);
        self.waiting |= 1 << core;
    }

    /// The next cycle, not before `now`, in which the bus does something.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        match self.state {
            State::Busy { access, .. } if access >= now => access,
            State::Busy { free, .. } if self.waiting != 0 => free.max(now),
            State::Busy { .. } => Cycle::NEVER,
            State::Idle if self.waiting != 0 => now,
            State::Idle => Cycle::NEVER,
        }
    }

    /// One cycle: samples requests when idle; returns the transfer whose data phase ends with this cycle.
    pub fn tick(&mut self, now: Cycle) -> Option<Served> {
        if let State::Busy { free, .. } = self.state {
            if free <= now {
                self.state = State::Idle;
            }
        }
        match self.state {
            State::Idle => {
                if self.waiting != 0 {
                    self.grant(now);
                }
                None
            }
            State::Busy {
                core,
                request,
                access,
                free,
            } if access == now => Some(self.serve(core, request, free)),
            State::Busy { .. } => None,
        }
    }

    /// The Idle cycle in which a request is sampled.
    fn grant(&mut self, now: Cycle) {
        let core = next_round_robin(self.waiting, self.last_winner);
        let Some(request) = self.requests[core].take() else {
            return;
        };
        self.waiting &= !(1 << core);
        self.last_winner = core;
        let waits = self
            .map
            .device_at(request.address, request.bytes)
            .map_or(0, |(device, _)| self.wait_states[device]);
        let once = self.single_access + waits;
        let cycles = if request.is_read_and_write() {
            2 * once
        } else {
            once
        };
        self.state = State::Busy {
            core,
            request,
            access: now + (cycles - 2),
            free: now + cycles,
        };
    }

    fn serve(&mut self, core: usize, request: Request, free: Cycle) -> Served {
        self.transfers += 1;
        let posted = matches!(request.op, Op::Sb | Op::Sh | Op::Sw);
        let mut served = Served {
            core,
            value: 0,
            free,
            character: None,
            posted,
        };
        let Some((device, offset)) = self.map.device_at(request.address, request.bytes) else {
            return served;
        };
        match self.contents[device] {
            Contents::Memory(_) => served.value = self.access_memory(core, request, device, offset),
            Contents::Console if posted && offset == 0 => {
                served.character = Some(request.value as u8)
            }
            Contents::Console => {}
        }
        served
    }

    fn access_memory(&mut self, core: usize, request: Request, device: usize, offset: u32) -> u32 {
        let old = self.word(device, offset & !3);
        match request.op {
            Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw => old,
            Op::LrW => {
                self.reservations[core] = Some(request.address);
                old
            }
            Op::ScW => {
                let stands = self.reservations[core].take() == Some(request.address);
                let succeeds = request.reserved && stands;
                if succeeds {
                    self.store(core, device, offset, request);
                }
                u32::from(!succeeds)
            }
            Op::Sb | Op::Sh | Op::Sw => {
                self.store(core, device, offset, request);
                0
            }
            op => {
                self.store(
                    core,
                    device,
                    offset,
                    Request {
                        value: amo(op, old, request.value),
                        ..request
                    },
                );
                old
            }
        }
    }

    fn word(&self, device: usize, offset: u32) -> u32 {
        match &self.contents[device] {
            Contents::Memory(bytes) => {
                let at = offset as usize;
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            }
            Contents::Console => 0,
        }
    }

    fn store(&mut self, writer: usize, device: usize, offset: u32, request: Request) {
        let word = request.address & !3;
        for (core, reservation) in self.reservations.iter_mut().enumerate() {
            if core != writer && *reservation == Some(word) {
                *reservation = None;
            }
        }
        if let Contents::Memory(bytes) = &mut self.contents[device] {
            let (at, count) = (offset as usize, request.bytes as usize);
            bytes[at..at + count].copy_from_slice(&request.value.to_le_bytes()[..count]);
        }
    }

    /// The bytes of a memory at `address`, as a debugger sees them; None if they are not all in one memory.
    pub fn memory(&self, address: u32, length: usize) -> Option<&[u8]> {
        let (device, offset) = self.map.device_at(address, u32::try_from(length).ok()?)?;
        match &self.contents[device] {
            Contents::Memory(bytes) => bytes.get(offset as usize..offset as usize + length),
            Contents::Console => None,
        }
    }

    /// As [`Bus::memory`], to be written.
    pub fn memory_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        let (device, offset) = self.map.device_at(address, u32::try_from(length).ok()?)?;
        match &mut self.contents[device] {
            Contents::Memory(bytes) => bytes.get_mut(offset as usize..offset as usize + length),
            Contents::Console => None,
        }
    }

    /// The core whose transfer is under way, as a waveform shows it.
    pub fn master(&self, now: Cycle) -> Option<usize> {
        match self.state {
            State::Busy { core, free, .. } if now < free => Some(core),
            _ => None,
        }
    }

    /// The cores whose requests wait, one bit each.
    pub fn requests(&self) -> u64 {
        self.waiting
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

//! Tests of tiles on a real mesh, with cores that perform register accesses one after the other.

mod cycles;
mod injectors;
mod memory;
mod order;
mod random;
mod refusals;

use super::SET_BY_HOST;
use crate::noc::interface::{EndpointPort, Station, TileEvent, TileInterface};
use crate::noc::{GridParameters, Network, Pipeline};
use crate::part::memory_tile::MemoryTile;
use crate::part::mesh_host::{Host, Placement};
use crate::part::message_buffers::keys::MessageUnit;
use crate::part::message_buffers::registers as reg;
use crate::part::message_buffers::{MemoryOfTasks, MessageBuffers, Parameters, TileStatistics};
use crate::platform;
use crate::port::{LocalMemory, RegisterAccess};
use crate::units::Cycle;
use injectors::{edges, Injectors};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

const DATA: platform::Range = platform::Range {
    base: 0x1000_0000,
    size: 0x1_0000,
};

/// The addresses of the memory tile.
const MEMORY: platform::Range = platform::Range {
    base: 0,
    size: 0x1_0000,
};

/// The values of `platforms/nagam.toml`.
const NAGAM: MessageUnit = MessageUnit {
    base: 0xA000_0000,
    output_bytes: 256,
    input_bytes: 512,
    tasks: 32,
    blocks: 32,
    access: 2,
    copy_in: 2,
    copy_out: 2,
    copy_words: 1,
    manager: 2,
    cut_through: false,
};

/// The values of `platforms/nagamx.toml`.
const NAGAMX: MessageUnit = MessageUnit {
    access: 1,
    copy_in: 1,
    copy_out: 1,
    copy_words: 4,
    manager: 1,
    cut_through: true,
    ..NAGAM
};

/// A data memory.
#[derive(Clone, PartialEq, Debug)]
struct Local(Vec<u8>);

impl Local {
    fn at(&mut self, address: u32, bytes: usize) -> &mut [u8] {
        let offset = (address - DATA.base) as usize;
        &mut self.0[offset..offset + bytes]
    }
}

impl LocalMemory for Local {
    fn read(&mut self, address: u32) -> u32 {
        u32::from_le_bytes(self.at(address, 4).try_into().unwrap())
    }

    fn write(&mut self, address: u32, bytes: &[u8]) {
        self.at(address, bytes.len()).copy_from_slice(bytes);
    }

    fn may_change(&mut self, _: u32, _: u32) -> bool {
        false
    }
}

/// A completed access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Done {
    issued: Cycle,
    /// The cycle in which the core continues.
    goes_on: Cycle,
    value: u32,
}

/// A core that only accesses its message buffers.
#[derive(Clone, PartialEq, Debug)]
struct Core {
    tile: usize,
    unit: MessageBuffers,
    local: Local,
    started: bool,
    /// The cycle of the next access.
    next: Cycle,
    program: VecDeque<RegisterAccess>,
    issued: Option<Cycle>,
    done: Vec<Done>,
}

/// A row or an array of tiles: the memory first, the host last, core i with task i at tile i + 1.
#[derive(Clone, PartialEq, Debug)]
struct Chip {
    mesh: Network,
    cores: Vec<Core>,
    memory: MemoryTile,
    host: Host,
    injectors: Injectors,
    now: Cycle,
    /// Is every component advanced in every cycle, as by the engine `step`?
    steps: bool,
}

impl Chip {
    /// Returns a chip with all cores started and no message in transit.
    fn new(size: [usize; 3], unit: MessageUnit) -> Chip {
        let mut chip = Chip::reset(size, unit);
        let cores = 0..chip.cores.len();
        chip.start(cores);
        chip.run();
        chip
    }

    /// Returns a chip with no core started.
    fn reset(size: [usize; 3], unit: MessageUnit) -> Chip {
        Chip::beside(size, unit, 0.0)
    }

    /// Returns a chip with no core started, and with injectors that make requests at this rate.
    fn beside(size: [usize; 3], unit: MessageUnit, rate: f64) -> Chip {
        let network = GridParameters {
            size,
            pipeline: Pipeline::LookAhead,
            virtual_channels: 1,
            buffer_flits: 8,
            edges: edges(size),
        };
        let tiles = network.routers();
        let memories = Arc::from([MemoryOfTasks {
            endpoint: 0,
            range: MEMORY,
        }]);
        let core = |tile: usize| Core {
            tile,
            unit: MessageBuffers::new(Parameters {
                unit,
                data_memory: DATA,
                packet_words: 16,
                endpoint: tile as u16,
                tiles: tiles as u16,
                memories: Arc::clone(&memories),
                host: tiles as u16 - 1,
            }),
            local: Local(vec![0; DATA.size as usize]),
            started: false,
            next: Cycle(0),
            program: VecDeque::new(),
            issued: None,
            done: Vec::new(),
        };
        Chip {
            mesh: Network::new(&network),
            cores: (1..tiles - 1).map(core).collect(),
            memory: MemoryTile::new(0, MEMORY.size, 1),
            host: Host::new(tiles as u16 - 1, 16, SET_BY_HOST),
            injectors: Injectors::new(size, rate, 0.25),
            now: Cycle(0),
            steps: false,
        }
    }

    /// The host sets up the tiles of these cores and starts them; each core has 1 KiB of the memory tile.
    fn start(&mut self, cores: Range<usize>) {
        let table: Vec<_> = self
            .cores
            .iter()
            .map(|core| Some(core.tile as u16))
            .collect();
        let placement = |core: &Core| Placement {
            tile: core.tile as u16,
            task: core.tile as u16 - 1,
            table: table.clone(),
            memory_base: 0x400 * core.tile as u32,
            memory_bytes: 0x400,
        };
        let placements: Vec<_> = self.cores[cores.clone()].iter().map(placement).collect();
        self.host.place(&placements, self.now);
        while !self.cores[cores.clone()].iter().all(|core| core.started) {
            self.cycle();
        }
    }

    /// Appends accesses to a core's program.
    fn program(&mut self, core: usize, accesses: impl IntoIterator<Item = RegisterAccess>) {
        self.cores[core].program.extend(accesses);
    }

    /// Runs until nothing happens any more.
    fn run(&mut self) {
        while self.next_event() != Cycle::NEVER {
            self.cycle();
            assert!(self.now < Cycle(3_000_000), "it does not end");
        }
    }

    fn next_event(&self) -> Cycle {
        let now = self.now;
        let cores = self.cores.iter().map(|core| core.next_event(now));
        let (memory, host) = (self.memory.next_event(now), self.host.next_event(now));
        let others = [memory, host, self.injectors.next_event(now)];
        let network = if self.mesh.is_idle() {
            Cycle::NEVER
        } else {
            now
        };
        let first = cores.chain(others).min().unwrap_or(Cycle::NEVER);
        first.min(network)
    }

    fn cycle(&mut self) {
        let (now, all) = (self.now, self.steps);
        let mesh = &mut self.mesh;
        let arrived: Vec<usize> = mesh.arrivals().collect();
        for core in &mut self.cores {
            core.issue(now);
            if all || arrived.contains(&core.tile) || core.unit.next_event(now) == now {
                core.tick(now, mesh);
            }
        }
        let last = self.cores.len() + 1;
        if all || arrived.contains(&0) || self.memory.next_event(now) == now {
            self.memory.tick(
                now,
                &mut EndpointPort {
                    network: mesh,
                    number: 0,
                },
            );
        }
        if all || self.host.next_event(now) == now {
            let number = last;
            self.host.tick(
                now,
                &mut EndpointPort {
                    network: mesh,
                    number,
                },
            );
        }
        self.injectors.tick(now, all, &arrived, mesh);
        mesh.tick();
        self.now += 1;
    }

    fn statistics(&self, core: usize) -> TileStatistics {
        self.cores[core].unit.statistics(self.now)
    }

    /// Returns the flits that all tiles have sent, and those that they have received, by kind.
    fn flits(&self) -> [Vec<u64>; 2] {
        let tiles: Vec<_> = (0..self.cores.len())
            .map(|core| self.statistics(core))
            .collect();
        let (memory_sent, memory_received) = self.memory.flits();
        let host = self.host.flits();
        let sum = |kind: usize, of: fn(&TileStatistics, usize) -> u64| -> u64 {
            tiles.iter().map(|tile| of(tile, kind)).sum()
        };
        let sent =
            |kind| sum(kind, |tile, kind| tile.flits_sent[kind]) + memory_sent[kind] + host[kind];
        let received =
            |kind| sum(kind, |tile, kind| tile.flits_received[kind]) + memory_received[kind];
        [
            (0..host.len()).map(sent).collect(),
            (0..host.len()).map(received).collect(),
        ]
    }
}

impl Core {
    fn issue(&mut self, now: Cycle) {
        if self.issued.is_none() && self.next <= now && self.started {
            if let Some(access) = self.program.pop_front() {
                self.unit.begin(access, now);
                self.issued = Some(now);
            }
        }
    }

    fn tick(&mut self, now: Cycle, mesh: &mut Network) {
        let number = self.tile;
        let mut port = EndpointPort {
            network: mesh,
            number,
        };
        match self.unit.tick(now, &mut port, &mut self.local) {
            Some(TileEvent::Answered(value)) => {
                self.next = now + 1;
                self.done.push(Done {
                    issued: self.issued.take().unwrap(),
                    goes_on: now + 1,
                    value,
                });
            }
            Some(TileEvent::Started) => {
                self.started = true;
                self.next = now + 1;
            }
            None => {}
        }
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        let unit = self.unit.next_event(now);
        let issues = self.started && self.issued.is_none() && !self.program.is_empty();
        let own = if issues {
            self.next.max(now)
        } else {
            Cycle::NEVER
        };
        unit.min(own)
    }

    /// Returns the last completed access.
    fn last(&self) -> Done {
        *self.done.last().expect("an access is over")
    }

    fn values(&self) -> Vec<u32> {
        self.done.iter().map(|done| done.value).collect()
    }
}

fn read(offset: u32) -> RegisterAccess {
    RegisterAccess::Read { offset }
}

fn write(offset: u32, value: u32) -> RegisterAccess {
    RegisterAccess::Write { offset, value }
}

/// Returns the accesses that send a block to a task; the last one is to SEND.
fn send(task: u32, address: u32, bytes: u32) -> [RegisterAccess; 3] {
    [
        write(reg::SEND_TASK, task),
        write(reg::SEND_ADDRESS, address),
        write(reg::SEND, bytes),
    ]
}

/// Returns the accesses that receive a block from a task; the last one is to RECEIVE.
fn receive(task: u32, address: u32, bytes: u32) -> [RegisterAccess; 3] {
    [
        write(reg::RECEIVE_TASK, task),
        write(reg::RECEIVE_ADDRESS, address),
        write(reg::RECEIVE, bytes),
    ]
}

/// Returns the accesses for a transfer with the memory tile; the last one is its command.
fn memory_access(local: u32, address: u32, command: RegisterAccess) -> [RegisterAccess; 3] {
    [
        write(reg::MEMORY_LOCAL, local),
        write(reg::MEMORY_ADDRESS, address),
        command,
    ]
}

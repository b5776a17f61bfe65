//! All that can be seen of a machine at one cycle.

use crate::common::chip::{DATA_BYTES, DATA_MEMORY, SHARED_BYTES, SHARED_MEMORY};
use std::fmt::Debug;
use weft_sim::part::core::profile::PcProfile;
use weft_sim::port::UsedCore;
use weft_sim::{CoreStatistics, Machine, Outcome};

/// What a mesh's memory is called, or what several are.
const MEMORY_TILES: [&str; 5] = ["memory", "memory 0", "memory 1", "memory 2", "memory 3"];

pub struct Snapshot {
    cycle: u64,
    outcome: Outcome,
    shared_memory: Vec<u8>,
    controller: String,
    devices: Vec<(String, u64)>,
    records: String,
    loads: String,
    memory_tiles: Vec<u8>,
    cores: Vec<CoreSnapshot>,
}

struct CoreSnapshot {
    pc: u32,
    registers: [u32; 32],
    statistics: CoreStatistics,
    profile: Vec<PcProfile>,
    data_memory: Vec<u8>,
    message_unit: String,
    /// Exit status, what it waits for, and whether it issues next.
    state: String,
}

impl Snapshot {
    pub fn of(machine: &Machine, outcome: &Outcome) -> Snapshot {
        let controller: Vec<_> = (0..4)
            .map(|number| (machine.lock_owner(number), machine.barrier_arrived(number)))
            .collect();
        Snapshot {
            cycle: machine.now().0,
            outcome: outcome.clone(),
            shared_memory: memory(machine, 0, SHARED_MEMORY, SHARED_BYTES),
            controller: format!("{controller:?}"),
            devices: devices(machine),
            records: records(machine),
            loads: loads(machine),
            memory_tiles: MEMORY_TILES
                .iter()
                .flat_map(|name| memory_tile(machine, name))
                .collect(),
            cores: (0..machine.core_count())
                .map(|core| CoreSnapshot::of(machine, core))
                .collect(),
        }
    }

    /// Holds that each cycle of each core is in one class, and, at the end, that the profile has them all.
    pub fn check_sums(&self) -> Result<(), String> {
        for (number, core) in self.cores.iter().enumerate() {
            let classes = &core.statistics.classes;
            if classes.total() != self.cycle.div_ceil(core.statistics.period) {
                return Err(format!(
                    "core {number}, cycle {}: the classes sum to {}",
                    self.cycle,
                    classes.total()
                ));
            }
            let profiled: u64 = core.profile.iter().map(|entry| entry.cycles).sum();
            let active = classes.total() - classes.halted;
            if self.outcome == Outcome::Finished && profiled != active {
                return Err(format!(
                    "core {number}: {profiled} cycles in the profile, {active} in {classes:?}"
                ));
            }
        }
        Ok(())
    }

    /// The first difference, if there is one.
    pub fn difference(&self, other: &Snapshot) -> Option<String> {
        let cores = self.cores.iter().zip(&other.cores).enumerate();
        let mut in_cores = cores.filter_map(|(number, (a, b))| {
            a.difference(b).map(|text| format!("core {number} {text}"))
        });
        differ("cycle", &self.cycle, &other.cycle)
            .or_else(|| differ("outcome", &self.outcome, &other.outcome))
            .or_else(|| in_cores.next())
            .or_else(|| {
                differ(
                    "synchronization controller",
                    &self.controller,
                    &other.controller,
                )
            })
            .or_else(|| {
                let mut devices = self.devices.iter().zip(&other.devices);
                devices.find_map(|(a, b)| differ("device", a, b))
            })
            .or_else(|| differ("records", &self.records, &other.records))
            .or_else(|| differ("loads", &self.loads, &other.loads))
            .or_else(|| differ_in_byte("memory tiles", &self.memory_tiles, &other.memory_tiles))
            .or_else(|| differ_in_byte("shared memory", &self.shared_memory, &other.shared_memory))
    }
}

impl CoreSnapshot {
    fn of(machine: &Machine, core: usize) -> CoreSnapshot {
        let left = (machine.mailbox_left(core), machine.words_left(core));
        let state = (
            machine.core(core).exit_status,
            machine.waiting(core),
            machine.issues_next(core),
        );
        CoreSnapshot {
            pc: machine.core(core).pc(),
            registers: machine.core(core).registers(),
            // How far the engine has run ahead is the engine's affair.
            statistics: CoreStatistics {
                run_ahead: 0,
                ..machine.statistics(core)
            },
            profile: machine.core(core).profile(),
            data_memory: memory(machine, core, DATA_MEMORY, DATA_BYTES),
            message_unit: format!("{left:?}"),
            state: format!("{state:?}"),
        }
    }

    fn difference(&self, other: &CoreSnapshot) -> Option<String> {
        let mut profiles = self.profile.iter().zip(&other.profile);
        differ("pc", &self.pc, &other.pc)
            .or_else(|| differ("registers", &self.registers, &other.registers))
            .or_else(|| differ("state", &self.state, &other.state))
            .or_else(|| differ("statistics", &self.statistics, &other.statistics))
            .or_else(|| differ("messages left", &self.message_unit, &other.message_unit))
            .or_else(|| differ("profile length", &self.profile.len(), &other.profile.len()))
            .or_else(|| profiles.find_map(|(a, b)| differ("profile", a, b)))
            .or_else(|| differ_in_byte("data memory", &self.data_memory, &other.data_memory))
    }
}

/// What the parts say of a run in which all cores had programs.
fn records(machine: &Machine) -> String {
    let used = (0..machine.core_count()).map(|core| UsedCore {
        core,
        task: None,
        busy: 0,
        waiting: 0,
    });
    format!("{:?}", machine.records(&used.collect::<Vec<_>>()))
}

/// The loads of all shared paths.
fn loads(machine: &Machine) -> String {
    let mut loads = String::new();
    machine.loads(&mut |load| loads += &format!("{load:?}"));
    loads
}

/// The signals of the devices.
fn devices(machine: &Machine) -> Vec<(String, u64)> {
    const OTHERS: [&str; 5] = ["core", "crossbar", "sync", "bus", "bridge"];
    let mut signals = Vec::new();
    machine.for_each_signal(&mut |name, _, value| {
        let name = name.to_string();
        if !OTHERS.iter().any(|other| name.starts_with(other)) {
            signals.push((name, value));
        }
    });
    signals
}

fn memory_tile(machine: &Machine, name: &str) -> Vec<u8> {
    machine.host_memory(name).unwrap_or_default().to_vec()
}

fn memory(machine: &Machine, core: usize, address: u32, length: usize) -> Vec<u8> {
    machine
        .peek(core, address, length)
        .expect("the platform has this memory")
        .to_vec()
}

fn differ<T: PartialEq + Debug>(name: &str, a: &T, b: &T) -> Option<String> {
    (a != b).then(|| format!("{name}:\n  {a:?}\n  {b:?}\n"))
}

fn differ_in_byte(name: &str, a: &[u8], b: &[u8]) -> Option<String> {
    let offset = a.iter().zip(b).position(|(a, b)| a != b)?;
    Some(format!(
        "{name} at offset {offset:#x}: {:#x} {:#x}",
        a[offset], b[offset]
    ))
}

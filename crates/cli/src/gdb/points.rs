//! Breakpoints and watchpoints: which there are, and which of them a core has run into.

use std::collections::BTreeSet;

use gdbstub::target::ext::breakpoints::WatchKind;
use weft_isa::{Instruction, Op};
use weft_sim::Machine;

/// A watched range of addresses.
#[derive(Debug)]
pub struct Watchpoint {
    pub address: u32,
    pub bytes: u32,
    pub kind: WatchKind,
    /// The bytes as each core last saw them.
    seen: Vec<Option<Vec<u8>>>,
}

impl Watchpoint {
    /// Watches from the machine's present state on.
    pub fn new(machine: &Machine, address: u32, bytes: u32, kind: WatchKind) -> Watchpoint {
        let mut watchpoint = Watchpoint {
            address,
            bytes,
            kind,
            seen: vec![None; machine.core_count()],
        };
        watchpoint.changed(machine);
        watchpoint
    }

    /// The cores that see other bytes than last time.
    fn changed(&mut self, machine: &Machine) -> Vec<usize> {
        let mut changed = Vec::new();
        for core in 0..machine.core_count() {
            let now = machine.peek(core, self.address, self.bytes as usize);
            if self.seen[core].as_deref() != now {
                self.seen[core] = now.map(<[u8]>::to_vec);
                changed.push(core);
            }
        }
        changed
    }

    fn overlaps(&self, access: &Access) -> bool {
        let end = |address: u32, bytes: u32| u64::from(address) + u64::from(bytes);
        u64::from(self.address) < end(access.address, access.bytes)
            && u64::from(access.address) < end(self.address, self.bytes)
    }
}

/// A load, store or atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    address: u32,
    bytes: u32,
    reads: bool,
    writes: bool,
}

impl Access {
    /// What the instruction that the core is about to issue will do to memory. Message instructions do not count: what
    /// they write is found by its value.
    pub fn next(machine: &Machine, core: usize) -> Option<Access> {
        let instruction = machine.core(core).next_instruction()?;
        Access::of(&instruction, &machine.registers(core))
    }

    fn of(instruction: &Instruction, registers: &[u32; 32]) -> Option<Access> {
        let (bytes, reads, writes) = match instruction.op {
            Op::Lb | Op::Lbu => (1, true, false),
            Op::Lh | Op::Lhu => (2, true, false),
            Op::Lw | Op::LrW => (4, true, false),
            Op::Sb => (1, false, true),
            Op::Sh => (2, false, true),
            Op::Sw | Op::ScW => (4, false, true),
            Op::AmoswapW | Op::AmoaddW | Op::AmoxorW | Op::AmoandW | Op::AmoorW => (4, true, true),
            Op::AmominW | Op::AmomaxW | Op::AmominuW | Op::AmomaxuW => (4, true, true),
            _ => return None,
        };
        let address = registers[usize::from(instruction.rs1)].wrapping_add(instruction.imm as u32);
        Some(Access {
            address,
            bytes,
            reads,
            writes,
        })
    }
}

/// All that the debugger has set.
#[derive(Debug, Default)]
pub struct Points {
    pub breakpoints: BTreeSet<u32>,
    pub watchpoints: Vec<Watchpoint>,
}

impl Points {
    /// The first watchpoint that was run into in the last cycle, and by which core. `accesses`: what each core has done
    /// to memory last; `issued`: what it has done in this cycle.
    pub fn watched(
        &mut self,
        machine: &Machine,
        accesses: &[Option<Access>],
        issued: &[Option<Access>],
    ) -> Option<(usize, u32, WatchKind)> {
        let mut found = None;
        for watchpoint in &mut self.watchpoints {
            let changed = watchpoint.changed(machine);
            let core = match watchpoint.kind {
                WatchKind::Write => writer(watchpoint, &changed, accesses),
                WatchKind::Read => accessor(watchpoint, issued, |access| access.reads),
                WatchKind::ReadWrite => writer(watchpoint, &changed, accesses).or_else(|| {
                    accessor(watchpoint, issued, |access| access.reads || access.writes)
                }),
            };
            found = found.or(core.map(|core| (core, watchpoint.address, watchpoint.kind)));
        }
        found
    }
}

/// Among the cores that see a change the one that stored there; a message may have written it as well.
fn writer(
    watchpoint: &Watchpoint,
    changed: &[usize],
    accesses: &[Option<Access>],
) -> Option<usize> {
    let stored = |core: &&usize| {
        accesses[**core].is_some_and(|access| access.writes && watchpoint.overlaps(&access))
    };
    changed.iter().find(stored).or(changed.first()).copied()
}

fn accessor(
    watchpoint: &Watchpoint,
    issued: &[Option<Access>],
    wanted: fn(&Access) -> bool,
) -> Option<usize> {
    let hit = |access: &Option<Access>| {
        access.is_some_and(|access| wanted(&access) && watchpoint.overlaps(&access))
    };
    issued.iter().position(hit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(bits: u32, base: u32) -> Option<Access> {
        let mut registers = [0; 32];
        registers[10] = base;
        Access::of(&weft_isa::decode(bits).unwrap(), &registers)
    }

    #[test]
    fn loads_and_stores_know_their_addresses() {
        let load = access(0xFFC5_2583, 0x100); // lw a1, -4(a0)
        assert_eq!(
            load,
            Some(Access {
                address: 0xFC,
                bytes: 4,
                reads: true,
                writes: false
            })
        );
        let store = access(0x00B5_1123, 0x100); // sh a1, 2(a0)
        assert_eq!(
            store,
            Some(Access {
                address: 0x102,
                bytes: 2,
                reads: false,
                writes: true
            })
        );
        let atomic = access(0x00B5_252F, 0x100); // amoadd.w a0, a1, (a0)
        assert_eq!(
            atomic,
            Some(Access {
                address: 0x100,
                bytes: 4,
                reads: true,
                writes: true
            })
        );
        assert_eq!(access(0x0000_0013, 0), None); // nop
    }

    #[test]
    fn ranges_overlap_by_bytes() {
        let watchpoint = Watchpoint {
            address: 0x102,
            bytes: 2,
            kind: WatchKind::Write,
            seen: vec![],
        };
        let at = |address, bytes| {
            watchpoint.overlaps(&Access {
                address,
                bytes,
                reads: true,
                writes: false,
            })
        };
        assert!(at(0x100, 4) && at(0x103, 1));
        assert!(!at(0x100, 2) && !at(0x104, 4));
    }
}

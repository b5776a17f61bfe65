//! The breakpoints and watchpoints, and the detection of watchpoints that a core has hit.

use std::collections::BTreeSet;
use std::ops::Range;

use gdbstub::target::ext::breakpoints::WatchKind;
use weft_isa::{Instruction, Op};
use weft_sim::Machine;

/// A watched range of addresses.
#[derive(Clone, Debug)]
pub struct Watchpoint {
    address: u32,
    bytes: u32,
    kind: WatchKind,
    /// The core whose private memory is watched; None for shared memory.
    core: Option<usize>,
    /// The bytes at the last check.
    seen: Option<Vec<u8>>,
}

impl Watchpoint {
    /// Have the bytes changed since the last check?
    fn changed(&mut self, machine: &Machine) -> bool {
        let now = machine.peek(self.core.unwrap_or(0), self.address, self.bytes as usize);
        if self.seen.as_deref() == now {
            return false;
        }
        self.seen = now.map(<[u8]>::to_vec);
        true
    }

    fn is(&self, address: u32, bytes: u32, kind: WatchKind) -> bool {
        (self.address, self.bytes, self.kind) == (address, bytes, kind)
    }

    fn hit_by(&self, core: usize, access: &Access) -> bool {
        let end = |address: u32, bytes: u32| u64::from(address) + u64::from(bytes);
        self.core.is_none_or(|own| own == core)
            && u64::from(self.address) < end(access.address, access.bytes)
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
    /// Returns the memory access of the instruction that the core is about to issue. Message instructions do not count: their writes are
    /// found by comparing the watched bytes.
    pub fn next(machine: &Machine, core: usize) -> Option<Access> {
        let instruction = machine.core(core).next_instruction()?;
        Access::of(&instruction, &machine.core(core).registers())
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
    /// The watchpoints that the debugger has removed since the machine last advanced. It removes all at each stop and inserts them again
    /// before it resumes, without naming the core: these entries keep it.
    removed: Vec<Watchpoint>,
}

impl Points {
    /// Watches a range of addresses from the machine's present state on. `core` is the core whose private memory is watched; a watchpoint
    /// that is inserted again keeps its former core.
    pub fn watch(
        &mut self,
        machine: &Machine,
        place: Range<u32>,
        kind: WatchKind,
        core: Option<usize>,
    ) {
        let (address, bytes) = (place.start, place.end - place.start);
        let mut removed = self.removed.iter();
        let before = removed.position(|point| point.is(address, bytes, kind));
        let core = before.map_or(core, |index| self.removed.swap_remove(index).core);
        let mut point = Watchpoint {
            address,
            bytes,
            kind,
            core,
            seen: None,
        };
        point.changed(machine);
        self.watchpoints.push(point);
    }

    /// Removes a watchpoint. Returns whether it existed.
    pub fn unwatch(&mut self, place: Range<u32>, kind: WatchKind) -> bool {
        let is = |point: &Watchpoint| point.is(place.start, place.end - place.start, kind);
        let found = self.watchpoints.iter().position(is);
        self.removed
            .extend(found.map(|index| self.watchpoints.remove(index)));
        found.is_some()
    }

    /// Called before the machine advances: watchpoints that the debugger has not inserted again are dropped.
    pub fn machine_moves(&mut self) {
        self.removed.clear();
    }

    /// Returns the watchpoints that were hit in the last cycle, and by which cores. `accesses` holds the last access of each core, `issued`
    /// that of this cycle.
    pub fn watched(
        &mut self,
        machine: &Machine,
        accesses: &[Option<Access>],
        issued: &[Option<Access>],
    ) -> Vec<(usize, u32, WatchKind)> {
        let mut found = Vec::new();
        for point in &mut self.watchpoints {
            let written = point.changed(machine) && point.kind != WatchKind::Read;
            let writer = written.then(|| writer(point, accesses));
            let reads = |core, access: &Access| access.reads && point.hit_by(core, access);
            let readers = cores_with(issued, reads).filter(|_| point.kind != WatchKind::Write);
            let cores = writer.into_iter().chain(readers);
            found.extend(cores.map(|core| (core, point.address, point.kind)));
        }
        found
    }
}

/// Returns the core whose last access wrote there. If there is none, a message has changed the bytes: returns the owner of the memory.
fn writer(point: &Watchpoint, accesses: &[Option<Access>]) -> usize {
    let writes = |core, access: &Access| access.writes && point.hit_by(core, access);
    let writer = cores_with(accesses, writes).next();
    writer.or(point.core).unwrap_or(0)
}

fn cores_with<'a>(
    accesses: &'a [Option<Access>],
    wanted: impl Fn(usize, &Access) -> bool + 'a,
) -> impl Iterator<Item = usize> + 'a {
    let hit = move |core: &usize| accesses[*core].is_some_and(|access| wanted(*core, &access));
    (0..accesses.len()).filter(hit)
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
        let point = Watchpoint {
            address: 0x102,
            bytes: 2,
            kind: WatchKind::Write,
            core: Some(1),
            seen: None,
        };
        let hit = |core, address, bytes| {
            point.hit_by(
                core,
                &Access {
                    address,
                    bytes,
                    reads: true,
                    writes: false,
                },
            )
        };
        assert!(hit(1, 0x100, 4) && hit(1, 0x103, 1));
        assert!(!hit(1, 0x100, 2) && !hit(1, 0x104, 4));
        assert!(!hit(0, 0x100, 4), "the private memory of another core");
    }
}

//! Test-and-set registers: lock variables that a core takes by one read, which returns the old value and sets it.
//!
//! Source: H. Xiao et al. 2012, section 5.2 ("dedicated registers addressed in the shared AHB space", "obtain the lock value by a single
//! read transaction"); timing: docs/contract/devices.md, "Test-and-set registers". Waiting lists and notification, for locks that interrupt, are
//! this project's; they follow those of the synchronization controller (section 4.4).
//!
//! | offset | read | write |
//! |---|---|---|
//! | 0x0000 + 4 i | lock i: its value, and sets it to 1 | 0 clears it |
//! | 0x1000 + 4 i | the same; if it was 1, the reading core is put on the lock's waiting list, if it was 0, taken off it | 0 clears it |
//! | 0x2000 + 4 w | bits of locks 32 w .. 32 w + 31: notified to the reading core | ones clear bits of the writing core |
//!
//! When a lock is cleared, one core of its list, the next after the core that cleared it, is taken off the list and notified. A core's
//! source is raised while any of its notification bits is set.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{next_round_robin, Accessor, Peripheral};
use keys::TestAndSetKeys;
use serde::{Deserialize, Serialize};

const WAITING: u32 = 0x1000;
const NOTIFIED: u32 = 0x2000;

/// A lock variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Register {
    taken: bool,
    /// The cores to notify, one bit each.
    waiting: u64,
    /// The core that has taken it, for reports of deadlocks; not part of the hardware.
    owner: usize,
}

/// The registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestAndSet {
    registers: Vec<Register>,
    /// The notification bits of each core, 32 locks to a word.
    notified: Vec<Vec<u32>>,
    /// The cores that have notification bits set, one bit each.
    raised: u64,
}

impl TestAndSet {
    /// A device whose locks are all free.
    fn of(registers: usize, cores: usize) -> Self {
        TestAndSet {
            registers: vec![Register::default(); registers],
            notified: vec![vec![0; registers.div_ceil(32)]; cores],
            raised: 0,
        }
    }

    /// Tests and sets a lock for a core; None if there is no such lock.
    fn acquire(&mut self, number: usize, core: usize) -> Option<u32> {
        let register = self.registers.get_mut(number)?;
        let old = register.taken;
        if !old {
            (register.taken, register.owner) = (true, core);
        }
        Some(u32::from(old))
    }

    /// As [`Self::acquire`]; puts the core on the waiting list if the lock was taken, otherwise takes it off.
    fn acquire_or_wait(&mut self, number: usize, core: usize) -> u32 {
        let Some(old) = self.acquire(number, core) else {
            return 0;
        };
        let waiting = &mut self.registers[number].waiting;
        *waiting = *waiting & !(1 << core) | u64::from(old) << core;
        old
    }

    /// Clears a lock and notifies the next waiting core, round robin.
    fn release(&mut self, number: usize, core: usize) {
        let Some(register) = self.registers.get_mut(number) else {
            return;
        };
        register.taken = false;
        if register.waiting != 0 {
            let next = next_round_robin(register.waiting, core);
            register.waiting &= !(1 << next);
            self.notified[next][number / 32] |= 1 << (number % 32);
            self.raised |= 1 << next;
        }
    }

    /// Clears notification bits of a core; its source falls when none is left.
    fn clear_notified(&mut self, word: usize, bits: u32, core: usize) {
        let own = &mut self.notified[core];
        if let Some(word) = own.get_mut(word) {
            *word &= !bits;
        }
        if own.iter().all(|word| *word == 0) {
            self.raised &= !(1 << core);
        }
    }
}

impl BusDevice for TestAndSet {
    type Keys = TestAndSetKeys;
    const REGISTERS: Option<u32> = Some(0x3000);

    fn new(keys: TestAndSetKeys, _: u32, chip: &Facts) -> Self {
        TestAndSet::of(keys.registers, chip.cores)
    }
}

impl Peripheral for TestAndSet {
    fn lock_owner(&self, number: usize) -> Option<Option<usize>> {
        let register = self.registers.get(number);
        Some(register.and_then(|it| it.taken.then_some(it.owner)))
    }

    fn read(&mut self, offset: u32, access: Accessor) -> u32 {
        let number = (offset & 0xFFF) as usize / 4;
        match offset & !0xFFF {
            0 => self.acquire(number, access.core).unwrap_or(0),
            WAITING => self.acquire_or_wait(number, access.core),
            NOTIFIED => self.notified[access.core].get(number).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn has_only_been_read(&self, offset: u32, value: u32) -> bool {
        offset < WAITING && value != 0
    }

    fn write(&mut self, offset: u32, value: u32, access: Accessor) {
        let number = (offset & 0xFFF) as usize / 4;
        match offset & !0xFFF {
            0 | WAITING if value == 0 => self.release(number, access.core),
            NOTIFIED => self.clear_notified(number, value, access.core),
            _ => {}
        }
    }

    fn sources(&self) -> u64 {
        self.raised
    }

    fn awaited(&self, core: usize) -> Option<String> {
        let mut locks = self.registers.iter().enumerate();
        let (number, lock) = locks.find(|(_, lock)| lock.waiting >> core & 1 != 0)?;
        Some(format!("whose lock {number} core {} holds", lock.owner))
    }

    fn signals(&self, visit: &mut Visitor) {
        for (number, register) in self.registers.iter().enumerate() {
            visit(
                format_args!("lock{number}.taken"),
                1,
                u64::from(register.taken),
            );
            visit(format_args!("lock{number}.waiting"), 64, register.waiting);
        }
        visit(format_args!("notified"), 64, self.raised);
    }
}

#[cfg(test)]
mod tests;

//! Executable memory of the host for translations, and the call of a translation: the only unsafe code of this crate.
//!
//! The memory is an anonymous file that is mapped twice: once writable, once executable. No mapping is both, and one thread can write translations
//! while another executes others. `docs/contribute/translator.md` says why this is sound.

#![allow(unsafe_code)]

mod coherence;

use crate::bounds::Bounds;
use crate::frame::{answer, Frame, Leaving, Logs, Reach, Run};
use crate::table::{Place, Table};
use rustix::fs::{ftruncate, memfd_create, MemfdFlags};
use rustix::mm::{mmap, munmap, MapFlags, ProtFlags};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The alignment of code in bytes.
const ALIGNMENT: usize = 16;

/// Executable memory for translations.
#[derive(Debug)]
pub struct Executable {
    writable: *mut u8,
    executable: *mut u8,
    size: usize,
    used: AtomicUsize,
}

// SAFETY: both mappings last as long as the value. Bytes are written once, by the thread that has reserved them, before any other thread knows
// their place.
unsafe impl Send for Executable {}
unsafe impl Sync for Executable {}

impl Executable {
    /// Reserves this number of bytes. The host allocates pages when they are used.
    pub fn new(size: usize) -> std::io::Result<Executable> {
        let file = memfd_create("weft-translations", MemfdFlags::CLOEXEC)?;
        ftruncate(&file, size as u64)?;
        let map = |access| {
            // SAFETY: a new mapping, at an address that the host chooses.
            unsafe { mmap(ptr::null_mut(), size, access, MapFlags::SHARED, &file, 0) }
        };
        let executable = map(ProtFlags::READ | ProtFlags::EXEC)?;
        let writable = map(ProtFlags::READ | ProtFlags::WRITE).inspect_err(|_| {
            // SAFETY: mapped above, and nothing refers to it.
            let _ = unsafe { munmap(executable, size) };
        })?;
        Ok(Executable {
            writable: writable.cast(),
            executable: executable.cast(),
            size,
            // Place 0 is never used: tables use it for "no translation".
            used: AtomicUsize::new(ALIGNMENT),
        })
    }

    /// Copies code into the executable memory; returns None if there is no room.
    pub fn add(&self, code: &[u8]) -> Option<Place> {
        let length = code.len().next_multiple_of(ALIGNMENT);
        let reserve = |used: usize| used.checked_add(length).filter(|&end| end <= self.size);
        let start = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, reserve)
            .ok()?;
        let place = Place(u32::try_from(start).ok()?);
        // SAFETY: `start..start + length` is inside, and reserved for this call alone.
        let (written, executed) = unsafe {
            let written = self.writable.add(start);
            ptr::copy_nonoverlapping(code.as_ptr(), written, code.len());
            (written, self.executable.add(start))
        };
        coherence::publish(written, executed, code.len());
        Some(place)
    }

    /// Calls the translation at a place, and further translations of the table to which control leaves. The table's code must be in this memory.
    pub fn call(
        &self,
        first: Place,
        table: &Table,
        bounds: &Bounds,
        reach: &mut Reach,
        budget: i64,
        logs: Option<&mut Logs>,
    ) -> Run {
        bounds.check(reach);
        let mut unused = Logs::default();
        let logs = logs.unwrap_or(&mut unused);
        if table.is_logged() {
            let most = bounds.most_logged(budget);
            logs.stores.reserve(most);
            logs.transfers.reserve(most);
            logs.waits.reserve(most);
        }
        let mut frame = frame(reach, budget, logs);
        let (leaving, is_within) = self.run(first, table, &mut frame);
        if table.is_logged() {
            // SAFETY: the code has written all entries up to where the pointers are now, and no more than there is room for.
            unsafe {
                let stores = frame.stores.offset_from(logs.stores.as_ptr());
                logs.stores.set_len(stores as usize);
                let transfers = frame.transfers.offset_from(logs.transfers.as_ptr());
                logs.transfers.set_len(transfers as usize);
                let waits = frame.waits.offset_from(logs.waits.as_ptr());
                logs.waits.set_len(waits as usize);
            }
        }
        Run {
            leaving,
            budget: frame.budget,
            instructions: frame.instructions,
            joined: frame.joined,
            is_within,
        }
    }

    /// Calls one translation after the other, as long as control leaves for the first slot of a translation.
    fn run(&self, first: Place, table: &Table, frame: &mut Frame) -> (Leaving, bool) {
        let mut place = first;
        loop {
            coherence::before_call();
            // SAFETY: the page that the module names.
            let answer = unsafe {
                let start = self.executable.add(place.0 as usize);
                let code: extern "C" fn(&mut Frame) -> u64 = std::mem::transmute(start);
                code(frame)
            };
            let (leaving, is_within) = answer::decode(answer);
            let next = match leaving {
                Leaving::Left(slot) => table.place(slot),
                _ => None,
            };
            let Some(next) = next else {
                return (leaving, is_within);
            };
            place = next;
        }
    }
}

/// Returns the frame: pointers to everything that a translation may access.
fn frame(reach: &mut Reach, budget: i64, logs: &mut Logs) -> Frame {
    let (stores, transfers, waits) = (logs.stores.len(), logs.transfers.len(), logs.waits.len());
    let float = reach.float.as_mut();
    let (float_registers, float_control) = match float {
        Some(unit) => (unit.registers.as_mut_ptr(), ptr::from_mut(unit.control)),
        None => (ptr::null_mut(), ptr::null_mut()),
    };
    Frame {
        registers: reach.registers.as_mut_ptr(),
        float_registers,
        float_control,
        memory: reach.memory.as_mut_ptr(),
        constants: reach.constants.as_ptr(),
        profile: reach.profile.as_mut_ptr().cast(),
        slots: reach.slots.as_ptr(),
        marks: reach.marks.as_ptr(),
        // SAFETY: the end of a vector's contents is inside its allocation or directly after it.
        stores: unsafe { logs.stores.as_mut_ptr().add(stores) },
        // SAFETY: as above.
        transfers: unsafe { logs.transfers.as_mut_ptr().add(transfers) },
        // SAFETY: as above.
        waits: unsafe { logs.waits.as_mut_ptr().add(waits) },
        user: reach.user,
        budget,
        instructions: 0,
        joined: 0,
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        for mapping in [self.writable, self.executable] {
            // SAFETY: mapped by `new`; nothing refers to it any more.
            let _ = unsafe { munmap(mapping.cast(), self.size) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_bounded() {
        let room = Executable::new(4096).expect("this host makes memory executable");
        let places: Vec<Place> = std::iter::from_fn(|| room.add(&[0x90; 1000])).collect();
        assert_eq!(places, [16, 1024, 2032, 3040].map(Place));
        assert!(room.add(&[0x90; 48]).is_some());
        assert!(room.add(&[0x90]).is_none());
    }
}

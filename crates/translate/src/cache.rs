//! The translations of one program, in a bounded room.
//!
//! When the room is full, all are dropped, and what is still hot is translated anew. A program that is written gets a new cache.

use crate::bounds::{Bounds, Kind, Memories};
use crate::compiler::{self, Destination, Job};
use crate::executable::Executable;
use crate::frame::{Logs, Reach, Run};
use crate::region::{Region, Wanted};
use crate::slot::Slot;
use crate::table::{Begins, Table};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use weft_isa::Op;

/// Bytes of translations that a program has room for, if nothing else is said.
const ROOM: usize = 64 << 20;
/// Instructions that are interpreted in the time in which one is translated, and half of that again: of the host's time a program spends less than
/// half on translations that it may not need.
const INTERPRETED_FOR_ONE: u64 = 12_500;
/// Instructions of a small region, a loop with what is around it: before one could be paid for, none is looked for.
const SMALL: u64 = 40;

/// The translations of a program.
#[derive(Debug)]
pub struct Cache {
    shelf: RwLock<Shelf>,
    /// Bytes that a shelf which is opened from now on has room for.
    room: AtomicUsize,
    /// Instructions of regions asked for, and instructions that have been interpreted.
    asked: AtomicU64,
    interpreted: AtomicU64,
    /// Those of the region that is likely to be asked for next: of the last one that was too large, if none has been asked for since.
    expected: AtomicU64,
}

/// Room with the tables of what is in it.
#[derive(Debug, Default)]
struct Shelf {
    /// None before the first translation, and where nothing can be translated.
    open: Option<Open>,
    unavailable: Option<String>,
}

#[derive(Debug)]
struct Open {
    room: Executable,
    bounds: Bounds,
    /// Of translations that log nothing, and of those that do.
    tables: [Table; 2],
}

impl Open {
    fn new(bounds: Bounds, room: usize) -> Result<Open, String> {
        if let Some(why) = compiler::unavailable() {
            return Err(why);
        }
        if let Some(why) = bounds.refused() {
            return Err(why);
        }
        let room = Executable::new(room)
            .map_err(|error| format!("no memory can be made executable: {error}"))?;
        let tables = [false, true].map(|is_logged| Table::new(bounds.slots, is_logged));
        Ok(Open {
            room,
            bounds,
            tables,
        })
    }

    fn table(&self, kind: Kind) -> &Table {
        &self.tables[usize::from(kind.is_logged)]
    }
}

impl Shelf {
    /// Enters a translation; false if there is no room for it.
    fn put(&self, first: usize, kind: Kind, code: &[u8]) -> bool {
        let place = self
            .open
            .as_ref()
            .and_then(|open| Some((open, open.room.add(code)?)));
        place
            .map(|(open, place)| open.table(kind).put(first, place))
            .is_some()
    }
}

/// What is translated, as it is found; nothing is dropped meanwhile.
pub struct Reading<'a> {
    shelf: RwLockReadGuard<'a, Shelf>,
    is_logged: bool,
}

impl Reading<'_> {
    /// What is known of a slot.
    #[inline(always)]
    pub fn begins(&self, slot: usize) -> Begins {
        match &self.shelf.open {
            Some(open) => open.tables[usize::from(self.is_logged)].get(slot),
            None if self.shelf.unavailable.is_some() => Begins::Asked,
            None => Begins::Unasked,
        }
    }

    /// Runs the translation that begins at a slot, and those that control goes on to; None if there is none. `logs` is there if they log.
    ///
    /// # Panics
    /// When the parts of the core are not those that the program was translated for.
    pub fn run(
        &self,
        slot: usize,
        reach: &mut Reach,
        budget: i64,
        logs: Option<&mut Logs>,
    ) -> Option<Run> {
        let open = self.shelf.open.as_ref()?;
        let table = &open.tables[usize::from(self.is_logged)];
        let place = table.place(slot)?;
        Some(
            open.room
                .call(place, table, &open.bounds, reach, budget, logs),
        )
    }
}

impl Cache {
    /// What is translated, of those that log or of those that do not.
    #[inline]
    pub fn read(&self, is_logged: bool) -> Reading<'_> {
        let shelf = self.shelf();
        Reading { shelf, is_logged }
    }

    fn shelf(&self) -> RwLockReadGuard<'_, Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf_mut(&self) -> RwLockWriteGuard<'_, Shelf> {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bounds the bytes of translations: of those that are made after the first, or after all have been dropped.
    pub fn limit(&self, bytes: usize) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    /// Why nothing can be translated on this host, if something was to be and could not.
    pub fn unavailable(&self) -> Option<String> {
        self.shelf().unavailable.clone()
    }

    /// Instructions have been interpreted that could have been translated.
    pub fn add_interpreted(&self, instructions: u64) {
        self.interpreted.fetch_add(instructions, Ordering::Relaxed);
    }

    /// Whether so much has been interpreted that it is worth the time to look for what could be translated next.
    pub fn affords_next(&self) -> bool {
        self.affords(self.expected.load(Ordering::Relaxed))
    }

    /// Whether so much has been interpreted that it is worth the time to translate this number of instructions.
    fn affords(&self, instructions: u64) -> bool {
        let asked = self.asked.load(Ordering::Relaxed) + instructions;
        self.interpreted.load(Ordering::Relaxed) / INTERPRETED_FOR_ONE >= asked
    }

    /// Whether a region is to be translated now; notes what it costs.
    fn takes(&self, region: &Region, at_once: bool) -> bool {
        let instructions = region.instructions();
        if !at_once && !self.affords(instructions) {
            self.expected.store(instructions, Ordering::Relaxed);
            return false;
        }
        self.expected.store(SMALL, Ordering::Relaxed);
        self.asked.fetch_add(instructions, Ordering::Relaxed);
        true
    }

    /// Asks for the translation of what begins at slot `first`: made at once, or in the background once it is worth the time, of the instructions
    /// that are wanted.
    pub fn ask(
        self: &Arc<Cache>,
        slots: &Arc<Vec<Slot>>,
        first: usize,
        memories: Memories,
        kind: Kind,
        at_once: bool,
        wanted: impl Fn(usize) -> Wanted,
    ) {
        if !self.is_first_to_ask(slots, first, memories, kind) {
            return;
        }
        let Some(region) = Region::find(slots, first, kind, wanted) else {
            return;
        };
        let is_float = |slot: usize| slots[slot].op.is_some_and(Op::is_float);
        if !memories.has_float && region.slots().any(is_float) {
            return;
        }
        if !self.takes(&region, at_once) {
            self.forget(first, kind);
            return;
        }
        let cache = Arc::downgrade(self);
        let job = Job {
            destination: cache,
            slots: Arc::clone(slots),
            region,
            memories,
            kind,
        };
        match at_once {
            true => job.carry_out(),
            false => job.carry_out_in_background(),
        }
    }

    /// Notes that a slot is asked for; false if that has been noted, or if the program is translated for other memories.
    fn is_first_to_ask(
        &self,
        slots: &[Slot],
        first: usize,
        memories: Memories,
        kind: Kind,
    ) -> bool {
        let bounds = Bounds {
            memories,
            slots: slots.len(),
            width: kind.width,
            is_traced: kind.is_traced,
        };
        let is_new = |open: &Open| open.bounds == bounds && open.table(kind).ask(first);
        if let Some(open) = &self.shelf().open {
            return is_new(open);
        }
        let mut shelf = self.shelf_mut();
        if shelf.open.is_none() && shelf.unavailable.is_none() {
            *shelf = self.opened(bounds);
        }
        shelf.open.as_ref().is_some_and(is_new)
    }

    /// Takes back that a slot is asked for.
    fn forget(&self, first: usize, kind: Kind) {
        if let Some(open) = &self.shelf().open {
            open.table(kind).forget(first);
        }
    }

    /// A shelf without translations, or the reason why there is none.
    fn opened(&self, bounds: Bounds) -> Shelf {
        match Open::new(bounds, self.room.load(Ordering::Relaxed)) {
            Ok(open) => Shelf {
                open: Some(open),
                unavailable: None,
            },
            Err(why) => Shelf {
                open: None,
                unavailable: Some(why),
            },
        }
    }
}

impl Destination for Cache {
    /// If there is no room, all others are dropped.
    fn enter(&self, first: usize, kind: Kind, code: &[u8]) {
        let Some(bounds) = self.shelf().open.as_ref().map(|open| open.bounds) else {
            return;
        };
        if self.shelf().put(first, kind, code) {
            return;
        }
        let mut shelf = self.shelf_mut();
        *shelf = self.opened(bounds);
        if !shelf.put(first, kind, code) {
            // What does not fit into the empty room is not asked for again.
            if let Some(open) = &shelf.open {
                open.table(kind).ask(first);
            }
        }
    }
}

impl Default for Cache {
    fn default() -> Cache {
        Cache {
            shelf: RwLock::default(),
            room: AtomicUsize::new(ROOM),
            asked: AtomicU64::default(),
            interpreted: AtomicU64::default(),
            expected: AtomicU64::new(SMALL),
        }
    }
}

#[cfg(test)]
mod tests;

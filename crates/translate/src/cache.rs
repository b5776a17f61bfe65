//! The cache of a program's translations, with a limited size.
//!
//! When the cache is full, all translations are dropped, and code that is still hot is translated again. A program whose memory is written gets a new
//! cache.

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

/// Default size of a program's cache in bytes.
const ROOM: usize = 64 << 20;
/// The cost of translating one instruction, in interpreted instructions: the number interpreted in the same time, times 1.5. So a program spends less
/// than half of the host's time on translations that it may not need.
const INTERPRETED_FOR_ONE: u64 = 12_500;
/// Expected size of the next region: a small loop with its surroundings. No region is searched for before one of this size is affordable.
const SMALL: u64 = 40;

/// The translations of a program.
#[derive(Debug)]
pub struct Cache {
    shelf: RwLock<Shelf>,
    /// The size of a shelf opened from now on, in bytes.
    room: AtomicUsize,
    /// Number of instructions in regions requested so far, and of instructions interpreted so far.
    asked: AtomicU64,
    interpreted: AtomicU64,
    /// Expected number of instructions of the next region requested: that of the last region that was too expensive, if none has been requested
    /// since.
    expected: AtomicU64,
}

/// The memory for translations, and the tables of its contents.
#[derive(Debug, Default)]
struct Shelf {
    /// None before the first translation, and if translation is impossible.
    open: Option<Open>,
    unavailable: Option<String>,
}

#[derive(Debug)]
struct Open {
    room: Executable,
    bounds: Bounds,
    /// The tables of translations that do not log, and of those that do.
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
    /// Adds a translation; returns false if there is no room for it.
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

/// Read access to the translations. Nothing is dropped while it exists.
pub struct Reading<'a> {
    shelf: RwLockReadGuard<'a, Shelf>,
    is_logged: bool,
}

impl Reading<'_> {
    /// Returns the state of a slot.
    #[inline(always)]
    pub fn begins(&self, slot: usize) -> Begins {
        match &self.shelf.open {
            Some(open) => open.tables[usize::from(self.is_logged)].get(slot),
            None if self.shelf.unavailable.is_some() => Begins::Asked,
            None => Begins::Unasked,
        }
    }

    /// Runs the translation that begins at a slot, and further translations to which control leaves; returns None if there is none. `logs` must be
    /// given if the translations log.
    ///
    /// # Panics
    /// If the core's memories differ from those that the program was translated for.
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
    /// Returns read access to the translations that log, or to those that do not.
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

    /// Limits the size of the translations in bytes. Takes effect when the cache is opened the next time: before the first translation, or after all
    /// have been dropped.
    pub fn limit(&self, bytes: usize) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    /// Returns why nothing can be translated on this host, if an attempt has failed.
    pub fn unavailable(&self) -> Option<String> {
        self.shelf().unavailable.clone()
    }

    /// Counts interpreted instructions that could have been translated.
    pub fn add_interpreted(&self, instructions: u64) {
        self.interpreted.fetch_add(instructions, Ordering::Relaxed);
    }

    /// Has enough been interpreted to pay for the search for the next region?
    pub fn affords_next(&self) -> bool {
        self.affords(self.expected.load(Ordering::Relaxed))
    }

    /// Has enough been interpreted to pay for the translation of this number of instructions?
    fn affords(&self, instructions: u64) -> bool {
        let asked = self.asked.load(Ordering::Relaxed) + instructions;
        self.interpreted.load(Ordering::Relaxed) / INTERPRETED_FOR_ONE >= asked
    }

    /// Decides whether a region is translated now, and if so, accounts for its cost.
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

    /// Requests the translation of the region that begins at slot `first`; `wanted` classifies instructions. `at_once`: translates immediately;
    /// otherwise in the background, once it is affordable.
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

    /// Marks a slot as requested; returns false if it already was, or if the program is translated for other memories.
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

    /// Removes the mark of a requested slot.
    fn forget(&self, first: usize, kind: Kind) {
        if let Some(open) = &self.shelf().open {
            open.table(kind).forget(first);
        }
    }

    /// Returns an empty shelf, or the reason why nothing can be translated.
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
    /// Adds a translation. If there is no room, all others are dropped.
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
            // A translation that does not fit even then is not requested again.
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

//! The table of translations: for each slot, the translation that begins there.

use std::sync::atomic::{AtomicU32, Ordering};

/// The state of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// No translation has been requested.
    Unasked,
    /// A translation has been requested, but does not exist (yet).
    Asked,
    /// There is a translation.
    Translated,
}

/// The offset of a translation in the executable memory, in bytes: a multiple of the alignment of code, and never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub(crate) u32);

const UNASKED: u32 = 0;
const ASKED: u32 = 1;

/// The state of each slot: `UNASKED`, `ASKED`, or the place of its translation.
#[derive(Debug, Default)]
pub struct Table {
    numbers: Vec<AtomicU32>,
    /// Do its translations log stores and transfers?
    is_logged: bool,
}

impl Table {
    /// Returns a table in which nothing has been requested.
    pub fn new(slots: usize, is_logged: bool) -> Table {
        let numbers = (0..slots).map(|_| AtomicU32::new(UNASKED)).collect();
        Table { numbers, is_logged }
    }

    pub fn is_logged(&self) -> bool {
        self.is_logged
    }

    /// Returns the state of a slot.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> Begins {
        match self.number(slot) {
            UNASKED => Begins::Unasked,
            ASKED => Begins::Asked,
            _ => Begins::Translated,
        }
    }

    #[inline(always)]
    fn number(&self, slot: usize) -> u32 {
        // Acquire: a thread that sees a place also sees the code that was written there.
        self.numbers
            .get(slot)
            .map_or(ASKED, |number| number.load(Ordering::Acquire))
    }

    /// Returns the place of a slot's translation, if there is one.
    #[inline(always)]
    pub fn place(&self, slot: usize) -> Option<Place> {
        let number = self.number(slot);
        (number > ASKED).then_some(Place(number))
    }

    /// Marks a slot as requested; returns false if it is not unrequested.
    pub fn ask(&self, slot: usize) -> bool {
        let number = self.numbers.get(slot);
        number.is_some_and(|number| {
            number
                .compare_exchange(UNASKED, ASKED, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        })
    }

    /// Removes that mark, unless a translation exists.
    pub fn forget(&self, slot: usize) {
        if let Some(number) = self.numbers.get(slot) {
            // If a translation has been added in the meantime, it stays.
            let _ = number.compare_exchange(ASKED, UNASKED, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Enters a translation.
    pub fn put(&self, slot: usize, place: Place) {
        self.numbers[slot].store(place.0, Ordering::Release);
    }
}

//! Which slots of a program have a translation that begins there.

use std::sync::atomic::{AtomicU32, Ordering};

/// What is known of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// No translation has been asked for.
    Unasked,
    /// A translation is being made, or there is none.
    Asked,
    /// There is a translation.
    Translated,
}

/// Where the code of a translation begins in the room, in bytes: a multiple of the alignment of code, never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub(crate) u32);

const UNASKED: u32 = 0;
const ASKED: u32 = 1;

/// For each slot where its translation is.
#[derive(Debug, Default)]
pub struct Table {
    numbers: Vec<AtomicU32>,
    /// Whether its translations log stores and transfers.
    is_logged: bool,
}

impl Table {
    /// Nothing asked for.
    pub fn new(slots: usize, is_logged: bool) -> Table {
        let numbers = (0..slots).map(|_| AtomicU32::new(UNASKED)).collect();
        Table { numbers, is_logged }
    }

    pub fn is_logged(&self) -> bool {
        self.is_logged
    }

    /// What is known of a slot.
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
        // Who sees the number of a place sees what has been written there before.
        self.numbers
            .get(slot)
            .map_or(ASKED, |number| number.load(Ordering::Acquire))
    }

    /// Where the translation of a slot is, if there is one.
    #[inline(always)]
    pub fn place(&self, slot: usize) -> Option<Place> {
        let number = self.number(slot);
        (number > ASKED).then_some(Place(number))
    }

    /// Notes that a translation is asked for; false if that has been noted before.
    pub fn ask(&self, slot: usize) -> bool {
        let number = self.numbers.get(slot);
        number.is_some_and(|number| {
            number
                .compare_exchange(UNASKED, ASKED, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        })
    }

    /// Takes that back, unless a translation has been made.
    pub fn forget(&self, slot: usize) {
        if let Some(number) = self.numbers.get(slot) {
            // One that has come meanwhile stays.
            let _ = number.compare_exchange(ASKED, UNASKED, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// A translation has been made.
    pub fn put(&self, slot: usize, place: Place) {
        self.numbers[slot].store(place.0, Ordering::Release);
    }
}

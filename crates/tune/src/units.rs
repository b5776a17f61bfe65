//! Units of the model. All arithmetic is in whole numbers, so that the C library of a chip without floating point chooses the same.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use serde::Serialize;

/// A quantity in a `u64` that is added to others of its kind and counted out.
macro_rules! unit {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name {
                $name(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                self.0 += other.0;
            }
        }

        impl Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name(self.0 - other.0)
            }
        }

        impl Mul<u64> for $name {
            type Output = $name;
            fn mul(self, times: u64) -> $name {
                $name(self.0 * times)
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(all: I) -> $name {
                $name(all.map(|one| one.0).sum())
            }
        }
    };
}

unit!(
    /// A time.
    Nanoseconds
);
unit!(
    /// A size of memory.
    Bytes
);
unit!(
    /// A part of a processor's time, in millionths.
    PerMillion
);

impl PerMillion {
    /// All of a processor's time.
    pub const WHOLE: PerMillion = PerMillion(1_000_000);

    /// The part that `busy` is of `all`, rounded.
    pub fn of(busy: Nanoseconds, all: Nanoseconds) -> PerMillion {
        let [busy, all, whole] =
            [busy, all, Nanoseconds(Self::WHOLE.0)].map(|one| u128::from(one.0));
        PerMillion(((busy * whole + all / 2) / all) as u64)
    }

    /// The same in per cent.
    pub fn percent(self) -> f64 {
        self.0 as f64 / 10_000.0
    }
}

/// The time that copying takes, in nanoseconds a KiB: the inverse of an access rate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct CopyTime(pub u64);

impl CopyTime {
    /// What copying this number of bytes takes.
    pub fn of(self, bytes: Bytes) -> Nanoseconds {
        Nanoseconds((bytes.0 * self.0) >> 10)
    }
}

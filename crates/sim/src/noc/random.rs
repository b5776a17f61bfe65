//! A seeded random number generator, part of the simulated state: SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014).

use serde::{Deserialize, Serialize};

/// The generator. The same seed gives the same numbers on every machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the generator for one of many events. It depends on the seed and the number of the event only.
    pub fn of(seed: u64, number: u64) -> Random {
        let mut random = Random(seed);
        Random(random.bits() ^ Random(number).bits())
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`, uniformly distributed up to an error of 2^-32.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        let high = self.bits() >> 32;
        ((high * u64::from(limit)) >> 32) as u32
    }

    /// Returns true with this probability (0 to 1).
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        const ALL: f64 = 18_446_744_073_709_551_616.0; // 2^64
        self.bits() < (probability * ALL) as u64
    }

    /// Returns 64 independent random bits, each of which is 1 with this probability (0 to 1, to a precision of 2^-32).
    #[inline]
    pub fn chances(&mut self, probability: f64) -> u64 {
        const ALL: u64 = 1 << 32;
        let limit = (probability * ALL as f64) as u64;
        if limit >= ALL {
            return u64::MAX;
        }
        // Compares 64 random binary fractions with the limit at once, digit by digit from the least significant digit that matters.
        let digits = limit.trailing_zeros().min(32)..32;
        digits.fold(0, |less, digit| match limit >> digit & 1 {
            0 => less & self.bits(),
            _ => less | !self.bits(),
        })
    }
}

//! A seeded source of choices that is part of a system's state: SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014).

use serde::{Deserialize, Serialize};

/// Gives the same choices for the same seed on every machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The source of choices for one event of many: it depends on the seed and the number of the event alone.
    pub fn of(seed: u64, number: u64) -> Random {
        let mut random = Random(seed);
        Random(random.bits() ^ Random(number).bits())
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, each as likely as the others but for one part in 2^32.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        let high = self.bits() >> 32;
        ((high * u64::from(limit)) >> 32) as u32
    }

    /// True with that probability, from 0 to 1.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        const ALL: f64 = 18_446_744_073_709_551_616.0; // 2^64
        self.bits() < (probability * ALL) as u64
    }

    /// 64 choices at once, one a bit, each true with that probability (to 2^-32), from 0 to 1.
    #[inline]
    pub fn chances(&mut self, probability: f64) -> u64 {
        const ALL: u64 = 1 << 32;
        let limit = (probability * ALL as f64) as u64;
        if limit >= ALL {
            return u64::MAX;
        }
        // Each bit compares a random binary fraction with the limit, from the last digit that decides on.
        let digits = limit.trailing_zeros().min(32)..32;
        digits.fold(0, |less, digit| match limit >> digit & 1 {
            0 => less & self.bits(),
            _ => less | !self.bits(),
        })
    }
}

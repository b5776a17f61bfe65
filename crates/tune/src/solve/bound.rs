//! A lower bound for tasks on several DSPs: the DSPs taken together, their memory and their time at a price (Lagrangian relaxation).
//!
//! Any prices make a bound. Since the DSPs are alike, no prices that differ between them make a better one.

use super::{Bins, Item};

/// Loads, prices and bounds are counted in such parts of a millionth.
pub(super) const SCALE: i128 = 1 << 20;
/// Prices tried while looking for those with the highest bound.
const TRIALS: u32 = 200;

/// What memory and the DSPs' time cost, in load.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    memory: i128,
    dsp: i128,
}

impl Prices {
    /// Good prices, found by following the subgradient of the bound.
    pub(super) fn find(classes: &[Vec<Item>], bins: &Bins) -> Prices {
        let limits = [bins.memory.0, bins.dsp.0].map(|one| one as f64 * bins.count as f64);
        let (mut prices, mut best) = ([0.0; 2], ([0.0; 2], f64::NEG_INFINITY));
        let mut stride: f64 = cheapest(classes, [0.0; 2]).0.max(1.0);
        for _ in 0..TRIALS {
            let (value, used) = cheapest(classes, prices);
            let bound = value - prices[0] * limits[0] - prices[1] * limits[1];
            if bound > best.1 {
                best = (prices, bound);
            } else {
                stride *= 0.9;
            }
            prices = follow(prices, used, limits, stride);
        }
        let scaled = |price: f64| (price * SCALE as f64) as i128;
        Prices {
            memory: scaled(best.0[0]),
            dsp: scaled(best.0[1]),
        }
    }

    /// Returns the cost of an item: its load, and its memory and DSP time at these prices.
    pub(super) fn value(&self, item: &Item) -> i128 {
        SCALE * i128::from(item.load.0) + self.of(item.memory.0, item.dsp.0)
    }

    /// Returns the cost of this much memory and time of the DSPs.
    pub(super) fn of(&self, memory: u64, dsp: u64) -> i128 {
        self.memory * i128::from(memory) + self.dsp * i128::from(dsp)
    }
}

/// The least value of all classes at these prices, and what its items use of memory and of the DSPs' time.
fn cheapest(classes: &[Vec<Item>], prices: [f64; 2]) -> (f64, [f64; 2]) {
    let value = |item: &Item| {
        item.load.0 as f64 + prices[0] * item.memory.0 as f64 + prices[1] * item.dsp.0 as f64
    };
    let mut sum = (0.0, [0.0; 2]);
    for class in classes {
        let least = class.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
        let Some(item) = least else { continue };
        sum.0 += value(item);
        sum.1[0] += item.memory.0 as f64;
        sum.1[1] += item.dsp.0 as f64;
    }
    sum
}

/// A step along the subgradient: what is used too much becomes dearer. Both are measured against their limits.
fn follow(prices: [f64; 2], used: [f64; 2], limits: [f64; 2], stride: f64) -> [f64; 2] {
    std::array::from_fn(|which| {
        let limit = limits[which].max(1.0);
        let excess = (used[which] - limits[which]) / limit;
        (prices[which] + stride * excess / limit).max(0.0)
    })
}

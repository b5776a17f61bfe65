//! Why instructions were interpreted instead of being executed by translations: shows what makes the simulation of a program slow.

use super::Core;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use weft_isa::Op;

/// Why the interpreter's loop executes instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// They come first after a shared instruction: the core does not look for a translation yet.
    First,
    /// No translation begins there.
    Cold,
    /// A translation has exited because too few ticks were left before the bound.
    Bound,
}

/// Instructions that the loop has executed, by reason.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct InLoop([u64; 3]);

impl InLoop {
    #[inline]
    pub fn add(&mut self, why: Why, instructions: u64) {
        self.0[why as usize] += instructions;
    }

    fn get(&self, why: Why) -> u64 {
        self.0[why as usize]
    }
}

/// Instructions that no translation has executed, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Interpreted {
    /// The first ones after each shared instruction.
    pub first: u64,
    /// Instructions at which no translation begins.
    pub cold: u64,
    /// Instructions after a translation exited because too few ticks were left before the bound.
    pub bound: u64,
    /// All others, executed one at a time: accesses to other components, control registers, traps, ...
    pub alone: u64,
    /// How often a translation has ended before an instruction that it does not execute, by mnemonic.
    pub stops: BTreeMap<&'static str, u64>,
}

impl Interpreted {
    /// Adds the counts of a core.
    pub(crate) fn add(&mut self, core: &Core) {
        let counters = &core.pipeline.accounting.counters;
        let [first, cold, bound] =
            [Why::First, Why::Cold, Why::Bound].map(|why| counters.in_loop.get(why));
        self.first += first;
        self.cold += cold;
        self.bound += bound;
        let all = counters.instructions - counters.translated;
        self.alone += all - (first + cold + bound);
        for (op, &stops) in Op::ALL.iter().zip(core.pipeline.hot.stops()) {
            if stops > 0 {
                *self.stops.entry(op.mnemonic()).or_default() += stops;
            }
        }
    }
}

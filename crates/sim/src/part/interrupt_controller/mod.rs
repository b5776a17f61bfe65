//! The interrupt controller (PLIC): gateways, priorities, and a claim and completion for each core.
//!
//! ```text
//!   source (level) --> gateway --> pending --> enable of core c, priority > threshold --> external interrupt (MEIP) of core c
//!                        ^            |
//!                        |            +-- claim by core c: pending is cleared, the gateway closes
//!                        +--------------- completion by core c: the gateway opens
//! ```
//!
//! Source: RISC-V Platform-Level Interrupt Controller Specification, version 1.0.0; timing: docs/contract/devices.md, "Interrupt controller
//! (PLIC)". Context c is the machine mode of core c. Priorities and thresholds are 0 to 7. Sources are levels; a gateway lets one request of
//! its source through and stays closed until that request has been completed.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{bits, Accessor, Peripheral};
use keys::InterruptControllerKeys;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

const PENDING: u32 = 0x1000;
const ENABLE: u32 = 0x2000;
const ENABLE_STRIDE: u32 = 0x80;
const CONTEXT: u32 = 0x20_0000;
const CONTEXT_STRIDE: u32 = 0x1000;
const PRIORITY_MASK: u32 = 7;

/// One bit for each source: source 32 w + b is bit b of word w.
type SourceBits = Vec<u32>;

/// The registers of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Context {
    enable: SourceBits,
    threshold: u32,
}

/// The controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterruptController {
    priority: Vec<u32>,
    /// The present levels of the sources.
    level: SourceBits,
    pending: SourceBits,
    /// Closed gateways: sources claimed and not yet completed.
    claimed: SourceBits,
    contexts: Vec<Context>,
}

impl InterruptController {
    /// A controller with sources 1 to `sources`, all of priority 0, for `cores` cores.
    fn of(sources: usize, cores: usize) -> Self {
        let bits = || vec![0; (sources + 1).div_ceil(32)];
        let context = || Context {
            enable: bits(),
            threshold: 0,
        };
        InterruptController {
            priority: vec![0; sources + 1],
            level: bits(),
            pending: bits(),
            claimed: bits(),
            contexts: (0..cores).map(|_| context()).collect(),
        }
    }

    /// The source that a core would claim: the highest priority, and among equals the lowest number; 0 if there is none.
    fn best(&self, core: usize) -> usize {
        let enable = &self.contexts[core].enable;
        let (mut best, mut highest) = (0, 0);
        for (word, enable) in enable.iter().enumerate() {
            for bit in bits(u64::from(self.pending[word] & enable)) {
                let source = 32 * word + bit;
                if self.priority[source] > highest {
                    (best, highest) = (source, self.priority[source]);
                }
            }
        }
        best
    }

    /// Whether a core's interrupt input is raised.
    fn interrupts(&self, core: usize) -> bool {
        let best = self.best(core);
        best != 0 && self.priority[best] > self.contexts[core].threshold
    }

    /// Claims the best source for a core: it is no longer pending, and its gateway closes.
    fn claim(&mut self, core: usize) -> u32 {
        let source = self.best(core);
        if source != 0 {
            let (word, bit) = place(source);
            self.pending[word] &= !(1 << bit);
            self.claimed[word] |= 1 << bit;
        }
        source as u32
    }

    /// Completes a source; ignored unless the core has enabled it.
    fn complete(&mut self, source: usize, core: usize) {
        let (word, bit) = place(source);
        let enable = self.contexts[core].enable.get(word).copied().unwrap_or(0);
        if enable & 1 << bit != 0 {
            self.claimed[word] &= !(1 << bit);
        }
    }

    /// The bits of a word that belong to existing sources.
    fn existing(&self, word: usize) -> u32 {
        let exists = |bit: &u32| (1..self.priority.len()).contains(&(32 * word + *bit as usize));
        (0..32).filter(exists).map(|bit| 1 << bit).sum()
    }
}

fn place(source: usize) -> (usize, usize) {
    (source / 32, source % 32)
}

/// A register of the map.
enum Register {
    Priority(usize),
    Pending(usize),
    Enable { core: usize, word: usize },
    Threshold(usize),
    ClaimComplete(usize),
}

/// Decodes an offset; None if there is no register.
fn register(offset: u32) -> Option<Register> {
    let index = |base: u32, stride: u32| ((offset - base) / stride) as usize;
    Some(match offset {
        0..PENDING => Register::Priority(index(0, 4)),
        PENDING..ENABLE => Register::Pending(index(PENDING, 4)),
        ENABLE..CONTEXT => Register::Enable {
            core: index(ENABLE, ENABLE_STRIDE),
            word: (offset % ENABLE_STRIDE) as usize / 4,
        },
        _ => match offset % CONTEXT_STRIDE {
            0 => Register::Threshold(index(CONTEXT, CONTEXT_STRIDE)),
            4 => Register::ClaimComplete(index(CONTEXT, CONTEXT_STRIDE)),
            _ => return None,
        },
    })
}

impl BusDevice for InterruptController {
    type Keys = InterruptControllerKeys;
    const REGISTERS: Option<u32> = Some(0x40_0000);
    const SINGLE: bool = true;

    fn new(_: InterruptControllerKeys, _: u32, chip: &Facts) -> Self {
        InterruptController::of(chip.source_count(), chip.cores)
    }
}

impl Peripheral for InterruptController {
    fn drives_cores(&self) -> bool {
        true
    }

    fn drive(&self, lines: &mut [u32]) {
        for (core, lines) in lines.iter_mut().enumerate() {
            *lines |= u32::from(self.interrupts(core)) << cause::EXTERNAL;
        }
    }

    fn set_levels(&mut self, first: usize, count: usize, levels: u64) {
        for number in 0..count {
            let (word, bit) = place(first + number);
            let level = (levels >> number & 1) as u32;
            self.level[word] = self.level[word] & !(1 << bit) | level << bit;
        }
    }

    /// Lets raised sources through open gateways.
    fn open_gateways(&mut self) {
        for (word, pending) in self.pending.iter_mut().enumerate() {
            *pending |= self.level[word] & !self.claimed[word];
        }
    }

    fn lets_through(&self, source: usize, core: usize) -> bool {
        let Context { enable, threshold } = &self.contexts[core];
        let (word, bit) = place(source);
        enable[word] >> bit & 1 != 0 && self.priority[source] > *threshold
    }

    fn read(&mut self, offset: u32, _: Accessor) -> u32 {
        let value = match register(offset) {
            Some(Register::Priority(source)) => self.priority.get(source).copied(),
            Some(Register::Pending(word)) => self.pending.get(word).copied(),
            Some(Register::Enable { core, word }) => {
                let context = self.contexts.get(core);
                context.and_then(|context| context.enable.get(word).copied())
            }
            Some(Register::Threshold(core)) => self.contexts.get(core).map(|c| c.threshold),
            Some(Register::ClaimComplete(core)) if core < self.contexts.len() => {
                Some(self.claim(core))
            }
            Some(Register::ClaimComplete(_)) | None => None,
        };
        value.unwrap_or(0)
    }

    fn write(&mut self, offset: u32, value: u32, _: Accessor) {
        match register(offset) {
            Some(Register::Priority(source)) if source != 0 => {
                if let Some(priority) = self.priority.get_mut(source) {
                    *priority = value & PRIORITY_MASK;
                }
            }
            Some(Register::Enable { core, word }) => {
                let existing = self.existing(word);
                let context = self.contexts.get_mut(core);
                if let Some(enable) = context.and_then(|context| context.enable.get_mut(word)) {
                    *enable = value & existing;
                }
            }
            Some(Register::Threshold(core)) => {
                if let Some(context) = self.contexts.get_mut(core) {
                    context.threshold = value & PRIORITY_MASK;
                }
            }
            Some(Register::ClaimComplete(core)) if core < self.contexts.len() => {
                self.complete(value as usize, core)
            }
            _ => {}
        }
    }

    fn signals(&self, visit: &mut Visitor) {
        for source in 1..self.priority.len() {
            let (word, bit) = place(source);
            let mut of_source = |name: &str, width: u32, value: u32| {
                visit(format_args!("source{source}.{name}"), width, value.into());
            };
            of_source("pending", 1, self.pending[word] >> bit & 1);
            of_source("claimed", 1, self.claimed[word] >> bit & 1);
            of_source("priority", 3, self.priority[source]);
        }
        for (core, Context { enable, threshold }) in self.contexts.iter().enumerate() {
            for (word, enable) in enable.iter().enumerate() {
                let value = u64::from(*enable);
                visit(format_args!("core{core}.enable{word}"), 32, value);
            }
            let threshold = u64::from(*threshold);
            visit(format_args!("core{core}.threshold"), 3, threshold);
        }
    }
}

#[cfg(test)]
mod tests;

//! The input of a decision: a platform with its costs, and the kinds of periodic tasks that run on it.
//!
//! The symbols in brackets are those of the source, section 4.

use crate::{Bytes, CopyTime, InTurn, Nanoseconds, PerMillion};

/// What a request costs on a platform.
#[derive(Clone, Debug)]
pub struct Constants {
    /// The GPP's time to begin and to complete a request, copies and notification apart (C_IPC).
    pub request: Nanoseconds,
    /// The GPP's time to be told by an interrupt (C_I).
    pub interrupt: Nanoseconds,
    /// The GPP's time to look once whether a request is done (C_P).
    pub poll: Nanoseconds,
    /// Copying between a program and external memory (the inverse of R_E).
    pub external: CopyTime,
    /// Copying between a program and internal memory (the inverse of R_I).
    pub internal: CopyTime,
    /// The DSP's time for a request of no bytes whose function does nothing (the least C_DSP).
    pub dsp_request: Nanoseconds,
    /// The GPP's time for an expiry of its timer that only a poll needs; zero where that is not told apart from the poll.
    pub timer: Nanoseconds,
    /// What the DSP takes to move blocks, and how copies share the bus.
    pub moves: Moves,
}

/// The DSP's share of moving blocks, and the bus that both use; all zero where `work` contains it, and the bus is never short.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    /// The DSP's time for a block in external memory.
    pub external: CopyTime,
    /// The same in internal memory.
    pub internal: CopyTime,
    /// How the bus is shared.
    pub bus: Bus,
}

/// The bus's time for a KiB when several use it at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bus {
    /// To or from external memory, if two or more do that, each in other rows of it.
    pub external: CopyTime,
    /// To or from internal memory, by the side that does not own it.
    pub internal: CopyTime,
    /// Whose memory internal blocks lie in.
    pub owner: Side,
}

/// The processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// The general-purpose processor.
    #[default]
    Gpp,
    /// The signal processors.
    Dsp,
}

/// One GPP and its DSPs.
#[derive(Clone, Debug)]
pub struct Platform {
    /// What requests cost.
    pub constants: Constants,
    /// How many DSPs there are, all alike; at least one.
    pub dsps: usize,
    /// Internal memory that each of them has for blocks (B_intl).
    pub internal: Bytes,
    /// The part of a DSP's time that requests may take.
    pub dsp_limit: PerMillion,
}

/// Periodic tasks that are alike.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What a task of this kind is called.
    pub name: String,
    /// How many run.
    pub count: usize,
    /// How many run in the worst case, which a static policy must be made for; at least `count`.
    pub most: usize,
    /// The time from one smallest block to the next (PI).
    pub period: Nanoseconds,
    /// What the DSP is sent for a smallest block (B^I).
    pub input: Bytes,
    /// What it returns for successive ones, in the same memory (B^O).
    pub output: InTurn<Bytes>,
    /// The longest time that a block may take, from its first datum to its result (D).
    pub deadline: Nanoseconds,
    /// The DSP's time to compute successive ones.
    pub work: InTurn<Nanoseconds>,
    /// How many smallest blocks may be merged into one request (the granularities).
    pub blocks: Vec<u32>,
    /// The times from poll to poll that may be chosen (PP); empty if the GPP can only be interrupted.
    pub polling: Vec<Nanoseconds>,
}

/// A platform and what runs on it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// The platform.
    pub platform: Platform,
    /// The kinds of tasks, in the file's order.
    pub kinds: Vec<Kind>,
}

/// A task: the number of its kind, and which of that kind it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The place in [`Scenario::kinds`].
    pub kind: usize,
    /// From 0.
    pub number: usize,
}

impl Scenario {
    /// All tasks that run, kind after kind.
    pub fn tasks(&self) -> Vec<Task> {
        let kinds = self.kinds.iter().enumerate();
        kinds
            .flat_map(|(kind, of)| (0..of.count).map(move |number| Task { kind, number }))
            .collect()
    }

    /// What a task is called: its kind's name, with a number if there may be several.
    pub fn task_name(&self, task: Task) -> String {
        let kind = &self.kinds[task.kind];
        match kind.most {
            0 | 1 => kind.name.clone(),
            _ => format!("{}.{}", kind.name, task.number),
        }
    }
}

//! The calls that a part performs for a core, as recorded for traces.

use crate::units::Cycle;

/// The beginning or the end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// For a beginning, the cycle in which the core issues the call; for an end, that in which the core continues.
    pub time: Cycle,
    pub what: StepKind,
}

/// Beginning or end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The index of the call in [`Show::calls`](super::show::Show::calls).
    Begin(usize),
    End(Option<Block>),
}

/// The block that a call has transferred between tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub is_sent: bool,
    /// The task at the other end.
    pub task: u32,
    pub bytes: u32,
}

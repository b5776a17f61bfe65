//! What a part has carried out for a core, call by call, for traces.

use crate::units::Cycle;

/// A call begins, or is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The cycle in which the core issues it, or that in which the core goes on.
    pub time: Cycle,
    pub what: StepKind,
}

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The number of the call among those that the part carries out.
    Begin(usize),
    End(Option<Block>),
}

/// The block that a call has moved between tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub is_sent: bool,
    /// The other end.
    pub task: u32,
    pub bytes: u32,
}

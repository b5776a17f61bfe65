//! What of a part is looked at in a cycle.

/// Which nodes of a part a cycle is simulated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// All, at rest or not: the engine `step`.
    All,
    /// Those that may do something: the engine `fast`.
    Busy,
}

//! Which nodes of a part are simulated in a cycle.

/// The nodes of a part that are simulated in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// All nodes, idle or not: the engine `step`.
    All,
    /// Only nodes that may change state: the engine `fast`.
    Busy,
}

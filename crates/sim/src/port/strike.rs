//! The effects of injected faults, as the parts report them.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The effect of an injected fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// The first cycle in which the effect can be seen.
    pub cycle: Cycle,
    /// The component that was hit: a core, a memory, a link.
    pub place: String,
    /// What has happened to it; continues a sentence that begins with `place`.
    pub what: String,
}

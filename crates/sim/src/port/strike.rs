//! What injected faults have done, as the parts that they struck tell it.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A fault has struck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// The first cycle that sees it.
    pub cycle: Cycle,
    /// What it has struck: a core, a memory, a link.
    pub place: String,
    /// What has happened there, as the rest of the sentence.
    pub what: String,
}

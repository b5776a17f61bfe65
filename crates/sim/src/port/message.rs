//! The response lines of the crossbar (H. Xiao et al. 2012, section 4.3, Figure 7).

use serde::{Deserialize, Serialize};

/// What a receiver drives on its response lines towards one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// Request granted.
    Ack,
    /// Request refused.
    Nack,
}

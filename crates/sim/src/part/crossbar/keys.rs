//! `[crossbar]`: the keys of the network of the message units.

use crate::platform::keys::{keys, Flag};

keys! {
    /// The point-to-point network of the message units.
    #[derive(Eq)]
    pub struct Crossbar in "crossbar" {
        /// Whether data follow a request at once, without a gap between blocks, and are visible as they arrive.
        early_data: Flag = false,
    }
}

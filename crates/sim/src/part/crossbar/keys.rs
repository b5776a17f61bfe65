//! `[crossbar]`: the keys of the network of the message units.

use crate::platform::drawing::fabric;
use crate::platform::keys::{keys, Flag, Key, Keys};
use crate::platform::part::{Part, Section};
use crate::platform::reading::Reading;
use crate::platform::{Platform, PlatformError};

keys! {
    /// The point-to-point network of the message units.
    #[derive(Eq)]
    pub struct Crossbar in "crossbar" {
        /// Whether data follow a request at once, without a gap between blocks, and are visible as they arrive.
        early_data: Flag = false,
    }
}

impl Section for Crossbar {
    const KEY: Key = Key::table::<Crossbar>();

    fn read(reading: &mut Reading) -> Result<Self, PlatformError> {
        reading.section()
    }
}

impl Part for Crossbar {
    /// Without message units, no node is on the crossbar.
    fn unused_table(&self, chip: &Platform) -> Option<&'static str> {
        (!chip.cores.message_unit).then_some(Crossbar::NAME)
    }

    fn picture(&self, chip: &Platform) -> Vec<String> {
        let drawn = chip.cores.message_unit;
        let label = format!("crossbar, {} nodes", chip.sync_node() + 1);
        drawn.then(|| fabric(&label)).into_iter().collect()
    }
}

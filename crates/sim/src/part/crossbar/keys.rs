//! `[crossbar]`: the keys of the network of the message units.

use crate::description::keys::{keys, Flag, Key, Keys};
use crate::description::{fabric, Facts, Part, Reading, Result, Section};

keys! {
    /// The point-to-point network of the message units.
    #[derive(Eq)]
    pub struct Crossbar in "crossbar" {
        /// Whether data follow a request immediately, without a gap between blocks, and are visible as they arrive.
        early_data: Flag = false,
    }
}

impl Section for Crossbar {
    const KEY: Key = Key::table::<Crossbar>();

    fn read(reading: &mut Reading) -> Result<Self> {
        reading.section()
    }
}

impl Part for Crossbar {
    /// Without message units, no node is on the crossbar.
    fn unused_table(&self, chip: &Facts) -> Option<&'static str> {
        (!chip.messages).then_some(Crossbar::NAME)
    }

    fn picture(&self, chip: &Facts) -> Vec<String> {
        let drawn = chip.messages;
        let label = format!("crossbar, {} nodes", chip.sync_node() + 1);
        drawn.then(|| fabric(&label)).into_iter().collect()
    }
}

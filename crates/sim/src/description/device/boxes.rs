//! The devices in the picture of the chip.

use crate::description::{boxed, in_rows, Neighbour};

/// Returns a box for each device.
pub fn boxes(devices: &[Neighbour]) -> Vec<String> {
    let text = |device: &Neighbour| [device.name.to_string(), device.kind.text(device.range.size)];
    in_rows(devices.iter().map(|device| boxed(&text(device))).collect())
}

//! The platform of programs on the PC that the chip is attached to: the nodes of the chip's map, and the addresses on its bus.

use super::Platform;
use crate::description::header::{as_header, constant, size};
use crate::description::node_macros;

/// The clock of the PC's platform: one tick is a nanosecond.
const NANOSECONDS: u64 = 1_000_000_000;

/// Returns the C header `weft/platform.h` for the PC, as [`crate::platform::c_header`] does for the cores.
///
/// Sizes that both ends of a message must agree on are derived from the cores' data memories; the PC uses the same ones.
pub fn pc_header(platform: &Platform) -> String {
    let facts = platform.facts();
    let mut macros = vec![
        constant("WEFT_PLATFORM_NAME", format!("\"{}\"", platform.name)),
        constant("WEFT_CORES", platform.map.places().len()),
        constant("WEFT_CLOCK_HZ", NANOSECONDS),
        constant("WEFT_DMEM_SIZE", size(platform.cores.data_memory.size)),
    ];
    macros.extend(node_macros(&facts));
    for part in platform.parts() {
        macros.extend(part.macros_for_pc(&facts));
    }
    as_header(&macros)
}

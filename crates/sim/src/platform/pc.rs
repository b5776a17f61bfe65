//! What a program of the PC beside a chip sees as its platform: the nodes of the chip's map, and the addresses on its bus.

use super::Platform;
use crate::description::header::{as_header, constant, size};
use crate::description::node_macros;

/// Time is that of the machine, in nanoseconds.
const NANOSECONDS: u64 = 1_000_000_000;

/// The C header `weft/platform.h` for the PC beside the chip; as [`crate::platform::c_header`] for its cores.
///
/// Sizes that both sides of a message must agree on follow from the cores' data memories; the PC takes them over.
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

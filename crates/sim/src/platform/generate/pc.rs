//! What a program of the PC beside a chip sees as its platform: the nodes of the chip's map, and the addresses on its bus.

use super::{as_header, hibi, text, Macro};
use crate::platform::{map, Platform};

/// The C header `weft/platform.h` for the PC beside the chip; as [`super::c_header`] for its cores.
pub fn pc_header(platform: &Platform) -> String {
    as_header(&macros(platform))
}

/// Sizes that both sides of a message must agree on follow from the cores' data memories; the PC takes them over.
fn macros(platform: &Platform) -> Vec<Macro> {
    let nodes = platform.map.places().len();
    let mut macros = vec![
        text("WEFT_PLATFORM_NAME", format!("\"{}\"", platform.name)),
        text("WEFT_CORES", nodes.to_string()),
        text("WEFT_CLOCK_HZ", NANOSECONDS.to_string()),
        text(
            "WEFT_DMEM_SIZE",
            format!("{:#x}", platform.cores.data_memory.size),
        ),
    ];
    macros.extend(map::macros(platform));
    macros.extend(platform.hibi.iter().flat_map(hibi::macros));
    macros.extend(hibi::peers(platform));
    macros.extend(hibi::accelerators(platform));
    macros
}

/// Time is that of the machine, in nanoseconds.
const NANOSECONDS: u64 = 1_000_000_000;

//! The C header `weft/platform.h`, made from the platform so that no address stands anywhere twice.

use super::Platform;
use crate::description::header::{as_header, constant};

/// The C header `weft/platform.h`: the numbers of the platform as macros, fit for assembly sources too. It does not have the platform's name,
/// so that platforms of other names share the objects of the library.
pub fn c_header(platform: &Platform) -> String {
    let mut macros = vec![constant("WEFT_CLOCK_HZ", platform.clock_hz)];
    let facts = platform.facts();
    for part in platform.parts() {
        macros.extend(part.macros(&facts));
    }
    as_header(&macros)
}

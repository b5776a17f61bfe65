//! The C header `weft/platform.h`, generated from the platform so that every address is defined in one place only.

use super::Platform;
use crate::description::header::{as_header, constant};

/// Returns the C header `weft/platform.h`: the numbers of the platform as macros, usable in assembly sources too. It omits the platform's name, so
/// that platforms that differ in their names only share the objects of the library.
pub fn c_header(platform: &Platform) -> String {
    let mut macros = vec![constant("WEFT_CLOCK_HZ", platform.clock_hz)];
    let facts = platform.facts();
    for part in platform.parts() {
        macros.extend(part.macros(&facts));
    }
    as_header(&macros)
}

//! The C header `weft/platform.h`, made from the platform so that no address stands anywhere twice.

use std::fmt::Write;

use super::keys::Macro;
use super::{Platform, Range};

/// The C header `weft/platform.h`: the numbers of the platform as macros, fit for assembly sources too.
pub fn c_header(platform: &Platform) -> String {
    let mut macros = vec![
        constant("WEFT_PLATFORM_NAME", format!("\"{}\"", platform.name)),
        constant("WEFT_CLOCK_HZ", platform.clock_hz),
    ];
    for part in platform.parts() {
        macros.extend(part.macros(platform));
    }
    as_header(&macros)
}

/// A header that defines these macros.
pub fn as_header(macros: &[Macro]) -> String {
    let mut header = String::from(
        "/* The platform that this program is built for. Generated from the platform file. */\n\
         #ifndef WEFT_PLATFORM_H\n#define WEFT_PLATFORM_H\n\n",
    );
    for (name, value) in macros {
        // Writing to a String cannot fail.
        let _ = writeln!(header, "#define {name} {value}");
    }
    header.push_str("\n#endif\n");
    header
}

/// A macro with its value.
pub fn constant(name: &str, value: impl ToString) -> Macro {
    (name.to_string(), value.to_string())
}

/// First address and size of something.
pub fn range_macros(name: &str, range: Range) -> [Macro; 2] {
    [
        constant(&format!("WEFT_{name}_BASE"), address(range.base)),
        constant(&format!("WEFT_{name}_SIZE"), size(range.size)),
    ]
}

/// An address as a C constant.
pub fn address(value: u32) -> String {
    format!("{value:#010x}")
}

/// A number of bytes as a C constant.
pub fn size(bytes: u32) -> String {
    format!("{bytes:#x}")
}

/// An initializer of an array.
pub fn list<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{{{}}}", values.join(", "))
}

//! Macros of a C header, and how addresses, sizes and lists are written there.

use std::fmt::Write;

use super::keys::Macro;
use super::Range;

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

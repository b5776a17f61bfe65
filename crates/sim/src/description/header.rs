//! The macros of a C header, and the format of addresses, sizes and lists in it.

use std::fmt::Write;

use super::keys::Macro;
use super::Range;

/// Returns a header that defines these macros.
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

/// Returns a macro with its value.
pub fn constant(name: &str, value: impl ToString) -> Macro {
    (name.to_string(), value.to_string())
}

/// Returns the macros for base address and size.
pub fn range_macros(name: &str, range: Range) -> [Macro; 2] {
    [
        constant(&format!("WEFT_{name}_BASE"), address(range.base)),
        constant(&format!("WEFT_{name}_SIZE"), size(range.size)),
    ]
}

/// Formats an address as a C constant.
pub fn address(value: u32) -> String {
    format!("{value:#010x}")
}

/// Formats a number of bytes as a C constant.
pub fn size(bytes: u32) -> String {
    format!("{bytes:#x}")
}

/// Formats an initializer of an array.
pub fn list<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{{{}}}", values.join(", "))
}

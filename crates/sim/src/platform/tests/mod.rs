//! Tests of platform files: what they may contain, and the messages for errors.

mod buses;
mod clocks;
mod clusters;
mod describe;
mod errors;
mod extends;
mod files;
mod folder;
pub(crate) mod generate;
mod hibi;
mod instructions;
mod many_cores;
mod map;
mod mesh;
mod peripherals;
mod set;
mod switches;

use std::path::Path;

use super::{Platform, Result};

/// A minimal platform file. The tests below refer to its line numbers.
pub(crate) const SMALL: &str = "\
summary = \"two cores\"
clock = \"50 MHz\"
[[cores]]
count = 2
[cores.program_memory]
base = 0x0
size = \"64 KiB\"
[cores.data_memory]
base = 0x1000_0000
size = \"64 KiB\"
stack = \"8 KiB\"
";

/// A shared memory, for tests that need one.
pub(super) const SRAM: &str = "\
[[device]]
kind = \"sram\"
base = 0x8000_0000
size = 4096
";

pub(crate) fn parse(text: &str) -> Result<Platform> {
    Platform::parse(Path::new("dir/my.toml"), text)
}

/// `SMALL` with `from` replaced by `to`.
pub(super) fn small_with(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from} is not in the small platform");
    SMALL.replacen(from, to, 1)
}

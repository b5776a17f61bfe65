//! How C files are compiled.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Options of the compiler. Which link the library is built with is a key of the platform: `library.link`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BuildSpec {
    /// Optimization level of the programs' own files.
    pub optimization: String,
    /// Macros, `NAME` or `NAME=VALUE`; names beginning with `WEFT_` configure the library as well.
    pub define: Vec<String>,
    /// Further flags for the compiler.
    pub flags: Vec<String>,
    /// The number of a code layout: an order in which the linker places functions, with gaps between some of them. 0 is the ordinary order,
    /// without gaps. The layout changes no result of a program, only cycles that depend on the addresses of code.
    pub layout: u32,
    /// The folder that keeps the generated header, the linker script and the ELF file.
    pub keep: Option<PathBuf>,
}

impl BuildSpec {
    /// The optimization level of programs by default.
    pub const OPTIMIZATION: &'static str = "2";
}

impl Default for BuildSpec {
    fn default() -> BuildSpec {
        BuildSpec {
            optimization: BuildSpec::OPTIMIZATION.to_string(),
            define: Vec::new(),
            flags: Vec::new(),
            layout: 0,
            keep: None,
        }
    }
}

//! The library with traces compiled in (`lib/src/arch/linux/include/weft/trace.h`), for `weftcc -trace`.
//!
//! Each function of MPI has a second name, PMPI_..., so that a profiling library can intercept it (MPI 4.0, section 15.2). This module
//! generates such a library from the prototypes of `mpi.h`.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// The source file that writes events; part of the library only here.
pub const SOURCE: &str = "src/trace/native.c";
/// The generated source of the intercepting functions, and its object.
pub const CALLS: &str = "weft_calls.c";
pub const CALLS_OBJECT: &str = "weft_calls.o";
/// Compiles the writing of events into the library and a program.
pub const DEFINE: &str = "-DWEFT_TRACED";
/// Makes the functions of a program write events at entry and exit.
pub const PROGRAM: &str = "-finstrument-functions";

/// The macro that encloses each prototype in `mpi.h`.
const MACRO: &str = "\nWEFT_MPI(";

const HEAD: &str =
    "/* MPI's functions, each told to the trace. */\n#include <mpi.h>\n#include <weft/trace.h>\n\n";

/// Generates the intercepting functions.
///
/// # Errors
/// When `mpi.h` cannot be read.
pub fn calls(library: &Path) -> Result<String> {
    let path = library.join("include/mpi.h");
    let header = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut text = HEAD.to_owned();
    for prototype in header.split(MACRO).skip(1) {
        let arguments = prototype.split(");").next().unwrap_or_default();
        if let Some(function) = call(arguments) {
            text += &function;
        }
    }
    Ok(text)
}

/// Generates the function of a prototype (name and parameters); None if the parameters cannot be passed on.
fn call(prototype: &str) -> Option<String> {
    let prototype = prototype.split_whitespace().collect::<Vec<_>>().join(" ");
    let (name, parameters) = prototype.split_once(", ")?;
    let names = parameters
        .split(", ")
        .map(parameter_name)
        .collect::<Option<Vec<_>>>()?;
    let mut text = String::new();
    let passed = names.join(", ").replace("void", "");
    write!(
        text,
        "int MPI_{name}({parameters})\n{{\n    WEFT_TRACE_NAMED(WEFT_TRACE_MPI_ENTER, \"MPI_{name}\");\n    \
         const int weft_result = PMPI_{name}({passed});\n    \
         WEFT_TRACE_NAMED(WEFT_TRACE_MPI_LEAVE, \"MPI_{name}\");\n    return weft_result;\n}}\n\n"
    )
    .expect("a string takes any text");
    Some(text)
}

/// Returns the last word of a parameter, without array brackets.
fn parameter_name(parameter: &str) -> Option<&str> {
    let name = parameter.split('[').next()?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name = name.trim_end().rsplit(|letter| !is_part(letter)).next()?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_passes_its_parameters_on() {
        let text =
            call("Gather, const void *buf,\n         int ranges[][3], MPI_Comm comm").unwrap();
        assert!(
            text.starts_with("int MPI_Gather(const void *buf, int ranges[][3], MPI_Comm comm)\n{"),
            "{text}"
        );
        assert!(text.contains("PMPI_Gather(buf, ranges, comm);"), "{text}");
        assert!(call("Finalize, void").unwrap().contains("PMPI_Finalize();"));
    }

    #[test]
    fn what_takes_any_number_of_arguments_is_left_out() {
        assert_eq!(call("Pcontrol, const int level, ..."), None);
    }
}

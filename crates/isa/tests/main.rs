//! The instruction set: one binary, since each takes as long to link as its tests to run.

mod c_header;
#[path = "../build/check.rs"]
mod check;
mod documentation;
mod execute;
mod float;
mod float_vectors;
mod instruction;
mod objdump;
#[allow(dead_code)] // The generator, which reads the rest, is not part of these tests.
#[path = "../build/table.rs"]
mod table;
mod table_errors;
mod user_any_text;
mod user_behaviour;
mod user_errors;
mod user_header;
mod user_modules;
mod user_program;
mod witness;

//! Compiles the C library and programs, for a chip or for this machine: finds the library, reads its recipe, calls the compiler, and caches
//! the results.

pub mod cache;
pub mod compiler;
pub mod home;
pub mod input;
pub mod program;
pub mod recipe;

//! Compiling the C library, for a chip or for this machine: where it is, what its recipe says, the compiler, and a cache of what was built.

pub mod cache;
pub mod compiler;
pub mod home;
pub mod input;
pub mod program;
pub mod recipe;

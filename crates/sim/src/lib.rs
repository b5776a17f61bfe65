//! Cycle-accurate simulator of message-passing multicore chips.

pub mod elf;
pub mod platform;

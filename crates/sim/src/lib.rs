//! Cycle-accurate simulator of message-passing multicore chips.
//!
//! A [`platform::Platform`] describes the chip, [`elf::Image`]s hold the programs, a [`machine::Machine`] is the chip running them. The
//! machine advances in time by one of two engines ([`engine::Engine`]) that give the same result to the cycle. Latencies are
//! defined in `docs/timing.md`; the machine serves programs through [`semihosting::Host`] and is otherwise looked at, never touched.

pub mod bus;
pub mod core;
pub mod device;
pub mod elf;
pub mod engine;
pub mod hibi;
pub mod machine;
pub mod memory_view;
pub mod mesh;
pub mod network;
pub mod platform;
pub mod semihosting;
pub mod signals;
pub mod switched;
pub mod units;

pub use engine::Engine;
pub use machine::{CoreStatistics, Fault, Machine, Outcome};
pub use units::Cycle;

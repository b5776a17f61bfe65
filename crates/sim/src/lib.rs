//! Cycle-accurate simulator of message-passing multicore chips.
//!
//! A [`platform::Platform`] describes the chip, [`elf::Image`]s hold the programs, a [`machine::Machine`] is the chip running them. The
//! machine advances in time by one of two engines ([`engine::Engine`]) that give the same result to the cycle. Latencies are
//! defined in `docs/contract/timing.md`; the machine serves programs through [`semihosting::Host`] and is otherwise looked at, never touched.

pub mod description;
pub mod elf;
pub mod engine;
pub mod injection;
pub mod machine;
pub mod noc;
pub mod part;
pub mod platform;
pub mod port;
pub mod semihosting;
pub mod units;

pub use engine::Engine;
pub use machine::{CoreStatistics, Fault, HostThreads, Machine, Outcome};
pub use part::core::Translate;
pub use units::Cycle;

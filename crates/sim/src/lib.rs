//! Cycle-accurate simulator of message-passing multicore chips.
//!
//! A [`platform::Platform`] describes the chip, [`elf::Image`]s hold the programs, and a [`machine::Machine`] is the chip that runs them. Two engines
//! ([`engine::Engine`]) advance the machine in time; both give the same result to the cycle. `docs/contract/timing.md` defines the latencies.
//! Programs reach the outside through [`semihosting::Host`] only; every other observer of a machine reads it without changing it.
//!
//! ```text
//!   description, platform   platform file -> Platform           elf   ELF file -> Image
//!             |                                                  |
//!             +-------------------> machine <--------------------+
//!                                   |     \
//!                        engine: step, fast   part/NAME: one folder for each component
//!                                             port: the interfaces between parts     noc: routers and links
//! ```

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

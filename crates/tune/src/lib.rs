//! How a general-purpose processor (GPP) talks to its digital signal processors (DSPs): for each periodic task the size of a block, interrupt or
//! polling, internal or external memory; what each choice costs, and the choices that cost the GPP least.
//!
//! The model is that of S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor Communication for an Embedded
//! Heterogeneous Multi-Core Processor", section 4, put right where it is misprinted and carried on to several DSPs. `docs/library/strategy.md` derives it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod advice;
pub mod choice;
pub mod demand;
pub mod estimate;
pub mod fixed;
pub mod limit;
pub mod plan;
pub mod request;
pub mod response;
pub mod scenario;
pub mod schedule;
pub mod solve;
pub mod strategy;
pub mod turns;
pub mod units;

pub use advice::Advice;
pub use choice::{Choice, Memory, Notification};
pub use demand::Demand;
pub use estimate::Latency;
pub use fixed::Policy;
pub use limit::{Limit, Searched, Shortage};
pub use plan::{Plan, Served};
pub use request::Request;
pub use response::Response;
pub use scenario::{Bus, Constants, Kind, Moves, Platform, Scenario, Side, Task};
pub use schedule::Played;
pub use solve::{Bins, Item, Outcome, Place, Selection, MAX_CLASSES, MAX_MEMORY, NEAR};
pub use strategy::{strategies, Cost, Strategy};
pub use turns::InTurn;
pub use units::{Bytes, CopyTime, Nanoseconds, PerMillion};

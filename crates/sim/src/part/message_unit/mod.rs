//! The message-passing domain: a full crossbar between the cores and the synchronization controller.
//!
//! Source: H. Xiao et al. 2012, sections 4.3 to 4.5. The state machines are those of docs/contract/timing.md, sections 3 and 4: every
//! output depends on registered state only, so the order in which components are advanced within a cycle does not matter as long as
//! all lines are read before any state changes.

pub mod inbox;
pub mod receiver;
pub mod transmitter;

//! The vocabulary between parts: what one part may say to another, and nothing else.
//!
//! A part (a room below `part`) sees this module, `units` and its own keys; never another part. The machine joins the parts: it hands each
//! one the ports that lead to its neighbours.

pub mod access;
pub mod address_map;
pub mod arbiter;
pub mod core;
pub mod device;
pub mod interconnect;
pub mod local_memory;
pub mod message;
pub mod range;
pub mod schedule;
pub mod set;
pub mod signal;
pub mod transfer;

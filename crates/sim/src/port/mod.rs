//! The interfaces between parts.
//!
//! A part (a folder below `part`) imports this module, `units` and its own keys, but never another part. The machine connects the parts: it passes to
//! each one the ports that lead to its neighbours.

pub mod access;
pub mod address_map;
pub mod agenda;
pub mod arbiter;
pub mod buffer;
pub mod core;
pub mod device;
pub mod host;
pub mod interconnect;
pub mod journal;
pub mod load;
pub mod local_memory;
pub mod message;
pub mod picture;
pub mod range;
pub mod schedule;
pub mod set;
pub mod show;
pub mod signal;
pub mod stream;
pub mod strike;
pub mod table;
pub mod transfer;
pub mod wait;

pub use self::core::*;
pub use access::*;
pub use address_map::AddressMap;
pub use agenda::Agenda;
pub use arbiter::*;
pub use buffer::Fill;
pub use device::*;
pub use host::*;
pub use interconnect::*;
pub use journal::*;
pub use load::{Load, Unit};
pub use local_memory::*;
pub use message::*;
pub use picture::{Label, Link, Picture, Position};
pub use range::*;
pub use schedule::*;
pub use set::*;
pub use show::*;
pub use signal::{scoped, visit_set};
pub use stream::*;
pub use strike::Strike;
pub use table::*;
pub use transfer::*;
pub use wait::*;

//! How a part describes itself: its keys in a platform file, what programs see of it, how it is drawn, and what it may know of the chip around
//! it.
//!
//! Each part declares its keys in its own room (`part/NAME/keys.rs`) by what is here; [`crate::platform`] has the list of parts.

pub mod address_map;
pub mod device;
pub mod drawing;
pub mod error;
mod facts;
mod file;
pub mod header;
pub mod keys;
pub mod map;
pub mod part;
pub mod quantity;
pub mod reader;
pub mod reading;
pub mod tile;

pub use crate::port::range::{BusWindows, Range};
pub use device::*;
pub use drawing::*;
pub use error::*;
pub use facts::{Facts, Neighbour};
pub use file::{read_text, unreadable};
pub use map::{node_macros, on_link, Channel, ChannelKind, Endpoint, Map};
pub use part::*;
pub use reader::*;
pub use reading::*;
pub use tile::*;

/// The largest number of cores of a platform: a node number has six bits in a request word.
pub const MAX_CORES: usize = 1024;

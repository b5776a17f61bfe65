//! How a part describes itself: its keys in a platform file, the macros that programs see, its picture, and what it may know of its chip.
//!
//! Each part declares its keys in its own folder (`part/NAME/keys.rs`) with the means of this module; [`crate::platform`] has the list of parts.

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

/// Maximum number of cores of a platform. (For cores with message units it is less: `part::core::keys::MAX_MESSAGE_NODES`.)
pub const MAX_CORES: usize = 1024;

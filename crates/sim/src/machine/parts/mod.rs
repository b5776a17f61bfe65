//! The lists of parts, with one line for each part in the list of its kind. The rest of the machine goes through these lists and names no part.

pub mod agents;
pub mod fabric;
pub mod interconnects;
mod message_faults;
pub mod messages;
pub mod tiles;

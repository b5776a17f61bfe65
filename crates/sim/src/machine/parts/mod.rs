//! The list of parts with their behaviour: one line for each in the list of its kind. The rest of the machine asks these lists, and names no part.

pub mod agents;
pub mod fabric;
pub mod interconnects;
mod message_faults;
pub mod messages;
pub mod tiles;

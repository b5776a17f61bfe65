//! The registers of a core's interface to the switches, as a device: the interface of each core answers for itself, before a packet leaves.

pub mod keys;

use crate::port::device::Peripheral;
use serde::{Deserialize, Serialize};

/// It keeps nothing: the registers are in the interfaces (`part::switches`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInterface;

impl Peripheral for NetworkInterface {}

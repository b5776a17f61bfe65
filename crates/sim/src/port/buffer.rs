//! The fill level of a buffer, for traces.

use std::fmt;

/// The fill level of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a> {
    /// The path of the signal that has this value.
    pub signal: fmt::Arguments<'a>,
    /// The core that the buffer belongs to, if it belongs to one.
    pub core: Option<usize>,
    /// The name of the buffer in reports, and the unit of `value`.
    pub name: &'static str,
    pub unit: &'static str,
    pub value: u64,
}

/// Callback that receives the fill level of a buffer.
pub type Visitor<'a> = dyn FnMut(Fill) + 'a;

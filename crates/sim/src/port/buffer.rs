//! How full a buffer is, for traces.

use std::fmt;

/// The fill of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a> {
    /// The path of the signal that tells it.
    pub signal: fmt::Arguments<'a>,
    /// The core that it belongs to; None: it is apart from the cores.
    pub core: Option<usize>,
    /// What people call the buffer, and what is counted in it.
    pub name: &'static str,
    pub unit: &'static str,
    pub value: u64,
}

/// Takes the fill of a buffer.
pub type Visitor<'a> = dyn FnMut(Fill) + 'a;

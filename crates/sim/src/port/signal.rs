//! Signals as a waveform shows them.

/// Takes a signal's name or dotted path, its width in bits and its value.
pub type Visitor<'a> = dyn FnMut(&str, u32, u64) + 'a;

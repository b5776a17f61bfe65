//! Signals, as a waveform shows them.

use std::fmt::{Arguments, Display};

use super::set::NodeSet;

/// Callback that receives a signal: its name or dotted path, its width in bits and its value. The path is formatted only if the callback uses it; one
/// that identifies signals by their order does not pay for it.
pub type Visitor<'a> = dyn FnMut(Arguments, u32, u64) + 'a;

/// Shows a set of numbers from 0 to `count - 1` as signals of 64 bits: `name` has the first 64 numbers, `name1`, `name2`, ... the further ones.
pub fn visit_set(name: &str, set: &NodeSet, count: usize, visit: &mut Visitor) {
    let mut words = set.words(count);
    let (first, width) = words.next().unwrap_or_default();
    visit(format_args!("{name}"), width, first);
    for (number, (word, width)) in words.enumerate() {
        visit(format_args!("{name}{}", number + 1), width, word);
    }
}

/// Returns a visitor that prefixes each signal with the name of a component, which is formatted only with the path.
pub fn scoped<'a, 'v, S: Display>(
    scope: S,
    visit: &'a mut Visitor<'v>,
) -> impl FnMut(Arguments, u32, u64) + use<'a, 'v, S> {
    move |signal, width, value| visit(format_args!("{scope}.{signal}"), width, value)
}

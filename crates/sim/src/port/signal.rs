//! Signals as a waveform shows them.

use std::fmt::Arguments;

use super::set::NodeSet;

/// Takes a signal's name or dotted path, its width in bits and its value. Who knows the signals by their order has no path written.
pub type Visitor<'a> = dyn FnMut(Arguments, u32, u64) + 'a;

/// Shows a set of the numbers from 0 to below `count`, one bit each. From 64 on they have signals of their own: `name1`, `name2`, ...
pub fn visit_set(name: &str, set: &NodeSet, count: usize, visit: &mut Visitor) {
    let mut words = set.words(count);
    let (first, width) = words.next().unwrap_or_default();
    visit(format_args!("{name}"), width, first);
    for (number, (word, width)) in words.enumerate() {
        visit(format_args!("{name}{}", number + 1), width, word);
    }
}

/// Puts the name of a component in front of each of its signals.
pub fn scoped<'a, 'v>(
    scope: &'a str,
    visit: &'a mut Visitor<'v>,
) -> impl FnMut(Arguments, u32, u64) + use<'a, 'v> {
    move |signal, width, value| visit(format_args!("{scope}.{signal}"), width, value)
}

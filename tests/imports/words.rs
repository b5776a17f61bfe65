//! A mechanism is named only in its room: counts the identifiers and strings elsewhere that contain its word.

use crate::design::Mechanism;
use crate::text::{blanked, is_of_name, without_unit_tests, Keep, Language};
use crate::tree::{is_below, Source};

/// How often a file names each mechanism in whose rooms it is not. The declaration of a room (`mod NAME`) is no use of it.
pub fn counts<'a>(mechanisms: &'a [Mechanism], source: &Source) -> Vec<(&'a Mechanism, usize)> {
    let code = blanked(&source.text, source.language, Keep::Strings);
    let code = match source.language {
        Language::Rust => without_unit_tests(&code).replace("mod ", "mod_"),
        Language::C => code,
    };
    let names = code
        .split(|character| !is_of_name(character))
        .map(snake_case);
    let names: Vec<String> = names.filter(|name| !name.starts_with("mod_")).collect();
    let is_outside = |mechanism: &&Mechanism| {
        !mechanism
            .rooms
            .iter()
            .any(|room| is_below(room, &source.path))
    };
    let outside = mechanisms.iter().filter(is_outside);
    let count = |mechanism: &Mechanism| {
        names
            .iter()
            .filter(|name| name.contains(&mechanism.word) && !mechanism.foreign.contains(name))
            .count()
    };
    outside
        .map(|mechanism| (mechanism, count(mechanism)))
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// `MessageBuffers`, `MESSAGE_BUFFERS` and `message_buffers` are the same word.
fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for character in name.chars() {
        if character.is_ascii_uppercase() && after_small {
            out.push('_');
        }
        after_small = character.is_ascii_lowercase() || character.is_ascii_digit();
        out.push(character.to_ascii_lowercase());
    }
    out
}

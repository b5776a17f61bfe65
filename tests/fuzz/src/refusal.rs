//! Is a refusal one that a person can use? A sentence with a place, not a dump of a value of the program.

/// Pieces of `{:?}` of types that errors are made of.
const DUMPS: [&str; 10] = [
    "Os {",
    "Err(",
    "Some(",
    "Error(",
    "Error {",
    "Kind::",
    "Custom {",
    "{ kind:",
    ", kind:",
    "Utf8Error",
];
/// The longest refusal.
const LONGEST: usize = 2000;

/// What is wrong with a refusal of something that is called as one of `places` says; None: nothing.
pub fn objection(refusal: &str, places: &[&str]) -> Option<String> {
    let dump = DUMPS.iter().find(|dump| refusal.contains(**dump));
    if refusal.trim().len() < 10 {
        Some("it says nothing".into())
    } else if let Some(dump) = dump {
        Some(format!("it has `{dump}`, a value of the program"))
    } else if refusal.len() > LONGEST {
        Some(format!("it has {} bytes", refusal.len()))
    } else if !places.is_empty() && !places.iter().any(|place| refusal.contains(place)) {
        Some(format!("it does not name `{}`", places.join("` or `")))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::objection;

    #[test]
    fn a_sentence_with_a_place_is_clear() {
        assert_eq!(
            objection("a.toml:1:1: unknown key `b`", &["b.toml", "a.toml"]),
            None
        );
    }

    #[test]
    fn what_is_no_use_is_not() {
        let wrong = |refusal: &str| objection(refusal, &["a.toml"]).expect("an objection");
        assert!(wrong("").contains("nothing"));
        assert!(wrong("a.toml: Os { code: 2 }").contains("Os {"));
        assert!(wrong("the key is unknown").contains("a.toml"));
        assert!(wrong(&"a.toml ".repeat(1000)).contains("7000"));
    }
}

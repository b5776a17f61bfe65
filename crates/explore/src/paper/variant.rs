//! Platforms that replace the published ones in a second measurement: with changed hardware, or another library.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The platforms that are measured in addition to the published ones.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Their common name.
    pub name: String,
    /// Published platforms, and those that replace them.
    pub platforms: BTreeMap<String, String>,
}

impl Variant {
    /// Returns the platform that replaces this one.
    pub fn replacing(&self, platform: &str) -> Option<&str> {
        self.platforms.get(platform).map(String::as_str)
    }

    /// Returns the platform, or the one that replaces it on a variant.
    pub fn replaces<'a>(variant: Option<&'a Variant>, platform: &'a str) -> &'a str {
        let other = variant.and_then(|variant| variant.replacing(platform));
        other.unwrap_or(platform)
    }
}

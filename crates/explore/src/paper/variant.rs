//! Platforms that are measured in the places of published ones: with changed hardware, or another library.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What is measured in addition to the published platforms.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What they are called together.
    pub name: String,
    /// Published platforms, and those that replace them.
    pub platforms: BTreeMap<String, String>,
}

impl Variant {
    /// What replaces a platform.
    pub fn replacing(&self, platform: &str) -> Option<&str> {
        self.platforms.get(platform).map(String::as_str)
    }

    /// The platform, or what replaces it on a variant.
    pub fn replaces<'a>(variant: Option<&'a Variant>, platform: &'a str) -> &'a str {
        let other = variant.and_then(|variant| variant.replacing(platform));
        other.unwrap_or(platform)
    }
}

//! Reads a platform from the texts of its files.

use sha2::{Digest, Sha256};

use super::parts::ROOT;
use super::{Platform, Source};
use crate::description::{address_map, Document, Layer, Reading, Result, Table};

/// Reads the platform `name`. A key is taken from the first layer that has it: the overrides, the first file, the file that it extends, and so on.
///
/// # Errors
/// The first error, with its place in the text.
pub fn platform(name: &str, overrides: &[Document], files: &[Document]) -> Result<Platform> {
    let documents = [overrides, files].concat();
    let parsed = documents.iter().map(Document::parse);
    let parsed = parsed.collect::<Result<Vec<_>, _>>()?;
    let layer = |(document, parsed): (&_, _)| Layer {
        document: *document,
        entries: parsed,
    };
    let trees = parsed.iter().map(|tree| tree.get_ref());
    let root = Table::root(documents.iter().zip(trees).map(layer).collect());
    root.expect_keys(&ROOT)?;
    let mut reading = Reading::of(root)?;
    let mut platform = Platform::read(name, &mut reading)?;
    address_map::check(&reading.placed)?;
    let facts = platform.facts();
    for part in platform.parts() {
        part.check(&reading.root, &facts)?;
    }
    platform.library.is_possible(&reading.root, &platform)?;
    platform.source = source(overrides, files, reading);
    Ok(platform)
}

/// Returns the record of the texts. The hash covers all texts in sequence; each description of user-defined instructions is added by hashing the
/// previous hash and its text.
fn source(overrides: &[Document], documents: &[Document], reading: Reading) -> Source {
    let mut digest = Sha256::new();
    for document in documents.iter().chain(overrides) {
        digest.update(document.text.as_bytes());
    }
    let text = |document: &Document| document.text.to_string();
    let mut source = Source {
        path: documents[0].file.to_string(),
        text: text(&documents[0]),
        extended: documents[1..].iter().map(text).collect(),
        settings: reading.settings,
        sha256: format!("{:x}", digest.finalize()),
    };
    for text in reading.texts {
        source.add(&text);
    }
    source
}

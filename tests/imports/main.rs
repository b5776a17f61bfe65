//! The design of the project, held against its imports: which room may import which, that mechanisms are named only in
//! their rooms, and that files and functions are short. `design.toml` says what is wanted, `known.toml` where the code
//! does not follow it yet. That list may only shrink by intent: a line too many fails as well.
//!
//! A *house* is a folder of sources: a crate's `src`, or the library. Its *rooms* are the folders and files directly in it.

mod design;
mod floors;
mod imports;
mod lengths;
mod rust;
mod small_trees;
mod survey;
mod text;
mod tree;
mod words;

use design::{Design, Deviations};
use std::path::Path;
use survey::Survey;

#[test]
fn the_code_follows_the_design_but_where_known() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let design: Design = design::read(&tests.join("imports/design.toml"));
    let known: Deviations = design::read(&tests.join("imports/known.toml"));
    let survey = Survey::of(&tests.join(".."), &design);
    let difference = survey.compared(&known);
    if !difference.is_empty() {
        let found = Path::new(env!("CARGO_TARGET_TMPDIR")).join("known.toml");
        let text = toml::to_string_pretty(&survey.deviations).expect("lines of text");
        std::fs::write(&found, text).expect("the target folder can be written");
        panic!(
            "\n{difference}\nMend what is new. Where it is wanted, and where something is gone, take over the new list:\n    \
             cp {} tests/imports/known.toml\n",
            found.display()
        );
    }
}

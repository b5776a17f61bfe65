//! The design of the project, held against its imports: which room may import which, that mechanisms are named only in
//! their rooms, and that files and functions are short, as `design.toml` has it.
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

use design::Design;
use std::path::Path;
use survey::Survey;

#[test]
fn the_code_follows_the_design() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let design: Design = design::read(&tests.join("imports/design.toml"));
    let survey = Survey::of(&tests.join(".."), &design);
    let text = survey.text();
    assert!(text.is_empty(), "\n{text}");
}

//! The committed page docs/instructions.md is the generated one.

#[test]
fn the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/instructions.md");
    let page = std::fs::read_to_string(path).expect("docs/instructions.md exists");
    assert!(
        page == weft_isa::markdown(),
        "docs/instructions.md is out of date: cargo run -p weft-isa --example message_extension -- markdown > docs/instructions.md"
    );
}

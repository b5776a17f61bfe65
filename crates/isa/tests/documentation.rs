//! The committed page docs/contract/instructions.md is the generated one.

#[test]
fn the_page_is_up_to_date() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/contract/instructions.md"
    );
    let page = std::fs::read_to_string(path).expect("docs/contract/instructions.md exists");
    assert!(
        page == weft_isa::markdown(),
        "docs/contract/instructions.md is out of date: cargo run -p weft-isa --example message_extension -- markdown > docs/contract/instructions.md"
    );
}

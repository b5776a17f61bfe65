//! The `weft` command: arguments in, tables, plots and files out.
fn main() {}

//! Turns `message.toml`, the one table of the message extension, into the Rust constants that `src/message.rs` includes.

#[path = "build/check.rs"]
mod check;
#[path = "build/generate.rs"]
mod generate;
#[path = "build/table.rs"]
mod table;

use std::{env, fs, path::PathBuf, process::exit};

const TABLE: &str = "message.toml";

fn main() {
    println!("cargo:rerun-if-changed={TABLE}");
    println!("cargo:rerun-if-changed=build");
    if let Err(message) = translate() {
        eprintln!("{message}");
        exit(1);
    }
}

fn translate() -> Result<(), String> {
    let text = fs::read_to_string(TABLE).map_err(|error| format!("{TABLE}: {error}"))?;
    let table = table::parse(&text).map_err(|error| format!("{TABLE}: {error}"))?;
    check::check(&table, &text).map_err(|error| format!("{TABLE}:{error}"))?;
    let directory = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: build through cargo")?;
    let path = PathBuf::from(directory).join("message.rs");
    fs::write(&path, generate::rust(&table)).map_err(|error| format!("{}: {error}", path.display()))
}

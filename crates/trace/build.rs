//! Compiles the shim between Rust and the OTF2 library, where that is installed. Elsewhere weft builds all the same, and says what is
//! missing when an OTF2 archive is asked for.

use std::path::PathBuf;
use std::process::Command;

const SHIM: &str = "src/otf2/shim.c";

fn main() {
    println!("cargo:rerun-if-changed={SHIM}");
    // This folder changes when the library's headers are installed.
    println!("cargo:rerun-if-changed=/usr/include");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let Some(flags) = said_by("pkg-config", &["--cflags", "--libs", "otf2"]) else {
        return;
    };
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let Some((name, folder)) = library(&flags) else {
        return;
    };
    let mut shim = cc::Build::new();
    shim.file(SHIM)
        .std("c11")
        .warnings(true)
        .extra_warnings(true);
    shim.warnings_into_errors(true);
    shim.includes(flags.iter().filter_map(|flag| flag.strip_prefix("-I")));
    shim.compile("weft_otf2");
    println!("cargo:rustc-cfg=otf2");
    println!("cargo:rustc-link-search=native={}", folder.display());
    // Linked statically, so that weft runs where the library is not installed.
    println!("cargo:rustc-link-lib=static={name}");
    println!("cargo:rustc-link-lib=m");
}

/// Returns name and folder of the static library. Debian's name for it differs from its authors'.
fn library(flags: &[&str]) -> Option<(String, PathBuf)> {
    let name = flags.iter().find_map(|flag| flag.strip_prefix("-l"))?;
    let file = format!("lib{name}.a");
    let given = flags.iter().filter_map(|flag| flag.strip_prefix("-L"));
    // The compiler answers with the bare name when it finds none.
    let found = said_by("cc", &[&format!("-print-file-name={file}")])?;
    let found = PathBuf::from(found).parent()?.canonicalize().ok();
    let mut folders = given.map(PathBuf::from).chain(found);
    let folder = folders.find(|folder| folder.join(&file).is_file())?;
    Some((name.to_string(), folder))
}

fn said_by(command: &str, arguments: &[&str]) -> Option<String> {
    let answer = Command::new(command).args(arguments).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    answer.status.success().then(|| text.trim().to_owned())
}

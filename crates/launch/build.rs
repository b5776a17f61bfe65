//! Links `weftc++` to `weftcc`, which compiles C++ when it is called by that name: Cargo cannot build a binary with `+` in its name.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names a folder for output"));
    // PROFILE/build/weft-launch-HASH/out
    let binaries = out.ancestors().nth(3).expect("it is below the binaries");
    let link = binaries.join("weftc++");
    if fs::symlink_metadata(&link).is_ok() {
        fs::remove_file(&link).expect("the old link can be replaced");
    }
    symlink("weftcc", &link).expect("the folder of the binaries can be written");
}

//! Installs the library below a prefix, with the files by which pkg-config and CMake find it. No file contains the prefix, so the tree may
//! be moved.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Native;

const FILES: [(&str, &str); 2] = [
    ("lib/pkgconfig/weft.pc", include_str!("files/weft.pc")),
    (
        "lib/cmake/Weft/WeftConfig.cmake",
        include_str!("files/WeftConfig.cmake"),
    ),
];

/// Copies the library's archive, its headers and the files of pkg-config and CMake below `prefix`.
///
/// # Errors
/// When the library does not compile or a file cannot be written.
pub fn install(native: &Native, prefix: &Path) -> Result<()> {
    let archive = prefix.join("lib/weft/libweft.a");
    make_folder_of(&archive)?;
    fs::copy(&native.archive, &archive)
        .with_context(|| format!("cannot write {}", archive.display()))?;
    // In reverse order, so that of headers with the same name that of the first folder remains, which the compiler would find.
    for folder in native.include.iter().rev() {
        copy_tree(folder, &prefix.join("include/weft"))?;
    }
    for (name, text) in FILES {
        let file = prefix.join(name);
        make_folder_of(&file)?;
        fs::write(&file, fill(text, native))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn fill(text: &str, native: &Native) -> String {
    text.replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@COMPILE@", &native.recipe.program.join(" "))
        .replace("@LINK@", &native.recipe.linker.join(" "))
}

fn make_folder_of(file: &Path) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), &place)
                .with_context(|| format!("cannot write {}", place.display()))?;
        }
    }
    Ok(())
}

//! A temporary folder with a platform `my.toml` and the files that it names.

use std::fs;
use std::path::PathBuf;

use crate::platform::{Platform, Result};

/// A temporary folder, removed when dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder of the test with this name (unique to it), with files of these names and texts.
    pub fn new(test: &str, files: &[(&str, &str)]) -> Folder {
        let name = format!("weft-platform-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        let folder = Folder(path);
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("written");
    }

    pub fn load(&self) -> Result<Platform> {
        let path = self.0.join("my.toml");
        Platform::load(path.to_str().expect("UTF-8"), &[])
    }

    /// Returns the error message, without the folder.
    pub fn complaint(&self) -> String {
        let error = self.load().expect_err("something is wrong");
        let folder = format!("{}/", self.0.display());
        error.to_string().replace(&folder, "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("removed");
    }
}

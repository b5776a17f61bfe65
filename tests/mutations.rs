//! The mutations of the library (tests/mutations/run breaks a copy with each, in `make test-long`) apply to its sources as they are now.

use std::path::Path;
use std::process::Command;

#[test]
fn every_mutation_applies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = root.join("tests/mutations");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let patches = entries.map(|entry| entry.expect("an entry").path());
    let patches: Vec<_> = patches
        .filter(|path| path.extension().is_some_and(|end| end == "patch"))
        .collect();
    assert!(!patches.is_empty());
    for patch in patches {
        let mut command = Command::new("git");
        let command = command
            .args(["apply", "--check"])
            .arg(&patch)
            .current_dir(&root);
        let tried = command.output().expect("git runs");
        let why = String::from_utf8_lossy(&tried.stderr);
        assert!(
            tried.status.success(),
            "make the patch anew: {}: {why}",
            patch.display()
        );
    }
}

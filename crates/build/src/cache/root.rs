//! The folder of the cache. Its entries are linked into programs, so only its owner may write to it.

use std::fs::{DirBuilder, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};

/// The folder's access rights.
const PRIVATE: u32 = 0o700;
/// The rights of group and others to write.
const WRITTEN_BY_OTHERS: u32 = 0o022;

/// Returns the folder of the cache, whether it exists or not: below `XDG_CACHE_HOME` or `HOME`, else a folder for this user among the
/// temporary files.
pub fn place() -> PathBuf {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let cache = variable("XDG_CACHE_HOME");
    let cache = cache.or_else(|| Some(variable("HOME")?.join(".cache")));
    let temporary = || std::env::temp_dir().join(format!("weft-{}", user()));
    cache.map_or_else(temporary, |cache| cache.join("weft"))
}

/// Creates the folder, if it does not exist, and checks that no other user can have written to it.
///
/// # Errors
/// When it cannot be made, or others may write to it.
pub fn open(root: &Path) -> Result<()> {
    if let Err(error) = make(root) {
        return Err(error).with_context(|| refused(root));
    }
    check(root, user())
}

/// Returns the error message for a cache that cannot be written.
pub fn refused(root: &Path) -> String {
    let shown = root.display();
    format!("cannot write the cache in {shown}; XDG_CACHE_HOME names another place")
}

fn make(root: &Path) -> io::Result<()> {
    if let Some(above) = root.parent() {
        std::fs::create_dir_all(above)?;
    }
    match DirBuilder::new().mode(PRIVATE).create(root) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

fn check(root: &Path, user: u32) -> Result<()> {
    let shown = root.display();
    let facts = |read: fn(&Path) -> io::Result<Metadata>| read(root).with_context(|| refused(root));
    let (link, folder) = (
        facts(|path| path.symlink_metadata())?,
        facts(|path| path.metadata())?,
    );
    ensure!(folder.is_dir(), "the cache {shown} is not a folder");
    for owner in [link.uid(), folder.uid()] {
        if owner != user {
            bail!(
                "the cache {shown} belongs to user {owner}, and this is user {user}: its entries are not to be trusted; \
                 XDG_CACHE_HOME names another place"
            );
        }
    }
    if folder.mode() & WRITTEN_BY_OTHERS != 0 {
        bail!("others may write to the cache {shown}, so its entries are not to be trusted: remove it (rm -r {shown}), and it is made anew");
    }
    Ok(())
}

fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{set_permissions, Permissions};
    use std::os::unix::fs::{symlink, PermissionsExt};

    #[test]
    fn it_is_made_for_its_owner_alone() {
        let above = tempfile::tempdir().unwrap();
        let root = above.path().join("deep/weft");
        open(&root).unwrap();
        assert_eq!(root.metadata().unwrap().mode() & 0o777, PRIVATE);
        open(&root).unwrap();
    }

    #[test]
    fn one_that_others_may_write_to_is_refused() {
        let root = tempfile::tempdir().unwrap();
        for mode in [0o777, 0o720, 0o702] {
            set_permissions(root.path(), Permissions::from_mode(mode)).unwrap();
            let error = open(root.path()).unwrap_err().to_string();
            assert!(error.contains("rm -r"), "{error}");
        }
    }

    #[test]
    fn one_of_another_user_is_refused_though_a_link_leads_there() {
        let root = tempfile::tempdir().unwrap();
        let error = check(root.path(), user() + 1).unwrap_err().to_string();
        assert!(error.contains("belongs to user"), "{error}");
        let link = root.path().join("link");
        symlink(root.path(), &link).unwrap();
        check(&link, user()).unwrap();
        assert!(check(&link, user() + 1).is_err());
        std::fs::write(root.path().join("file"), "").unwrap();
        assert!(open(&root.path().join("file")).is_err());
    }
}

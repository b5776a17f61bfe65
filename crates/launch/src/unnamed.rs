//! Anonymous files in memory (memfd), which processes that are started from now on inherit.

use std::os::fd::OwnedFd;

use rustix::fs::{fchmod, memfd_create, MemfdFlags, Mode};

/// Makes an empty file and restricts its access rights: by default, other users could open it through `/proc`.
pub fn file(name: &str, flags: MemfdFlags) -> rustix::io::Result<OwnedFd> {
    let file = memfd_create(name, flags)?;
    fchmod(&file, Mode::RUSR | Mode::WUSR)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_its_users_alone() {
        let file = file("weft-test", MemfdFlags::empty()).unwrap();
        let mode = rustix::fs::fstat(&file).unwrap().st_mode;
        assert_eq!(mode & 0o777, 0o600);
    }
}

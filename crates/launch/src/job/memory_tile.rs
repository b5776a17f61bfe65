//! The memory that tasks access with `MP_mread` and `MP_mwrite`, instead of the memory tile at the edge of a mesh: an anonymous file.
//! Inputs are written to it before the job, and outputs read from it afterwards.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use rustix::fs::MemfdFlags;

use crate::unnamed;

/// The memory; zeros at first.
#[derive(Debug)]
pub struct MemoryTile(pub(crate) File);

impl MemoryTile {
    /// The default size, as on the platform `nagam`.
    pub const BYTES: u32 = 16 << 20;

    /// Makes a memory of `bytes` bytes, which programs that are started from now on inherit. The system allocates pages at first use.
    ///
    /// # Errors
    /// When the system has no such file.
    pub fn new(bytes: u32) -> io::Result<MemoryTile> {
        let file = unnamed::file("weft-memory", MemfdFlags::empty())?;
        let file = File::from(file);
        file.set_len(bytes.into())?;
        Ok(MemoryTile(file))
    }

    /// Writes `bytes` from `address` on.
    ///
    /// # Errors
    /// When the file cannot be written. A write beyond its end extends the file, so the caller must check the size.
    pub fn write(&self, address: u32, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all_at(bytes, address.into())
    }

    /// Reads from `address` on until `bytes` is full.
    ///
    /// # Errors
    /// When the file cannot be read, or ends before.
    pub fn read(&self, address: u32, bytes: &mut [u8]) -> io::Result<()> {
        self.0.read_exact_at(bytes, address.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_the_rest_is_zero() {
        let tile = MemoryTile::new(64).unwrap();
        tile.write(8, &[1, 2, 3]).unwrap();
        let mut bytes = [9; 5];
        tile.read(7, &mut bytes).unwrap();
        assert_eq!(bytes, [0, 1, 2, 3, 0]);
    }

    #[test]
    fn it_ends_where_it_was_told() {
        let tile = MemoryTile::new(64).unwrap();
        let error = tile.read(60, &mut [0; 5]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}

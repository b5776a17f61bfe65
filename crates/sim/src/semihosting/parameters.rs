//! The parameters of an operation in the memory of the program.

use std::io;

use super::errno::Errno;
use super::Memory;

/// Why an operation was not performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It failed; the program gets this error number.
    Errno(Errno),
    /// Its parameters are at an address without memory: the first such address.
    Fault(u32),
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Self {
        Failure::Errno(errno)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Errno(error.into())
    }
}

/// Maximum length of a file name in bytes.
const MAX_NAME_BYTES: u32 = 4096;

/// Reads a block of `N` words at `address`.
pub fn words<const N: usize>(memory: &dyn Memory, address: u32) -> Result<[u32; N], Failure> {
    let mut words = [0; N];
    for (index, word) in (0_u32..).zip(&mut words) {
        let mut bytes = [0; 4];
        let place = address.wrapping_add(4 * index);
        memory.read(place, &mut bytes).map_err(Failure::Fault)?;
        *word = u32::from_le_bytes(bytes);
    }
    Ok(words)
}

/// Writes a block of words at `address`.
pub fn set_words(memory: &mut dyn Memory, address: u32, words: &[u32]) -> Result<(), Failure> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.write(address, &bytes).map_err(Failure::Fault)
}

/// Reads a file name of `length` bytes at `address`.
pub fn file_name(memory: &dyn Memory, address: u32, length: u32) -> Result<String, Failure> {
    if length > MAX_NAME_BYTES {
        return Err(Errno::ENAMETOOLONG.into());
    }
    let mut bytes = vec![0; length as usize];
    memory
        .read(address, &mut bytes)
        .map_err(|_| Errno::EFAULT)?;
    String::from_utf8(bytes).map_err(|_| Errno::EINVAL.into())
}

/// Reads the bytes from `address` up to the next zero byte.
pub fn zero_terminated(memory: &dyn Memory, address: u32) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let mut place = address;
    loop {
        let mut byte = [0];
        memory.read(place, &mut byte).map_err(Failure::Fault)?;
        if byte == [0] {
            return Ok(text);
        }
        text.extend(byte);
        place = place.checked_add(1).ok_or(Failure::Fault(0))?;
    }
}

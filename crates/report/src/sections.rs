//! Access to the sections of an ELF file as the DWARF readers want it.

use gimli::{EndianArcSlice, LittleEndian};
use object::{File, Object, ObjectSection};
use std::sync::Arc;

/// A cursor over the bytes of a section.
pub(crate) type Reader = EndianArcSlice<LittleEndian>;

/// The bytes of a section, decompressed; empty when there is none of that name or it is damaged.
pub(crate) fn section_bytes(file: &File<'_>, name: &str) -> Vec<u8> {
    let section = file.section_by_name(name);
    let bytes = section.and_then(|section| section.uncompressed_data().ok());
    bytes.map(|bytes| bytes.into_owned()).unwrap_or_default()
}

/// The bytes of a section for a DWARF reader.
pub(crate) fn section(file: &File<'_>, name: &str) -> Reader {
    EndianArcSlice::new(Arc::from(section_bytes(file, name)), LittleEndian)
}

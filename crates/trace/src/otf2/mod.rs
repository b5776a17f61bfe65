//! Traces in the Open Trace Format 2 (www.vi-hps.org), written by its own library, for `otf2-print`, ViTE, Vampir, CubeGUI and others.
//!
//! An archive is a folder; the file in it that tools are given is `traces.otf2`.

#[cfg(otf2)]
mod archive;
#[cfg(otf2)]
mod collective;
#[cfg(otf2)]
mod communicators;
#[cfg(otf2)]
mod write;
#[cfg(otf2)]
pub use write::Otf2Writer;

#[cfg(not(otf2))]
mod absent;
#[cfg(not(otf2))]
pub use absent::Otf2Writer;

/// Can this build of weft write OTF2 archives?
pub const IS_THERE: bool = cfg!(otf2);

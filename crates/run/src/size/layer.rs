//! The layers of a program on a chip, by the folder of each source.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// A layer, from the hardware up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Start-up, interrupts, the host's services.
    Arch,
    /// How bytes reach another node, drivers included.
    Link,
    /// Requests, matching, queues.
    Engine,
    /// What all interfaces need besides the engine.
    Common,
    Mpi,
    Mcapi,
    Mp,
    Thread,
    Qos,
    Strategy,
    /// The C library and the compiler's own.
    CLibrary,
    /// The program's own files.
    Program,
}

impl Layer {
    /// All of them, with their names in tables.
    pub const ALL: [(Layer, &'static str); 12] = [
        (Layer::Arch, "start-up and host"),
        (Layer::Link, "link"),
        (Layer::Engine, "engine"),
        (Layer::Common, "common"),
        (Layer::Mpi, "mpi"),
        (Layer::Mcapi, "mcapi"),
        (Layer::Mp, "mp"),
        (Layer::Thread, "threads"),
        (Layer::Qos, "qos"),
        (Layer::Strategy, "strategy"),
        (Layer::CLibrary, "C library"),
        (Layer::Program, "program"),
    ];

    /// The layer of a source of the library, by its path in the library's folder.
    pub fn of_source(source: &Path) -> Layer {
        let within = source.strip_prefix("src").unwrap_or(source);
        let folders = within.parent().into_iter().flat_map(Path::iter);
        let mut folders = folders.filter_map(|folder| folder.to_str());
        match folders.next() {
            Some("arch") if folders.next() == Some("rv32") => Layer::Arch,
            Some("link" | "driver") => Layer::Link,
            Some("engine") => Layer::Engine,
            Some("mpi") => Layer::Mpi,
            Some("mcapi") => Layer::Mcapi,
            Some("mp") => Layer::Mp,
            Some("thread") => Layer::Thread,
            Some("qos") => Layer::Qos,
            Some("strategy") => Layer::Strategy,
            _ => Layer::Common,
        }
    }

    /// Whether it is a part of Weft's library.
    pub fn is_library(self) -> bool {
        !matches!(self, Layer::CLibrary | Layer::Program)
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        Layer::ALL[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_belongs_to_the_layer_of_its_folder() {
        let of = |source: &str| Layer::of_source(Path::new(source));
        assert_eq!(of("src/arch/rv32/start.S"), Layer::Arch);
        assert_eq!(of("src/link/hibi/receive.c"), Layer::Link);
        assert_eq!(of("src/engine/match.c"), Layer::Engine);
        assert_eq!(of("src/mpi/barrier.c"), Layer::Mpi);
        assert_eq!(of("src/arch/diagnostic.c"), Layer::Common);
    }
}

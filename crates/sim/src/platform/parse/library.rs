//! `[library]`: which parts of the library programs are built with, and whether the chip has what these need.

use super::super::error::PlatformError;
use super::super::map::on_link;
use super::super::reader::Table;
use super::super::{Clusters, DeviceKind, Library, Link, Platform, Threads};

pub fn library(table: &Table) -> Result<Library, PlatformError> {
    table.expect_only(&["link", "threads"])?;
    let link = match table.optional("link") {
        Some(field) => Link::ALL[field.choice(&Link::ALL.map(Link::name))?],
        None => Link::Msgunit,
    };
    let threads = match table.optional("threads") {
        Some(field) => Threads::ALL[field.choice(&Threads::ALL.map(Threads::name))?],
        None => Threads::Message,
    };
    Ok(Library { link, threads })
}

/// Holds that the chip has the hardware that the chosen parts drive.
///
/// # Errors
/// The first that is not there, at the key that asks for it.
pub fn check(root: &Table, platform: &Platform) -> Result<(), PlatformError> {
    let Library { link, threads } = platform.library;
    if let Some(lacking) = lacking_for_link(platform) {
        return Err(complaint(root, "link", link.name(), lacking)?);
    }
    if let Some(lacking) = lacking_for_threads(platform) {
        return Err(complaint(root, "threads", threads.name(), lacking)?);
    }
    Ok(())
}

/// At the key if the file has it, otherwise at the cores.
fn complaint(
    root: &Table,
    key: &str,
    value: &str,
    lacking: &str,
) -> Result<PlatformError, PlatformError> {
    match root.optional_table("library")?.optional(key) {
        Some(field) => Ok(field.error(format!("is \"{value}\", which needs {lacking}"))),
        None => Ok(root.required("cores", "[[cores]]")?.error(format!(
            "run programs built with library.{key} = \"{value}\", if nothing else is said, which needs {lacking}"
        ))),
    }
}

fn lacking_for_link(platform: &Platform) -> Option<&'static str> {
    let has = |found: fn(&DeviceKind) -> bool| platform.devices.iter().any(|d| found(&d.kind));
    match platform.library.link {
        Link::Msgunit => (!platform.cores.message_unit).then_some(
            "cores.message_unit = true; choose another link, or give the cores message units",
        ),
        Link::Ipcm => (!has(|kind| matches!(kind, DeviceKind::Mailbox { .. })))
            .then_some("a [[device]] of kind \"mailbox\"; add one, or choose another link"),
        Link::Dma if !has(|kind| matches!(kind, DeviceKind::Dma)) => {
            Some("a [[device]] of kind \"dma\"; add one, or choose another link")
        }
        Link::Dma => platform.cores.bus_windows.is_none().then_some(
            "cores.data_memory.bus_base, so that the controller reaches the data memories; add it",
        ),
        Link::Mpb => {
            let lacks = platform.mesh.is_none();
            lacks.then_some(
                "a [mesh], whose tiles have message buffers; add one, or choose another link",
            )
        }
        Link::Scratchpad | Link::Rendezvous => Clusters::of(platform).err(),
        Link::Hibi => lacking_for_hibi(platform),
    }
}

/// The link has a stream and a packet channel for each peer.
fn lacking_for_hibi(platform: &Platform) -> Option<&'static str> {
    let Some(hibi) = &platform.hibi else {
        return Some(
            "[hibi], the bus between the cores' DMA controllers; add it, or choose another link",
        );
    };
    let channels = hibi.dma.streams.min(hibi.dma.packets);
    let peers = on_link(platform).len();
    (channels < peers).then_some(
        "a stream and a packet channel of the [[device]] of kind \"hibi-dma\" for each core and each other node; give it more",
    )
}

fn lacking_for_threads(platform: &Platform) -> Option<&'static str> {
    let has = |found: fn(&DeviceKind) -> bool| platform.devices.iter().any(|d| found(&d.kind));
    let registers = has(|kind| matches!(kind, DeviceKind::TestAndSet { .. }));
    let controller = has(|kind| matches!(kind, DeviceKind::InterruptController));
    match platform.library.threads {
        Threads::Message => (!platform.cores.message_unit).then_some(
            "cores.message_unit = true; choose other threads, or give the cores message units",
        ),
        Threads::Polling | Threads::Interrupt if !registers => {
            Some("a [[device]] of kind \"test-and-set\"; add one, or choose other threads")
        }
        Threads::Interrupt if !controller => {
            Some("a [[device]] of kind \"interrupt-controller\"; add one, or choose other threads")
        }
        Threads::Polling | Threads::Interrupt | Threads::None => None,
    }
}

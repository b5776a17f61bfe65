//! What programs are built with, made from the platform so that no address stands anywhere twice: the linker script and
//! the C header `weft/platform.h`.

mod hibi;
mod linker;
pub mod pc;

use std::fmt::Write;

use super::{map, Clusters, Device, DeviceKind, Mesh, Platform, Range};
use crate::part::message_buffers::registers;
use crate::part::switches;
pub use linker::linker_script;
use linker::MUTEX_BASE;

/// The C header `weft/platform.h`: the numbers of the platform as macros, fit for assembly sources too.
pub fn c_header(platform: &Platform) -> String {
    as_header(&macros(platform))
}

fn as_header(macros: &[Macro]) -> String {
    let mut header = String::from(
        "/* The platform that this program is built for. Generated from the platform file. */\n\
         #ifndef WEFT_PLATFORM_H\n#define WEFT_PLATFORM_H\n\n",
    );
    for (name, value) in macros {
        // Writing to a String cannot fail.
        let _ = writeln!(header, "#define {name} {value}");
    }
    header.push_str("\n#endif\n");
    header
}

type Macro = (String, String);

fn text(name: &str, value: String) -> Macro {
    (name.to_string(), value)
}

fn macros(platform: &Platform) -> Vec<Macro> {
    let cores = &platform.cores;
    let ranks: Vec<String> = platform.map.ranks.iter().map(usize::to_string).collect();
    let mut macros = vec![
        text("WEFT_PLATFORM_NAME", format!("\"{}\"", platform.name)),
        text("WEFT_CLOCK_HZ", platform.clock_hz.to_string()),
        text("WEFT_CORES", cores.count.to_string()),
        text("WEFT_RANKS", ranks.len().to_string()),
        text("WEFT_RANK_TO_CORE", format!("{{{}}}", ranks.join(", "))),
        text("WEFT_TIMER_MTIME", address(platform.mtime())),
        text("WEFT_TIMER_MTIMECMP", address(platform.mtimecmp())),
        text("WEFT_STACK_SIZE", size(cores.stack_bytes)),
        text("WEFT_MUTEX_BASE", address(MUTEX_BASE)),
    ];
    macros.extend(message_unit_macros(platform));
    macros.extend(range_macros("PMEM", cores.program_memory));
    macros.extend(range_macros("DMEM", cores.data_memory));
    if let Some(windows) = cores.bus_windows {
        macros.push(text("WEFT_DMEM_BUS_BASE", address(windows.base)));
        macros.push(text(
            "WEFT_DMEM_BUS_STRIDE",
            format!("{:#x}", windows.stride),
        ));
    }
    if let Some(shared) = platform.shared_memory() {
        macros.extend(range_macros("SHARED", shared.range));
    }
    macros.extend(device_macros(platform));
    macros.extend(map::macros(platform));
    macros.extend(platform.mesh.iter().flat_map(message_buffer_macros));
    macros.extend(platform.hibi.iter().flat_map(hibi::macros));
    macros.extend(hibi::peers(platform));
    macros.extend(hibi::accelerators(platform));
    if let Some(switches) = &platform.switches {
        macros.extend(interface_macros(platform, switches.priorities));
    }
    if let Ok(clusters) = Clusters::of(platform) {
        macros.extend(cluster_macros(&clusters));
    }
    macros
}

/// Who is in which cluster, and where each core's part of a scratchpad is.
fn cluster_macros(clusters: &Clusters) -> Vec<Macro> {
    let list = |values: &mut dyn Iterator<Item = String>| {
        let values: Vec<String> = values.collect();
        format!("{{{}}}", values.join(", "))
    };
    let numbers = |numbers: &[usize]| list(&mut numbers.iter().map(usize::to_string));
    let parts = &clusters.parts;
    let smallest = parts.iter().map(|part| part.size).min().unwrap_or(0);
    let macros = [
        ("CLUSTERS", clusters.count().to_string()),
        ("CLUSTER_CORES", clusters.largest().to_string()),
        ("CLUSTER_OF_CORE", numbers(&clusters.of_core)),
        ("NUMBER_IN_CLUSTER", numbers(&clusters.number)),
        (
            "SCRATCHPAD_OF_CORE",
            list(&mut parts.iter().map(|part| address(part.base))),
        ),
        ("SCRATCHPAD_PART", size(smallest)),
    ];
    let named = macros.map(|(name, value)| (format!("WEFT_{name}"), value));
    named.into()
}

/// The registers of the interface to the switches, the commands and states of circuits, and the number that each device has there.
fn interface_macros(platform: &Platform, priorities: u8) -> Vec<Macro> {
    let names = switches::registers::NAMES;
    let names = names.map(|(name, value)| (format!("WEFT_NI_{name}"), size(value)));
    let devices = platform.devices.iter().enumerate();
    let devices = devices.map(|(number, device)| {
        let name = device.name.to_uppercase();
        (format!("WEFT_NI_DEVICE_{name}"), number.to_string())
    });
    let counts = [
        ("WEFT_NI_DEVICES", platform.devices.len()),
        ("WEFT_NI_PRIORITIES", usize::from(priorities)),
    ];
    let counts = counts.map(|(name, count)| (name.to_string(), count.to_string()));
    let memories = Clusters::of(platform).map(|clusters| memory_macros(platform, &clusters));
    let all = names.into_iter().chain(devices).chain(counts);
    all.chain(memories.into_iter().flatten()).collect()
}

/// The numbers, at the interface to the switches, of the memories by which messages go.
fn memory_macros(platform: &Platform, clusters: &Clusters) -> [Macro; 2] {
    let number = |address: u32| {
        let holds = |device: &Device| device.range.contains(address, 4);
        platform.devices.iter().position(holds).unwrap_or(0)
    };
    let parts = clusters.parts.iter();
    let near: Vec<String> = parts.map(|part| number(part.base).to_string()).collect();
    let between = platform.shared_memory().map_or(0, |it| it.range.base);
    [
        (
            "WEFT_NI_SCRATCHPAD_OF_CORE".to_string(),
            format!("{{{}}}", near.join(", ")),
        ),
        (
            "WEFT_NI_MEMORY_BETWEEN".to_string(),
            number(between).to_string(),
        ),
    ]
}

/// The message buffers of a tile: where their registers are, and what fits.
fn message_buffer_macros(mesh: &Mesh) -> Vec<Macro> {
    let unit = &mesh.message_unit;
    let sizes = [
        ("BASE", address(unit.registers.base)),
        ("INPUT_BYTES", unit.input_bytes.to_string()),
        ("OUTPUT_BYTES", unit.output_bytes.to_string()),
        ("TABLE_TASKS", unit.tasks.to_string()),
    ];
    let sizes = sizes.map(|(name, value)| (name.to_string(), value));
    let offsets = registers::NAMES.map(|(name, offset)| (name.to_string(), size(offset)));
    let results = registers::RESULTS
        .map(|(name, code)| (format!("RESULT_{name}"), (code as u32).to_string()));
    let all = sizes.into_iter().chain(offsets).chain(results);
    all.map(|(name, value)| (format!("WEFT_MPB_{name}"), value))
        .collect()
}

/// What only programs with message instructions can use.
fn message_unit_macros(platform: &Platform) -> Vec<Macro> {
    let mailbox = &platform.cores.mailbox;
    let numbers = [
        ("WEFT_MAILBOX_BLOCKS", mailbox.blocks),
        ("WEFT_MAILBOX_BLOCK_WORDS", mailbox.block_words),
        ("WEFT_WORD_QUEUE", mailbox.word_queue),
        ("WEFT_MAILBOX_MATCHES", usize::from(mailbox.matching)),
        ("WEFT_SYNC_NODE", platform.sync_node()),
        ("WEFT_LOCKS", platform.sync.locks),
        ("WEFT_BARRIERS", platform.sync.barriers),
    ];
    let present = numbers.iter().filter(|_| platform.cores.message_unit);
    present
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

fn device_macros(platform: &Platform) -> Vec<Macro> {
    let mut macros = Vec::new();
    for (index, device) in platform.devices.iter().enumerate() {
        let name = device.name.to_uppercase();
        macros.extend(range_macros(&name, device.range));
        macros
            .extend(counts(device).map(|(what, n)| (format!("WEFT_{name}_{what}"), n.to_string())));
        if let Some((first, _)) = platform.sources_of(index) {
            macros.push((format!("WEFT_SOURCE_{name}"), first.to_string()));
        }
    }
    if platform.has_interrupt_controller() {
        let sources = 1 + platform.source_count();
        macros.push(("WEFT_INTERRUPT_SOURCES".to_string(), sources.to_string()));
    }
    macros
}

/// How many of what a device has.
fn counts(device: &Device) -> impl Iterator<Item = (&'static str, usize)> {
    let counts = match device.kind {
        DeviceKind::Mailbox {
            mailboxes,
            channels,
        } => {
            vec![("COUNT", mailboxes), ("CHANNELS", channels)]
        }
        DeviceKind::TestAndSet { registers } => vec![("COUNT", registers)],
        _ => Vec::new(),
    };
    counts.into_iter()
}

fn range_macros(name: &str, range: Range) -> [(String, String); 2] {
    [
        (format!("WEFT_{name}_BASE"), address(range.base)),
        (format!("WEFT_{name}_SIZE"), size(range.size)),
    ]
}

fn address(value: u32) -> String {
    format!("{value:#010x}")
}

fn size(bytes: u32) -> String {
    format!("{bytes:#x}")
}

//! What programs are built with, made from the platform so that no address stands anywhere twice: the linker script and
//! the C header `weft/platform.h`.

mod hibi;
pub mod pc;

use std::fmt::Write;

use super::{map, Clusters, Device, DeviceKind, Mesh, Platform, Range, Threads};
use crate::mesh::tile::registers;
use crate::switched;

/// What the address of a statically initialized mutex's place exceeds its number by: above the 18 bits that a message carries.
const MUTEX_BASE: u32 = 1 << 18;

/// The GNU linker script for a program of one core.
///
/// Code goes to the program memory; constants, data and heap to the data memory, at the addresses at which they are
/// used: the loader writes both memories, nothing is copied at start-up. The stack lies at the bottom of the data memory.
/// Data in section `.weft_shared` or `.bss.weft_shared` goes to the first shared memory, without initial values.
/// Section `.weft_mutexes` is loaded nowhere: its addresses number the mutexes.
pub fn linker_script(platform: &Platform) -> String {
    let name = &platform.name;
    [
        format!("/* Linker script for a core of {name}. Generated from the platform file. */\n"),
        memories(platform),
        String::from(SECTIONS),
        shared_section(platform),
        String::from(ZEROED_SECTIONS),
        mutex_section(),
        limits(platform),
    ]
    .concat()
}

fn memories(platform: &Platform) -> String {
    let cores = &platform.cores;
    let data_memory = cores.data_memory;
    let above_stack = Range {
        base: data_memory.base + cores.stack_bytes,
        size: data_memory.size - cores.stack_bytes,
    };
    let shared = platform
        .shared_memory()
        .map_or(String::new(), |sram| region("SHARED", "rw", sram.range));
    format!(
        "\
ENTRY(_start)

__stack_bottom = {:#010x};
__stack = {:#010x};

MEMORY
{{
{}{}{}}}
",
        data_memory.base,
        above_stack.base,
        region("PMEM", "rx", cores.program_memory),
        region("DMEM", "rw", above_stack),
        shared,
    )
}

fn region(name: &str, access: &str, range: Range) -> String {
    let Range { base, size } = range;
    format!("  {name} ({access}) : ORIGIN = {base:#010x}, LENGTH = {size:#x}\n")
}

const SECTIONS: &str = "
PHDRS
{
  code PT_LOAD FLAGS(5);
  data PT_LOAD FLAGS(6);
  tls PT_TLS FLAGS(4);
}

SECTIONS
{
  .text : {
    KEEP(*(.text.init.enter))
    KEEP(*(SORT_BY_NAME(.init) SORT_BY_NAME(.init.*)))
    *(.text.unlikely .text.unlikely.*)
    *(.text.startup .text.startup.*)
    *(.text .text.*)
    KEEP(*(.fini .fini.*))
    . = ALIGN(4);
    __code_end = .;
  } >PMEM :code

  /* What other cores write into this one's memory: at the same address in all images. */
  .weft_link (NOLOAD) : {
    *(.bss.weft_link .bss.weft_link.*)
  } >DMEM :data

  .rodata : {
    *(.rodata .rodata.* .gnu.linkonce.r.*)
    . = ALIGN(8);
    PROVIDE_HIDDEN(__preinit_array_start = .);
    KEEP(*(.preinit_array))
    PROVIDE_HIDDEN(__preinit_array_end = .);
    PROVIDE_HIDDEN(__init_array_start = .);
    KEEP(*(SORT_BY_INIT_PRIORITY(.init_array.*)))
    KEEP(*(.init_array))
    PROVIDE_HIDDEN(__init_array_end = .);
    PROVIDE_HIDDEN(__fini_array_start = .);
    KEEP(*(SORT_BY_INIT_PRIORITY(.fini_array.*)))
    KEEP(*(.fini_array))
    PROVIDE_HIDDEN(__fini_array_end = .);
  } >DMEM :data

  .data : {
    __data_start = .;
    KEEP(*(.weft_boot))
    . = ALIGN(8);
    *(.data .data.* .gnu.linkonce.d.*)
    . = ALIGN(8);
    /* Not 0x800: the linker keeps a margin at the ends of the window that it reaches from here, and .sbss must lie inside. */
    __global_pointer$ = . + 0x700;
    *(.srodata .srodata.*)
    *(.sdata .sdata.* .sdata2.* .gnu.linkonce.s.*)
    . = ALIGN(8);
    __data_end = .;
  } >DMEM :data

  /* The loader has put the data in place: there is nothing for start-up code to copy. */
  __data_source = __data_start;
  __data_size = 0;

  .tdata : ALIGN(16) {
    *(.tdata .tdata.* .gnu.linkonce.td.*)
    . = ALIGN(16);
  } >DMEM :data :tls
  .tbss (NOLOAD) : ALIGN(16) {
    *(.tbss .tbss.* .gnu.linkonce.tb.* .tcommon)
    __tls_end = .;
  } >DMEM :data :tls
  __tls_base = ADDR(.tdata);
  __tls_size = __tls_end - __tls_base;
  __tls_align = MAX(ALIGNOF(.tdata), ALIGNOF(.tbss));
  __tdata_start = ADDR(.tdata);
  __tdata_source = LOADADDR(.tdata);
  __tdata_size = SIZEOF(.tdata);
  __tbss_start = ADDR(.tbss);
  __tbss_size = SIZEOF(.tbss);

  /* The linker gives .tbss no room of its own; the one thread's copy is here. */
  .tbss_room (NOLOAD) : ALIGN(16) {
    . = . + SIZEOF(.tbss);
    . = ALIGN(16);
  } >DMEM :data
";

fn shared_section(platform: &Platform) -> String {
    let home = match platform.shared_memory() {
        Some(_) => ">SHARED :NONE",
        None => ">DMEM :data",
    };
    format!(
        "
  .weft_shared (NOLOAD) : {{
    __weft_shared_start = .;
    /* First, so that the barriers of images that differ lie at the same addresses. */
    *(.bss.weft_barriers)
    *(.weft_shared .weft_shared.* .bss.weft_shared .bss.weft_shared.*)
    __weft_shared_end = .;
  }} {home}
"
    )
}

const ZEROED_SECTIONS: &str = "
  .bss (NOLOAD) : {
    *(.sbss .sbss.* .gnu.linkonce.sb.*)
    *(.bss .bss.* .gnu.linkonce.b.*)
    *(COMMON)
    . = ALIGN(16);
    __bss_end = .;
  } >DMEM :data
  __bss_start = ADDR(.tbss_room);
  __bss_size = __bss_end - __bss_start;
  _end = __bss_end;
  end = __bss_end;

  /DISCARD/ : { *(.note .note.*) *(.eh_frame .eh_frame.*) }
";

fn mutex_section() -> String {
    format!(
        "
  .weft_mutexes {MUTEX_BASE:#x} (INFO) : {{
    __weft_mutexes_start = .;
    *(.weft_mutexes .weft_mutexes.*)
    __weft_mutexes_end = .;
  }}
}}
"
    )
}

fn limits(platform: &Platform) -> String {
    let cores = &platform.cores;
    let name = &platform.name;
    let (code, data) = (cores.program_memory, cores.data_memory);
    let (mutexes, owner) = mutex_limit(platform);
    format!(
        "
__heap_start = __bss_end;
__heap_end = {:#010x};
__heap_size = __heap_end - __heap_start;

ASSERT(__code_end <= {:#010x}, \"the code does not fit into the program memory of {name} ({} bytes): shorten the program or raise cores.program_memory.size\")
ASSERT(__bss_end <= {:#010x}, \"the data does not fit into the data memory of {name} ({} bytes, {} of them stack): shorten the data or raise cores.data_memory.size\")
ASSERT(__weft_mutexes_end - __weft_mutexes_start <= {mutexes}, \"there are more statically initialized mutexes than {owner}\")
ASSERT(__tls_align <= 16, \"thread-local data is aligned to more than 16 bytes\")
{}",
        data.end(),
        code.end(),
        code.size,
        data.end(),
        data.size,
        cores.stack_bytes,
        shared_limit(platform),
    )
}

/// How many mutexes there can be, and what says so.
fn mutex_limit(platform: &Platform) -> (usize, String) {
    let (name, mutexes) = (&platform.name, platform.mutexes());
    let owner = match platform.library.threads {
        Threads::Message => format!(
            "the synchronization controller of {name} has locks ({mutexes}): initialize fewer or raise sync.locks"
        ),
        Threads::Polling | Threads::Interrupt => format!(
            "{name} has test-and-set registers for ({mutexes}; as many guard barriers): initialize fewer or raise registers of its device"
        ),
        Threads::None => format!("{name} has locks (none: it is built without threads)"),
    };
    (mutexes, owner)
}

fn shared_limit(platform: &Platform) -> String {
    let name = &platform.name;
    match platform.shared_memory() {
        Some(sram) => format!(
            "ASSERT(__weft_shared_end <= {:#010x}, \"the shared data does not fit into device {} of {name} ({} bytes): shorten the data or raise its size\")\n",
            sram.range.end(), sram.name, sram.range.size
        ),
        None => format!(
            "ASSERT(__weft_shared_end == __weft_shared_start, \"{name} has no shared memory, but the program has shared data: add a [[device]] of kind sram to the platform\")\n"
        ),
    }
}

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
    let names = switched::registers::NAMES;
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

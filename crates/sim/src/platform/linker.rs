//! Generates the GNU linker script for a chip's programs.

use super::{Platform, Threads};
use crate::description::Range;

/// Offset of the addresses in section `.weft_mutexes`: mutex n has address `MUTEX_BASE` + n. It needs more than the
/// 18 bits of a message's payload.
pub const MUTEX_BASE: u32 = 1 << 18;

/// Returns the GNU linker script for the program of one core.
///
/// ```text
///   program memory   code
///   data memory      stack (at the bottom) | what other cores write | constants | data | thread-local data | zeroed data | heap
///   shared memory    sections `.weft_shared` and `.bss.weft_shared`, without initial values
///   not loaded       section `.weft_mutexes`: its addresses number the mutexes
/// ```
///
/// Everything is linked at the address at which it is loaded: the loader writes both memories, and start-up code copies nothing.
///
/// `layout` selects an order of the functions; 0 is the order of the object files.
pub fn linker_script(platform: &Platform, layout: u32) -> String {
    let name = &platform.name;
    [
        format!("/* Linker script for a core of {name}. Generated from the platform file. */\n"),
        memories(platform),
        SECTIONS.replace(FUNCTIONS, &functions(layout)),
        shared_section(platform),
        String::from(ZEROED_SECTIONS),
        mutex_section(),
        limits(platform),
        one_interface(),
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
    let shared = platform.shared_memory();
    let shared = shared.map_or(String::new(), |sram| region("SHARED", "rw", sram.range));
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

/// The program's functions in [`SECTIONS`], in the order of the object files: layout 0.
const FUNCTIONS: &str = "    *(.text.unlikely .text.unlikely.*)
    *(.text.startup .text.startup.*)
    *(.text .text.*)
";

/// The characters that names of functions begin with.
const INITIALS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// Returns the program's functions in the order of a layout. Functions with the same first character stay together. Before some of these groups there
/// is a gap of one compressed instruction, so that their functions start at the other half of a memory word.
fn functions(layout: u32) -> String {
    if layout == 0 {
        return FUNCTIONS.to_owned();
    }
    let mut number = u64::from(layout);
    let mut order: Vec<(u64, u8)> = INITIALS
        .iter()
        .map(|initial| (random(&mut number), *initial))
        .collect();
    order.sort_unstable();
    let group = |(_, initial): (u64, u8)| {
        let (gap, initial) = (random(&mut number) % 2 * 2, char::from(initial));
        format!("    . += {gap};\n    *(.text.{initial}*)\n")
    };
    let groups: String = order.into_iter().map(group).collect();
    groups + FUNCTIONS
}

/// Returns the next pseudo-random number (SplitMix64: G. Steele, D. Lea and C. Flood, 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
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

ASSERT(__code_end <= {:#010x}, \"the code does not fit into the program memory of {name} ({} bytes): shorten the program, for example by -O s, or by -D PICOLIBC_INTEGER_PRINTF_SCANF if it prints no floating-point numbers; or raise cores.program_memory.size\")
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

/// The interfaces that start the library's engine themselves, each with a function that is always linked with it.
const WITH_ENGINE: [(&str, &str); 2] = [
    ("MPI", "weft_mpi_comm_start"),
    ("MCAPI", "mcapi_initialize"),
];

/// Returns the linker's messages for a program that uses `<mp.h>` together with one of these interfaces.
#[must_use]
pub fn two_interfaces() -> [String; 2] {
    WITH_ENGINE.map(|(name, _)| format!("a program uses either {name} or <mp.h>, not both"))
}

fn one_interface() -> String {
    let functions = WITH_ENGINE.map(|(_, function)| function);
    let refusals = functions.iter().zip(two_interfaces());
    let lines = refusals.map(|(function, words)| {
        format!("ASSERT(!(DEFINED(weft_mp_join) && DEFINED({function})), \"{words}\")\n")
    });
    lines.collect()
}

/// Returns the maximum number of mutexes, and the words that say where the limit comes from.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_have_all_functions_in_another_order() {
        assert!(SECTIONS.contains(FUNCTIONS));
        assert_eq!(functions(0), FUNCTIONS);
        let (one, two) = (functions(1), functions(2));
        assert_ne!(one, two);
        assert_eq!(one, functions(1));
        for layout in [one, two] {
            assert!(layout.ends_with(FUNCTIONS));
            for initial in INITIALS {
                let pattern = format!("*(.text.{}*)\n", char::from(*initial));
                assert_eq!(layout.matches(&pattern).count(), 1);
            }
            assert!(layout.contains(". += 0;") && layout.contains(". += 2;"));
        }
    }
}

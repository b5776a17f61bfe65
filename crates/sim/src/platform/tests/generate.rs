//! Tests the generated linker script and header with the compiler that uses them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use object::{Object, ObjectSection, ObjectSegment};

use super::{parse, small_with, SMALL, SRAM};
use crate::elf::Image;
use crate::platform::{c_header, linker_script, Platform};

const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <weft/platform.h>
struct boot { unsigned magic; } weft_boot __attribute__((section(".weft_boot"))) = { 0x57454654u };
unsigned char mutex __attribute__((section(".weft_mutexes.3"))) = 1u;
unsigned char unused __attribute__((section(".weft_mutexes.4"))) = 1u;
#ifdef WEFT_SHARED_BASE
unsigned shared[4] __attribute__((section(".bss.weft_shared")));
#endif
const unsigned char cores[] = WEFT_RANK_TO_CORE;
_Thread_local char counter = 7;
_Thread_local char zero;
int main(int argc, char **argv) {
  errno = 0;
  counter = (char)(counter + argc + zero);
  printf("%s %d %p\n", argv[0], counter + cores[argc & 1], malloc(4));
#ifdef WEFT_SHARED_BASE
  shared[1] = 3u;
#endif
  __asm__ volatile(".pushsection .debug_weft\n.word 7\n.popsection");
  return mutex;
}
"#;

pub(crate) fn compiled(test: &str, platform: &Platform, program: &str) -> (Output, Vec<u8>) {
    let directory = std::env::temp_dir().join(format!("weft-{test}-{}", std::process::id()));
    fs::create_dir_all(directory.join("weft")).expect("a temporary directory");
    let write = |name: &str, text: &str| fs::write(directory.join(name), text).expect("written");
    write("weft/platform.h", &c_header(platform));
    write("platform.ld", &linker_script(platform, 0));
    write("program.c", program);
    let output = compile(&directory);
    let image = fs::read(directory.join("program.elf")).unwrap_or_default();
    fs::remove_dir_all(&directory).expect("removed");
    (output, image)
}

fn compile(directory: &PathBuf) -> Output {
    Command::new("riscv64-unknown-elf-gcc")
        .current_dir(directory)
        .args(
            "-march=rv32imac -mabi=ilp32 -O2 -g -Wall -Wextra -Werror -Wconversion -I.".split(' '),
        )
        .args("--specs=picolibc.specs --crt0=semihost --oslib=semihost".split(' '))
        .args("-Tplatform.ld -Wl,--fatal-warnings program.c -o program.elf".split(' '))
        .output()
        .expect("riscv64-unknown-elf-gcc runs (`make setup` installs it)")
}

pub(crate) fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn with_sram() -> Platform {
    parse(&format!("{SMALL}{SRAM}")).expect("the platform is right")
}

#[test]
fn a_program_lies_where_the_platform_says() {
    let platform = with_sram();
    let (output, image) = compiled("placed", &platform, PROGRAM);
    assert!(output.status.success(), "{}", messages(&output));
    let file = object::File::parse(&*image).expect("an ELF file");
    let inside = |address: u64, bytes: u64| {
        let (address, bytes) = (address as u32, bytes as u32);
        let (code, data) = (platform.cores.program_memory, platform.cores.data_memory);
        code.contains(address, bytes) || data.contains(address, bytes)
    };
    let segments: Vec<_> = file.segments().collect();
    assert_eq!(segments.len(), 2);
    assert!(segments
        .iter()
        .all(|segment| inside(segment.address(), segment.size())));
    let shared = file.section_by_name(".weft_shared").expect("shared data");
    assert_eq!((shared.address(), shared.size()), (0x8000_0000, 16));
    assert!(file.section_by_name(".debug_line").is_some());
    let probes = file.section_by_name(".debug_weft").expect("probes");
    assert_eq!(
        (probes.address(), probes.data()),
        (0, Ok(&[7, 0, 0, 0][..]))
    );
}

#[test]
fn symbols_bound_stack_data_and_heap() {
    let (_, image) = compiled("symbols", &with_sram(), PROGRAM);
    let image = Image::parse("symbols.elf", image).expect("a program");
    assert_eq!(image.check_against(&with_sram()), Ok(()));
    let symbol = |name: &str| {
        let found = image.symbol(name);
        found.unwrap_or_else(|| panic!("{name} is missing")).address
    };
    assert_eq!(symbol("__stack_bottom"), 0x1000_0000);
    assert_eq!(symbol("__stack"), 0x1000_2000);
    assert_eq!(symbol("__heap_end"), 0x1001_0000);
    assert_eq!(symbol("__heap_start"), symbol("__bss_end"));
    assert_eq!(
        symbol("__bss_start") + symbol("__bss_size"),
        symbol("__bss_end")
    );
    assert_eq!(
        symbol("__weft_mutexes_end") - symbol("__weft_mutexes_start"),
        1,
        "an unused mutex takes no lock"
    );
    assert_eq!(symbol("__bss_start") % 16, 0);
    assert_eq!(symbol("__bss_end") % 16, 0);
    assert_eq!(symbol("__weft_shared_start"), 0x8000_0000);
    assert_eq!(symbol("__weft_shared_end"), 0x8000_0010);
    assert_eq!(symbol("mutex"), symbol("__weft_mutexes_start"));
    let data = symbol("__data_start")..symbol("__data_end");
    assert!(data.contains(&symbol("weft_boot")));
    let thread_local = symbol("__tls_base")..symbol("__bss_end");
    assert!(thread_local.contains(&symbol("__bss_start")));
    let cores = symbol("__stack")..symbol("__data_end");
    assert!(
        cores.contains(&symbol("cores")),
        "constants lie in the data memory"
    );
}

#[test]
fn programs_that_do_not_fit_are_refused() {
    let too_much = |platform: &str, what: &str| {
        let program =
            format!("{what}\nint *volatile keep;\nint main(void) {{ keep = p(); return 0; }}\n");
        let platform = parse(platform).expect("the platform is right");
        let (output, _) = compiled("large", &platform, &program);
        assert!(!output.status.success());
        messages(&output)
    };
    let data = too_much(
        SMALL,
        "int big[20000];\nstatic int *p(void) { return big; }",
    );
    assert!(
        data.contains("does not fit into the data memory of my (65536 bytes, 8192 of them stack)"),
        "{data}"
    );
    let code = too_much(
        SMALL,
        "__asm__(\".section .init\\n.zero 70000\\n.text\\n\");\nstatic int *p(void) { return 0; }",
    );
    assert!(
        code.contains("does not fit into the program memory of my (65536 bytes)"),
        "{code}"
    );
    let shared = too_much(
        SMALL,
        "int all __attribute__((section(\".weft_shared\")));\nstatic int *p(void) { return &all; }",
    );
    assert!(
        shared.contains("my has no shared memory, but the program has shared data"),
        "{shared}"
    );
    let large = format!("{SMALL}{SRAM}[sync]\nlocks = 2\n");
    let shared = too_much(&large, "int all[1025] __attribute__((section(\".weft_shared\")));\nstatic int *p(void) { return all; }");
    assert!(
        shared.contains("does not fit into device sram of my (4096 bytes)"),
        "{shared}"
    );
    let mutexes = too_much(&large, "int mutex __attribute__((section(\".weft_mutexes\")));\nstatic int *p(void) { return &mutex; }");
    assert!(mutexes.contains("more statically initialized mutexes than the synchronization controller of my has locks (2)"), "{mutexes}");
}

#[test]
fn shared_data_cannot_silently_lose_an_initial_value() {
    let program = "int all __attribute__((section(\".bss.weft_shared\"))) = 4;\nint main(void) { return all; }\n";
    let (output, _) = compiled("initial", &with_sram(), program);
    assert!(messages(&output).contains("only zero initializers are allowed"));
}

#[test]
fn the_header_names_every_number() {
    let text = format!("{SMALL}{SRAM}[map]\nranks = [1, 0]\n");
    let header = c_header(&parse(&text).expect("the platform is right"));
    for line in [
        "WEFT_CLOCK_HZ 50000000",
        "WEFT_CORES 2",
        "WEFT_RANKS 2",
        "WEFT_RANK_TO_CORE {1, 0}",
        "WEFT_MAILBOX_BLOCKS 16",
        "WEFT_MAILBOX_BLOCK_WORDS 16",
        "WEFT_WORD_QUEUE 4",
        "WEFT_SYNC_NODE 2",
        "WEFT_LOCKS 32",
        "WEFT_BARRIERS 32",
        "WEFT_TIMER_MTIME 0x0200bff8",
        "WEFT_TIMER_MTIMECMP 0x02004000",
        "WEFT_STACK_SIZE 0x2000",
        "WEFT_PMEM_BASE 0x00000000",
        "WEFT_PMEM_SIZE 0x10000",
        "WEFT_DMEM_BASE 0x10000000",
        "WEFT_SRAM_BASE 0x80000000",
        "WEFT_SRAM_SIZE 0x1000",
        "WEFT_SHARED_BASE 0x80000000",
    ] {
        assert!(
            header.contains(&format!("#define {line}\n")),
            "{line} in\n{header}"
        );
    }
}

#[test]
fn a_platform_without_shared_memory_builds_programs() {
    let single = small_with("count = 2", "count = 1");
    let platform = parse(&single).expect("the platform is right");
    let (output, _) = compiled("single", &platform, PROGRAM);
    assert!(output.status.success(), "{}", messages(&output));
    assert!(!c_header(&platform).contains("SHARED"));
}

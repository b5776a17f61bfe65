//! Tests with images made by hand, byte by byte, so that each error can be made separately.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::platform::Platform;

const HEADER_BYTES: usize = 52;
const PROGRAM_HEADER_BYTES: usize = 32;

/// A loadable segment to be written into a file.
struct Load {
    /// The address at which it is used.
    address: u32,
    /// The address at which it is loaded, if different.
    loaded_at: Option<u32>,
    contents: &'static [u8],
    memory_size: u32,
    flags: u32,
}

const CODE: Load = Load {
    address: 0x100,
    loaded_at: None,
    contents: &[0x73, 0, 0, 0],
    memory_size: 4,
    flags: elf::PF_R | elf::PF_X,
};

const DATA: Load = Load {
    address: 0x1000_0000,
    loaded_at: None,
    contents: &[1, 2, 3],
    memory_size: 16,
    flags: elf::PF_R | elf::PF_W,
};

fn executable(loads: &[Load]) -> Vec<u8> {
    let mut file = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let half = |file: &mut Vec<u8>, value: u16| file.extend(value.to_le_bytes());
    let word = |file: &mut Vec<u8>, value: u32| file.extend(value.to_le_bytes());
    half(&mut file, elf::ET_EXEC);
    half(&mut file, elf::EM_RISCV);
    for value in [1, 0x100, HEADER_BYTES as u32, 0, elf::EF_RISCV_RVC] {
        word(&mut file, value);
    }
    for value in [HEADER_BYTES, PROGRAM_HEADER_BYTES, loads.len(), 40, 0, 0] {
        half(&mut file, value as u16);
    }
    let mut offset = HEADER_BYTES + loads.len() * PROGRAM_HEADER_BYTES;
    for load in loads {
        let size = load.contents.len() as u32;
        for value in [
            elf::PT_LOAD,
            offset as u32,
            load.address,
            load.loaded_at.unwrap_or(load.address),
            size,
            load.memory_size,
            load.flags,
            4,
        ] {
            word(&mut file, value);
        }
        offset += load.contents.len();
    }
    loads.iter().for_each(|load| file.extend(load.contents));
    file
}

fn problem(bytes: Vec<u8>) -> ElfProblem {
    Image::parse("a.elf", bytes)
        .expect_err("the file is wrong")
        .problem
}

fn patched(at: usize, value: u8) -> Vec<u8> {
    let mut file = executable(&[CODE, DATA]);
    file[at] = value;
    file
}

fn small_platform() -> Platform {
    let text = "summary = \"\"\nclock = 1\n[[cores]]\ncount = 1\n\
        [cores.program_memory]\nbase = 0\nsize = 1024\n\
        [cores.data_memory]\nbase = 0x1000_0000\nsize = 2048\nstack = 16\n";
    Platform::parse(Path::new("tiny.toml"), text).expect("the platform is right")
}

#[test]
fn segments_and_entry_are_read() {
    let bytes = executable(&[CODE, DATA]);
    let image = Image::parse("a.elf", bytes.clone()).expect("a right file");
    assert_eq!(image.entry, 0x100);
    assert_eq!(image.segments.len(), 2);
    let data = Segment {
        address: 0x1000_0000,
        bytes: vec![1, 2, 3],
        memory_size: 16,
    };
    assert_eq!(image.segments[1], data);
    assert_eq!(&*image.bytes, &bytes);
    assert_eq!(image.sha256.len(), 64);
    assert_eq!(image.symbol("main"), None);
    assert_eq!(image.check_against(&small_platform()), Ok(()));
}

/// The output of a linker script for flash and RAM: `.data > ram AT> flash`.
#[test]
fn contents_that_start_code_copies_are_put_where_it_finds_them() {
    let initial = Load {
        loaded_at: Some(0x200),
        ..DATA
    };
    let cleared = Load {
        address: 0x1000_0010,
        contents: &[],
        ..initial
    };
    let image = Image::parse("a.elf", executable(&[CODE, initial, cleared])).expect("a right file");
    let found = Segment {
        address: 0x200,
        bytes: vec![1, 2, 3],
        memory_size: 3,
    };
    assert_eq!(image.segments[1..], [found]);
    assert_eq!(image.check_against(&small_platform()), Ok(()));
}

#[test]
fn files_of_another_kind_are_told_apart() {
    assert_eq!(problem(b"int main(void) {}".to_vec()), ElfProblem::NotElf);
    assert_eq!(problem(Vec::new()), ElfProblem::NotElf);
    let message = problem(patched(18, 62)).to_string();
    assert!(
        message.starts_with("a 32-bit, little-endian program for x86-64;"),
        "{message}"
    );
    assert!(problem(patched(4, 2))
        .to_string()
        .starts_with("a 64-bit, little-endian program for RISC-V"));
    assert!(problem(patched(5, 2))
        .to_string()
        .starts_with("a 32-bit, big-endian program for machine number"));
    assert!(problem(patched(16, 1))
        .to_string()
        .contains("an object file"));
    assert!(problem(patched(16, 3))
        .to_string()
        .contains("position-independent"));
    assert!(problem(patched(16, 4)).to_string().contains("another kind"));
}

#[test]
fn other_calling_conventions_are_refused() {
    assert_eq!(
        problem(patched(36, 1 | 4)),
        ElfProblem::WrongAbi("registers of double precision")
    );
    assert_eq!(
        problem(patched(36, 8)),
        ElfProblem::WrongAbi("the reduced register set RV32E")
    );
}

#[test]
fn objects_that_cannot_be_linked_are_refused() {
    const FLOATS: u8 = 1 | 2;
    let object = |flags: u8| {
        let mut bytes = patched(16, 1);
        bytes[36] = flags;
        bytes
    };
    for (bytes, floats, expected) in [
        (object(1), false, ""),
        (object(FLOATS), true, ""),
        (
            object(FLOATS),
            false,
            "a.o: compiled for floating-point registers",
        ),
        (object(1), true, "-mabi=ilp32f"),
        (object(1 | 4), true, "registers of double precision"),
        (executable(&[CODE]), false, "a.o: not an object file"),
        (patched(18, 62), false, "program for x86-64"),
        (b"int a;".to_vec(), false, "a.o: not an ELF file"),
    ] {
        let said = check_object("a.o", &bytes, floats);
        let said = said.map_or_else(|error| error.to_string(), |()| String::new());
        assert!(
            said.contains(expected) && said.is_empty() == expected.is_empty(),
            "{said}"
        );
    }
}

#[test]
fn every_cut_is_noticed() {
    let whole = executable(&[CODE, DATA]);
    for length in 4..whole.len() {
        let problem = problem(whole[..length].to_vec());
        assert!(
            matches!(problem, ElfProblem::Damaged(_)),
            "{length}: {problem}"
        );
    }
}

#[test]
fn programs_without_sense_are_refused() {
    assert_eq!(problem(executable(&[])), ElfProblem::NothingToLoad);
    assert_eq!(
        problem(executable(&[DATA])),
        ElfProblem::EntryOutside(0x100)
    );
    let not_executable = Load {
        flags: elf::PF_R,
        ..CODE
    };
    assert_eq!(
        problem(executable(&[not_executable])),
        ElfProblem::EntryOutside(0x100)
    );
    let overlapping = Load {
        address: 0x1000_0008,
        ..DATA
    };
    assert_eq!(
        problem(executable(&[CODE, DATA, overlapping])),
        ElfProblem::OverlappingSegments(0x1000_0008)
    );
    let too_small = Load {
        memory_size: 2,
        ..DATA
    };
    assert!(problem(executable(&[CODE, too_small]))
        .to_string()
        .contains("impossible size"));
    let beyond = Load {
        address: 0xFFFF_FFF4,
        ..DATA
    };
    assert!(problem(executable(&[CODE, beyond]))
        .to_string()
        .contains("impossible size"));
}

#[test]
fn programs_too_large_for_the_platform_say_by_how_much() {
    let check = |load: Load| {
        let image = Image::parse("a.elf", executable(&[CODE, load])).expect("a right file");
        let error = image.check_against(&small_platform());
        error.expect_err("it does not fit").to_string()
    };
    assert_eq!(
        check(Load { address: 0x200, memory_size: 300_120 - 0x200, ..CODE }),
        "a.elf: code needs 300,120 bytes, PMEM of tiny has 1,024: shorten the program or raise cores.program_memory.size"
    );
    assert!(check(Load {
        memory_size: 2049,
        ..DATA
    })
    .contains("data needs 2,049 bytes, DMEM of tiny has 2,048"));
    assert_eq!(
        check(Load { address: 0x8000_0000, ..DATA }),
        "a.elf: its segment at 0x80000000 lies neither in the program memory (0x00000000 to 0x000003ff) nor in the data memory (0x10000000 to 0x100007ff) of tiny; link it with the linker script of that platform"
    );
}

proptest! {
    #[test]
    fn no_file_panics(bytes in any::<Vec<u8>>()) {
        let _ = Image::parse("a.elf", bytes);
    }

    #[test]
    fn no_damaged_file_panics(at in 0..HEADER_BYTES + 2 * PROGRAM_HEADER_BYTES, value in any::<u8>()) {
        if let Ok(image) = Image::parse("a.elf", patched(at, value)) {
            let _ = image.check_against(&small_platform());
        }
    }
}

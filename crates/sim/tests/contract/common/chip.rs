//! A small chip, and programs on it.

use super::assembler::Code;
use std::path::Path;
use std::sync::Arc;
use weft_sim::elf::Image;
use weft_sim::platform::{DeviceKind, HandOver, Platform, SramKeys};
use weft_sim::semihosting::{Call, Host, Memory, Reply, SemihostingError};
use weft_sim::Machine;

pub const PROGRAM_MEMORY: u32 = 0;
pub const DATA_MEMORY: u32 = 0x1000_0000;
pub const DATA_BYTES: usize = 16 << 10;
pub const SHARED_MEMORY: u32 = 0x8000_0000;
pub const SHARED_BYTES: usize = 4 << 10;
pub const INTERRUPT_CONTROLLER: u32 = 0x0c00_0000;
pub const SOFTWARE_INTERRUPT: u32 = 0x0300_0000;
pub const TEST_AND_SET: u32 = 0x9100_0000;
pub const MAILBOX: u32 = 0x9200_0000;
pub const DMA: u32 = 0x9300_0000;
pub const MAC: u32 = 0x9400_0000;
/// Each core's registers of its interface to the switches.
pub const NETWORK_INTERFACE: u32 = 0xb000_0000;
/// Core 0's data memory on the bus, if it is there.
pub const WINDOW: u32 = 0xa000_0000;

/// The registers of a tile's message buffers.
pub const MESSAGE_BUFFERS: u32 = 0xa800_0000;

/// `small.toml` with that many cores.
pub fn platform(cores: usize) -> Platform {
    let text = include_str!("small.toml").replace("count = 1", &format!("count = {cores}"));
    Platform::parse(Path::new("small.toml"), &text).expect("the file is right")
}

/// The same with a device of each kind, and the data memories on the bus. Interrupt sources: of the test-and-set registers 1 to `cores`,
/// of the mailbox one a core behind them, then of the DMA controller and of the MAC unit, for which the clock is slow: its frames take tens of
/// cycles on the air.
pub fn platform_with_devices(cores: usize) -> Platform {
    let text = include_str!("small.toml")
        .replace("count = 1", &format!("count = {cores}"))
        .replace("100 MHz", "2 MHz")
        .replace(
            "stack = \"1 KiB\"",
            "stack = \"1 KiB\"\nbus_base = 0xa000_0000\nbus_stride = \"64 KiB\"",
        );
    let text = text + include_str!("devices.toml");
    Platform::parse(Path::new("small.toml"), &text).expect("the file is right")
}

/// `small.toml` with that many cores in a row between the memory tile and the host, with the latencies of nagam.
pub fn row_of_tiles(cores: usize) -> Platform {
    let text = include_str!("small.toml").replace("count = 1", &format!("count = {cores}"));
    let mesh = format!(
        "[mesh]\nsize = [{}, 1]\npipeline = \"look-ahead\"\nbuffer = 8\n\
         memory = {{ at = [0, 0], size = \"4 KiB\" }}\nhost = [{}, 0]\n\
         [mesh.message_unit]\nbase = {MESSAGE_BUFFERS:#x}\n",
        cores + 2,
        cores + 1
    );
    Platform::parse(Path::new("small.toml"), &(text + &mesh)).expect("the file is right")
}

/// The registers of a core's DMA controller at HIBI, and HIBI addresses: of core 0, the memory, the accelerator.
pub const HIBI_DMA: u32 = 0xac00_0000;
pub const HIBI_ADDRESS: u32 = 0x0100_0000;
pub const HIBI_MEMORY: u32 = 0x0200_0000;
pub const HIBI_DCT: u32 = 0x0300_0000;

/// `small.toml` with that many cores at HIBI, alone there, with two stream and two packet channels each.
pub fn hibi_platform(cores: usize, keys: &str, devices: &str) -> Platform {
    let text = include_str!("small.toml").replace("count = 1", &format!("count = {cores}"));
    let hibi = format!(
        "[hibi]\n{keys}[[device]]\nkind = \"hibi-dma\"\nbase = {HIBI_DMA:#x}\naddress = {HIBI_ADDRESS:#x}\n\
         addresses = 0x100\nstreams = 2\npackets = 2\n{devices}"
    );
    Platform::parse(Path::new("small.toml"), &(text + &hibi))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// `small.toml` with wait states in the shared memory.
pub fn platform_with_wait_states(cores: usize, cycles: u64) -> Platform {
    let mut platform = platform(cores);
    set_wait_states(&mut platform, cycles);
    platform
}

fn set_wait_states(platform: &mut Platform, cycles: u64) {
    platform.devices[0].kind = DeviceKind::Sram(SramKeys {
        wait_states: cycles,
    });
}

/// The same with the shorter protocols (docs/contract/timing.md, section 7).
pub fn quick_platform(cores: usize) -> Platform {
    let mut platform = platform(cores);
    platform.crossbar.early_data = true;
    platform.sync.pipelined = true;
    platform.sync.hand_over = HandOver::Grant;
    platform
}

/// The chip with a program on each core.
pub fn machine(platform: &Platform, programs: &[Code]) -> Machine {
    let images: Vec<_> = programs
        .iter()
        .map(|code| Some(Arc::new(image(code))))
        .collect();
    for image in images.iter().flatten() {
        image.check_against(platform).expect("the program fits");
    }
    Machine::new(platform, &images)
}

/// The program at the beginning of the program memory, as an executable with one segment.
fn image(code: &Code) -> Image {
    const HEADERS: u32 = 52 + 32;
    let length = code.bytes.len() as u32;
    let mut file = vec![0x7f, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let half = |file: &mut Vec<u8>, values: &[u16]| {
        values
            .iter()
            .for_each(|value| file.extend(value.to_le_bytes()))
    };
    let word = |file: &mut Vec<u8>, values: &[u32]| {
        values
            .iter()
            .for_each(|value| file.extend(value.to_le_bytes()))
    };
    half(&mut file, &[2, 243]); // executable, RISC-V
    word(&mut file, &[1, PROGRAM_MEMORY, 52, 0, 1]); // version, entry, program headers, no sections, RVC
    half(&mut file, &[52, 32, 1, 40, 0, 0]); // sizes and numbers of headers
    word(
        &mut file,
        &[
            1,
            HEADERS,
            PROGRAM_MEMORY,
            PROGRAM_MEMORY,
            length,
            length,
            5,
            4,
        ],
    ); // load, read and execute
    file.extend(&code.bytes);
    Image::parse("test", file).expect("an executable")
}

/// A host that knows one request, whatever it is called: to exit.
pub struct ExitOnly;

impl Host for ExitOnly {
    fn semihosting(&mut self, _: Call, _: &mut dyn Memory) -> Result<Reply, SemihostingError> {
        Ok(Reply::Exit(0))
    }

    fn console(&mut self, _: usize, _: u8) {}
}

//! A small chip, and programs on it.

use super::assembler::Code;
use super::random::Random;
use std::path::Path;
use std::sync::Arc;
use weft_sim::elf::Image;
use weft_sim::platform::{DeviceKind, Group, HandOver, Mailbox, Platform, Rows, SramKeys, Timing};
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

/// The same as tiles of a mesh, without devices: its shape and parameters are random.
pub fn platform_with_mesh(cores: usize, random: &mut Random) -> Platform {
    let text = include_str!("small.toml").replace("count = 1", &format!("count = {cores}"));
    let text = text + &mesh(cores + 2, random);
    Platform::parse(Path::new("small.toml"), &text).unwrap_or_else(|error| panic!("{error}"))
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

fn mesh(tiles: usize, random: &mut Random) -> String {
    let columns: Vec<usize> = (1..=tiles).filter(|columns| tiles % columns == 0).collect();
    let columns = columns[random.below(columns.len())];
    let rows = tiles / columns;
    let memory = random.below(tiles);
    let host = (memory + 1 + random.below(tiles - 1)) % tiles;
    let at = |tile: usize| [tile % columns, tile / columns];
    let line = [1, 1, 2, 4, 8][random.below(5)];
    let output = 4 * line * (1 + random.below(64 / line));
    let mut unit = |most: usize| 1 + random.below(most);
    let mut text = format!(
        "[mesh]\nsize = [{columns}, {rows}]\nbuffer = {}\npacket = {}\n\
         memory = {{ at = {:?}, size = \"4 KiB\", access = {} }}\nhost = {:?}\n\
         [mesh.message_unit]\nbase = {MESSAGE_BUFFERS:#x}\noutput_buffer = {output}\ninput_buffer = {}\n\
         blocks = {}\naccess = {}\ncopy_in = {}\ncopy_out = {}\nmanager = {}\ncopy_words = {line}\n",
        unit(6),
        1 + unit(15),
        at(memory),
        unit(3),
        at(host),
        output + 4 * line * (unit(64 / line) - 1),
        unit(8),
        unit(3),
        unit(3),
        unit(3),
        unit(3),
    );
    text += &format!("cut_through = {}\n", random.one_in(2));
    if random.one_in(2) {
        let edges = random.pick(&["\"north\", \"south\"", "\"west\", \"east\""]);
        let rate = ["0.0", "0.01", "0.3"][random.below(3)];
        text += &format!("[mesh.injectors]\nedges = [{edges}]\nrate = {rate}\n");
    }
    let pipeline = random.pick(&["four-stage", "look-ahead"]);
    text.replace("[mesh]\n", &format!("[mesh]\npipeline = \"{pipeline}\"\n"))
}

/// The registers of a core's DMA controller at HIBI, and HIBI addresses: of core 0, the memory, the accelerator.
pub const HIBI_DMA: u32 = 0xa800_0000;
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

/// The same with memory and an accelerator: their parameters and those of the bus are random.
pub fn platform_with_hibi(cores: usize, random: &mut Random) -> Platform {
    let arbitration = random.pick(&["round-robin", "immediate"]);
    let mut unit = |most: usize| 1 + random.below(most);
    let keys = format!(
        "send_fifo = {}\nreceive_fifo = {}\nlongest_turn = {}\narbitration = \"{arbitration}\"\n",
        unit(5),
        unit(5),
        unit(8)
    );
    let devices = format!(
        "read = {}\nwrite = {}\nstart = {}\nstart_by_address = true\nsend_width = {}\nsend_windows = 2\nwaiting_loads = true\n\
         [[device]]\nkind = \"hibi-memory\"\naddress = {HIBI_MEMORY:#x}\nsize = \"1 KiB\"\nchannels = 2\naccess = {}\n\
         [[device]]\nkind = \"dct\"\naddress = {HIBI_DCT:#x}\ncycles = {}\n",
        unit(4),
        unit(4),
        unit(5),
        unit(2),
        unit(9),
        unit(70)
    );
    hibi_platform(cores, &keys, &devices)
}

/// A chip with devices behind switches instead of the bus, without message units: their shape and parameters are random.
pub fn platform_with_switches(cores: usize, random: &mut Random) -> Platform {
    let names = ["a", "b", "c"];
    // Priorities that are kept apart take so many virtual channels that the ports must be shared out evenly.
    let apart = random.one_in(2);
    let mut places = 0;
    let mut place = |random: &mut Random| {
        places += 1;
        match apart {
            true => names[places % names.len()],
            false => random.pick(&names),
        }
    };
    let mut attach = |text: &str, random: &mut Random| {
        let mut attached = String::new();
        for piece in text.split_inclusive("[[device]]\n") {
            attached += piece;
            if piece.ends_with("[[device]]\n") {
                attached += &format!("switch = \"{}\"\n", place(random));
            }
        }
        attached
    };
    let text = include_str!("small.toml")
        .replace("count = 1", &format!("count = {cores}"))
        .replace("100 MHz", "2 MHz");
    let text = attach(&(text + include_str!("devices.toml")), random);
    let of_cores: Vec<&str> = (0..cores).map(|_| place(random)).collect();
    let text = text
        + &format!(
            "[[device]]\nkind = \"network-interface\"\nbase = {NETWORK_INTERFACE:#x}\n\
             [[device]]\nkind = \"core-control\"\nbase = 0xb100_0000\nswitch = \"a\"\nstart = {}\n\
             [switches]\nnames = {names:?}\nlinks = [[\"a\", \"b\"], [\"b\", \"c\"]]\ncores = {of_cores:?}\n\
             pipeline = \"{}\"\nallocation = \"{}\"\nbuffer = {}\npriorities = {}\n\
             channel_for_each_priority = {}\nchannel_for_answers = {}\nrequest = {}\nresponse = {}\nregister = {}\n",
            random.below(30),
            random.pick(&["four-stage", "look-ahead"]),
            random.pick(&["round-robin", "fixed-priority"]),
            1 + random.below(4),
            1 + random.below(if apart { 2 } else { 4 }),
            apart,
            random.one_in(2),
            1 + random.below(3),
            1 + random.below(3),
            1 + random.below(3),
        );
    let mut platform =
        Platform::parse(Path::new("small.toml"), &text).unwrap_or_else(|error| panic!("{error}"));
    platform.cores.message_unit = false;
    platform
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

/// Gives a platform other buffers and latencies.
pub fn vary(platform: &mut Platform, random: &mut Random) {
    set_wait_states(platform, random.below(4) as u64);
    platform.cores.mailbox = Mailbox {
        blocks: 1 + random.below(16),
        block_words: 1 + random.below(16),
        word_queue: 1 + random.below(4),
        matching: true,
    };
    platform.crossbar.early_data = random.one_in(2);
    platform.sync.pipelined = random.one_in(2);
    if random.one_in(2) {
        platform.sync.hand_over = HandOver::Grant;
    }
    platform.bus.single_access = 4 + random.below(3) as u64;
    let core = &mut platform.cores.groups[0];
    core.timing = varied_timing(random);
    core.issue_width = 1 + random.below(4);
    let bus_alone = !platform.cores.message_unit && platform.switches.is_none();
    if platform.switches.is_none() && random.one_in(3) {
        platform.devices[0].kind = varied_rows(random);
    }
    if bus_alone && platform.mesh.is_none() && platform.hibi.is_none() {
        vary_clocks(platform, random);
    }
}

/// Clocks that differ: the bus's, and those of two groups of cores.
fn vary_clocks(platform: &mut Platform, random: &mut Random) {
    platform.bus.period = 1 + random.below(4) as u64;
    let first = &mut platform.cores.groups[0];
    first.period = 1 + random.below(4) as u64;
    let count = first.count;
    first.count = 1 + random.below(count);
    let others = Group {
        count: count - first.count,
        period: 1 + random.below(4) as u64,
        issue_width: 1 + random.below(4),
        timing: varied_timing(random),
    };
    if others.count > 0 {
        platform.cores.groups.push(others);
    }
}

fn varied_rows(random: &mut Random) -> DeviceKind {
    let hit = random.below(4) as u64;
    DeviceKind::Sdram(Rows {
        row_bytes: 16 << random.below(4),
        banks: 1 + random.below(4),
        hit,
        miss: hit + random.below(8) as u64,
    })
}

fn varied_timing(random: &mut Random) -> Timing {
    let mut cycles = || random.below(5) as u64;
    Timing {
        load_use: cycles(),
        multiply_use: cycles(),
        divide: cycles(),
        taken_branch: cycles(),
        jump: cycles(),
        jump_register: cycles(),
        misaligned_target: cycles(),
        program_memory_data: cycles(),
        atomic: cycles(),
        trap_entry: 1 + cycles(),
        wake: 1 + cycles(),
    }
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

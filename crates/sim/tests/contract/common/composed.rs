//! Chips put together from any parts. Their platform files are random, and right by construction.

use super::buses::with_random_buses;
use super::chip::{
    HIBI_ADDRESS, HIBI_DCT, HIBI_DMA, HIBI_MEMORY, MESSAGE_BUFFERS, NETWORK_INTERFACE,
};
use super::random::Random;
use std::path::Path;
use weft_sim::platform::Platform;

/// What a chip has in addition to cores, a bus and a shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Message units, with the crossbar and the synchronization controller.
    pub messages: bool,
    /// A mesh with message buffers.
    pub mesh: bool,
    /// DMA controllers at HIBI, with memory and an accelerator.
    pub hibi: bool,
    /// A device of each kind, and on a bus the data memories.
    pub devices: bool,
    /// Switches instead of the bus.
    pub switches: bool,
    /// Several buses with bridges, for devices that are not at switches.
    pub buses: bool,
}

impl Parts {
    /// Any parts by which cores can reach each other.
    pub fn any(random: &mut Random) -> Parts {
        let parts = Parts {
            messages: random.one_in(2),
            mesh: random.one_in(2),
            hibi: random.one_in(2),
            devices: random.one_in(2),
            switches: random.one_in(3),
            buses: random.one_in(2),
        };
        // The library has a link for each of these.
        let has_link = parts.messages || parts.mesh || parts.hibi || parts.devices;
        Parts {
            messages: parts.messages || !has_link,
            buses: parts.buses && parts.devices && !parts.switches,
            ..parts
        }
    }

    /// Whether all components have the chip's clock.
    fn share_a_clock(&self) -> bool {
        self.messages || self.mesh || self.hibi || self.switches
    }
}

/// A chip of these parts with `cores` cores. `varied`: its latencies, buffers and protocols are random, too.
pub fn platform(parts: Parts, cores: usize, varied: bool, random: &mut Random) -> Platform {
    let mut text = chip(parts, cores);
    if varied {
        text = vary(&text, parts, cores, random);
    }
    if parts.devices {
        text += include_str!("devices.toml");
    }
    if parts.devices && random.one_in(2) {
        let start = random.below(30);
        text +=
            &format!("[[device]]\nkind = \"core-control\"\nbase = 0xb100_0000\nstart = {start}\n");
    }
    if parts.switches {
        text = with_switches(&text, cores, random);
    }
    if parts.buses {
        text = with_random_buses(&text, cores, clocks(parts), random);
    }
    if parts.mesh {
        text += &mesh(cores, random);
    }
    if parts.hibi {
        text += &hibi(parts, cores, random);
    }
    Platform::parse(Path::new("small.toml"), &text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The library's link for a chip.
fn link(parts: Parts) -> &'static str {
    match parts {
        Parts { messages: true, .. } => "msgunit",
        Parts { mesh: true, .. } => "mpb",
        Parts { devices: true, .. } => "ipcm",
        _ => "hibi",
    }
}

/// `small.toml` with what the cores have of these parts, and the link and the threads that the library has for them.
fn chip(parts: Parts, cores: usize) -> String {
    let threads = match parts {
        Parts { messages: true, .. } => "message",
        Parts { devices: true, .. } => "polling",
        _ => "none",
    };
    let mut text = include_str!("small.toml").replace(
        "count = 1\n",
        &format!("count = {cores}\nmessage_unit = {}\n", parts.messages),
    );
    if parts.devices {
        // So slow that the frames of the MAC unit take tens of cycles on the air.
        text = text.replace("100 MHz", "2400 kHz");
    }
    if parts.devices && !parts.switches {
        let windows = "stack = \"1 KiB\"\nbus_base = 0xa000_0000\nbus_stride = \"64 KiB\"";
        text = text.replace("stack = \"1 KiB\"", windows);
    }
    let link = link(parts);
    text + &format!("[library]\nlink = \"{link}\"\nthreads = \"{threads}\"\n")
}

/// Other values of what `small.toml` says.
fn vary(text: &str, parts: Parts, cores: usize, random: &mut Random) -> String {
    let grant = random.pick(&["retry", "grant"]);
    let more = format!(
        "[crossbar]\nearly_data = {}\n[sync]\npipelined = {}\nhand_over = \"{grant}\"\n",
        random.one_in(2),
        random.one_in(2),
    );
    let mut first = cores;
    let clock = |random: &mut Random| format!("clock = \"{}\"\n", random.pick(clocks(parts)));
    let mut varied = text
        .replace("[sync]\n", &more)
        .replace(
            "single_access = 4\n",
            &format!(
                "{}single_access = {}\noverlap = {}\n",
                clock(random),
                4 + random.below(3),
                random.below(3)
            ),
        )
        .replace(
            "blocks = 16\n",
            &format!("blocks = {}\n", 1 + random.below(16)),
        )
        .replace(
            "block_words = 16\n",
            &format!("block_words = {}\n", 1 + random.below(16)),
        )
        .replace(
            "word_queue = 4\n",
            &format!("word_queue = {}\n", 1 + random.below(4)),
        )
        .replace(
            "wait_states = 0\n",
            &format!("wait_states = {}\n", random.below(4)),
        );
    if !parts.switches && random.one_in(3) {
        varied = rows(&varied, random);
    }
    if !parts.share_a_clock() {
        first = 1 + random.below(cores);
    }
    let group = |count: usize, random: &mut Random| {
        let width = 1 + random.below(4);
        let clock = clock(random);
        let user = random.one_in(2);
        format!("count = {count}\n{clock}issue_width = {width}\nuser_mode = {user}\n")
    };
    varied = varied.replace(&format!("count = {cores}\n"), &group(first, random));
    varied = timing(&varied, random);
    if first < cores {
        let own = timing(TIMING, random);
        varied += &format!("[[cores]]\n{}{own}", group(cores - first, random));
    }
    varied
}

/// The frequencies that components can have: the chip's, divided by 1 to 4 where they need not share it.
fn clocks(parts: Parts) -> &'static [&'static str] {
    match (parts.devices, parts.share_a_clock()) {
        (true, true) => &["2400 kHz"],
        (true, false) => &["2400 kHz", "1200 kHz", "800 kHz", "600 kHz"],
        (false, true) => &["100 MHz"],
        (false, false) => &["100 MHz", "50 MHz", "25 MHz", "20 MHz"],
    }
}

/// The latencies of a group of cores, with no values that matter.
const TIMING: &str = "[cores.timing]\nload_use = 1\nmultiply_use = 1\ndivide = 33\ntaken_branch = 2\njump = 1\n\
                      jump_register = 2\nmisaligned_target = 1\nprogram_memory_data = 1\natomic = 1\ntrap_entry = 3\nwake = 4\n";

/// Other latencies of the cores.
fn timing(text: &str, random: &mut Random) -> String {
    let mut within = false;
    let line = |line: &str| {
        within = line == "[cores.timing]" || within && !line.starts_with('[');
        match line.split_once(" = ") {
            Some((key, _)) if within => {
                let least = usize::from(key == "trap_entry" || key == "wake");
                format!("{key} = {}\n", least + random.below(5))
            }
            _ => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// The shared memory as rows of an SDRAM.
fn rows(text: &str, random: &mut Random) -> String {
    let hit = random.below(4);
    let rows = format!(
        "kind = \"sdram\"\nrow = {}\nbanks = {}\nhit = {hit}\nmiss = {}\n",
        16 << random.below(4),
        1 + random.below(4),
        hit + random.below(8)
    );
    let lines = text.lines().filter(|line| !line.starts_with("wait_states"));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    text.replace("kind = \"sram\"\n", &rows)
}

/// One to four memories of 4 KiB together, the host, and the cores, each anywhere.
fn mesh(cores: usize, random: &mut Random) -> String {
    let memories = 1 + random.below(4);
    let tiles = cores + memories + 1;
    let columns: Vec<usize> = (1..=tiles).filter(|columns| tiles % columns == 0).collect();
    let columns = columns[random.below(columns.len())];
    let rows = tiles / columns;
    let mut free: Vec<usize> = (0..tiles).collect();
    let mut place = |random: &mut Random| {
        let tile = free.swap_remove(random.below(free.len()));
        format!("{:?}", [tile % columns, tile / columns])
    };
    let host = place(random);
    let mut left = 1024;
    let memory = (1..=memories).map(|number| {
        let words = if number == memories {
            left
        } else {
            1 + random.below(left / 2)
        };
        left -= words;
        let (at, access) = (place(random), 1 + random.below(3));
        format!("{{ at = {at}, size = {}, access = {access} }}", 4 * words)
    });
    let memory: Vec<String> = memory.collect();
    let memory = match memory.as_slice() {
        [one] if random.one_in(2) => one.clone(),
        several => format!("[{}]", several.join(", ")),
    };
    let line = [1, 1, 2, 4, 8][random.below(5)];
    let output = 4 * line * (1 + random.below(64 / line));
    let mut unit = |most: usize| 1 + random.below(most);
    let mut text = format!(
        "[mesh]\nsize = [{columns}, {rows}]\nbuffer = {}\npacket = {}\n\
         memory = {memory}\nhost = {host}\n\
         [mesh.message_unit]\nbase = {MESSAGE_BUFFERS:#x}\noutput_buffer = {output}\ninput_buffer = {}\n\
         blocks = {}\naccess = {}\ncopy_in = {}\ncopy_out = {}\nmanager = {}\ncopy_words = {line}\n",
        unit(6),
        1 + unit(15),
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

/// HIBI with memory and an accelerator. There are a stream and a packet channel for each core, as the library's link needs them, or two.
fn hibi(parts: Parts, cores: usize, random: &mut Random) -> String {
    let few = link(parts) != "hibi" && random.one_in(2);
    let channels = if few { 2 } else { cores.max(2) };
    let arbitration = random.pick(&["round-robin", "immediate"]);
    let mut unit = |most: usize| 1 + random.below(most);
    format!(
        "[hibi]\nsend_fifo = {}\nreceive_fifo = {}\nlongest_turn = {}\narbitration = \"{arbitration}\"\n\
         [[device]]\nkind = \"hibi-dma\"\nbase = {HIBI_DMA:#x}\naddress = {HIBI_ADDRESS:#x}\n\
         addresses = 0x100\nstreams = {channels}\npackets = {channels}\n\
         read = {}\nwrite = {}\nstart = {}\nstart_by_address = true\nsend_width = {}\nsend_windows = 2\nwaiting_loads = true\n\
         [[device]]\nkind = \"hibi-memory\"\naddress = {HIBI_MEMORY:#x}\nsize = \"1 KiB\"\nchannels = 2\naccess = {}\n\
         [[device]]\nkind = \"dct\"\naddress = {HIBI_DCT:#x}\ncycles = {}\n",
        unit(5),
        unit(5),
        unit(8),
        unit(4),
        unit(4),
        unit(5),
        unit(2),
        unit(9),
        unit(70)
    )
}

/// The devices of a chip at switches instead of the bus.
fn with_switches(text: &str, cores: usize, random: &mut Random) -> String {
    let names = ["a", "b", "c"];
    // Priorities that are kept apart take virtual channels enough that the ports must be shared out evenly.
    let apart = random.one_in(2);
    let mut places = 0;
    let mut place = |random: &mut Random| {
        places += 1;
        match apart {
            true => names[places % names.len()],
            false => random.pick(&names),
        }
    };
    let mut attached = String::new();
    for piece in text.split_inclusive("[[device]]\n") {
        attached += piece;
        if piece.ends_with("[[device]]\n") {
            attached += &format!("switch = \"{}\"\n", place(random));
        }
    }
    let of_cores: Vec<&str> = (0..cores).map(|_| place(random)).collect();
    attached
        + &format!(
            "[[device]]\nkind = \"network-interface\"\nbase = {NETWORK_INTERFACE:#x}\n\
             [switches]\nnames = {names:?}\nlinks = [[\"a\", \"b\"], [\"b\", \"c\"]]\ncores = {of_cores:?}\n\
             pipeline = \"{}\"\nallocation = \"{}\"\nbuffer = {}\npriorities = {}\n\
             channel_for_each_priority = {}\nchannel_for_answers = {}\nrequest = {}\nresponse = {}\nregister = {}\n",
            random.pick(&["four-stage", "look-ahead"]),
            random.pick(&["round-robin", "fixed-priority"]),
            1 + random.below(4),
            1 + random.below(if apart { 2 } else { 4 }),
            apart,
            random.one_in(2),
            1 + random.below(3),
            1 + random.below(3),
            1 + random.below(3),
        )
}

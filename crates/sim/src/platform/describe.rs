//! A platform as text: a picture of the chip and a table of its addresses, at most 100 columns wide.

mod hibi;
mod mesh;

use super::quantity;
use super::switches::ALLOCATIONS;
use super::{Device, DeviceKind, Group, Platform, Range, Switches};

/// Columns that a description may fill.
const WIDTH: usize = 100;

/// The platform in one line, for listings.
pub fn summary_line(platform: &Platform) -> String {
    let Platform { name, summary, .. } = platform;
    format!("{name:<15} {summary}")
}

/// The chip drawn in characters, its parameters, and the memory map of a core.
pub fn describe(platform: &Platform) -> String {
    let sections = [
        format!("{}: {}", platform.name, platform.summary),
        picture(platform),
        parameters(platform),
        memory_map(platform),
    ];
    let lines = sections.join("\n\n");
    let shortened: Vec<String> = lines.lines().map(shortened).collect();
    shortened.join("\n") + "\n"
}

/// A line cut to the width; only a long summary, device name or map is ever cut.
fn shortened(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.trim_end().to_string();
    }
    let kept: String = line.chars().take(WIDTH - 3).collect();
    format!("{kept}...")
}

fn picture(platform: &Platform) -> String {
    let mut parts = Vec::new();
    if platform.cores.message_unit {
        parts.extend(sync_row(platform));
        parts.push(fabric(&format!(
            "crossbar, {} nodes",
            platform.sync_node() + 1
        )));
    }
    match &platform.mesh {
        Some(mesh) => parts.push(mesh::picture(platform, mesh)),
        None => parts.extend(core_rows(platform)),
    }
    if let Some(hibi) = &platform.hibi {
        parts.push(fabric(&format!(
            "HIBI, {} agents",
            platform.cores.count + hibi.agents.len()
        )));
        parts.extend(hibi::agents(hibi));
    }
    if has_bus(platform) {
        parts.push(fabric(&match &platform.switches {
            Some(switches) => format!("switches {}", switches.names.join(", ")),
            None => format!("bus, {} masters", masters(platform)),
        }));
        parts.extend(device_row(platform));
    }
    parts.join("\n")
}

/// Chips with another network do without a bus where nothing is attached to it.
fn has_bus(platform: &Platform) -> bool {
    let has_other = platform.mesh.is_some() || platform.hibi.is_some();
    !has_other || !platform.devices.is_empty() || platform.cores.bus_windows.is_some()
}

fn masters(platform: &Platform) -> usize {
    let controllers = platform
        .devices
        .iter()
        .filter(|device| device.kind.is_master());
    platform.cores.count + controllers.count()
}

fn sync_row(platform: &Platform) -> Vec<String> {
    let sync = &platform.sync;
    side_by_side(&[boxed(&[
        format!("node {}: synchronization controller", platform.sync_node()),
        format!("{} locks, {} barriers", sync.locks, sync.barriers),
    ])])
}

/// Cores on which ranks are placed show the rank's number.
fn core_rows(platform: &Platform) -> Vec<String> {
    let boxes: Vec<Vec<String>> = (0..platform.cores.count)
        .map(|core| boxed(&[format!("core {core:<2}"), rank_on(platform, core)]))
        .collect();
    boxes.chunks(8).flat_map(side_by_side).collect()
}

fn rank_on(platform: &Platform, core: usize) -> String {
    let rank = platform.map.ranks.iter().position(|other| *other == core);
    rank.map_or(String::from("no rank"), |rank| format!("rank {rank:<2}"))
}

fn device_row(platform: &Platform) -> Vec<String> {
    let drawn = |device: &Device| boxed(&[device.name.clone(), device_text(device)]);
    let boxes: Vec<Vec<String>> = platform.devices.iter().map(drawn).collect();
    rows_of(boxes)
        .iter()
        .flat_map(|row| side_by_side(row))
        .collect()
}

/// As many boxes to a row as the width allows.
fn rows_of(boxes: Vec<Vec<String>>) -> Vec<Vec<Vec<String>>> {
    let mut rows: Vec<Vec<Vec<String>>> = Vec::new();
    let mut width = WIDTH;
    for drawn in boxes {
        let more = 1 + drawn[0].len();
        if width + more > WIDTH {
            rows.push(Vec::new());
            width = 1;
        }
        width += more;
        if let Some(row) = rows.last_mut() {
            row.push(drawn);
        }
    }
    rows
}

/// What a device is, in a few words.
fn device_text(device: &Device) -> String {
    match device.kind {
        DeviceKind::Sram { .. } | DeviceKind::Sdram(_) => quantity::bytes(device.range.size),
        DeviceKind::Mailbox { mailboxes, .. } => format!("PL320, {mailboxes} mailboxes"),
        DeviceKind::Dma => String::from("PL080, 8 channels"),
        DeviceKind::InterruptController => String::from("RISC-V PLIC"),
        DeviceKind::SoftwareInterrupt => String::from("a word a core"),
        DeviceKind::TestAndSet { registers } => format!("{registers} registers"),
        DeviceKind::Mac { .. } => String::from("WiMedia MAC unit"),
        DeviceKind::Console => String::from("console"),
        DeviceKind::CoreControl { cores, .. } => format!("of {} cores", cores.count_ones()),
        DeviceKind::NetworkInterface => String::from("of each core"),
    }
}

fn fabric(label: &str) -> String {
    let label = format!("  ==[ {label} ]");
    format!("{label:=<97}")
}

/// Two lines of text in a box.
fn boxed(lines: &[String; 2]) -> Vec<String> {
    let width = lines.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let edge = format!("+{}+", "-".repeat(width + 2));
    let inside = lines.iter().map(|line| format!("| {line:<width$} |"));
    let mut rows = vec![edge.clone()];
    rows.extend(inside);
    rows.push(edge);
    rows
}

/// Boxes of equal height next to each other, indented under the fabric.
fn side_by_side(boxes: &[Vec<String>]) -> Vec<String> {
    let height = boxes.first().map_or(0, Vec::len);
    (0..height)
        .map(|row| {
            let pieces: Vec<&str> = boxes.iter().map(|rows| rows[row].as_str()).collect();
            format!("  {}", pieces.join(" "))
        })
        .collect()
}

fn parameters(platform: &Platform) -> String {
    let (cores, bus) = (&platform.cores, &platform.bus);
    let mailbox = &cores.mailbox;
    let mut lines = vec![format!("clock     {}", quantity::hertz(platform.clock_hz))];
    let several = cores.groups.len() > 1;
    for group in &cores.groups {
        lines.extend(group_lines(platform, group, several));
    }
    if let Some(float) = cores.float {
        lines.push(format!(
            "float     transfer {}, add {}, multiply {}, fused {}, divide {}, square root {} (cycles)",
            float.transfer, float.add, float.multiply, float.fused, float.divide, float.square_root
        ));
    }
    if !cores.instructions.is_empty() {
        let names: Vec<&str> = cores.instructions.names().collect();
        lines.push(format!("own       {}", names.join(", ")));
    }
    if cores.message_unit {
        lines.push(format!(
            "mailbox   {} blocks of {} words, queue of {} single words",
            mailbox.blocks, mailbox.block_words, mailbox.word_queue
        ));
    }
    lines.extend(platform.mesh.iter().flat_map(mesh::parameters));
    lines.extend(platform.hibi.iter().flat_map(hibi::parameters));
    if let Some(switches) = &platform.switches {
        lines.push(switched(switches));
    } else if has_bus(platform) {
        lines.push(format!(
            "bus       {}{} cycles for a single access, round robin",
            own_clock(platform.clock_hz, bus.period),
            bus.single_access
        ));
    }
    let library = platform.library;
    lines.push(format!(
        "library   link {}, threads {}",
        library.link.name(),
        library.threads.name()
    ));
    lines.join("\n")
}

/// The clock of something that has a slower one than the chip.
fn own_clock(clock_hz: u64, period: u64) -> String {
    match period {
        1 => String::new(),
        _ => format!("{}, ", quantity::hertz(clock_hz / period)),
    }
}

/// What a group's cores are.
fn group_lines(platform: &Platform, group: &Group, several: bool) -> Vec<String> {
    let timing = &group.timing;
    let clock = quantity::hertz(platform.clock_hz / group.period);
    let head = several.then(|| format!("cores     {} at {clock}", group.count));
    let about = [
        format!(
            "core      asip: 4 stages, 3-stage sub-pipeline{}; stack {} at the bottom of the data memory",
            issue_width(group.issue_width),
            quantity::bytes(platform.cores.stack_bytes)
        ),
        format!(
            "latency   load-use {}, multiply-use {}, divide {}, taken branch {}, jump {}, jump register {},",
            timing.load_use, timing.multiply_use, timing.divide, timing.taken_branch, timing.jump, timing.jump_register
        ),
        format!(
            "          misaligned target {}, program memory data {}, atomic {}, trap entry {}, wake {} (cycles)",
            timing.misaligned_target, timing.program_memory_data, timing.atomic, timing.trap_entry, timing.wake
        ),
    ];
    head.into_iter().chain(about).collect()
}

fn issue_width(instructions: usize) -> String {
    match instructions {
        1 => String::new(),
        several => format!(", {several} issue"),
    }
}

/// One line of the memory map.
struct Row {
    range: Range,
    what: String,
    access: String,
}

fn memory_map(platform: &Platform) -> String {
    let mut rows = core_memory_rows(platform);
    rows.extend(device_rows(platform));
    rows.extend(platform.mesh.iter().map(|mesh| Row {
        range: mesh.message_unit.registers,
        what: String::from("message buffers, one a core"),
        access: format!("{}, or until answered", mesh.message_unit.access),
    }));
    rows.extend(platform.hibi.iter().map(|hibi| Row {
        range: hibi.dma.registers,
        what: String::from("DMA controller, one a core"),
        access: hibi.dma.read.to_string(),
    }));
    rows.sort_by_key(|row| row.range.base);
    let mut lines = vec![format!(
        "{:<10}  {:<10}  {:>9}  {:<28}  {}",
        "base", "end", "size", "what", "a load takes (cycles)"
    )];
    lines.extend(rows.iter().map(|row| {
        let (base, last) = (row.range.base, row.range.end() - 1);
        let size = quantity::bytes(row.range.size);
        format!(
            "{base:#010x}  {last:#010x}  {size:>9}  {:<28}  {}",
            row.what, row.access
        )
    }));
    lines.join("\n")
}

fn core_memory_rows(platform: &Platform) -> Vec<Row> {
    let cores = &platform.cores;
    let timing = &cores.groups[0].timing;
    let load_use = timing.load_use;
    let local = |more: u64| format!("{}, +{load_use} if used at once", 1 + more);
    let row = |range, what: &str, access| Row {
        range,
        what: format!("{what}, one a core"),
        access,
    };
    let mut rows = vec![
        row(
            cores.program_memory,
            "program memory",
            local(timing.program_memory_data),
        ),
        row(cores.timer, "timer", local(0)),
        row(cores.data_memory, "data memory", local(0)),
    ];
    rows.extend(window_row(platform));
    rows
}

/// The data memories as they answer on the bus.
fn window_row(platform: &Platform) -> Option<Row> {
    let windows = platform.cores.bus_windows?;
    let size = (windows.end() - u64::from(windows.base)) as u32;
    Some(Row {
        range: Range {
            base: windows.base,
            size,
        },
        what: String::from("data memories, on the bus"),
        access: on_bus(platform.bus.single_access),
    })
}

fn switched(switches: &Switches) -> String {
    let allocations = ALLOCATIONS.iter();
    let allocation = allocations
        .filter(|(_, allocation)| *allocation == switches.allocation)
        .map(|(name, _)| *name);
    format!(
        "switches  buffer {} flits, {} priorities, {}; request {}, response {}, register {} (cycles)",
        switches.buffer_flits,
        switches.priorities,
        allocation.collect::<String>(),
        switches.request,
        switches.response,
        switches.register
    )
}

/// What a load takes, beyond waiting for others.
fn by_fabric(platform: &Platform, bus_cycles: u64) -> String {
    match platform.switches {
        Some(_) => String::from("by its way over the switches"),
        None => on_bus(bus_cycles),
    }
}

fn on_bus(cycles: u64) -> String {
    format!("{cycles}, and waiting for the bus")
}

fn device_rows(platform: &Platform) -> Vec<Row> {
    let row = |device: &Device| {
        let kind = match device.kind {
            DeviceKind::Sram { .. } => "shared memory",
            DeviceKind::Sdram(_) => "shared memory, by rows",
            kind => kind.name(),
        };
        let what = match device.name == kind.replace('-', "_") {
            true => kind.to_string(),
            false => format!("{}: {kind}", device.name),
        };
        Row {
            range: device.range,
            what,
            access: by_fabric(
                platform,
                platform.bus.single_access + device.kind.wait_states(),
            ),
        }
    };
    platform.devices.iter().map(row).collect()
}

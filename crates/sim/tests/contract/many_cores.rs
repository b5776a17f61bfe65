//! Chips of 1,024 cores: each core runs a program, and the engines give one result.

use crate::common::assembler::{assemble, Code};
use crate::common::chip::{machine, ExitOnly, DATA_MEMORY, MESSAGE_BUFFERS, SHARED_MEMORY};
use crate::engines_agree::snapshot::Snapshot;
use std::path::Path;
use weft_sim::part::message_buffers::registers as at;
use weft_sim::platform::Platform;
use weft_sim::port::TaskPlacement;
use weft_sim::{Cycle, Engine, Machine, Outcome};

const CORES: usize = 1024;
/// Longer than any of the programs runs.
const LIMIT: Cycle = Cycle(1_000_000);

/// `small.toml` with [`CORES`] cores without message units, and with a mailbox, by which the library would reach them.
fn platform(link: &str, more: &str) -> Platform {
    parse(&(chip(link) + more))
}

fn parse(text: &str) -> Platform {
    Platform::parse(Path::new("small.toml"), text).unwrap_or_else(|error| panic!("{error}"))
}

fn chip(link: &str) -> String {
    let cores = format!("count = {CORES}\nmessage_unit = false\n");
    let text = include_str!("common/small.toml").replace("count = 1\n", &cores);
    text + &format!("[library]\nlink = \"{link}\"\nthreads = \"none\"\n")
}

const MAILBOX: &str = "[[device]]\nkind = \"mailbox\"\nbase = 0x9200_0000\n";

/// Each core adds its number and one to a word of the shared memory.
fn sums() -> Vec<Code> {
    let program = format!(
        "csrr t0, mhartid\naddi t0, t0, 1\nli t1, {SHARED_MEMORY:#x}\namoadd.w zero, t0, (t1)\nexit\n"
    );
    vec![assemble(&[program]).remove(0); CORES]
}

#[test]
fn on_a_bus() {
    let machine = agree(machine(&platform("ipcm", MAILBOX), &sums()));
    assert_eq!(word(&machine, 0, SHARED_MEMORY), 1024 * 1025 / 2);
}

/// Leaves with 31 cores each, two switches in the middle, and a root with the memory.
#[test]
fn on_switches() {
    let leaves = CORES.div_ceil(31);
    let names = (0..leaves).map(|leaf| format!("leaf{leaf}"));
    let names: Vec<String> = names
        .chain(["left", "right", "root"].map(String::from))
        .collect();
    let middle = |leaf: usize| ["left", "right"][leaf % 2];
    let links = (0..leaves).map(|leaf| [names[leaf].as_str(), middle(leaf)]);
    let links: Vec<[&str; 2]> = links.chain([["left", "root"], ["right", "root"]]).collect();
    let cores: Vec<&str> = (0..CORES).map(|core| names[core / 31].as_str()).collect();
    let text = format!("[switches]\nnames = {names:?}\nlinks = {links:?}\ncores = {cores:?}\n");
    let attached =
        chip("ipcm").replace("kind = \"sram\"\n", "kind = \"sram\"\nswitch = \"root\"\n");
    let platform = parse(&format!("{attached}{MAILBOX}switch = \"left\"\n{text}"));
    let machine = agree(machine(&platform, &sums()));
    assert_eq!(word(&machine, 0, SHARED_MEMORY), 1024 * 1025 / 2);
}

/// Pairs of cores, each a flow of its own, of which one sends its number to the other. Memory and host have the first tiles, so that
/// endpoints of cores have more than ten bits.
#[test]
fn on_a_mesh() {
    let machine = agree(pairs(&platform("mpb", &mesh())));
    check_pairs(&machine);
}

/// Cores with 1 MiB of data memory and 256 KiB of program memory each: 1.25 GiB, of which the host has what the programs touch, and 3 GiB of
/// counters for as many instructions as programs could have.
#[test]
fn the_host_has_no_memory_for_what_is_not_touched() {
    let before = resident_bytes();
    let text = (chip("mpb") + &mesh())
        .replace("size = \"16 KiB\"", "size = \"1 MiB\"")
        .replace("size = \"8 KiB\"", "size = \"256 KiB\"");
    let mut machine = pairs(&parse(&text));
    let outcome = machine.run(Engine::Fast, LIMIT, &mut ExitOnly);
    assert_eq!(outcome, Outcome::Finished);
    check_pairs(&machine);
    // Tests that run at the same time have some of it.
    let taken = resident_bytes().saturating_sub(before);
    assert!(taken < 400 << 20, "{taken} bytes");
}

/// The host's memory that this process has.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    1024 * kibibytes
        .and_then(|it| it.parse::<u64>().ok())
        .expect("a number of KiB")
}

fn mesh() -> String {
    format!(
        "[mesh]\nsize = [27, 38]\nmemory = {{ at = [0, 0], size = \"4 KiB\" }}\nhost = [1, 0]\n\
         [mesh.message_unit]\nbase = {MESSAGE_BUFFERS:#x}\n"
    )
}

/// The cores of each pair with their programs and tables.
fn pairs(platform: &Platform) -> Machine {
    let programs = vec![assemble(&[exchange()]).remove(0); CORES];
    let mut chip = machine(platform, &programs);
    let placement = |core: usize| TaskPlacement {
        core,
        task: (core % 2) as u16,
        table: vec![Some(core & !1), Some(core | 1)],
        memory_base: 0,
        memory_bytes: 0,
    };
    chip.place_tasks(&(0..CORES).map(placement).collect::<Vec<_>>(), &[]);
    chip
}

/// Each core with an odd number has that of the one before it.
fn check_pairs(machine: &Machine) {
    for core in (1..CORES).step_by(2) {
        assert_eq!(word(machine, core, DATA_MEMORY), core as u32 - 1, "{core}");
    }
}

/// Cores with even numbers send these to the next one.
fn exchange() -> String {
    let store = |register: u32, value: u32| format!("li t2, {value:#x}\nsw t2, {register}(t3)\n");
    let send = [
        (at::SEND_TASK, 1),
        (at::SEND_ADDRESS, DATA_MEMORY),
        (at::SEND, 4),
    ];
    let receive = [
        (at::RECEIVE_TASK, 0),
        (at::RECEIVE_ADDRESS, DATA_MEMORY),
        (at::RECEIVE, 4),
    ];
    let stores =
        |all: [(u32, u32); 3]| all.map(|(register, value)| store(register, value)).concat();
    format!(
        "li s0, {DATA_MEMORY:#x}\nli t3, {MESSAGE_BUFFERS:#x}\ncsrr t0, mhartid\nandi t1, t0, 1\nbnez t1, @receive\n\
         sw t0, 0(s0)\n{}lw t1, {}(t3)\nexit\n@receive:\n{}exit\n",
        stores(send),
        at::SENT,
        stores(receive)
    )
}

/// The machine at its end, which both engines reach in the same state.
fn agree(mut step: Machine) -> Machine {
    let mut fast = step.clone();
    for until in [Cycle(500), LIMIT] {
        let outcome = step.run(Engine::Step, until, &mut ExitOnly);
        let expected = Snapshot::of(&step, &outcome);
        let outcome = fast.run(Engine::Fast, until, &mut ExitOnly);
        assert_eq!(expected.difference(&Snapshot::of(&fast, &outcome)), None);
    }
    let outcome = step.run(Engine::Step, LIMIT, &mut ExitOnly);
    assert_eq!(outcome, Outcome::Finished);
    step
}

fn word(machine: &Machine, core: usize, address: u32) -> u32 {
    let bytes = machine.peek(core, address, 4).expect("a memory");
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

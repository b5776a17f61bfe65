//! Pieces that concern one core, its memories, the shared memory and the controller.

use super::Writer;
use crate::common::random::Random;

/// The registers of random values.
pub const REGISTERS: [&str; 16] = [
    "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s5", "s6", "s7", "t0", "a0",
];
const OPERATIONS: [&str; 18] = [
    "add", "sub", "xor", "or", "and", "sll", "srl", "sra", "slt", "sltu", "mul", "mulh", "mulhu",
    "mulhsu", "div", "divu", "rem", "remu",
];
const ATOMICS: [&str; 9] = [
    "amoswap.w",
    "amoadd.w",
    "amoxor.w",
    "amoand.w",
    "amoor.w",
    "amomin.w",
    "amomax.w",
    "amominu.w",
    "amomaxu.w",
];
const CONDITIONS: [&str; 6] = ["beq", "bne", "blt", "bge", "bltu", "bgeu"];
const CONTROL_REGISTERS: [&str; 12] = [
    "mip", "mie", "mstatus", "mepc", "mcause", "mcycle", "minstret", "mscratch", "mevent", "mhead",
    "mnode", "mevmask",
];

/// Adds a piece of any kind.
pub fn add(writer: &mut Writer, core: usize) {
    let text = piece(writer);
    writer.put(core, text);
}

/// A piece of any kind.
pub fn piece(writer: &mut Writer) -> String {
    match writer.random.below(11) {
        0 => counted_loop(writer),
        1 => skip(writer),
        2 => call(writer),
        3 => sleep(&mut writer.random),
        4 => poll(writer),
        5 => interrupt_enable(&mut writer.random),
        6 => leap(&mut writer.random),
        7 => in_user_mode(&mut writer.random),
        _ => straight(&mut writer.random),
    }
}

/// A few instructions without a transfer of control.
fn straight(random: &mut Random) -> String {
    (0..1 + random.below(6)).map(|_| simple(random)).collect()
}

/// One simple action.
fn simple(random: &mut Random) -> String {
    match random.below(17) {
        0..=4 => arithmetic(random),
        5 | 6 => access(random, "s0", 64),
        7 | 8 => access(random, "s1", 16),
        9 => access(random, "s3", 64),
        10 => atomic(random, "s0"),
        11 => atomic(random, "s1"),
        12 => control_register(random),
        13 => format!("lui t3, 0x200c\nlw {}, -8(t3)\n", random.pick(&REGISTERS)),
        14 => "fence\n".to_string(),
        15 => constant(random),
        _ => rare(random),
    }
}

pub fn arithmetic(random: &mut Random) -> String {
    let (rd, rs1, rs2) = (
        random.pick(&REGISTERS),
        random.pick(&REGISTERS),
        random.pick(&REGISTERS),
    );
    match random.below(8) {
        0 => format!("addi {rd}, {rs1}, {}\n", random.between(-2048, 2047)),
        1 => format!("lui {rd}, {:#x}\n", random.below(1 << 20)),
        2 => format!("c.mv {rd}, {rs1}\n"),
        3 => format!("c.add {rd}, {rs1}\n"),
        4 => "c.nop\n".to_string(),
        _ => format!("{} {rd}, {rs1}, {rs2}\n", random.pick(&OPERATIONS)),
    }
}

/// A load or store in the first `words` words behind `base`.
fn access(random: &mut Random, base: &str, words: usize) -> String {
    if base == "s0" && random.one_in(4) {
        let register = random.pick(&["a0", "a1", "a2", "a3", "a4", "a5"]);
        return format!(
            "{} {register}, {}(s0)\n",
            random.pick(&["c.lw", "c.sw"]),
            random.below(32) * 4
        );
    }
    let (name, size) = [
        ("lw", 4),
        ("sw", 4),
        ("lh", 2),
        ("sh", 2),
        ("lhu", 2),
        ("lb", 1),
        ("sb", 1),
        ("lbu", 1),
    ][random.below(8)];
    let offset = random.below(words * 4 / size) * size;
    format!("{name} {}, {offset}({base})\n", random.pick(&REGISTERS))
}

/// A load of the program memory: of instructions nearby, or of the memory's last or first bytes.
pub fn constant(random: &mut Random) -> String {
    let loads = [("lw", 4), ("lh", 2), ("lhu", 2), ("lb", 1), ("lbu", 1)];
    let (name, size) = loads[random.below(5)];
    let place = random.below(16) * size;
    let rd = if random.one_in(8) {
        "x0"
    } else {
        random.pick(&REGISTERS)
    };
    match random.below(8) {
        0..=2 => format!("lui t3, 2\n{name} {rd}, -{}(t3)\n", place + size),
        3 => format!("{name} {rd}, {place}(x0)\n"),
        _ => format!("auipc t3, 0\nandi t3, t3, -4\n{name} {rd}, {place}(t3)\n"),
    }
}

fn atomic(random: &mut Random, base: &str) -> String {
    let (rd, rs2) = (random.pick(&REGISTERS), random.pick(&REGISTERS));
    let address = format!("addi t3, {base}, {}\n", random.below(4) * 4);
    match random.below(3) {
        0 => {
            let between = between_reservation_and_store(random, base);
            format!("{address}lr.w {rd}, (t3)\n{between}{address}sc.w {rd}, {rs2}, (t3)\n")
        }
        _ => format!("{address}{} {rd}, {rs2}, (t3)\n", random.pick(&ATOMICS)),
    }
}

/// Something that may end the reservation.
fn between_reservation_and_store(random: &mut Random, base: &str) -> String {
    match random.below(5) {
        0 => access(random, base, 4),
        1 => atomic(random, base),
        2 => {
            let other = random.pick(&["s0", "s1"]);
            atomic(random, other)
        }
        3 => "ecall\n".to_string(),
        _ => arithmetic(random),
    }
}

fn control_register(random: &mut Random) -> String {
    let (register, value) = (random.pick(&CONTROL_REGISTERS), random.pick(&REGISTERS));
    match random.below(6) {
        0 => format!("csrrw {value}, mscratch, {value}\n"),
        1 => format!("csrrs {value}, mevent, {}\n", random.pick(&REGISTERS)),
        _ => format!("csrr {value}, {register}\n"),
    }
}

/// An exception, or an instruction that overwrites the one behind the fence.
fn rare(random: &mut Random) -> String {
    let add_immediate = 0x0000_0513 | (random.below(2000) as u32) << 20; // addi a0, zero, ...
    match random.below(3) {
        0 => "ecall\n".to_string(),
        1 => "fence.i\n".to_string(),
        _ => format!("li a1, {add_immediate:#x}\n.option rvc\n.p2align 2\n.option norvc\nauipc t3, 0\nsw a1, 12(t3)\nfence.i\nnop\n"),
    }
}

fn counted_loop(writer: &mut Writer) -> String {
    let label = writer.label();
    let times = 1 + writer.random.below(12);
    let body = straight(&mut writer.random);
    format!("li s8, {times}\n{label}:\n{body}addi s8, s8, -1\nbnez s8, {label}\n")
}

fn skip(writer: &mut Writer) -> String {
    let label = writer.label();
    let random = &mut writer.random;
    let (a, b) = (random.pick(&REGISTERS), random.pick(&REGISTERS));
    let branch = match random.below(4) {
        0 => "c.bnez a0,".to_string(),
        1 => "c.j".to_string(),
        _ => format!("{} {a}, {b},", random.pick(&CONDITIONS)),
    };
    format!("{branch} {label}\n{}{label}:\n", straight(random))
}

fn call(writer: &mut Writer) -> String {
    let (function, end) = (writer.label(), writer.label());
    let body = straight(&mut writer.random);
    let (call, back) = match writer.random.below(2) {
        0 => ("c.jal", "c.jr ra"),
        _ => ("jal ra,", "jalr zero, 0(ra)"),
    };
    format!("{call} {function}\nj {end}\n{function}:\n{body}{back}\n{end}:\n")
}

/// A jump through a register over a few halfwords, to an instruction of either size.
fn leap(random: &mut Random) -> String {
    let halfwords = random.below(4);
    let offset = 8 + 2 * halfwords;
    let target = arithmetic(random);
    format!(
        "auipc t3, 0\njalr t3, {offset}(t3)\n{}{target}",
        "c.nop\n".repeat(halfwords)
    )
}

/// Sleeps until the timer wakes the core, or whatever else is enabled. The handler must not take the timer's interrupt before.
fn sleep(random: &mut Random) -> String {
    let enable = random.pick(&["", "csrsi mstatus, 8\n"]);
    let delay = random.between(-20, 300);
    format!(
        "csrci mstatus, 8\nlui t3, 0x200c\nlw t3, -8(t3)\naddi t3, t3, {delay}\nsw zero, 4(s2)\nsw t3, 0(s2)\n\
         li t3, 0x80\ncsrs mie, t3\nwfi\n{enable}"
    )
}

/// Looks some times whether a word of the shared memory, or the head of the mailbox, is not zero.
fn poll(writer: &mut Writer) -> String {
    let (again, end) = (writer.label(), writer.label());
    let random = &mut writer.random;
    let look = match random.below(5) {
        0 => format!("lw t3, {}(s1)", random.below(16) * 4),
        1 => "csrr t3, mword".to_string(),
        _ => "csrr t3, mhead".to_string(),
    };
    let times = 1 + random.below(30);
    format!("li s8, {times}\n{again}:\n{look}\nbnez t3, {end}\naddi s8, s8, -1\nbnez s8, {again}\n{end}:\n")
}

/// A few instructions in user mode, where the core has it: those that need machine mode are skipped. The handler goes back to machine mode
/// at the call with -77 in t3.
///
/// No interrupt comes between the write of mepc and `mret`, which would go to itself without end on a core that has no user mode.
fn in_user_mode(random: &mut Random) -> String {
    let status = random.pick(&["csrr t3, mstatus", "li t3, 0x200000\ncsrs mstatus, t3"]);
    let counters = random.below(8);
    let body: String = (0..random.below(4)).map(|_| unprivileged(random)).collect();
    format!(
        "{status}\ncsrwi mcounteren, {counters}\n\
         csrrci t3, mstatus, 8\nandi t3, t3, 8\nslli t3, t3, 4\nli t4, 0x1880\ncsrc mstatus, t4\ncsrs mstatus, t3\n\
         auipc t3, 0\naddi t3, t3, 16\ncsrw mepc, t3\nmret\n\
         {body}li t3, -77\necall\ncsrr a0, mstatus\ncsrr a1, mcounteren\n"
    )
}

/// What user mode may do, or may not.
fn unprivileged(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("csrr {}, cycle\n", random.pick(&REGISTERS)),
        1 => format!("csrr {}, instret\n", random.pick(&REGISTERS)),
        2 => control_register(random),
        _ => straight(random),
    }
}

fn interrupt_enable(random: &mut Random) -> String {
    random
        .pick(&["csrsi mstatus, 8\n", "csrci mstatus, 8\n"])
        .to_string()
}

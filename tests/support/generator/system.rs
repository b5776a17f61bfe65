//! Steps with control and status registers, fences, changed code, exceptions and mret.

use super::body;
use crate::operands::{
    any_register, five_bits, free_compact_register, free_register, pick, signed,
};
use crate::sequence::Line;
use fastrand::Rng;

/// All six forms on the two registers that every machine lets a program write freely: mscratch, and mepc but for its bit 0.
/// The specification makes bit 0 always read 0, but QEMU 7.2 stores it, so sequences write even values only.
pub fn status_register(rng: &mut Rng) -> Vec<Line> {
    let (csr, even) = pick(
        rng,
        &[("mscratch", false), ("mscratch", false), ("mepc", true)],
    );
    let rd = if rng.bool() { 0 } else { free_register(rng) };
    if rng.bool() {
        let mnemonic = pick(rng, &["csrrwi", "csrrsi", "csrrci"]);
        let immediate = five_bits(rng, 0) & if even { !1 } else { !0 };
        return vec![Line::new(format!("{mnemonic} x{rd}, {csr}, {immediate}"))];
    }
    let mnemonic = pick(rng, &["csrrw", "csrrs", "csrrc"]);
    let source = if even {
        free_register(rng)
    } else {
        any_register(rng)
    };
    let access = Line::new(format!("{mnemonic} x{rd}, {csr}, x{source}"));
    if even {
        vec![Line::new(format!("andi x{source}, x{source}, -2")), access]
    } else {
        vec![access]
    }
}

/// Copies an instruction over a nop, and executes it after fence.i; another fence before it. The copy is made by half words,
/// since instructions are aligned to those.
pub fn fences_and_changed_code(rng: &mut Rng) -> Vec<Line> {
    let address = free_compact_register(rng);
    let changed = free_register(rng);
    let fence = pick(
        rng,
        &[
            "fence rw, rw",
            "fence iorw, iorw",
            "fence r, w",
            "fence.tso",
        ],
    );
    [
        format!("lui x{address}, %hi(1f)"),
        format!("addi x{address}, x{address}, %lo(1f)"),
        format!("lhu x5, 0(x{address})"),
        format!("lhu x6, 2(x{address})"),
        format!("lui x{address}, %hi(2f)"),
        format!("addi x{address}, x{address}, %lo(2f)"),
        format!("sh x5, 0(x{address})"),
        format!("sh x6, 2(x{address})"),
        fence.to_string(),
        "fence.i".to_string(),
        "jal x0, 2f".to_string(),
        "1:".to_string(),
        format!("addi x{changed}, x{changed}, {}", signed(rng, 12)),
        "2:".to_string(),
        "addi x0, x0, 0".to_string(),
    ]
    .map(Line::new)
    .to_vec()
}

/// An instruction that raises an exception; the image's handler records cause and address, and returns to the instruction after it.
pub fn exception(rng: &mut Rng) -> Vec<Line> {
    const RAISING: [&str; 6] = [
        "ecall",
        "ebreak",
        "c.ebreak",
        ".half 0",
        ".word 0xffffffff",
        "csrrw x0, 0xfff, x0",
    ];
    vec![Line::new(pick(rng, &RAISING))]
}

/// mret as a jump: to the address in mepc, in machine mode, which mstatus.MPP must name.
pub fn return_from_machine_mode(rng: &mut Rng) -> Vec<Line> {
    let register = free_register(rng);
    let mut lines: Vec<Line> = [
        format!("lui x{register}, 0x2"),
        format!("addi x{register}, x{register}, -0x800"),
        format!("csrrs x0, mstatus, x{register}"),
        format!("lui x{register}, %hi(1f)"),
        format!("addi x{register}, x{register}, %lo(1f)"),
        format!("csrrw x0, mepc, x{register}"),
        "mret".to_string(),
    ]
    .map(Line::new)
    .to_vec();
    lines.extend(body(rng));
    lines.push(Line::new("1:"));
    lines
}

//! Random programs of one core whose control goes many ways.
//!
//! Registers: s0 data memory, s1 a pointer that may leave it, s7 depth of recursion, s8 and s9 loops, t3 and t4 single pieces. The registers of
//! an interrupt handler are t5, t6, s2, s10 and s11.

use crate::common::random::Random;
use crate::programs::local::{arithmetic, constant, REGISTERS};

const FLOATS: [&str; 4] = ["f0", "f1", "f9", "f31"];
const OPERATIONS: [&str; 9] = [
    "fadd.s", "fsub.s", "fmul.s", "fdiv.s", "fmin.s", "fmax.s", "fsgnj.s", "fsgnjn.s", "fsgnjx.s",
];
const FUSED: [&str; 4] = ["fmadd.s", "fmsub.s", "fnmadd.s", "fnmsub.s"];
const COMPARISONS: [&str; 3] = ["feq.s", "flt.s", "fle.s"];
const ATOMICS: [&str; 4] = ["amoswap.w", "amoadd.w", "amomin.w", "amomaxu.w"];
const CONDITIONS: [&str; 6] = ["beq", "bne", "blt", "bge", "bltu", "bgeu"];
const ACCESSES: [&str; 8] = ["lw", "sw", "lh", "sh", "lhu", "lb", "sb", "lbu"];
/// Functions, and targets of a table of jumps.
const PATHS: usize = 3;

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut text = String::new();
    if random.one_in(2) {
        // Others could interrupt it: it runs ahead so that it can be taken back.
        text += "li t3, 0x808\ncsrs mie, t3\ncsrsi mstatus, 8\n";
    }
    text += &format!("li s8, {}\n@outer:\n", 2 + random.below(40));
    for number in 0..2 + random.below(5) {
        text += &piece(random, number);
    }
    text += "addi s8, s8, -1\nbnez s8, @outer\nfmv.x.w a0, f9\ncsrr a1, fcsr\nexit\n";
    for number in 0..PATHS {
        text += &format!("@function{number}:\n{}jalr x0, 0(ra)\n", straight(random));
    }
    text += "@deep:\naddi sp, sp, -8\nsw ra, 0(sp)\naddi s7, s7, -1\nblez s7, @bottom\njal ra, @deep\n@bottom:\n";
    text += &straight(random);
    text += "lw ra, 0(sp)\naddi sp, sp, 8\njalr x0, 0(ra)\n";
    with_frame(&text)
}

/// The program with the registers that it begins with.
pub fn with_frame(text: &str) -> String {
    format!(".option arch, +f\nlui s0, 0x10000\nmv s1, s0\nlui sp, 0x10004\n{text}")
}

/// A piece whose labels have this number.
fn piece(random: &mut Random, number: usize) -> String {
    let inner = straight(random);
    match random.below(9) {
        0 => format!(
            "li s9, {}\n@inner{number}:\n{inner}addi s9, s9, -1\nbnez s9, @inner{number}\n",
            1 + random.below(60)
        ),
        1 => {
            let (first, second) = (random.pick(&REGISTERS), random.pick(&REGISTERS));
            let condition = random.pick(&CONDITIONS);
            format!("{condition} {first}, {second}, @over{number}\n{inner}@over{number}:\n")
        }
        2 => format!("jal ra, @function{}\n{inner}", random.below(PATHS)),
        3 => format!("li s7, {}\njal ra, @deep\n", 1 + random.below(20)),
        4 => table(random, number, "jalr ra, 16(t4)", "function", ""),
        5 => {
            let case = |case| {
                format!(
                    "@case{number}.{case}:\n{}jal x0, @over{number}\n",
                    straight(random)
                )
            };
            let cases: String = (0..PATHS).map(case).collect();
            table(
                random,
                number,
                "jalr x0, 16(t4)",
                &format!("case{number}."),
                &cases,
            )
        }
        6 => {
            // Once in many programs it leaves the data memory, which is a fault.
            let step = if random.one_in(6) { 2044 } else { 4 };
            format!("addi s1, s1, {step}\nsw a0, 0(s1)\nlb a2, 1(s1)\n{inner}")
        }
        7 => rewritten().to_string() + &inner,
        _ => inner,
    }
}

/// An addition of what the outer loop counts, as an instruction that the program writes itself each time.
fn rewritten() -> &'static str {
    "slli t3, s8, 20\nli t4, 0x513\nor t4, t4, t3\n.option rvc\n.p2align 2\n.option norvc\nauipc t3, 0\nsw t4, 12(t3)\nfence.i\naddi a0, x0, 0\n"
}

/// A jump through a table, to one of the paths of this name; the loop's counter says which. A call comes back after the jump. `rest` is only jumped to.
fn table(random: &mut Random, number: usize, jump: &str, path: &str, rest: &str) -> String {
    let entry = |_| format!("jal x0, @{path}{}\n", random.below(PATHS));
    let entries: String = (0..4).map(entry).collect();
    format!(
        "andi t3, s8, 3\nslli t3, t3, 2\njal t4, @here{number}\n@here{number}:\nadd t4, t4, t3\n{jump}\njal x0, @over{number}\n\
         addi x0, x0, 0\n{entries}{rest}@over{number}:\n"
    )
}

fn straight(random: &mut Random) -> String {
    (0..random.below(7)).map(|_| simple(random)).collect()
}

fn simple(random: &mut Random) -> String {
    let register = random.pick(&REGISTERS);
    match random.below(9) {
        0 => access(random),
        1 if random.one_in(24) => fault(random),
        1 => constant(random),
        2 => format!(
            "addi t3, s0, {}\n{} {register}, {}, (t3)\n",
            4 * random.below(16),
            random.pick(&ATOMICS),
            random.pick(&REGISTERS)
        ),
        3 | 4 => float(random),
        5 => format!(
            "csrr {register}, {}\n",
            random.pick(&["mcycle", "minstret", "fcsr"])
        ),
        _ => arithmetic(random),
    }
}

fn access(random: &mut Random) -> String {
    let name = random.pick(&ACCESSES);
    let offset = random.below(64) * 4;
    format!("{name} {}, {offset}(s0)\n", random.pick(&REGISTERS))
}

/// A load at the end of the program memory that goes beyond it or is not aligned, or an access that is not possible there.
fn fault(random: &mut Random) -> String {
    let access = random.pick(&[
        "lw t4, 0(t3)",
        "lbu t4, 0(t3)",
        "lw t4, -2(t3)",
        "lhu t4, -1(t3)",
        "lh x0, -3(t3)",
        "lr.w t4, (t3)",
        "amoadd.w t4, t4, (t3)",
    ]);
    let before = random.pick(&["", "addi t3, t3, -8\n"]);
    format!("lui t3, 2\n{before}{access}\n")
}

fn float(random: &mut Random) -> String {
    let [d, a, b, c] = [(); 4].map(|()| random.pick(&FLOATS));
    let register = random.pick(&REGISTERS);
    match random.below(10) {
        0 => format!("flw {d}, {}(s0)\n", 4 * random.below(64)),
        1 => format!("fsw {a}, {}(s0)\n", 4 * random.below(64)),
        2 => format!("{} {d}, {a}, {b}, {c}\n", random.pick(&FUSED)),
        3 => format!("{} {register}, {a}, {b}\n", random.pick(&COMPARISONS)),
        4 => format!("fsqrt.s {d}, {a}\nfclass.s {register}, {d}\n"),
        5 => format!(
            "{} {register}, {a}, rtz\n",
            random.pick(&["fcvt.w.s", "fcvt.wu.s"])
        ),
        6 => format!(
            "{} {d}, {register}\n",
            random.pick(&["fcvt.s.w", "fcvt.s.wu", "fmv.w.x"])
        ),
        7 => format!("fmv.x.w {register}, {a}\n"),
        // The last mode is reserved: what rounds by it is illegal, which is a fault.
        8 if random.one_in(30) => "csrwi frm, 5\n".to_string(),
        8 => format!("csrwi frm, {}\n", random.below(5)),
        _ => format!("{} {d}, {a}, {b}\n", random.pick(&OPERATIONS)),
    }
}

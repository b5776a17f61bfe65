//! The result of an instruction is that of its description compiled by the C compiler and run on the same core.

use super::random::{function, Function};
use fastrand::Rng;
use std::fmt::Write;
use weft_isa::user::UserInstructions;
use weft_tests::command::Folder;

/// Instructions in one program, each with a funct3 of its own in one of three opcodes.
const INSTRUCTIONS: usize = 24;
/// Pairs of register operands that each is executed on.
const PAIRS: usize = 40;
const CORNERS: [u32; 7] = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, u32::MAX, 0xffff];

#[test]
fn random_behaviours_are_those_of_the_c_compiler() {
    for seed in 0..6 {
        check(seed);
    }
}

#[test]
#[ignore = "a long campaign: 200 programs of 24 instructions"]
fn many_random_behaviours_are_those_of_the_c_compiler() {
    for seed in 1000..1200 {
        check(seed);
    }
}

fn check(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let functions = functions(&mut random);
    let description: String = functions.iter().map(|one| one.text.as_str()).collect();
    let folder = Folder::with("random.insn", &description);
    let (program, results) = program(&functions, &mut random);
    folder.write("compare.c", program);
    let engine = ["fast", "step"][seed as usize % 2];
    let level = ["0", "1", "2", "s", "3"][seed as usize % 5];
    // Immediates need inlining, which -O0 does not do.
    let level = if functions.iter().any(|one| one.has_imm7) && level == "0" {
        "1"
    } else {
        level
    };
    let command =
        format!("run --quiet -n 1 -O{level} --engine {engine} --insn random.insn compare.c");
    let ended = folder.weft(&command).exits(0);
    assert_eq!(
        ended.stdout,
        format!("{results} results\n"),
        "seed {seed}:\n{description}"
    );
}

/// Random functions; the few that are too large for an instruction are replaced.
fn functions(random: &mut Rng) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let mut instructions = UserInstructions::default();
    let mut refused = 0;
    while functions.len() < INSTRUCTIONS {
        let next = function(functions.len(), &functions, random);
        match instructions.add("random.insn", &next.text) {
            Ok(()) => functions.push(next),
            Err(error) if error.message.contains("make it several instructions") => refused += 1,
            Err(error) => panic!("{error}\n{}", next.text),
        }
    }
    assert!(
        refused < 4 * INSTRUCTIONS,
        "{refused} are too large: the generator is of no use"
    );
    functions
}

/// A C program that compares, and the number of results that it compares.
fn program(functions: &[Function], random: &mut Rng) -> (String, usize) {
    let mut text = String::from(
        "#pragma GCC optimize(\"wrapv\")\n#include <stdint.h>\n#include <stdio.h>\n#include <weft/user_instructions.h>\n",
    );
    let numbers = 0..functions.len();
    for number in numbers.clone() {
        writeln!(text, "#define f{number} c{number}").unwrap();
    }
    text += "#include \"random.insn\"\n";
    for number in numbers {
        writeln!(text, "#undef f{number}").unwrap();
    }
    writeln!(text, "static volatile uint32_t operands[{PAIRS}][2] = {{").unwrap();
    for _ in 0..PAIRS {
        writeln!(text, "    {{{}u, {}u}},", operand(random), operand(random)).unwrap();
    }
    text += "};\nstatic int results, wrong;\n\
        static void compare(int number, uint32_t a, uint32_t b, uint32_t instruction, uint32_t c)\n{\n\
        results++;\nif (instruction != c && wrong++ < 5)\n\
        printf(\"f%d(%#x, %#x): %#x by instruction, %#x in C\\n\", number, (unsigned)a, (unsigned)b, (unsigned)instruction, (unsigned)c);\n}\n\
        int main(void)\n{\n";
    writeln!(text, "for (int i = 0; i < {PAIRS}; i++) {{").unwrap();
    text += "uint32_t a = operands[i][0], b = operands[i][1];\n";
    let mut results = 0;
    for (number, one) in functions.iter().enumerate() {
        let immediates = if one.has_imm7 {
            vec![Some(0), Some(127), Some(random.u8(0..128))]
        } else {
            vec![None]
        };
        for immediate in immediates {
            let call = call(one, immediate);
            writeln!(
                text,
                "compare({number}, a, b, f{number}{call}, c{number}{call});"
            )
            .unwrap();
            results += PAIRS;
        }
    }
    text += "}\nprintf(\"%d results\\n\", results);\nreturn wrong != 0;\n}\n";
    (text, results)
}

fn call(one: &Function, immediate: Option<u8>) -> String {
    let registers = ["a", "b"][..one.registers]
        .iter()
        .map(|name| (*name).to_owned());
    let immediate = immediate.map(|value| value.to_string());
    let operands: Vec<String> = registers.chain(immediate).collect();
    format!("({})", operands.join(", "))
}

fn operand(random: &mut Rng) -> u32 {
    match random.u8(0..4) {
        0 => CORNERS[random.usize(0..CORNERS.len())],
        1 => random.u32(0..64),
        _ => random.u32(..),
    }
}

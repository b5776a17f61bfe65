//! What instructions of the user's own compute, by examples.

use weft_isa::user::UserInstructions;

/// Reads one instruction and computes it for the operands rs1, rs2 and imm7.
fn result(function: &str, [rs1, rs2, imm7]: [u32; 3]) -> u32 {
    let text = format!("#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n{function}");
    let mut instructions = UserInstructions::default();
    instructions
        .add("test.insn", &text)
        .unwrap_or_else(|error| panic!("{error}\n{function}"));
    let has_imm7 = function.contains("imm7");
    let bits = 0x2b | 10 << 7 | if has_imm7 { imm7 << 25 } else { 0 };
    let instruction = instructions.decode(bits).expect("it is the instruction");
    instructions.result(instruction.imm, rs1, rs2)
}

/// The value of an expression in `uint32_t a, uint32_t b`.
fn value(expression: &str, a: u32, b: u32) -> u32 {
    let function = format!("uint32_t f(uint32_t a, uint32_t b) {{ return {expression}; }}");
    result(&function, [a, b, 0])
}

#[test]
fn operators_bind_as_in_c() {
    let cases: [(&str, u32); 20] = [
        ("a + b * 2", 11),
        ("(a + b) * 2", 16),
        ("a - b - 1", 1),
        ("a << 1 + 1", 20),
        ("a & b == 3", 1),
        ("a | b & 4 ^ 1", 5),
        ("a > b && b > a || a", 1),
        ("!a + ~b", !3),
        ("- a + a", 0),
        ("a ? b ? 1 : 2 : 3", 1),
        ("a / b % 2", 1),
        ("a <= 5 == 1", 1),
        ("a != 5", 0),
        ("1 << b", 8),
        ("40 >> b", 5),
        ("40 - a", 35),
        ("40 / a % b", 2),
        ("a % 1 + a / 1 * 1", 5),
        ("a * 0 + (b & 0)", 0),
        ("a >= 6", 0),
    ];
    for (expression, expected) in cases {
        assert_eq!(value(expression, 5, 3), expected, "{expression}");
    }
}

#[test]
fn signs_follow_the_types() {
    let minus = u32::MAX - 6;
    assert_eq!(value("a > b", minus, 1), 1);
    assert_eq!(value("(int32_t)a > (int32_t)b", minus, 1), 0);
    assert_eq!(value("(int32_t)a > b", minus, 1), 1);
    assert_eq!(value("a >> 4", minus, 0), minus >> 4);
    assert_eq!(value("(int)a >> 4", minus, 0), u32::MAX);
    assert_eq!(value("(int32_t)a / 2", minus, 0), (-3i32) as u32);
    assert_eq!(value("(int32_t)a / 2u", minus, 0), minus / 2);
    assert_eq!(value("(int32_t)a % 4", minus, 0), (-3i32) as u32);
    assert_eq!(value("(int32_t)a >> 1u", minus, 0), u32::MAX - 3);
    assert_eq!(value("((int32_t)a << 1u) < 0", minus, 0), 1);
    assert_eq!(value("(a << (int)b) > 0", 0x4000_0000, 1), 1);
    assert_eq!(value("-1 < 0", 0, 0), 1);
    assert_eq!(value("0x80000000 > 1", 0, 0), 1);
    assert_eq!(value("-1 < 0u", 0, 0), 0);
    assert_eq!(value("(a < b ? -1 : 0u) > 0", 0, 1), 1);
    assert_eq!(value("(int)(a >> 31) - 1 < 0", 0, 0), 1);
}

#[test]
fn what_does_not_count_is_not_computed() {
    let function = "uint32_t f(uint32_t a) {
        uint32_t sum = 0;
        for (int i = 0; i < 32; i++)
            sum ^= i > 0 && (a >> (32 - i) & 1) ? 1u << i : i == 0 ? a : a >> (32 - i);
        return sum;
    }";
    let expected = |a: u32| {
        let part = |i: u32| match i {
            0 => a,
            _ if a >> (32 - i) & 1 != 0 => 1 << i,
            _ => a >> (32 - i),
        };
        (0..32).fold(0, |sum, i| sum ^ part(i))
    };
    for a in [0, 1, 0x8000_0000, 0x1234_5678, u32::MAX] {
        assert_eq!(result(function, [a, 0, 0]), expected(a), "{a:#x}");
    }
}

#[test]
fn break_continue_and_return_end_what_they_should() {
    let function = "uint32_t f(uint32_t a, uint32_t b) {
        uint32_t odd = 0, rounds = 0;
        for (int i = 0; i < 8; i++) {
            rounds += 1;
            if ((a >> i & 1) == 0)
                continue;
            odd += i;
            for (int k = 0; k < 4; k++) {
                if (k == (b & 7))
                    break;
                if (odd > 20)
                    return 1000 + rounds;
                odd += 1;
            }
            if (odd > 14)
                break;
        }
        return rounds << 16 | odd;
    }";
    let expected = |a: u32, b: u32| {
        let (mut odd, mut rounds) = (0, 0);
        for i in 0..8 {
            rounds += 1;
            if a >> i & 1 == 0 {
                continue;
            }
            odd += i;
            for k in 0..4 {
                if k == b & 7 {
                    break;
                }
                if odd > 20 {
                    return 1000 + rounds;
                }
                odd += 1;
            }
            if odd > 14 {
                break;
            }
        }
        rounds << 16 | odd
    };
    for a in 0..256 {
        for b in 0..8 {
            assert_eq!(result(function, [a, b, 0]), expected(a, b), "{a} {b}");
        }
    }
}

#[test]
fn a_counter_from_outside_keeps_its_value_behind_break() {
    let function = "uint32_t f(uint32_t a) {
        uint32_t found = 32;
        for (uint32_t i = 0; i < 32; i++) {
            if (a >> i & 1) {
                found = i;
                break;
            }
        }
        return found;
    }";
    for a in [0, 1, 2, 12, 0x8000_0000] {
        assert_eq!(result(function, [a, 0, 0]), a.trailing_zeros());
    }
}

#[test]
fn inner_names_hide_outer_ones() {
    let function = "uint32_t f(uint32_t a) {
        uint32_t x = 1;
        { uint32_t x = a; x += 1; if (x > 3) { uint32_t x = 9; x++; } }
        if (a) { const int x = 5; a += x; } else a = x;
        return a * 10 + x;
    }";
    assert_eq!(result(function, [2, 0, 0]), 71);
    assert_eq!(result(function, [0, 0, 0]), 11);
}

#[test]
fn every_assignment_means_what_it_does_in_c() {
    let function = "uint32_t f(uint32_t a, uint32_t b) {
        int32_t s = a;
        s >>= 1; s /= 2; s %= 100;
        a += b; a -= 1; a *= 3; a &= 0xffff; a |= 0x10000; a ^= 5; a <<= 2; a /= 3; a %= 1000;
        a++; --b; ++a; b--;
        return a + b + s;
    }";
    let expected = |mut a: u32, mut b: u32| {
        let mut s = a as i32;
        s >>= 1;
        s /= 2;
        s %= 100;
        a = a.wrapping_add(b).wrapping_sub(1).wrapping_mul(3) & 0xffff;
        a = (((a | 0x10000) ^ 5) << 2) / 3 % 1000;
        b = b.wrapping_sub(2);
        (a + 2).wrapping_add(b).wrapping_add(s as u32)
    };
    for (a, b) in [(0, 0), (7, 9), (u32::MAX - 900, 2), (123_456_789, 1)] {
        assert_eq!(result(function, [a, b, 0]), expected(a, b));
    }
}

#[test]
fn an_immediate_is_an_operand() {
    let function = "uint32_t rotate(uint32_t a, uint32_t imm7) { return imm7 & 31 ? a << (imm7 & 31) | a >> (-imm7 & 31) : a; }";
    for imm7 in [0, 1, 31, 32, 127] {
        assert_eq!(
            result(function, [0x8000_0101, 0, imm7]),
            0x8000_0101u32.rotate_left(imm7)
        );
    }
}

#[test]
fn a_behaviour_may_use_instructions_described_before() {
    let text = "#include <stdint.h>
#pragma weft instruction opcode=0x2b funct3=0 cycles=1
static inline uint32_t swap(uint32_t a) { return a << 16 | a >> 16; }
#pragma weft instruction opcode=0x2b funct3=1 cycles=2
uint32_t mix(uint32_t a, uint32_t imm7) { return swap(a) ^ imm7; }
#pragma weft instruction opcode=0x5b funct3=1 funct7=0x7f cycles=3
int32_t twice(uint32_t a, uint32_t b) { return mix(mix(a, 1), 127) + swap(b); }
";
    let mut instructions = UserInstructions::default();
    instructions.add("three.insn", text).unwrap();
    assert_eq!(
        instructions.names().collect::<Vec<_>>(),
        ["swap", "mix", "twice"]
    );
    let word = 0x5b | 10 << 7 | 1 << 12 | 11 << 15 | 12 << 20 | 0x7f << 25;
    let twice = instructions.decode(word).unwrap();
    let mixed = 0x1234_5678 ^ 1 << 16 ^ 127;
    assert_eq!(
        instructions.result(twice.imm, 0x1234_5678, 0x5),
        mixed + 0x5_0000
    );
    assert_eq!(instructions.cycles(twice.imm), 3);
    assert_eq!(instructions.disassemble(word).unwrap(), "twice a0, a1, a2");
    let word = 0x2b | 10 << 7 | 1 << 12 | 11 << 15 | 99 << 25;
    assert_eq!(instructions.disassemble(word).unwrap(), "mix a0, a1, 99");
    // A field without operand must be zero.
    assert_eq!(instructions.decode(word | 1 << 20), None);
    assert_eq!(instructions.decode(0x33), None);
}

#[test]
fn an_operand_that_is_not_given_reads_nothing() {
    assert_eq!(result("uint32_t f(void) { return 7; }", [1, 2, 3]), 7);
    assert_eq!(result("int f() { return -7; }", [1, 2, 3]), -7i32 as u32);
    assert_eq!(result("uint32_t f(uint32_t b) { return b; }", [1, 2, 3]), 1);
}

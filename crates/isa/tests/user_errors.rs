//! Descriptions of instructions that are wrong: each gets a message with its line and a remedy.

use weft_isa::user::UserInstructions;

const HEAD: &str = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n";

fn error(text: &str) -> (usize, String) {
    let mut instructions = UserInstructions::default();
    let error = instructions.add("wrong.insn", text).expect_err(text);
    assert_eq!(error.file, "wrong.insn");
    assert!(error.to_string().starts_with("wrong.insn:"), "{error}");
    (error.line, error.message)
}

/// Requires that a file is refused at `line` with a message that contains `expected`.
fn refused(text: &str, line: usize, expected: &str) {
    let (found, message) = error(text);
    assert!(message.contains(expected), "{text}\n{message}");
    assert_eq!(found, line, "{text}\n{message}");
}

/// The same for the body of a function, whose first line is line 3.
fn refused_body(body: &str, line: usize, expected: &str) {
    let text = format!("{HEAD}uint32_t f(uint32_t a, uint32_t b)\n{{{body}\n}}");
    refused(&text, line, expected);
}

#[test]
fn behaviours_have_no_memory() {
    for body in [
        "return *a;",
        "return a[0];",
        "return a->x;",
        "return (a + 4)[0];",
        "uint32_t t[4] = 0; return t;",
        "uint32_t *p = a; return 0;",
        "*a = 1; return 0;",
        "a[1] = 2; return 0;",
        "return &a;",
        "return *(uint32_t *)a;",
    ] {
        refused_body(body, 3, "cannot read or write memory");
    }
    let text = format!("{HEAD}uint32_t f(const uint32_t *a) {{ return 0; }}");
    refused(&text, 2, "is not a type");
    let text = format!("{HEAD}uint32_t f(uint32_t *a) {{ return 0; }}");
    refused(&text, 2, "cannot read or write memory");
    refused_body("static uint32_t s = 0; return s;", 3, "keeps nothing");
    refused_body("return \"a\";", 3, "does not belong");
}

#[test]
fn loops_have_constant_bounds() {
    refused_body(
        "\n\nwhile (a) a--; return a;",
        5,
        "`while`: a loop whose bound is not constant",
    );
    refused_body("do a--; while (a); return a;", 3, "`do`");
    refused_body("for (;;) { } return a;", 3, "without bound");
    refused_body(
        "\nfor (uint32_t i = 0; i < a; i++) b++; return b;",
        4,
        "depends on operands",
    );
    refused_body(
        "for (int i = 0; i < 8; i += a) b++; return b;",
        3,
        "depends on operands",
    );
    refused_body(
        "for (int i = 0; i < 8; ) b++; return b;",
        3,
        "after 1024 rounds",
    );
    refused_body(
        "for (int i = 0; 1; i++) if (a == i) break; return b;",
        3,
        "after 1024 rounds",
    );
    refused_body(
        "for (int i = 0; i < 1000; i++) for (int k = 0; k < 1000; k++) b ^= k * i; return b;",
        2,
        "too many rounds in all",
    );
    refused_body("break; return a;", 3, "stands in no loop");
}

#[test]
fn names_are_known_and_free() {
    refused_body("\nreturn c;", 4, "`c` is not known here");
    refused_body("c = 1; return a;", 3, "`c` is not known here");
    refused_body("{ int c = 1; } return c;", 3, "`c` is not known here");
    refused_body(
        "for (int i = 0; i < 3; i++) ; return i;",
        3,
        "`i` is not known here",
    );
    refused_body("return g(a);", 3, "`g` cannot be called");
    refused_body("return f(a, b);", 3, "`f` cannot be called");
    refused_body("return a(b);", 3, "cannot be called");
    refused_body("int a = 1; return a;", 3, "already is a `a`");
    refused_body("int c = 1; int c = 2; return c;", 3, "already is a `c`");
    refused_body("int __c = 1; return a;", 3, "reserved");
    refused_body("const int c = 1; c = 2; return c;", 3, "`c` is constant");
    for (name, expected) in [
        ("add", "has an instruction `add` already"),
        ("msg_send", "has an instruction `msg_send` already"),
        ("amoadd_w", "already"),
        ("int", "is a word of C"),
        ("while", "is a word of C"),
        ("weft_thing", "reserved"),
        ("main", "cannot be a name"),
    ] {
        let text = format!("{HEAD}\nuint32_t {name}(uint32_t a) {{ return a; }}");
        refused(&text, 3, expected);
    }
}

#[test]
fn types_are_words() {
    for name in [
        "float", "double", "char", "uint8_t", "int64_t", "bool", "size_t",
    ] {
        refused_body(
            &format!("{name} x = 1; return 0;"),
            3,
            "is not a type of behaviours",
        );
        refused_body(
            &format!("return ({name})a;"),
            3,
            "is not a type of behaviours",
        );
        let text = format!("{HEAD}{name} f(uint32_t a) {{ return a; }}");
        refused(&text, 2, "is not a type of behaviours");
    }
    let text = format!("{HEAD}void f(uint32_t a) {{ }}");
    refused(&text, 2, "`void` is not a type");
    refused_body("return 1.5;", 3, "not an integer");
    refused_body("return 3000000000;", 3, "does not fit into a signed word");
    refused_body("return 0x100000000;", 3, "does not fit into 32 bits");
    refused_body("struct x y; return 0;", 3, "`struct`");
}

#[test]
fn what_c_leaves_open_is_refused_where_it_is_seen() {
    refused_body("int x; return a;", 3, "`x` has no value");
    refused_body("if (a) return b;", 4, "without `return`");
    refused_body(
        "for (int i = 0; i < 2; i++) return b;",
        4,
        "without `return`",
    );
    refused_body("return a << 32;", 3, "a shift by 32");
    refused_body("return a >> -1;", 3, "a shift by -1");
    refused_body(
        "for (int i = 0; i < 40; i++) a ^= b >> i; return a;",
        3,
        "a shift by 32",
    );
    refused_body("return a / 0;", 3, "division by zero");
    refused_body("return a % (2 - 2);", 3, "division by zero");
    refused_body("return a = b;", 3, "a statement of its own");
    refused_body("return a++ + b;", 3, "a statement of its own");
    refused_body("return (b) ++;", 3, "a statement of its own");
    refused_body("f(a); return a;", 3, "has no effect");
    refused_body("a + b; return a;", 3, "`=` is needed");
    refused_body("goto x; return a;", 3, "`goto`");
    refused_body("return sizeof(a);", 3, "`sizeof`");
}

#[test]
fn grammar_is_c() {
    refused_body("return a", 4, "`;` is needed here, not `}`");
    refused_body("return (a;", 3, "`)` is needed here, not `;`");
    refused_body("return ;", 3, "an expression is needed here");
    refused_body("if a return b;", 3, "`(` is needed");
    refused_body("return 1 ? 2;", 3, "`:` is needed");
    refused_body("return a @ b;", 3, "`@`");
    refused_body("/* return a;", 3, "no end");
    let text = format!("{HEAD}uint32_t f(uint32_t a) {{ return a;\n");
    refused(&text, 3, "not the end of the file");
    let text = format!("{HEAD}uint32_t f(uint32_t a, uint32_t b, uint32_t c) {{ return a; }}");
    refused(&text, 2, "two registers at most");
    let text = format!("{HEAD}uint32_t f(uint32_t a) {{ return a; }}\n#define X\n");
    refused(&text, 3, "is not understood");
    let text = format!(
        "{HEAD}uint32_t f(uint32_t a) {{ return a; }}\nuint32_t g(uint32_t a) {{ return a; }}"
    );
    refused(&text, 3, "needs a line before it");
    refused("", 1, "describes no instruction");
    refused("#include <stdint.h>\n", 1, "describes no instruction");
}

#[test]
fn deep_and_long_text_is_refused_not_followed() {
    let deep = format!("return {}a{};", "(".repeat(10_000), ")".repeat(10_000));
    refused_body(&deep, 3, "levels inside each other");
    refused_body(
        &format!("return {}a;", "~".repeat(10_000)),
        3,
        "levels inside each other",
    );
    refused_body(
        &format!("{} return a;", "if (a) ".repeat(10_000)),
        3,
        "levels inside each other",
    );
    refused_body(&"{".repeat(10_000), 3, "levels inside each other");
    refused_body(
        &format!("return a{};", " + a".repeat(10_000)),
        3,
        "too long",
    );
    let selects = "a ? b : ".repeat(10_000);
    refused_body(
        &format!("return {selects} a;"),
        3,
        "levels inside each other",
    );
    let many: String = (0..80)
        .map(|i| format!("uint32_t v{i} = a * {} ^ b;", 2 * i + 3))
        .collect();
    let sum: String = (0..80)
        .map(|i| format!("r = r * 31 + v{i} % (r | 1);"))
        .collect();
    let body = format!("{many} uint32_t r = 0; {sum} return r;");
    let text = format!("{HEAD}uint32_t f(uint32_t a, uint32_t b)\n{{{body}\n}}");
    // Values are computed where they stand, so that all of them are held until the sum.
    refused(&text, 2, "more than 64 values at a time");
    let long = "for (int i = 0; i < 1000; i++) a = (a * b ^ a >> 3) + (b % (a | 1)); return a;";
    refused_body(long, 2, "operations; 4096 are the most");
}

#[test]
fn heads_are_complete_and_in_range() {
    let function = "uint32_t f(uint32_t a) { return a; }";
    for (head, expected) in [
        ("funct3=0 cycles=1", "opcode is missing"),
        ("opcode=0x2b cycles=1", "funct3 is missing"),
        ("opcode=0x2b funct3=0", "cycles is missing"),
        (
            "opcode=0x2b funct3=0 cycles=0",
            "cycles is a number from 1 to 255, not `0`",
        ),
        (
            "opcode=0x2b funct3=0 cycles=256",
            "cycles is a number from 1 to 255",
        ),
        (
            "opcode=0x2b funct3=8 cycles=1",
            "funct3 is a number from 0 to 7",
        ),
        ("opcode=0x2b funct3=x cycles=1", "not `x`"),
        (
            "opcode=0x80 funct3=0 cycles=1",
            "opcode is a number from 0 to 127",
        ),
        (
            "opcode=0x2a funct3=0 cycles=1",
            "not one of 32-bit instructions",
        ),
        (
            "opcode=0x1f funct3=0 cycles=1",
            "not one of 32-bit instructions",
        ),
        (
            "opcode=0x2b funct3=0 funct7=128 cycles=1",
            "funct7 is a number",
        ),
        (
            "opcode=0x2b funct3=0 cycles=1 cycles=1",
            "cycles stands twice",
        ),
        (
            "opcode=0x2b funct3=0 cycles=1 latency=2",
            "there is no key `latency`",
        ),
        ("opcode=0x2b funct3=0 cycles", "a key, `=` and a number"),
    ] {
        let text = format!("\n#pragma weft instruction {head}\n{function}");
        refused(&text, 2, expected);
    }
    refused(&format!("#pragma once\n{function}"), 1, "is not understood");
    refused(function, 1, "needs a line before it");
    let text = "#pragma weft instruction opcode=0x2b funct3=0 funct7=1 cycles=1\nuint32_t f(uint32_t imm7) { return 1; }";
    refused(text, 1, "one or the other");
}

#[test]
fn encodings_do_not_clash() {
    let two = |first: &str, second: &str| {
        format!(
            "#pragma weft instruction {first} cycles=1\nuint32_t f(uint32_t a, uint32_t b) {{ return a + b; }}\n\
             #pragma weft instruction {second} cycles=1\nuint32_t g(uint32_t a) {{ return a; }}\n"
        )
    };
    let clash = "is also that of `f` (wrong.insn:1)";
    refused(
        &two("opcode=0x2b funct3=1", "opcode=0x2b funct3=1"),
        3,
        clash,
    );
    refused(
        &two("opcode=0x2b funct3=1", "opcode=43 funct3=1 funct7=0"),
        3,
        clash,
    );
    let text = two("opcode=0x2b funct3=1", "opcode=0x2b funct3=1 funct7=1");
    assert!(UserInstructions::default().add("right.insn", &text).is_ok());
    let with_imm7 = text.replace("g(uint32_t a)", "g(uint32_t a, uint32_t imm7)");
    refused(&with_imm7.replace(" funct7=1", ""), 3, clash);
    let any_imm7 = with_imm7
        .replace(" funct7=1", "")
        .replacen("funct3=1", "funct3=1 funct7=9", 1);
    refused(&any_imm7, 3, clash);
    for (head, name) in [
        ("opcode=0x33 funct3=0", "add"),
        ("opcode=0x33 funct3=4 funct7=1", "div"),
        ("opcode=0x13 funct3=2", "slti"),
        ("opcode=0x03 funct3=2", "lw"),
        ("opcode=0x0b funct3=1", "msg.receive"),
        ("opcode=0x73 funct3=1", "csrrw"),
        ("opcode=0x2f funct3=2", "amoadd.w"),
        ("opcode=0x37 funct3=5", "lui"),
    ] {
        let text = format!("#pragma weft instruction {head} cycles=1\nuint32_t f(uint32_t a, uint32_t b) {{ return a; }}");
        refused(&text, 1, &format!("is also that of the core's `{name}`"));
    }
}

#[test]
fn a_name_is_taken_across_files() {
    let mut instructions = UserInstructions::default();
    instructions
        .add(
            "a.insn",
            &format!("{HEAD}uint32_t f(uint32_t a) {{ return a; }}"),
        )
        .unwrap();
    let other = "#pragma weft instruction opcode=0x5b funct3=0 cycles=1\nuint32_t f(uint32_t a) { return a; }";
    let error = instructions.add("b.insn", other).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b.insn:2: the name `f` is taken by a.insn:1"
    );
    assert_eq!(instructions.names().count(), 1);
}

#[test]
fn immediates_of_calls_are_constants() {
    let text = format!(
        "{HEAD}uint32_t f(uint32_t a, uint32_t imm7) {{ return a + imm7; }}\n\
         #pragma weft instruction opcode=0x5b funct3=0 cycles=1\nuint32_t g(uint32_t a) {{ return\n"
    );
    refused(
        &format!("{text}f(a, a); }}"),
        5,
        "imm7 is a constant of 0 to 127",
    );
    refused(
        &format!("{text}f(a, 128); }}"),
        5,
        "imm7 is a constant of 0 to 127",
    );
    refused(&format!("{text}f(a); }}"), 5, "`,` is needed");
}

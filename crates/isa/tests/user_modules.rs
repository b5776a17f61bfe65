//! Instructions of the user's own as circuits in SystemVerilog. Whether the circuits compute the same as the simulator is a test of the chip
//! (`tests/hardware.rs`).

use weft_isa::user::UserInstructions;

/// The modules of some instructions.
fn modules(text: &str) -> [String; 2] {
    let mut instructions = UserInstructions::default();
    instructions
        .add("own.insn", text)
        .unwrap_or_else(|error| panic!("{error}"));
    let [decode, result] = &instructions.modules()[..] else {
        panic!("two modules")
    };
    assert_eq!(decode.name, "user_decode.sv");
    assert_eq!(result.name, "user_result.sv");
    [decode.text.clone(), result.text.clone()]
}

/// The module of results of an instruction that computes an expression.
fn result_of(expression: &str) -> String {
    let [_, result] = modules(&format!(
        "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n\
         uint32_t f(uint32_t a, uint32_t b) {{ return {expression}; }}\n"
    ));
    result
}

#[test]
fn without_instructions_there_are_no_modules() {
    assert!(UserInstructions::default().modules().is_empty());
}

#[test]
fn words_are_decoded_to_numbers() {
    let [decode, _] = modules(
        "#pragma weft instruction opcode=0x2b funct3=5 cycles=1\nuint32_t first(void) { return 1; }\n\
         #pragma weft instruction opcode=0x5b funct3=2 funct7=0x55 cycles=2\nint32_t second(uint32_t a, uint32_t b) { return a + b; }\n\
         #pragma weft instruction opcode=0x7b funct3=7 cycles=3\nuint32_t third(uint32_t a, uint32_t imm7) { return a + imm7; }\n",
    );
    for line in [
        "//   2  third",
        "32'b00000000000000000101?????0101011: immediate = {25'd0, 7'd0};",
        "32'b1010101??????????010?????1011011: immediate = {25'd1, 7'd0};",
        "32'b???????00000?????111?????1111011: immediate = {25'd2, word[31:25]};",
    ] {
        assert!(decode.contains(line), "{line}\n{decode}");
    }
}

#[test]
fn operations_are_wires() {
    let [_, result] = modules(
        "#pragma weft instruction opcode=0x2b funct3=0 cycles=4\n\
         uint32_t turn(uint32_t x) { return x << 8 | x >> 24; }\n",
    );
    for line in [
        "    logic [31:0] turn_4, turn_6, turn_7;\n",
        "    assign turn_4 = a << 8;\n    assign turn_6 = a >> 24;\n    assign turn_7 = turn_4 | turn_6;\n",
        "25'd0: {result, cycles} = {turn_7, 8'd4};",
    ] {
        assert!(result.contains(line), "{line}\n{result}");
    }
}

#[test]
fn every_operator_has_a_circuit() {
    let cases = [
        ("a + b", "a + b;"),
        ("a - b", "a - b;"),
        ("a * b", "a * b;"),
        ("a / b", "b == 32'h0 ? '1 : a / b;"),
        ("a % b", "b == 32'h0 ? a : a % b;"),
        ("(int)a / (int)b", "32'($signed(a) / $signed(b));"),
        ("(int)a % (int)b", "32'($signed(a) % $signed(b));"),
        ("a << b", "a << b[4:0];"),
        ("(uint32_t)9 >> b", "32'h9 >> b[4:0];"),
        ("(int)a >> b", "32'($signed(a) >>> b[4:0]);"),
        ("a < b", "{31'b0, a < b};"),
        ("(int)a < (int)b", "{31'b0, $signed(a) < $signed(b)};"),
        ("a ^ b & 255", "b & 32'hff;"),
        ("a ? b : 7", "a != 32'h0 ? b : 32'h7;"),
    ];
    for (expression, circuit) in cases {
        let result = result_of(expression);
        assert!(result.contains(circuit), "{expression}\n{result}");
    }
}

#[test]
fn a_result_can_be_an_operand_or_a_constant() {
    assert!(result_of("b").contains("{result, cycles} = {b, 8'd1};"));
    assert!(result_of("3 + 4").contains("{result, cycles} = {32'h7, 8'd1};"));
}

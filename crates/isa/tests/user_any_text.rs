//! Whatever a file says, it is taken or refused with a line that it has: no text ends in a panic or takes long.

use proptest::prelude::*;
use weft_isa::user::UserInstructions;

/// Words that bring a random text far into the parser.
const WORDS: [&str; 56] = [
    "uint32_t",
    "int32_t",
    "int",
    "unsigned",
    "const",
    "void",
    "float",
    "static",
    "inline",
    "if",
    "else",
    "for",
    "while",
    "return",
    "break",
    "continue",
    "a",
    "b",
    "i",
    "imm7",
    "f",
    "g",
    "0",
    "1",
    "32",
    "0xffffffff",
    "7u",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    "+=",
    "<<=",
    "++",
    "--",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "<<",
    ">>",
    "<",
    "==",
    "&&",
    "?",
    ":",
    "~",
    "!",
];

const HEAD: &str = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n";

/// Functions with every kind of statement, to be spoilt.
const FUNCTION: &str = "uint32_t f ( uint32_t a , uint32_t b ) {\n\
    uint32_t x = a * 3 , y = b ;\n\
    for ( int i = 0 ; i < 8 ; i ++ ) {\n\
    if ( x & 1 ) { y ^= x << i ; continue ; } else if ( y > 100u ) break ;\n\
    x = ( x >> 1 ) + ( int32_t ) y / 5 ;\n\
    }\n\
    return x ? x + y : - y ;\n\
    }\n";

fn is_taken_or_refused(text: &str) -> Result<(), TestCaseError> {
    let mut instructions = UserInstructions::default();
    if let Err(error) = instructions.add("any.insn", text) {
        let lines = text.split('\n').count();
        prop_assert!((1..=lines).contains(&error.line), "{error}\n{text}");
        prop_assert!(!error.message.is_empty());
    } else {
        let word = 0x2b | 10 << 7;
        if let Some(instruction) = instructions.decode(word) {
            instructions.result(instruction.imm, 1, 2);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_characters(text in "\\PC{0,200}") {
        is_taken_or_refused(&text)?;
        is_taken_or_refused(&format!("{HEAD}{text}"))?;
    }

    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..120)) {
        let words = words.join(" ");
        is_taken_or_refused(&format!("{HEAD}{words}"))?;
        is_taken_or_refused(&format!("{HEAD}uint32_t f(uint32_t a, uint32_t b) {{ {words}; return a; }}"))?;
    }

    #[test]
    fn a_spoilt_function(place in 0_usize..100, count in 0_usize..4, word in prop::sample::select(&WORDS[..])) {
        let mut words: Vec<&str> = FUNCTION.split(' ').collect();
        let place = place % words.len();
        let end = (place + count).min(words.len());
        words.splice(place..end, [word]);
        is_taken_or_refused(&format!("{HEAD}{}", words.join(" ")))?;
    }

    #[test]
    fn any_head(head in "[ =a-z0-9x#]{0,60}") {
        is_taken_or_refused(&format!("#pragma weft instruction {head}\nuint32_t f(void) {{ return 0; }}\n"))?;
    }
}

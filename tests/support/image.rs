//! Many sequences in one ELF, and what running it writes: for each sequence its final registers, the exceptions it
//! raised, and its scratch memory.

use crate::layout::Layout;
use crate::sequence::{Line, Sequence, SCRATCH, SCRATCH_WORDS, X8_OFFSET};
use crate::toolchain::{self, Result};
use std::fmt::Write;

/// x1 to x30, mscratch, mepc.
const RESULT_WORDS: usize = 32;
/// Maximum exceptions that are recorded for one sequence, in two words each.
const TRAPS: usize = 32;
const RECORD_WORDS: usize = RESULT_WORDS + 2 * TRAPS + SCRATCH_WORDS;

/// The results of one sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    words: Vec<u32>,
}

impl Outcome {
    /// Returns the outcomes in the output of an image of `count` sequences.
    ///
    /// # Errors
    /// When the output has another length.
    pub fn parse(output: &[u8], count: usize) -> Result<Vec<Outcome>> {
        let expected = count * RECORD_WORDS * 4;
        if output.len() != expected {
            return Err(format!(
                "the image wrote {} bytes instead of {expected}",
                output.len()
            ));
        }
        let words = |record: &[u8]| record.chunks_exact(4).map(little_endian).collect();
        Ok(output
            .chunks_exact(RECORD_WORDS * 4)
            .map(|record| Outcome {
                words: words(record),
            })
            .collect())
    }

    /// Returns one line for each word in which the two differ.
    pub fn differences(&self, other: &Outcome) -> Vec<String> {
        let pairs = self.words.iter().zip(&other.words).enumerate();
        pairs
            .filter(|(_, (ours, theirs))| ours != theirs)
            .map(|(place, (ours, theirs))| {
                format!("{}: {ours:#010x} and {theirs:#010x}", name(place))
            })
            .collect()
    }
}

fn little_endian(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// Returns the name of word `place` of a record.
fn name(place: usize) -> String {
    match place {
        29 => "x30 + x31".to_string(),
        0..=28 => format!("x{}", place + 1),
        30 => "mscratch".to_string(),
        31 => "mepc".to_string(),
        _ if place < RESULT_WORDS + 2 * TRAPS => {
            let what = if place % 2 == 0 { "mcause" } else { "mepc" };
            format!("{what} of exception {}", (place - RESULT_WORDS) / 2)
        }
        _ => format!(
            "scratch memory + {}",
            4 * (place - RESULT_WORDS - 2 * TRAPS)
        ),
    }
}

/// Assembles and links the sequences.
///
/// # Errors
/// When the tool chain refuses them.
pub fn build(sequences: &[Sequence], layout: &Layout) -> Result<Vec<u8>> {
    toolchain::assemble(&source(sequences), layout.script)
}

fn source(sequences: &[Sequence]) -> String {
    let mut text = include_str!("frame.s").to_string();
    for (index, sequence) in sequences.iter().enumerate() {
        write_code(&mut text, index, sequence);
    }
    text.push_str("    j output\n    .data\n");
    for (index, sequence) in sequences.iter().enumerate() {
        write_start(&mut text, index, sequence);
    }
    text.push_str("    .section .data.output, \"aw\"\n");
    for (index, sequence) in sequences.iter().enumerate() {
        write_record(&mut text, index, sequence);
    }
    text
}

fn write_code(text: &mut String, index: usize, sequence: &Sequence) {
    writeln!(text, "begin {index}").expect("writing to a string");
    for line in sequence.lines() {
        write_line(text, index, line);
    }
    writeln!(text, "finish {index}").expect("writing to a string");
}

fn write_line(text: &mut String, index: usize, line: &Line) {
    let line_text = line.text.replace(SCRATCH, &format!("scratch_{index}"));
    if line.compressed {
        writeln!(text, ".option rvc\n{line_text}\n.option norvc")
    } else {
        writeln!(text, "{line_text}")
    }
    .expect("writing to a string");
}

/// The registers that `begin` loads.
fn write_start(text: &mut String, index: usize, sequence: &Sequence) {
    let register = |number| match number {
        2 => format!("scratch_{index}"),
        8 => format!("scratch_{index} + {X8_OFFSET}"),
        _ => sequence.registers[number].to_string(),
    };
    let words: Vec<String> = (1..32).map(register).collect();
    writeln!(
        text,
        "start_{index}: .word {}, {}",
        words.join(", "),
        sequence.mscratch
    )
    .expect("writing to a string");
}

fn write_record(text: &mut String, index: usize, sequence: &Sequence) {
    let scratch: Vec<String> = sequence.scratch.iter().map(u32::to_string).collect();
    writeln!(
        text,
        "result_{index}: .space {}\ntraps_{index}: .space {}\nscratch_{index}: .word {}",
        4 * RESULT_WORDS,
        8 * TRAPS,
        scratch.join(", ")
    )
    .expect("writing to a string");
}

//! A generated instruction sequence: assembly lines in steps, and the state of the machine it starts from.

use std::fmt;

/// Words of memory that each sequence has for itself; registers x2 and x8 point to it, see [`Sequence`].
pub const SCRATCH_WORDS: usize = 64;
/// What stands in assembly text for the address of the sequence's scratch memory.
pub const SCRATCH: &str = "SCRATCH";
/// Bytes between the start of the scratch memory and the address in x8: half of it, so that x8 reaches both ways.
pub const X8_OFFSET: usize = SCRATCH_WORDS * 2;

/// One line of assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    /// Whether it is a 16-bit instruction, which the assembler takes only where compressed instructions are allowed.
    pub compressed: bool,
}

impl Line {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let compressed = text.starts_with("c.");
        Line { text, compressed }
    }
}

/// Lines that belong together: a branch and its target, an address and its use. A sequence without one of its steps is
/// still a valid sequence, which is what makes shrinking simple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub lines: Vec<Line>,
}

/// Registers, memory and steps. Register x2 starts as the address of the scratch memory and x8 as the address of its
/// middle; steps may rely on that, since each step restores what it changes of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// x0 to x31 at the start; the entries 0, 2 and 8 are not used.
    pub registers: [u32; 32],
    pub mscratch: u32,
    pub scratch: [u32; SCRATCH_WORDS],
    pub steps: Vec<Step>,
}

impl Sequence {
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.steps.iter().flat_map(|step| &step.lines)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "registers at the start (x2 = {SCRATCH}, x8 = {SCRATCH} + {X8_OFFSET}):"
        )?;
        for (number, value) in self.registers.iter().enumerate() {
            if ![0, 2, 8].contains(&number) {
                let end = if number % 8 == 7 { "\n" } else { "  " };
                write!(f, "x{number:<2} {value:#010x}{end}")?;
            }
        }
        writeln!(f, "mscratch {:#010x}", self.mscratch)?;
        self.lines()
            .try_for_each(|line| writeln!(f, "    {}", line.text))
    }
}

//! The counters and final state of a core of the circuits (`hardware/bench/observe_core.sv`, `observe_unit.sv`).

use anyhow::Result;

/// Classes of cycles.
const CLASSES: usize = 7;
/// Bit that distinguishes a request word from the end of the list.
const IS_THERE: u64 = 1 << 32;

/// The counts of a core.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub instructions: u64,
    /// Cycles in each class, in the order of `Class::ALL`.
    pub classes: [u64; CLASSES],
    /// Messages and bytes sent, messages and bytes received.
    pub messages: [u64; 4],
    /// The number of the present class.
    pub class: usize,
    pub registers: [u32; 32],
    /// The address of the instruction in EX.
    pub pc: u32,
    /// The request words of messages that have not been received: of blocks, and of single words.
    pub left: [Vec<u32>; 2],
    pub executed: Vec<Executed>,
}

/// An instruction that has issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    pub address: u32,
    pub times: u64,
    pub cycles: u64,
}

/// Reads the counts word by word, in the order of `send_counts` in `hardware/bench/engine.cpp`.
pub(super) fn read_counts(word: &mut dyn FnMut() -> Result<u32>) -> Result<Counts> {
    let mut counts = Counts {
        instructions: two(word)?,
        ..Counts::default()
    };
    for class in &mut counts.classes {
        *class = two(word)?;
    }
    for count in &mut counts.messages {
        *count = two(word)?;
    }
    counts.class = word()? as usize;
    for register in &mut counts.registers {
        *register = word()?;
    }
    counts.pc = word()?;
    for left in &mut counts.left {
        *left = requests(word)?;
    }
    counts.executed = executed(word)?;
    Ok(counts)
}

fn two(word: &mut dyn FnMut() -> Result<u32>) -> Result<u64> {
    let low = word()?;
    Ok(u64::from(low) | u64::from(word()?) << 32)
}

fn requests(word: &mut dyn FnMut() -> Result<u32>) -> Result<Vec<u32>> {
    let mut requests = Vec::new();
    loop {
        let request = two(word)?;
        if request & IS_THERE == 0 {
            return Ok(requests);
        }
        requests.push(request as u32);
    }
}

fn executed(word: &mut dyn FnMut() -> Result<u32>) -> Result<Vec<Executed>> {
    let mut executed = Vec::new();
    loop {
        let slot = word()?;
        if slot == 0 {
            return Ok(executed);
        }
        executed.push(Executed {
            address: 2 * (slot - 1),
            times: word()?.into(),
            cycles: word()?.into(),
        });
    }
}

//! Where a program's cycles went, by function: the cycles of each instruction, folded over symbols and inlined calls.
//!
//! An instruction belongs to the innermost function there, also when that was inlined: this is the function's *own* time. With
//! the code that was inlined into it counted as well, as the compiler sees it, a function has the time *with inlined* calls. What
//! a function calls without inlining counts in neither. An intrinsic is an instruction written as a function: its cycles are its
//! caller's.

use crate::symbols::{Frame, SourceLine, Symbols};
use std::collections::{BTreeSet, HashMap};
use weft_sim::part::core::profile::PcProfile;

/// The cost of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCost {
    pub function: String,
    /// Cycles in instructions of which it is the innermost function.
    pub own_cycles: u64,
    /// Cycles in its own instructions and those of functions inlined into it.
    pub cycles_with_inlined: u64,
}

/// The functions at each address of a program, looked up once for all cores that run it.
pub struct Folder<'a> {
    symbols: &'a Symbols,
    functions: HashMap<u32, Vec<String>>,
}

impl<'a> Folder<'a> {
    pub fn new(symbols: &'a Symbols) -> Folder<'a> {
        Folder {
            symbols,
            functions: HashMap::new(),
        }
    }

    /// The functions that instructions were executed in, those with the most own cycles first.
    pub fn fold(&mut self, profile: &[PcProfile]) -> Vec<FunctionCost> {
        let mut costs: HashMap<&str, (u64, u64)> = HashMap::new();
        profile
            .iter()
            .for_each(|instruction| self.look_up(instruction.pc));
        for instruction in profile {
            let functions = &self.functions[&instruction.pc];
            costs.entry(&functions[0]).or_default().0 += instruction.cycles;
            // A function inlined into itself counts once.
            for function in functions.iter().collect::<BTreeSet<_>>() {
                costs.entry(function).or_default().1 += instruction.cycles;
            }
        }
        sorted(
            costs.into_iter().map(
                |(function, (own_cycles, cycles_with_inlined))| FunctionCost {
                    function: function.to_owned(),
                    own_cycles,
                    cycles_with_inlined,
                },
            ),
        )
    }

    fn look_up(&mut self, pc: u32) {
        let symbols = self.symbols;
        self.functions
            .entry(pc)
            .or_insert_with(|| functions(symbols.locate(pc).frames));
    }
}

/// The names of the functions at an address, innermost first, without an intrinsic.
fn functions(mut frames: Vec<Frame>) -> Vec<String> {
    if frames.len() > 1 && is_intrinsic(&frames[0]) {
        frames.remove(0);
    }
    frames.into_iter().map(|frame| frame.function).collect()
}

fn is_intrinsic(frame: &Frame) -> bool {
    frame.source.as_ref().is_some_and(SourceLine::is_intrinsic)
}

/// The costs of several cores in one list; functions of the same name count as one.
pub fn merge<'a>(costs: impl IntoIterator<Item = &'a FunctionCost>) -> Vec<FunctionCost> {
    let mut merged: HashMap<&str, FunctionCost> = HashMap::new();
    for cost in costs {
        let known = merged
            .entry(&cost.function)
            .or_insert_with(|| FunctionCost {
                function: cost.function.clone(),
                own_cycles: 0,
                cycles_with_inlined: 0,
            });
        known.own_cycles += cost.own_cycles;
        known.cycles_with_inlined += cost.cycles_with_inlined;
    }
    sorted(merged.into_values())
}

/// The most own cycles first, equal ones by name.
fn sorted(costs: impl Iterator<Item = FunctionCost>) -> Vec<FunctionCost> {
    let mut costs: Vec<FunctionCost> = costs.collect();
    costs.sort_by(|a, b| {
        b.own_cycles
            .cmp(&a.own_cycles)
            .then_with(|| a.function.cmp(&b.function))
    });
    costs
}

//! Where a program's cycles went, by function: the cycles of each instruction, folded over symbols and inlined calls.
//!
//! An instruction belongs to the innermost function there, also when that was inlined: this is the function's *own* time. With
//! the code that was inlined into it counted as well, as the compiler sees it, a function has the time *with inlined* calls. What
//! a function calls without inlining counts in neither. An intrinsic is an instruction written as a function: its cycles are its
//! caller's.

use crate::symbols::{Frame, SourceLine, Symbols};
use std::cmp::Reverse;
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
/// Own cycles and cycles with inlined functions, by function.
type Cycles<'a> = HashMap<&'a str, (u64, u64)>;

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
        let mut costs = Cycles::new();
        for instruction in profile {
            self.look_up(instruction.pc);
        }
        for instruction in profile {
            let functions = &self.functions[&instruction.pc];
            costs.entry(&functions[0]).or_default().0 += instruction.cycles;
            // A function inlined into itself counts once.
            for function in functions.iter().collect::<BTreeSet<_>>() {
                costs.entry(function).or_default().1 += instruction.cycles;
            }
        }
        sorted(costs)
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
    let mut merged = Cycles::new();
    for cost in costs {
        let (own, with_inlined) = merged.entry(&cost.function).or_default();
        *own += cost.own_cycles;
        *with_inlined += cost.cycles_with_inlined;
    }
    sorted(merged)
}

/// The most own cycles first, equal ones by name.
fn sorted(cycles: Cycles<'_>) -> Vec<FunctionCost> {
    let mut cycles: Vec<_> = cycles.into_iter().collect();
    cycles.sort_by_key(|&(function, (own, _))| (Reverse(own), function));
    let cost = |(function, (own_cycles, cycles_with_inlined)): (&str, _)| FunctionCost {
        function: function.to_owned(),
        own_cycles,
        cycles_with_inlined,
    };
    cycles.into_iter().map(cost).collect()
}

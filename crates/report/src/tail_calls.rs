//! Finds the functions that are missing from a backtrace because they have ended in a tail call: the compiler has replaced the call by a
//! jump, so the function has no stack frame any more.
//!
//! The call instruction in the caller names the function that was called. If the frame above the caller belongs to another function, jumps
//! have led from the called function to that one. Functions on every path of jumps between the two have certainly been left by a tail call.
//! Functions on only some of the paths may have been, and are not named.

use crate::functions::FunctionTable;
use crate::stack::Frozen;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use weft_isa::{decode, Instruction, Op};

/// The return address register.
const RA: u8 = 1;

/// Maximum number of functions that are searched for jumps.
const SEARCHED: usize = 256;

/// The code of a program, in which calls and jumps are looked up.
pub(crate) struct TailCalls<'a> {
    pub(crate) functions: &'a FunctionTable,
    pub(crate) core: &'a Frozen<'a>,
}

/// A jump at the address `at` from one function to another; functions are identified by their first address.
#[derive(Clone, Copy)]
struct Jump {
    at: u32,
    from: u32,
    to: u32,
}

impl TailCalls<'_> {
    /// Returns an address in each function that has certainly been left by a tail call between the call instruction and the function
    /// `callee` that will return to it, innermost first: the address of the jump, or the function's first address if several of its jumps
    /// lead to `callee`. `call` is the address of the call instruction's last byte.
    pub(crate) fn between(&self, callee: u32, call: u32) -> Vec<u32> {
        let ends = self.called(call).zip(self.entry(callee));
        let Some((called, callee)) = ends.filter(|(called, callee)| called != callee) else {
            return Vec::new();
        };
        let graph = Graph::of(self, called);
        let path = graph.path(called, callee, None).unwrap_or_default();
        let is_certain = |jump: &&Jump| {
            jump.from == called || graph.path(called, callee, Some(jump.from)).is_none()
        };
        let certain = path.iter().rev().filter(is_certain);
        let place = |jump: &Jump| {
            if graph.is_only_way(jump, callee) {
                jump.at
            } else {
                jump.from
            }
        };
        certain.map(place).collect()
    }

    /// Returns the function that a direct call instruction calls; None for an indirect one. `call` is the address of its last byte.
    fn called(&self, call: u32) -> Option<u32> {
        let sizes = [4, 2].into_iter();
        let mut targets = sizes.filter_map(|size| {
            let at = call.wrapping_add(1).wrapping_sub(size);
            let instruction = self.instruction(at)?;
            let is_call = u32::from(instruction.size) == size && instruction.rd == RA;
            self.target(at, &instruction).filter(|_| is_call)
        });
        targets.find(|&target| self.entry(target) == Some(target))
    }

    /// Returns the direct jumps out of a function.
    fn jumps(&self, from: u32) -> Vec<Jump> {
        let end = self.functions.bounds(from).map_or(from, |(_, end)| end);
        let size = |at: u32| {
            self.instruction(at)
                .map_or(2, |instruction| instruction.size.into())
        };
        let places = std::iter::successors(Some(from), |&at| at.checked_add(size(at)));
        let jump = |at| {
            let instruction = self.instruction(at).filter(|jump| jump.rd == 0)?;
            let to = self.entry(self.target(at, &instruction)?)?;
            (to != from).then_some(Jump { at, from, to })
        };
        places.take_while(|&at| at < end).filter_map(jump).collect()
    }

    fn target(&self, at: u32, instruction: &Instruction) -> Option<u32> {
        let offset = instruction.imm as u32;
        match instruction.op {
            Op::Jal | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
                Some(at.wrapping_add(offset))
            }
            Op::Jalr => {
                let before = at.wrapping_sub(4);
                let upper = self.instruction(before)?;
                let is_pair = upper.op == Op::Auipc && upper.rd == instruction.rs1;
                let page = before.wrapping_add(upper.imm as u32);
                is_pair.then(|| page.wrapping_add(offset))
            }
            _ => None,
        }
    }

    fn entry(&self, address: u32) -> Option<u32> {
        Some(self.functions.bounds(address)?.0)
    }

    fn instruction(&self, at: u32) -> Option<Instruction> {
        decode(self.core.code(at)?)
    }
}

/// The jumps out of each function that can be reached by jumps from a start.
struct Graph(BTreeMap<u32, Vec<Jump>>);

impl Graph {
    fn of(calls: &TailCalls<'_>, start: u32) -> Graph {
        let mut graph = BTreeMap::new();
        let mut found = vec![start];
        while let Some(function) = found.pop().filter(|_| graph.len() < SEARCHED) {
            if let Entry::Vacant(place) = graph.entry(function) {
                let jumps = place.insert(calls.jumps(function));
                found.extend(jumps.iter().map(|jump| jump.to));
            }
        }
        Graph(graph)
    }

    /// Returns a shortest path of jumps between two functions that avoids the function `without` (breadth-first search).
    fn path(&self, from: u32, to: u32, without: Option<u32>) -> Option<Vec<Jump>> {
        let mut reached_by = BTreeMap::from([(from, None)]);
        let mut open = VecDeque::from([from]);
        while let Some(function) = open.pop_front().filter(|&function| function != to) {
            let jumps = self.0.get(&function).into_iter().flatten();
            for jump in jumps.filter(|jump| Some(jump.to) != without) {
                reached_by.entry(jump.to).or_insert_with(|| {
                    open.push_back(jump.to);
                    Some(*jump)
                });
            }
        }
        let last = *reached_by.get(&to)?;
        let back = std::iter::successors(last, |jump: &Jump| reached_by[&jump.from]);
        let mut path: Vec<Jump> = back.collect();
        path.reverse();
        Some(path)
    }

    /// Does only one jump of this function lead to `callee`?
    fn is_only_way(&self, jump: &Jump, callee: u32) -> bool {
        let toward = |other: &&Jump| self.path(other.to, callee, Some(jump.from)).is_some();
        self.0[&jump.from].iter().filter(toward).count() == 1
    }
}

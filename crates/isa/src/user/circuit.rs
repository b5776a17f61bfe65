//! The behaviour of an instruction as a combinational circuit: operations of RV32IM on words, without loops, memory or state.
//!
//! Each operation computes the same as the core's own instruction ([`alu`]): shifts use the low five bits of the amount, and a division by zero has
//! the result that the manual specifies. Common subexpressions are built once, and constants are folded.

use crate::{alu, Op};
use std::collections::HashMap;

/// The output of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wire(usize);

/// A node of the circuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// An operand of the instruction: 0 is rs1, 1 is rs2, 2 is imm7.
    Operand(usize),
    Constant(u32),
    Operation(Op, Wire, Wire),
    /// The second wire if the first is not zero, otherwise the third.
    Select(Wire, Wire, Wire),
}

impl Node {
    /// Returns the wires that it reads.
    pub fn inputs(self) -> Vec<Wire> {
        match self {
            Node::Operand(_) | Node::Constant(_) => Vec::new(),
            Node::Operation(_, left, right) => vec![left, right],
            Node::Select(condition, yes, no) => vec![condition, yes, no],
        }
    }
}

/// The nodes in topological order: each comes after those that it reads.
#[derive(Default)]
pub(super) struct Circuit {
    pub nodes: Vec<Node>,
    known: HashMap<Node, Wire>,
}

impl Circuit {
    pub fn node(&self, wire: Wire) -> Node {
        self.nodes[wire.0]
    }

    /// Returns the index of a wire's node.
    pub fn index(wire: Wire) -> usize {
        wire.0
    }

    /// Returns the wires that a wire depends on, and itself, in the order of the nodes.
    pub fn needed(&self, result: Wire) -> Vec<Wire> {
        let mut is_needed = vec![false; self.nodes.len()];
        is_needed[result.0] = true;
        for index in (0..=result.0).rev() {
            if is_needed[index] {
                let inputs = self.nodes[index].inputs();
                inputs.iter().for_each(|input| is_needed[input.0] = true);
            }
        }
        let wires = (0..self.nodes.len()).map(Wire);
        wires.filter(|wire| is_needed[wire.0]).collect()
    }

    fn add(&mut self, node: Node) -> Wire {
        let nodes = &mut self.nodes;
        *self.known.entry(node).or_insert_with(|| {
            nodes.push(node);
            Wire(nodes.len() - 1)
        })
    }

    pub fn operand(&mut self, number: usize) -> Wire {
        self.add(Node::Operand(number))
    }

    pub fn constant(&mut self, value: u32) -> Wire {
        self.add(Node::Constant(value))
    }

    /// Returns the wire's value, if it is a constant.
    pub fn value(&self, wire: Wire) -> Option<u32> {
        match self.node(wire) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub fn operation(&mut self, op: Op, left: Wire, right: Wire) -> Wire {
        match (self.value(left), self.value(right)) {
            (Some(a), Some(b)) => self.constant(alu(op, a, b)),
            (Some(_), None) if is_commutative(op) => self.operation(op, right, left),
            (None, Some(b)) if op == Op::Sub => {
                let negative = self.constant(b.wrapping_neg());
                self.operation(Op::Add, left, negative)
            }
            (None, Some(b)) if leaves_alone(op, b) => left,
            (None, Some(0)) if matches!(op, Op::And | Op::Mul) => right,
            _ => self.add(Node::Operation(op, left, right)),
        }
    }

    /// Returns `yes` if `condition` is not zero, otherwise `no`.
    pub fn select(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        match self.value(condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None => self.add(Node::Select(condition, yes, no)),
        }
    }

    /// Returns 1 if the wire is not zero, otherwise 0.
    pub fn truth(&mut self, wire: Wire) -> Wire {
        if let Node::Operation(Op::Slt | Op::Sltu, ..) = self.node(wire) {
            return wire;
        }
        let zero = self.constant(0);
        self.operation(Op::Sltu, zero, wire)
    }

    /// Returns 1 if the wire is zero, otherwise 0.
    pub fn negation(&mut self, wire: Wire) -> Wire {
        let one = self.constant(1);
        self.operation(Op::Sltu, wire, one)
    }

    /// Returns the logical AND of two wires that are 0 or 1.
    pub fn both(&mut self, left: Wire, right: Wire) -> Wire {
        match (self.value(left), self.value(right)) {
            (Some(1), _) => right,
            (_, Some(1)) => left,
            _ => self.operation(Op::And, left, right),
        }
    }
}

fn is_commutative(op: Op) -> bool {
    matches!(op, Op::Add | Op::And | Op::Or | Op::Xor | Op::Mul)
}

/// Is `right` the identity of the operation, so that the result is the left operand?
fn leaves_alone(op: Op, right: u32) -> bool {
    match op {
        Op::Add | Op::Or | Op::Xor | Op::Sll | Op::Srl | Op::Sra => right == 0,
        Op::And => right == u32::MAX,
        Op::Mul | Op::Div | Op::Divu => right == 1,
        _ => false,
    }
}

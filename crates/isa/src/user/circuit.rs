//! The behaviour of an instruction as a circuit: operations of RV32IM on words, without loops, memory or state.
//!
//! An operation means what the core's own instruction computes ([`alu`]), so that shifts use the low five bits of their
//! amount and a division by zero has the result that the manual gives it. Equal parts are built once, and what is
//! known when the circuit is built is not computed later.

use crate::{alu, Op};
use std::collections::HashMap;

/// The output of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wire(usize);

/// One part of the circuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// The value of the instruction's operand: 0 rs1, 1 rs2, 2 imm7.
    Operand(usize),
    Constant(u32),
    Operation(Op, Wire, Wire),
    /// The second wire where the first is not zero, else the third.
    Select(Wire, Wire, Wire),
}

/// Nodes in an order in which each comes after those that it reads.
#[derive(Default)]
pub(super) struct Circuit {
    pub nodes: Vec<Node>,
    known: HashMap<Node, Wire>,
}

impl Circuit {
    pub fn node(&self, wire: Wire) -> Node {
        self.nodes[wire.0]
    }

    /// The place of a wire's node among the nodes.
    pub fn index(wire: Wire) -> usize {
        wire.0
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

    /// The wire's value, if it is the same whatever the operands are.
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

    /// `yes` where `condition` is not zero, else `no`.
    pub fn select(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        match self.value(condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None => self.add(Node::Select(condition, yes, no)),
        }
    }

    /// 1 where the wire is not zero, else 0.
    pub fn truth(&mut self, wire: Wire) -> Wire {
        if let Node::Operation(Op::Slt | Op::Sltu, ..) = self.node(wire) {
            return wire;
        }
        let zero = self.constant(0);
        self.operation(Op::Sltu, zero, wire)
    }

    /// 1 where the wire is zero, else 0.
    pub fn negation(&mut self, wire: Wire) -> Wire {
        let one = self.constant(1);
        self.operation(Op::Sltu, wire, one)
    }

    /// 1 where both truths are 1.
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

/// Whether the operation with `right` gives its left operand.
fn leaves_alone(op: Op, right: u32) -> bool {
    match op {
        Op::Add | Op::Or | Op::Xor | Op::Sll | Op::Srl | Op::Sra => right == 0,
        Op::And => right == u32::MAX,
        Op::Mul | Op::Div | Op::Divu => right == 1,
        _ => false,
    }
}

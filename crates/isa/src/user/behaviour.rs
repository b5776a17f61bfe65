//! A circuit in the form in which the simulator evaluates it: a straight-line program of steps on a few slots (registers).

use super::circuit::{Circuit, Node, Wire};
use crate::{alu, Op};
use serde::{Deserialize, Serialize};

/// Maximum number of values that a behaviour may hold at a time.
pub(super) const SLOTS: usize = 64;
/// Maximum number of steps of a behaviour.
pub(super) const STEPS: usize = 4096;

/// Number of operands: rs1, rs2 and imm7 are in the first slots at the start.
const OPERANDS: usize = 3;

/// A step. The first number is the slot that is written; the others are slots that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Step {
    Constant(u8, u32),
    Operation(u8, Op, u8, u8),
    /// An operation with a constant as its right operand.
    Immediate(u8, Op, u8, u32),
    /// The second slot read if the first is not zero, otherwise the third.
    Select(u8, u8, u8, u8),
}

/// The computation of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Behaviour {
    steps: Vec<Step>,
    result: u8,
}

impl Behaviour {
    /// Schedules the nodes of a circuit that `result` depends on.
    ///
    /// # Errors
    /// The reason, if the circuit is too large.
    pub fn new(circuit: &Circuit, result: Wire) -> Result<Behaviour, String> {
        let mut schedule = Schedule::new(circuit, result);
        for index in 0..circuit.nodes.len() {
            schedule.place(index)?;
        }
        let result = schedule.slot_of(result)?;
        let steps = schedule.steps;
        if steps.len() > STEPS {
            return Err(format!(
                "the behaviour needs {} operations; {STEPS} are the most: make it several instructions",
                steps.len()
            ));
        }
        Ok(Behaviour { steps, result })
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the result for the operands rs1, rs2 and imm7.
    #[inline(never)]
    pub fn result(&self, operands: [u32; OPERANDS]) -> u32 {
        let mut slots = [0; SLOTS];
        slots[..OPERANDS].copy_from_slice(&operands);
        for step in &self.steps {
            // The remainder does not change the slot number; it lets the compiler omit the bounds check.
            let get = |slot: u8| slots[usize::from(slot) % SLOTS];
            let (to, value) = match *step {
                Step::Constant(to, value) => (to, value),
                Step::Operation(to, op, left, right) => (to, alu(op, get(left), get(right))),
                Step::Immediate(to, op, left, value) => (to, alu(op, get(left), value)),
                Step::Select(to, condition, yes, _) if get(condition) != 0 => (to, get(yes)),
                Step::Select(to, _, _, no) => (to, get(no)),
            };
            slots[usize::from(to) % SLOTS] = value;
        }
        slots[usize::from(self.result) % SLOTS]
    }

    /// Adds the computation to a larger circuit; returns its result.
    pub fn inline(&self, circuit: &mut Circuit, operands: [Wire; OPERANDS]) -> Wire {
        let mut slots = [operands[0]; SLOTS];
        slots[..OPERANDS].copy_from_slice(&operands);
        for step in &self.steps {
            let get = |slot: u8| slots[usize::from(slot)];
            let (to, wire) = match *step {
                Step::Constant(to, value) => (to, circuit.constant(value)),
                Step::Operation(to, op, left, right) => {
                    (to, circuit.operation(op, get(left), get(right)))
                }
                Step::Immediate(to, op, left, value) => {
                    let right = circuit.constant(value);
                    (to, circuit.operation(op, get(left), right))
                }
                Step::Select(to, condition, yes, no) => {
                    (to, circuit.select(get(condition), get(yes), get(no)))
                }
            };
            slots[usize::from(to)] = wire;
        }
        slots[usize::from(self.result)]
    }
}

/// Slot allocation during scheduling. A slot is free again after the last step that reads it.
struct Schedule<'a> {
    circuit: &'a Circuit,
    /// For each node, the last node that reads it; None if none does.
    last_reader: Vec<Option<usize>>,
    slot: Vec<Option<u8>>,
    free: Vec<u8>,
    steps: Vec<Step>,
}

impl<'a> Schedule<'a> {
    fn new(circuit: &'a Circuit, result: Wire) -> Self {
        let count = circuit.nodes.len();
        let mut last_reader = vec![None; count];
        last_reader[Circuit::index(result)] = Some(count);
        for index in (0..count).rev() {
            if last_reader[index].is_none() {
                continue;
            }
            for input in circuit.nodes[index].inputs() {
                last_reader[Circuit::index(input)].get_or_insert(index);
            }
        }
        Schedule {
            circuit,
            last_reader,
            slot: vec![None; count],
            free: (OPERANDS as u8..SLOTS as u8).rev().collect(),
            steps: Vec::new(),
        }
    }

    /// Adds the steps of a node, if the node is needed.
    fn place(&mut self, index: usize) -> Result<(), String> {
        if self.last_reader[index].is_none() {
            return Ok(());
        }
        match self.circuit.nodes[index] {
            Node::Operand(number) => self.slot[index] = Some(number as u8),
            // Constants are materialized where they are read.
            Node::Constant(_) => {}
            Node::Operation(op, left, right) => self.place_operation(index, op, left, right)?,
            Node::Select(condition, yes, no) => {
                let read = [condition, yes, no];
                let [condition, yes, no] = self.slots_of(read)?;
                let to = self.output(index, &read, &[condition, yes, no])?;
                self.steps.push(Step::Select(to, condition, yes, no));
            }
        }
        Ok(())
    }

    fn place_operation(
        &mut self,
        index: usize,
        op: Op,
        left: Wire,
        right: Wire,
    ) -> Result<(), String> {
        let step = match self.circuit.value(right) {
            Some(value) => {
                let from = self.slot_of(left)?;
                let to = self.output(index, &[left], &[from])?;
                Step::Immediate(to, op, from, value)
            }
            None => {
                let from = self.slots_of([left, right])?;
                let to = self.output(index, &[left, right], &from)?;
                Step::Operation(to, op, from[0], from[1])
            }
        };
        self.steps.push(step);
        Ok(())
    }

    fn slots_of<const N: usize>(&mut self, wires: [Wire; N]) -> Result<[u8; N], String> {
        let mut slots = [0; N];
        for (slot, wire) in slots.iter_mut().zip(wires) {
            *slot = self.slot_of(wire)?;
        }
        Ok(slots)
    }

    /// Returns the slot of a value. A constant is loaded into a slot for the next step.
    fn slot_of(&mut self, wire: Wire) -> Result<u8, String> {
        if let Some(slot) = self.slot[Circuit::index(wire)] {
            return Ok(slot);
        }
        let value = self.circuit.value(wire);
        let value = value.expect("only constants have no slot");
        let to = self.take()?;
        self.steps.push(Step::Constant(to, value));
        Ok(to)
    }

    /// Returns the slot for the output of node `index`. It may be a slot that this node is the last to read.
    fn output(&mut self, index: usize, read: &[Wire], slots: &[u8]) -> Result<u8, String> {
        let mut released: Vec<u8> = Vec::new();
        for (wire, &slot) in read.iter().zip(slots) {
            let input = Circuit::index(*wire);
            let over = self.slot[input].is_none() || self.last_reader[input] == Some(index);
            if over && !released.contains(&slot) {
                released.push(slot);
            }
        }
        self.free.extend(released);
        let to = self.take()?;
        self.slot[index] = Some(to);
        Ok(to)
    }

    fn take(&mut self) -> Result<u8, String> {
        self.free.pop().ok_or_else(|| {
            format!(
                "the behaviour needs more than {SLOTS} values at a time: make it several instructions"
            )
        })
    }
}

//! Converts statements to a circuit: loops are unrolled, and every variable is a wire that each assignment replaces.
//!
//! Both branches of an `if` are built. An assignment selects between the new value and the old one by *guards*: wires that are 1 if the statement is
//! executed. The function, each `if`, each loop and each iteration of a loop add a guard. `break`, `continue` and `return` clear the guard of their
//! loop, iteration or function for the statements that follow. An assignment uses only the guards added after the declaration of its variable: the
//! variable is not visible outside of the others.

use super::behaviour::Behaviour;
use super::circuit::{Circuit, Wire};
use super::error::{Mistake, Result};
use super::syntax::{Expression, Function, Loop, Statement, IMM7};
use crate::Op;

/// Maximum number of iterations of a loop.
const ROUNDS: usize = 1024;
/// Maximum number of nodes built for a behaviour, including those of inner loops' iterations and those folded away.
const WORK: usize = 200_000;

/// Returns the behaviour that a function describes; `others` are the behaviours of the instructions that it may call.
pub(super) fn behaviour(function: &Function, others: &[&Behaviour]) -> Result<Behaviour> {
    let mut meaning = Meaning::new(function, others);
    meaning.execute(&function.body)?;
    Behaviour::new(&meaning.circuit, meaning.result)
        .map_err(|reason| Mistake::new(function.line, reason))
}

#[derive(Clone, Copy)]
struct Variable {
    value: Wire,
    /// Number of guards at its declaration.
    guards: usize,
}

struct Meaning<'a> {
    others: &'a [&'a Behaviour],
    circuit: Circuit,
    variables: Vec<Variable>,
    /// The guards, from that of the function to the innermost.
    guards: Vec<Wire>,
    /// For each enclosing loop, the index of its guard. The next one is the guard of its iteration.
    loops: Vec<usize>,
    result: Wire,
    work: usize,
    line: usize,
}

impl<'a> Meaning<'a> {
    fn new(function: &Function, others: &'a [&'a Behaviour]) -> Self {
        let mut circuit = Circuit::default();
        let (zero, one) = (circuit.constant(0), circuit.constant(1));
        let mut variables = vec![
            Variable {
                value: zero,
                guards: 1
            };
            function.variables
        ];
        for (variable, parameter) in variables.iter_mut().zip(&function.parameters) {
            variable.value = circuit.operand(parameter.operand);
        }
        Meaning {
            others,
            circuit,
            variables,
            guards: vec![one],
            loops: Vec::new(),
            result: zero,
            work: 0,
            line: function.line,
        }
    }

    fn execute(&mut self, statements: &[Statement]) -> Result<()> {
        for statement in statements {
            if self.is_unreachable() {
                break;
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        match statement {
            Statement::Declare { variable, value } => {
                let value = self.value(value)?;
                let guards = self.guards.len();
                self.variables[*variable] = Variable { value, guards };
            }
            Statement::Assign { variable, value } => {
                let new = self.value(value)?;
                let Variable { value: old, guards } = self.variables[*variable];
                let guard = self.guard_within(guards);
                self.variables[*variable].value = self.circuit.select(guard, new, old);
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => self.branch(condition, then, otherwise)?,
            Statement::For(the_loop) => self.unroll(the_loop)?,
            Statement::Return(value) => {
                let value = self.value(value)?;
                let guard = self.guard_within(0);
                self.result = self.circuit.select(guard, value, self.result);
                self.leave(0);
            }
            Statement::Break => self.leave(self.innermost_loop()),
            Statement::Continue => self.leave(self.innermost_loop() + 1),
        }
        Ok(())
    }

    fn innermost_loop(&self) -> usize {
        *self.loops.last().expect("the parser has seen the loop")
    }

    /// Returns a wire that is 1 if all guards from index `first` on are 1.
    fn guard_within(&mut self, first: usize) -> Wire {
        let mut guard = self.circuit.constant(1);
        for index in first..self.guards.len() {
            guard = self.circuit.both(guard, self.guards[index]);
        }
        guard
    }

    /// Clears guard `number` if this statement is executed.
    fn leave(&mut self, number: usize) {
        let leaving = self.guard_within(number + 1);
        let staying = self.circuit.negation(leaving);
        self.guards[number] = self.circuit.both(self.guards[number], staying);
    }

    fn is_unreachable(&self) -> bool {
        let never = |guard: &Wire| self.circuit.value(*guard) == Some(0);
        self.guards.iter().any(never)
    }

    fn branch(
        &mut self,
        condition: &Expression,
        then: &[Statement],
        otherwise: &[Statement],
    ) -> Result<()> {
        let condition = self.value(condition)?;
        let taken = self.circuit.truth(condition);
        let not_taken = self.circuit.negation(taken);
        for (guard, statements) in [(taken, then), (not_taken, otherwise)] {
            self.guards.push(guard);
            self.execute(statements)?;
            self.guards.pop();
        }
        Ok(())
    }

    fn unroll(&mut self, the_loop: &Loop) -> Result<()> {
        let one = self.circuit.constant(1);
        self.guards.push(one);
        self.execute(&the_loop.start)?;
        self.loops.push(self.guards.len() - 1);
        let mut rounds = 0;
        while !self.is_unreachable() && self.goes_on(the_loop)? {
            if rounds == ROUNDS {
                let message = format!("this loop goes on after {ROUNDS} rounds: it has no bound, or one that is too large for an instruction");
                return Err(Mistake::new(the_loop.line, message));
            }
            rounds += 1;
            self.guards.push(one);
            self.execute(&the_loop.body)?;
            self.guards.pop();
            self.execute(&the_loop.step)?;
        }
        self.loops.pop();
        self.guards.pop();
        Ok(())
    }

    /// Is there another iteration? The condition must be a constant.
    fn goes_on(&mut self, the_loop: &Loop) -> Result<bool> {
        let condition = self.value(&the_loop.condition)?;
        match self.circuit.value(condition) {
            Some(value) => Ok(value != 0),
            None => Err(Mistake::new(
                the_loop.line,
                "the bound of this loop depends on operands: write `for (int i = 0; i < 32; i++)` with constants, \
                 and end it early by `break`",
            )),
        }
    }

    fn value(&mut self, expression: &Expression) -> Result<Wire> {
        self.work += 1;
        if self.work > WORK {
            let message = "the behaviour is too large for an instruction: its loops have too many rounds in all";
            return Err(Mistake::new(self.line, message));
        }
        match expression {
            Expression::Constant(value) => Ok(self.circuit.constant(*value)),
            Expression::Variable(variable) => Ok(self.variables[*variable].value),
            Expression::Operation { op, operands, line } => {
                let [left, right] = &**operands;
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.check(*op, right, *line)?;
                Ok(self.circuit.operation(*op, left, right))
            }
            Expression::Select(parts) => self.select(parts),
            Expression::Call {
                instruction,
                operands,
                line,
            } => self.call(*instruction, operands, *line),
        }
    }

    /// Rejects a shift by 32 or more and a division by zero, which are undefined in C.
    fn check(&self, op: Op, right: Wire, line: usize) -> Result<()> {
        match (op, self.circuit.value(right)) {
            (Op::Sll | Op::Srl | Op::Sra, Some(amount)) if amount > 31 => {
                let message = format!("a shift by {} is not defined: 0 to 31 are", amount as i32);
                Err(Mistake::new(line, message))
            }
            (Op::Div | Op::Divu | Op::Rem | Op::Remu, Some(0)) => {
                Err(Mistake::new(line, "a division by zero is not defined"))
            }
            _ => Ok(()),
        }
    }

    /// Builds a conditional expression. A branch that is certainly not taken is not built: it may be undefined.
    fn select(&mut self, parts: &[Expression; 3]) -> Result<Wire> {
        let [condition, yes, no] = parts;
        let condition = self.value(condition)?;
        match self.circuit.value(condition) {
            Some(0) => self.value(no),
            Some(_) => self.value(yes),
            None => {
                let (yes, no) = (self.value(yes)?, self.value(no)?);
                Ok(self.circuit.select(condition, yes, no))
            }
        }
    }

    fn call(
        &mut self,
        instruction: usize,
        operands: &[Expression; 3],
        line: usize,
    ) -> Result<Wire> {
        let [rs1, rs2, imm7] = operands;
        let operands = [self.value(rs1)?, self.value(rs2)?, self.value(imm7)?];
        if self
            .circuit
            .value(operands[IMM7])
            .is_none_or(|value| value > 127)
        {
            return Err(Mistake::new(line, "imm7 is a constant of 0 to 127"));
        }
        self.work += self.others[instruction].len();
        Ok(self.others[instruction].inline(&mut self.circuit, operands))
    }
}

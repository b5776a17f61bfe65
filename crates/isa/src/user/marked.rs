//! A function whose body begins with the marker of Figure 2 and the fields of its encoding:
//!
//! ```c
//! void byteswap(uint32_t dest_reg, uint32_t src1_reg)
//! {
//!     TCTXINST;
//!     opcode1 = 0x2b;
//!     opcode2 = 0;
//!     dest_reg = src1_reg << 24 | src1_reg >> 24;
//! }
//! ```
//!
//! Its parameters are named after the fields of the instruction. The rest of the body describes the behaviour, which the source describes in a
//! separate file in another language.

use super::encoding::{Fields, Head, STATEMENTS};
use super::error::{Mistake, Result};
use super::lexer::Token;
use super::parser::Parser;
use super::syntax::{assigns, Expression, Form, Function, Parameter, Statement, Type, IMMEDIATE};

/// The first statement of the body.
pub(super) const MARKER: &str = "TCTXINST";
/// The parameter for the result.
const DESTINATION: &str = "dest_reg";
/// The parameters for the operands, by operand number.
const OPERANDS: [&str; 3] = ["src1_reg", "src2_reg", IMMEDIATE];
/// The default number of cycles.
const CYCLES: u32 = 1;

/// The parameters of a function: the operands, and the one for the result.
#[derive(Default)]
struct Fielded {
    operands: Vec<Parameter>,
    /// Its position among the parameters, and its type.
    destination: Option<(usize, Type)>,
}

impl Parser<'_> {
    /// Parses `void NAME(uint32_t dest_reg, uint32_t src1_reg, uint32_t src2_reg, uint32_t imm7) { TCTXINST; ... }`.
    pub fn marked_function(&mut self) -> Result<(Head, Function)> {
        self.skip_storage();
        if !self.accept_word("void") {
            let why = format!(
                "a function with {MARKER} is `void`: its result is its parameter `{DESTINATION}`"
            );
            return self.mistake(why);
        }
        let line = self.line();
        let name = self.new_name()?;
        self.expect("(")?;
        let parameters = self.fielded()?;
        let Some((place, returns)) = parameters.destination else {
            let why = format!(
                "`{name}` has no parameter `{DESTINATION}`: an instruction always has a result"
            );
            return Err(Mistake::new(line, why));
        };
        let destination = self.declare(DESTINATION, returns, false, line)?;
        self.expect("{")?;
        let head = self.marked_head()?;
        self.returns_nothing = true;
        let body = self.rest_of_block()?;
        if !assigns(&body, destination) {
            let why = format!(
                "`{name}` never gives `{DESTINATION}` a value: write `{DESTINATION} = ...;`"
            );
            return Err(Mistake::new(line, why));
        }
        let function = Function {
            name,
            form: Form::Destination(place),
            returns,
            parameters: parameters.operands,
            variables: self.variables,
            body: with_result(body, destination),
            line,
        };
        Ok((head, function))
    }

    /// Parses the parameters, which are named after fields of the instruction.
    fn fielded(&mut self) -> Result<Fielded> {
        let mut all = Fielded::default();
        for place in 0.. {
            let kind = self.type_name()?;
            let line = self.line();
            let name = self.new_name()?;
            if name == DESTINATION && all.destination.is_none() {
                all.destination = Some((place, kind));
            } else {
                let operand = OPERANDS.iter().position(|known| *known == name);
                let Some(operand) = operand else {
                    return Err(Mistake::new(line, wrong_field(&name)));
                };
                self.declare(&name, kind, false, line)?;
                all.operands.push(Parameter {
                    name,
                    kind,
                    operand,
                });
            }
            if self.accept(")") {
                break;
            }
            self.expect(",")?;
        }
        Ok(all)
    }

    /// Parses the marker and the fields of the encoding after it.
    fn marked_head(&mut self) -> Result<Head> {
        let line = self.line();
        if !self.accept_word(MARKER) {
            return self.unexpected(&format!("`{MARKER};`"));
        }
        self.expect(";")?;
        let mut fields = Fields::new(&STATEMENTS);
        while let Token::Name(key) = self.peek() {
            if !fields.knows(key) || *self.peek_second() != Token::Mark("=") {
                break;
            }
            self.advance();
            self.advance();
            let (value, text) = match self.peek() {
                Token::Number { value, .. } => (Some(*value), value.to_string()),
                _ => return self.unexpected("a number"),
            };
            let set = fields.set(key, value, &text);
            set.or_else(|wrong| self.mistake(wrong))?;
            self.advance();
            self.expect(";")?;
        }
        let wrong = |message| Mistake::new(line, message);
        fields.head(Some(CYCLES)).map_err(wrong)
    }
}

fn wrong_field(name: &str) -> String {
    let [first, second, immediate] = OPERANDS;
    if name == DESTINATION {
        return format!("there already is a `{name}`");
    }
    format!(
        "`{name}` is no field of an instruction: the parameters of a function with {MARKER} are {DESTINATION}, {first}, \
         {second} and {immediate}"
    )
}

/// Adds statements that initialize the variable to 0 and return it at the end.
fn with_result(body: Vec<Statement>, variable: usize) -> Vec<Statement> {
    let value = Expression::Constant(0);
    let mut all = vec![Statement::Declare { variable, value }];
    all.extend(body);
    all.push(Statement::Return(Expression::Variable(variable)));
    all
}

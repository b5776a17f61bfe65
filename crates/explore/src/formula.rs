//! Formulas over measurements, in the tables and figures of papers.
//!
//! ```text
//! [latency 4 constant]                 a measurement on the platform of the row
//! [asip8-polling | barrier 7]          one on another platform
//! published(message-4)                 the published value of a row
//! cut(A, B)                            by how many per cent A is less than B
//! min(A, B, ...), max(A, B, ...)
//! falling(A, B, ...)                   number of pairs in which the earlier value is greater than the later one
//! + - * / ( ) and numbers, as usual
//! ```

use thiserror::Error;

/// A formula that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the formula `{text}` is wrong: {why}")]
pub struct FormulaError {
    text: String,
    why: String,
}

/// Where the values of a formula come from.
pub trait Source {
    /// Returns a measurement; without a platform, on that of the row.
    fn measured(&self, platform: Option<&str>, case: &str) -> Option<f64>;
    /// Returns the published value of a row.
    fn published(&self, row: &str) -> Option<f64>;
}

/// A measurement that a formula needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The platform, if it is not that of the row.
    pub platform: Option<String>,
    /// The case.
    pub case: String,
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Number(f64),
    Measured(Measured),
    Published(String),
    Call(Function, Vec<Formula>),
}

/// An operation on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Plus,
    Minus,
    Times,
    By,
    Cut,
    Min,
    Max,
    Falling,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// When the text is no formula.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        let mut reader = Reader { rest: text };
        let formula = reader.sum().and_then(|formula| match reader.next() {
            None => Ok(formula),
            Some(other) => Err(format!("`{other}` is one too many")),
        });
        formula.map_err(|why| FormulaError {
            text: text.to_owned(),
            why,
        })
    }

    /// Evaluates the formula; None if a measurement is missing.
    pub fn value(&self, source: &dyn Source) -> Option<f64> {
        match self {
            Formula::Number(number) => Some(*number),
            Formula::Measured(of) => source.measured(of.platform.as_deref(), &of.case),
            Formula::Published(row) => source.published(row),
            Formula::Call(function, arguments) => {
                let values = arguments.iter().map(|argument| argument.value(source));
                function.of(&values.collect::<Option<Vec<f64>>>()?)
            }
        }
    }

    /// Returns the measurements that it needs.
    pub fn needs(&self) -> Vec<&Measured> {
        match self {
            Formula::Measured(of) => vec![of],
            Formula::Number(_) | Formula::Published(_) => Vec::new(),
            Formula::Call(_, arguments) => arguments.iter().flat_map(Formula::needs).collect(),
        }
    }
}

impl Function {
    fn of(self, values: &[f64]) -> Option<f64> {
        match (self, values) {
            (Function::Plus, [left, right]) => Some(left + right),
            (Function::Minus, [left, right]) => Some(left - right),
            (Function::Times, [left, right]) => Some(left * right),
            (Function::By, [left, right]) => Some(left / right),
            (Function::Cut, [own, other]) => Some(100.0 * (1.0 - own / other)),
            (Function::Min, values) => values.iter().copied().reduce(f64::min),
            (Function::Max, values) => values.iter().copied().reduce(f64::max),
            (Function::Falling, values) => Some(falling_pairs(values)),
            _ => None,
        }
    }
}

/// Counts the pairs of values in which the earlier one is greater than the later one.
fn falling_pairs(values: &[f64]) -> f64 {
    let later = |place: usize| values[place + 1..].iter();
    let pairs = values.iter().enumerate();
    let falling = pairs.map(|(place, value)| later(place).filter(|next| value > *next).count());
    falling.sum::<usize>() as f64
}

/// A recursive-descent parser of a formula.
struct Reader<'a> {
    rest: &'a str,
}

type Read<T> = Result<T, String>;

impl<'a> Reader<'a> {
    /// Returns the next character that is not a blank.
    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.trim_start().chars();
        let next = rest.next();
        self.rest = rest.as_str();
        next
    }

    fn next_if(&mut self, wanted: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn up_to(&mut self, end: char) -> Read<&'a str> {
        let split = self.rest.split_once(end);
        let (text, rest) = split.ok_or_else(|| format!("`{end}` is missing"))?;
        self.rest = rest;
        Ok(text.trim())
    }

    fn while_in(&mut self, wanted: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|next| !wanted(next));
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        text
    }

    fn sum(&mut self) -> Read<Formula> {
        let operators = [('+', Function::Plus), ('-', Function::Minus)];
        self.chain(&operators, Reader::product)
    }

    fn product(&mut self) -> Read<Formula> {
        let operators = [('*', Function::Times), ('/', Function::By)];
        self.chain(&operators, Reader::factor)
    }

    /// Parses operands with operators of one precedence between them.
    fn chain(
        &mut self,
        operators: &[(char, Function)],
        operand: fn(&mut Self) -> Read<Formula>,
    ) -> Read<Formula> {
        let mut left = operand(self)?;
        while let Some((_, function)) = operators.iter().find(|(mark, _)| self.next_if(*mark)) {
            left = Formula::Call(*function, vec![left, operand(self)?]);
        }
        Ok(left)
    }

    fn factor(&mut self) -> Read<Formula> {
        match self.next() {
            Some('-') => {
                let operands = vec![Formula::Number(0.0), self.factor()?];
                Ok(Formula::Call(Function::Minus, operands))
            }
            Some('[') => Ok(Formula::Measured(measured(self.up_to(']')?))),
            Some('(') => {
                let inner = self.sum()?;
                let closed = self.next_if(')').then_some(inner);
                closed.ok_or_else(|| "`)` is missing".to_owned())
            }
            Some(first) if first.is_ascii_digit() => self.number(first),
            Some(first) if first.is_ascii_alphabetic() => self.call(first),
            Some(other) => Err(format!("`{other}` begins no value")),
            None => Err("it ends where a value should be".to_owned()),
        }
    }

    fn number(&mut self, first: char) -> Read<Formula> {
        let rest = self.while_in(|next| next.is_ascii_digit() || next == '.');
        let text = format!("{first}{rest}");
        let number = text.parse().map(Formula::Number);
        number.map_err(|_| format!("`{text}` is no number"))
    }

    fn call(&mut self, first: char) -> Read<Formula> {
        let rest = self.while_in(|next| next.is_ascii_alphabetic());
        let name = format!("{first}{rest}");
        if !self.next_if('(') {
            return Err(format!("`(` is missing after `{name}`"));
        }
        let function = match name.as_str() {
            "published" => return Ok(Formula::Published(self.up_to(')')?.to_owned())),
            "cut" => Function::Cut,
            "min" => Function::Min,
            "max" => Function::Max,
            "falling" => Function::Falling,
            _ => return Err(format!("there is no function `{name}`")),
        };
        let mut arguments = vec![self.sum()?];
        while self.next_if(',') {
            arguments.push(self.sum()?);
        }
        match (self.next_if(')'), function, arguments.len()) {
            (false, ..) => Err("`)` is missing".to_owned()),
            (true, Function::Cut, count) if count != 2 => Err("`cut` takes two values".to_owned()),
            _ => Ok(Formula::Call(function, arguments)),
        }
    }
}

/// `CASE` or `PLATFORM | CASE`.
fn measured(text: &str) -> Measured {
    let (platform, case) = match text.split_once(" | ") {
        Some((platform, case)) => (Some(platform.trim().to_owned()), case.trim()),
        None => (None, text),
    };
    let case = case.to_owned();
    Measured { platform, case }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Table;

    impl Source for Table {
        fn measured(&self, platform: Option<&str>, case: &str) -> Option<f64> {
            match (platform, case) {
                (None, "one 4") => Some(30.0),
                (None, "two") => Some(10.0),
                (Some("other -O0"), "one 4") => Some(40.0),
                _ => None,
            }
        }

        fn published(&self, row: &str) -> Option<f64> {
            (row == "row-4").then_some(14.0)
        }
    }

    fn value(text: &str) -> Option<f64> {
        Formula::parse(text).expect(text).value(&Table)
    }

    #[test]
    fn values_are_put_together() {
        for (text, expected) in [
            ("[one 4]", 30.0),
            ("[one 4] + [two] - 3", 37.0),
            ("2 * ([one 4] - [two]) / 4", 10.0),
            ("8 - 4 - 2", 2.0),
            ("8 / 4 / 2", 1.0),
            ("-[two] * 2.5", -25.0),
            ("cut([one 4], [other -O0 | one 4])", 25.0),
            ("max([one 4], [two])", 30.0),
            ("min(7, [one 4], [two])", 7.0),
            ("published(row-4) * 2", 28.0),
            ("falling(3, [two], 2, 1)", 5.0),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        assert_eq!(value("[one 4] + [three]"), None);
        assert_eq!(value("published(nothing)"), None);
    }

    #[test]
    fn what_it_needs_is_known() {
        let formula = Formula::parse("cut([a 1], [p | b]) + max(2, [c])").unwrap();
        let needs = formula.needs();
        let cases: Vec<&str> = needs.iter().map(|need| need.case.as_str()).collect();
        assert_eq!(cases, ["a 1", "b", "c"]);
        assert_eq!(needs[1].platform.as_deref(), Some("p"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, why) in [
            ("", "ends"),
            ("[a", "`]` is missing"),
            ("(1 + 2", "`)` is missing"),
            ("1 +", "ends"),
            ("1 2", "`2` is one too many"),
            ("sum(1)", "no function `sum`"),
            ("cut(1)", "takes two"),
            ("1..2", "no number"),
            ("?", "begins no value"),
        ] {
            let error = Formula::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}

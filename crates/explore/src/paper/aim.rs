//! An aim of the project: a bound that a measurement should meet.

use serde::Deserialize;

/// A bound such as `<= 10` or `>= 790`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Aim {
    pub text: String,
    side: Side,
    bound: f64,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    AtMost,
    AtLeast,
    MoreThan,
}

impl Aim {
    /// Does a value meet the bound?
    pub fn is_reached_by(&self, value: f64) -> bool {
        match self.side {
            Side::AtMost => value <= self.bound,
            Side::AtLeast => value >= self.bound,
            Side::MoreThan => value > self.bound,
        }
    }
}

impl TryFrom<String> for Aim {
    type Error = String;

    fn try_from(text: String) -> Result<Aim, String> {
        let wrong = || format!("`{text}` is no aim; write `<=`, `>=` or `>` and a number");
        let (side, bound) = text.split_once(' ').ok_or_else(wrong)?;
        let side = match side {
            "<=" => Side::AtMost,
            ">=" => Side::AtLeast,
            ">" => Side::MoreThan,
            _ => return Err(wrong()),
        };
        let bound = bound.parse().map_err(|_| wrong())?;
        Ok(Aim { text, side, bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(text: &str, value: f64) -> bool {
        Aim::try_from(text.to_string())
            .expect("an aim")
            .is_reached_by(value)
    }

    #[test]
    fn a_bound_is_on_one_side() {
        assert!(reached("<= 10", 10.0) && !reached("<= 10", 10.5));
        assert!(reached(">= 790", 790.0) && !reached(">= 790", 789.9));
        assert!(!reached("> 5", 5.0));
        assert!(Aim::try_from("about 5".to_string()).is_err());
    }
}

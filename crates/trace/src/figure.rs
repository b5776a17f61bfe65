//! Figures that programs report (`lib/include/weft/report.h`): a name with up to two labels, and a number.

use serde::Serialize;
use std::fmt;

/// A figure, with the core, rank or task that reported it and the time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reported {
    /// The core; None for a native process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<usize>,
    /// The rank, where there are ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The task of a task graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// When the core reported it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u64>,
    /// The name, in which `#` stands for a label.
    pub name: String,
    /// The labels.
    pub labels: Vec<Label>,
    /// The number.
    pub value: Value,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Label {
    Number(i32),
    Text(String),
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Integer(i64),
    Real(f64),
}

impl Value {
    /// The number, rounded if it is an integer beyond 2^53.
    pub fn as_f64(self) -> f64 {
        match self {
            Value::Integer(value) => value as f64,
            Value::Real(value) => value,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Label::Number(number) => number.fmt(formatter),
            Label::Text(text) => text.fmt(formatter),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(formatter),
            Value::Real(value) => value.fmt(formatter),
        }
    }
}

impl Reported {
    /// The name with the labels in their places; those without a place follow it.
    pub fn case(&self) -> String {
        let (mut text, mut labels) = (String::new(), self.labels.iter());
        for character in self.name.chars() {
            match labels.as_slice().first().filter(|_| character == '#') {
                Some(label) => {
                    text += &label.to_string();
                    labels.next();
                }
                None => text.push(character),
            }
        }
        labels.fold(text, |text, label| format!("{text} {label}"))
    }
}

//! Texts with variables: `{cores}` is replaced by the value of `cores`.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{bail, Result};
use serde::Deserialize;

/// A value in a file of a paper: a number, or a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Word {
    Integer(i64),
    Real(f64),
    Text(String),
}

impl fmt::Display for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Word::Integer(value) => value.fmt(formatter),
            Word::Real(value) => value.fmt(formatter),
            Word::Text(value) => value.fmt(formatter),
        }
    }
}

/// Variables that a run fills in, not a paper: they are left unchanged.
const OF_RUNS: [&str; 2] = ["flow", "apps"];

/// The values of variables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables(BTreeMap<String, String>);

/// The values to give to variables: all combinations of each variable's values, or one set of values after the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Choices {
    Each(BTreeMap<String, Vec<Word>>),
    Sets(Vec<BTreeMap<String, Word>>),
}

impl Default for Choices {
    fn default() -> Choices {
        Choices::Each(BTreeMap::new())
    }
}

impl Choices {
    /// Returns the variables for each choice.
    pub fn all(&self, variables: Variables) -> Vec<Variables> {
        match self {
            Choices::Each(each) => variables.each(each),
            Choices::Sets(sets) => sets.iter().map(|set| variables.clone().and(set)).collect(),
        }
    }
}

impl Variables {
    /// Adds a variable, or replaces its value.
    pub fn with(mut self, name: &str, value: impl ToString) -> Variables {
        self.0.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds variables, or replaces their values.
    pub fn and(mut self, more: &BTreeMap<String, Word>) -> Variables {
        let more = more.iter();
        self.0
            .extend(more.map(|(name, word)| (name.clone(), word.to_string())));
        self
    }

    /// Returns one set of variables for each combination of values.
    fn each(self, each: &BTreeMap<String, Vec<Word>>) -> Vec<Variables> {
        let mut all = vec![self];
        for (name, words) in each {
            let with = |one: Variables| {
                let words = words.iter();
                words.map(move |word| one.clone().with(name, word))
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    /// Returns the value of a variable.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, name: &str) -> Result<&str> {
        match self.0.get(name) {
            Some(value) => Ok(value),
            None => bail!("there is no variable `{name}`"),
        }
    }

    /// Returns the text with all variables filled in.
    ///
    /// # Errors
    /// When there is no such variable.
    pub fn fill(&self, text: &str) -> Result<String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else {
                bail!("`}}` is missing in `{text}`");
            };
            filled += before;
            match OF_RUNS.contains(&name) {
                true => filled += &format!("{{{name}}}"),
                false => filled += self.get(name)?,
            }
            rest = behind;
        }
        Ok(filled + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(choices: &str) -> Vec<String> {
        let choices: Choices = toml::from_str::<BTreeMap<String, Choices>>(choices)
            .expect("variables")
            .remove("each")
            .expect("the key");
        let all = choices.all(Variables::default());
        all.iter()
            .map(|one| one.fill("{how}-{cores}").unwrap())
            .collect()
    }

    #[test]
    fn every_choice_is_made_once() {
        let all = filled("each = { cores = [2, 3], how = ['a', 'b'] }");
        assert_eq!(all, ["a-2", "b-2", "a-3", "b-3"]);
        let sets = filled("each = [{ cores = 2, how = 'a' }, { cores = 3, how = 'b' }]");
        assert_eq!(sets, ["a-2", "b-3"]);
    }

    #[test]
    fn a_missing_variable_is_named() {
        let variables = Variables::default().with("a", 1);
        assert_eq!(variables.fill("{a} {flow}").unwrap(), "1 {flow}");
        let error = variables.fill("{b}").unwrap_err().to_string();
        assert!(error.contains("`b`"), "{error}");
        assert!(variables.fill("{a").is_err());
    }
}

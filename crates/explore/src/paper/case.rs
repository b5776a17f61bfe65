//! The first words of cases.

use std::fmt;

/// Words with which cases begin; `*` is any word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case(Vec<String>);

impl Case {
    /// The words of a text.
    pub fn new(text: &str) -> Case {
        Case(text.split_whitespace().map(str::to_owned).collect())
    }

    /// Does a case begin with these words?
    pub fn begins(&self, case: &str) -> bool {
        let mut words = case.split_whitespace();
        self.0.iter().all(|own| {
            let word = words.next();
            word.is_some_and(|word| own == "*" || own == word)
        })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.0.join(" ").fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn cases_begin_with_whole_words() {
        let barrier = Case::new("barrier 1");
        assert!(barrier.begins("barrier 1") && barrier.begins("barrier 1 best"));
        assert!(!barrier.begins("barrier 10") && !barrier.begins("barrier"));
        let any = Case::new("one-way * 1");
        assert!(any.begins("one-way 64 1"));
        assert!(!any.begins("one-way 64 15") && !any.begins("one-way 64"));
    }
}

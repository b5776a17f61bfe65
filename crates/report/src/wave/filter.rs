//! Selects the signals of a waveform by glob patterns over their dotted paths.

use globset::{Glob, GlobMatcher};

/// A list of patterns; a signal is selected if one of them matches. `core0` selects all signals below it, `core*.pc` one of each core.
#[derive(Clone, Debug)]
pub struct SignalFilter {
    patterns: Vec<Pattern>,
}

#[derive(Clone, Debug)]
struct Pattern {
    text: String,
    whole: GlobMatcher,
    /// Matches everything below what `whole` matches.
    below: GlobMatcher,
}

/// Why a list of patterns cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error(
        "`{pattern}` is not a pattern of signals: {reason}; write for example `core0.*,bus.*`"
    )]
    Syntax { pattern: String, reason: String },
    #[error("no signal matches `{pattern}`; the chip's components are: {components}")]
    NothingMatches { pattern: String, components: String },
}

impl SignalFilter {
    /// Parses a list of patterns separated by commas.
    ///
    /// # Errors
    /// When a pattern is empty or not a glob.
    pub fn parse(patterns: &str) -> Result<SignalFilter, FilterError> {
        let patterns = patterns.split(',').map(|text| Pattern::parse(text.trim()));
        let patterns = patterns.collect::<Result<_, _>>()?;
        Ok(SignalFilter { patterns })
    }

    /// Does the waveform show the signal?
    pub fn chooses(&self, path: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.matches(path))
    }

    /// Checks that each pattern selects at least one of the signals.
    ///
    /// # Errors
    /// Names the first pattern that selects none.
    pub fn check<'a>(
        &self,
        paths: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<(), FilterError> {
        let mut patterns = self.patterns.iter();
        let useless = patterns.find(|pattern| !paths.clone().any(|path| pattern.matches(path)));
        useless.map_or(Ok(()), |pattern| Err(pattern.nothing_matches(paths)))
    }
}

impl Pattern {
    fn parse(text: &str) -> Result<Pattern, FilterError> {
        let syntax = |reason: &str| FilterError::Syntax {
            pattern: text.to_owned(),
            reason: reason.to_owned(),
        };
        if text.is_empty() {
            return Err(syntax("it is empty"));
        }
        let matcher = |glob: &str| {
            Ok(Glob::new(glob)
                .map_err(|error| syntax(&error.kind().to_string()))?
                .compile_matcher())
        };
        Ok(Pattern {
            text: text.to_owned(),
            whole: matcher(text)?,
            below: matcher(&format!("{text}.*"))?,
        })
    }

    fn matches(&self, path: &str) -> bool {
        self.whole.is_match(path) || self.below.is_match(path)
    }

    fn nothing_matches<'a>(&self, paths: impl Iterator<Item = &'a str>) -> FilterError {
        let mut components: Vec<&str> = Vec::new();
        for component in paths.map(|path| path.split('.').next().unwrap_or(path)) {
            if !components.contains(&component) {
                components.push(component);
            }
        }
        FilterError::NothingMatches {
            pattern: self.text.clone(),
            components: components.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 4] = [
        "core0.pc",
        "core0.mailbox.blocks",
        "core1.pc",
        "crossbar.receiver0.state",
    ];

    fn chosen(patterns: &str) -> Vec<&'static str> {
        let filter = SignalFilter::parse(patterns).expect("a legal list");
        PATHS
            .into_iter()
            .filter(|path| filter.chooses(path))
            .collect()
    }

    #[test]
    fn patterns_choose_by_component_and_by_name() {
        assert_eq!(chosen("core0.*"), ["core0.pc", "core0.mailbox.blocks"]);
        assert_eq!(chosen("core0"), ["core0.pc", "core0.mailbox.blocks"]);
        assert_eq!(chosen("core*.pc"), ["core0.pc", "core1.pc"]);
        assert_eq!(
            chosen("core1.*, crossbar"),
            ["core1.pc", "crossbar.receiver0.state"]
        );
        assert_eq!(chosen("*"), PATHS);
    }

    #[test]
    fn a_component_is_not_chosen_by_the_beginning_of_its_name() {
        assert!(chosen("core").is_empty());
    }

    #[test]
    fn a_bad_pattern_is_named() {
        let message = SignalFilter::parse("core0,core[").unwrap_err().to_string();
        assert!(
            message.starts_with("`core[` is not a pattern of signals: "),
            "{message}"
        );
        let message = SignalFilter::parse("core0,").unwrap_err().to_string();
        assert!(
            message.starts_with("`` is not a pattern of signals: it is empty"),
            "{message}"
        );
    }

    #[test]
    fn a_pattern_without_signals_is_named() {
        let filter = SignalFilter::parse("core0,core7.*").unwrap();
        let mixed = PATHS.into_iter().chain(["core0.state"]);
        let message = filter.check(mixed).unwrap_err().to_string();
        assert_eq!(
            message,
            "no signal matches `core7.*`; the chip's components are: core0, core1, crossbar"
        );
        assert_eq!(
            SignalFilter::parse("core0,*.state")
                .unwrap()
                .check(PATHS.into_iter()),
            Ok(())
        );
    }
}

//! The table of published values of a paper, and the formula by which each is measured.

use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::aim::Aim;
use super::variant::Variant;
use crate::formula::{Formula, Measured, Source};
use crate::measurements::{median, Measurements};
use crate::template::Variables;

/// All published values of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// By figure and table, in the paper's order.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
}

/// The published values of one figure or table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The figure or table, and its subject.
    pub title: String,
    /// Its values.
    pub rows: Vec<Spanned<Row>>,
}

/// One published value, or one without a published counterpart that belongs to the others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name for programs and for `--only`.
    pub id: String,
    /// Describes the measured quantity.
    pub what: String,
    /// The unit of all its numbers.
    pub unit: String,
    /// The published value.
    pub published: Option<f64>,
    /// The range in which the modelled mechanism should land, where the source's conditions are known.
    pub faithful: Option<[f64; 2]>,
    /// The project's own target.
    pub aim: Option<Aim>,
    /// The platform, or the label of the experiment, on which it is measured.
    pub platform: String,
    /// Is it measured on that platform only, not on the variant?
    #[serde(default)]
    pub only: bool,
    /// The formula of the value. Without one nothing here measures it, and `because` says why.
    pub value: Option<String>,
    /// Why it is not reproduced.
    pub because: Option<String>,
    /// Formulas of the least and the greatest value, where the value is the middle of several phases that a program goes through itself.
    pub spread: Option<[String; 2]>,
    /// Was a parameter that the source does not state chosen to give this value?
    #[serde(default)]
    pub fitted: bool,
    /// Is the measured thing not the published one, for example a circuit in another technology?
    #[serde(default)]
    pub incomparable: bool,
    /// A variable of the formula whose several values are combined into one result.
    pub over: Option<Over>,
}

/// A formula evaluated for several values of a variable.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// The variable.
    pub variable: String,
    /// Its values.
    pub values: Vec<u32>,
    /// How the results are combined.
    pub take: Take,
    /// With [`Take::Lowest`]: the first value counts whose result is at most this part above the smallest.
    #[serde(default)]
    pub nearly: f64,
}

/// How several results are combined into one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Take {
    /// Their mean.
    Mean,
    /// The smallest.
    Least,
    /// The largest.
    Most,
    /// The variable's value with the smallest result.
    Lowest,
}

impl Published {
    /// Returns all rows with their position in the file.
    pub fn entries(&self) -> impl Iterator<Item = &Spanned<Row>> {
        self.sections.iter().flat_map(|section| &section.rows)
    }

    /// Returns all rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.entries().map(Spanned::as_ref)
    }

    /// Returns the published value of a row.
    pub fn value(&self, id: &str) -> Option<f64> {
        self.rows().find(|row| row.id == id)?.published
    }
}

impl Row {
    /// Checks the formulas by parsing them.
    ///
    /// # Errors
    /// When a formula is wrong, or a row has neither a formula nor a reason why not.
    pub fn check(&self) -> Result<()> {
        let right = self.formulas(self.value.as_deref()).and_then(|_| {
            self.bounds()?;
            let is_told = self.value.is_some() != self.because.is_some();
            ensure!(
                is_told,
                "it has either a `value` or a `because`, the reason why there is none"
            );
            Ok(())
        });
        right.with_context(|| format!("row `{}`", self.id))
    }

    /// Returns the formulas of the spread.
    fn bounds(&self) -> Result<Vec<Vec<Formula>>> {
        let bounds = self.spread.iter().flatten();
        bounds.map(|text| self.formulas(Some(text))).collect()
    }

    /// Parses a formula, once for each value of the variable if there is one.
    fn formulas(&self, text: Option<&str>) -> Result<Vec<Formula>> {
        let Some(text) = text else {
            return Ok(Vec::new());
        };
        let texts = match &self.over {
            None => vec![Variables::default().fill(text)?],
            Some(over) => {
                let values = over.values.iter();
                let variables =
                    values.map(|value| Variables::default().with(&over.variable, value));
                variables.map(|one| one.fill(text)).collect::<Result<_>>()?
            }
        };
        let formulas = texts.iter().map(|text| Formula::parse(text));
        Ok(formulas.collect::<Result<_, _>>()?)
    }

    /// Returns the platforms and cases that the value needs, on a variant if one is given.
    pub fn needs(&self, variant: Option<&Variant>) -> Vec<(String, String)> {
        let mut formulas = self.formulas(self.value.as_deref()).unwrap_or_default();
        formulas.extend(self.bounds().unwrap_or_default().into_iter().flatten());
        self.measured_by(&formulas, variant)
    }

    /// Returns the platforms and cases that formulas need.
    fn measured_by(
        &self,
        formulas: &[Formula],
        variant: Option<&Variant>,
    ) -> Vec<(String, String)> {
        let needs = formulas.iter().flat_map(Formula::needs);
        let on = |need: &Measured| {
            let platform = need.platform.as_ref().unwrap_or(&self.platform);
            Variant::replaces(variant, platform).to_owned()
        };
        needs.map(|need| (on(need), need.case.clone())).collect()
    }

    /// Returns the measured value, the median of its trials; None if a measurement that it needs is missing.
    pub fn measured(&self, measurements: &Measurements) -> Option<f64> {
        self.evaluate(self.value.as_deref(), measurements, None)
    }

    /// Returns the least and the greatest value, if the row has several that differ and they are measured.
    pub fn measured_spread(&self, measurements: &Measurements) -> Option<[f64; 2]> {
        if let Some([least, greatest]) = &self.spread {
            let value = |text: &String| self.evaluate(Some(text), measurements, None);
            return Some([value(least)?, value(greatest)?]);
        }
        let values = self.trials(self.value.as_deref(), measurements, None)?;
        let least = values.iter().copied().reduce(f64::min)?;
        let greatest = values.iter().copied().reduce(f64::max)?;
        (least < greatest).then_some([least, greatest])
    }

    /// Returns the measured value on a variant; None also if the variant does not replace the row's platform.
    pub fn measured_on(&self, variant: &Variant, measurements: &Measurements) -> Option<f64> {
        self.concerns(variant)
            .then(|| self.evaluate(self.value.as_deref(), measurements, Some(variant)))
            .flatten()
    }

    /// Is the row measured on a variant too?
    pub fn concerns(&self, variant: &Variant) -> bool {
        variant.replacing(&self.platform).is_some() && !self.only
    }

    fn evaluate(
        &self,
        text: Option<&str>,
        measurements: &Measurements,
        variant: Option<&Variant>,
    ) -> Option<f64> {
        median(&self.trials(text, measurements, variant)?)
    }

    /// Evaluates a formula in each trial.
    fn trials(
        &self,
        text: Option<&str>,
        measurements: &Measurements,
        variant: Option<&Variant>,
    ) -> Option<Vec<f64>> {
        let formulas = self.formulas(text).ok()?;
        let needs = self.measured_by(&formulas, variant);
        let needs = needs.iter().map(|(on, case)| measurements.trials(on, case));
        let count = needs.max().unwrap_or(1);
        let value = |trial| {
            let source = OfRow {
                row: self,
                measurements,
                variant,
                trial,
            };
            let values = formulas.iter().map(|formula| formula.value(&source));
            let values: Vec<f64> = values.collect::<Option<_>>()?;
            match &self.over {
                None => values.first().copied(),
                Some(over) => over.take(&values),
            }
        };
        (0..count).map(value).collect()
    }
}

impl Over {
    fn take(&self, results: &[f64]) -> Option<f64> {
        let least = results.iter().copied().reduce(f64::min)?;
        match self.take {
            Take::Mean => Some(results.iter().sum::<f64>() / results.len() as f64),
            Take::Least => Some(least),
            Take::Most => results.iter().copied().reduce(f64::max),
            Take::Lowest => {
                let is_near = |result: &f64| *result <= least * (1.0 + self.nearly);
                let place = results.iter().position(is_near)?;
                Some(f64::from(self.values[place]))
            }
        }
    }
}

/// Resolves the names in a row's formula to published values and measurements.
struct OfRow<'a> {
    row: &'a Row,
    measurements: &'a Measurements,
    variant: Option<&'a Variant>,
    trial: usize,
}

impl Source for OfRow<'_> {
    fn measured(&self, platform: Option<&str>, case: &str) -> Option<f64> {
        let platform = platform.unwrap_or(&self.row.platform);
        let platform = Variant::replaces(self.variant, platform);
        self.measurements.of_trial(platform, case, self.trial)
    }

    fn published(&self, row: &str) -> Option<f64> {
        self.row.published.filter(|_| self.row.id == row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(keys: &str) -> Row {
        let common = "id = 'x'\nwhat = 'x'\nunit = 'x'\nplatform = 'a'\n";
        toml::from_str(&format!("{common}{keys}")).expect("a row")
    }

    fn measurements() -> Measurements {
        let mut measurements = Measurements::default();
        let of_a = [
            ("one", 30.0),
            ("time 1", 9.0),
            ("time 2", 5.0),
            ("time 3", 6.0),
        ];
        let owned = |(case, value): (&str, f64)| (case.to_owned(), value);
        measurements.add("a", of_a.map(owned));
        measurements.add("b", [("one", 40.0)].map(owned));
        measurements.add("a2", [("one", 15.0), ("time 1", 6.0)].map(owned));
        measurements
    }

    #[test]
    fn a_value_is_a_formula_over_measurements() {
        let value = |keys| row(keys).measured(&measurements());
        assert_eq!(value("value = 'cut([one], [b | one])'"), Some(25.0));
        assert_eq!(value("published = 3"), None);
        assert_eq!(value("value = '[two]'"), None);
    }

    #[test]
    fn several_results_make_one_value() {
        let value = |take: &str| {
            let over = format!("{{ variable = 'n', values = [1, 3, 2], take = {take} }}");
            row(&format!("value = '[time {{n}}]'\nover = {over}")).measured(&measurements())
        };
        assert_eq!(value("'least'"), Some(5.0));
        assert_eq!(value("'most'"), Some(9.0));
        assert_eq!(value("'mean'"), Some(20.0 / 3.0));
        assert_eq!(value("'lowest'"), Some(2.0));
        assert_eq!(value("'lowest', nearly = 0.25"), Some(3.0));
    }

    #[test]
    fn a_variant_replaces_its_platform() {
        let variant = |of: &str| Variant {
            name: "other".to_owned(),
            platforms: [(of.to_owned(), "a2".to_owned())].into(),
        };
        let row = row("value = '[one] - [a | time 1]'");
        assert_eq!(row.measured_on(&variant("a"), &measurements()), Some(9.0));
        assert_eq!(row.measured_on(&variant("b"), &measurements()), None);
        let needs = row.needs(Some(&variant("a")));
        assert_eq!(needs[1], ("a2".to_owned(), "time 1".to_owned()));
    }

    #[test]
    fn trials_are_compared_one_by_one() {
        let mut measurements = measurements();
        let trial = |value| vec![("varied".to_owned(), value)];
        measurements.add_trials("a", [40.0, 20.0, 35.0].map(trial).into());
        let varied = row("value = '[varied] - [one]'");
        assert_eq!(varied.measured(&measurements), Some(5.0));
        assert_eq!(varied.measured_spread(&measurements), Some([-10.0, 10.0]));
        let once = row("value = '[one]'");
        assert_eq!(once.measured_spread(&measurements), None);
        let missing = row("value = '[varied] - [two]'");
        assert_eq!(missing.measured_spread(&measurements), None);
    }

    #[test]
    fn a_wrong_formula_is_refused() {
        assert!(row("value = '[one'").check().is_err());
        assert!(row("value = '[time {n}]'").check().is_err());
        assert!(row("value = '[one]'").check().is_ok());
    }
}

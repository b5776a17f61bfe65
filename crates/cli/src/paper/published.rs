//! The table of published values of a paper, and how a measured one comes out of what programs print.
//!
//! It is a TOML file of sections with rows. A row names the platform and the case (the words of the line) that it is
//! measured by, and, where the figure is one of two or more measurements, how they are put together.

use serde::Deserialize;

use super::aim::Aim;
use crate::measurements::Measurements;

/// All published values of a paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// By figure and table, in the paper's order.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
}

/// What one figure or table gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The figure or table, and what it is about.
    pub title: String,
    /// Its values.
    pub rows: Vec<Row>,
}

/// One published value, or one without a published counterpart that belongs beside others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name for programs and for `--only`.
    pub id: String,
    /// What is measured.
    pub what: String,
    /// The unit of all its numbers.
    pub unit: String,
    /// The published value.
    pub published: Option<f64>,
    /// The range in which the modelled mechanism should land, where the source's conditions are known.
    pub faithful: Option<[f64; 2]>,
    /// What the project wants to reach.
    pub aim: Option<Aim>,
    /// The platform that it is measured on, with options of `weft run` behind it.
    pub platform: String,
    /// The case, as the program's line names it; or several with ` + ` between, whose measurements are added.
    pub case: String,
    /// What the measurement holds that does not belong to the value.
    #[serde(default)]
    pub less: f64,
    /// What the measurement is compared with; the value is then that relation.
    pub against: Option<Against>,
    /// Numbers of cores, one of which stands in the case for `{}`; the value is the one with the smallest measurement.
    pub fastest_of: Option<Vec<u32>>,
}

/// A second measurement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Against {
    /// Its platform and options.
    pub platform: String,
    /// Its case or cases, if they are not the row's.
    pub case: Option<String>,
    /// How the two make the value.
    pub relation: Relation,
}

/// How a measurement and another make a value.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// By how many percent it is smaller.
    Cut,
    /// By which factor it is smaller.
    Gain,
    /// By how much it is larger.
    Growth,
}

/// Stands between cases that are added.
const AND: &str = " + ";
/// Stands for a number of cores.
const CORES: &str = "{}";

/// A platform with changed hardware, and the published one in whose place it is measured.
#[derive(Clone, Copy)]
pub struct Variant {
    /// The published platform.
    pub of: &'static str,
    /// The changed one.
    pub name: &'static str,
}

impl Variant {
    fn replaces<'a>(variant: Option<&Variant>, platform: &'a str) -> &'a str {
        match variant {
            Some(variant) if variant.of == platform => variant.name,
            _ => platform,
        }
    }
}

impl Row {
    /// The platforms and cases that the value needs, on a variant if one is given.
    pub fn needs(&self, variant: Option<&Variant>) -> Vec<(&str, String)> {
        let mut sums = match &self.fastest_of {
            Some(cores) => cores
                .iter()
                .map(|cores| (&*self.platform, self.on_cores(*cores)))
                .collect(),
            None => vec![(&*self.platform, self.case.clone())],
        };
        sums.extend(
            self.against
                .iter()
                .map(|against| (&*against.platform, self.other_case(against))),
        );
        let terms = |(platform, sum): (_, String)| {
            let cases: Vec<String> = sum.split(AND).map(str::to_string).collect();
            let platform = Variant::replaces(variant, platform);
            cases.into_iter().map(move |case| (platform, case))
        };
        sums.into_iter().flat_map(terms).collect()
    }

    /// The measured value; None if a measurement that it needs is missing.
    pub fn measured(&self, measurements: &Measurements) -> Option<f64> {
        self.value(measurements, None)
    }

    /// The same on a variant; None as well if the row is not about the platform that it replaces.
    pub fn measured_on(&self, variant: &Variant, measurements: &Measurements) -> Option<f64> {
        let concerned = self.platform == variant.of;
        concerned
            .then(|| self.value(measurements, Some(variant)))
            .flatten()
    }

    fn value(&self, measurements: &Measurements, variant: Option<&Variant>) -> Option<f64> {
        let find = |platform: &str, sum: &str| -> Option<f64> {
            let platform = Variant::replaces(variant, platform);
            sum.split(AND)
                .map(|case| measurements.get(&format!("{platform} {case}")))
                .sum()
        };
        if let Some(cores) = &self.fastest_of {
            return fastest(cores, |cores| find(&self.platform, &self.on_cores(cores)));
        }
        let own = find(&self.platform, &self.case)? - self.less;
        match &self.against {
            None => Some(own),
            Some(against) => {
                let other = find(&against.platform, &self.other_case(against))?;
                Some(against.relation.of(own, other))
            }
        }
    }

    fn on_cores(&self, cores: u32) -> String {
        self.case.replace(CORES, &cores.to_string())
    }

    fn other_case(&self, against: &Against) -> String {
        against.case.as_ref().unwrap_or(&self.case).clone()
    }
}

impl Relation {
    fn of(self, own: f64, other: f64) -> f64 {
        match self {
            Relation::Cut => 100.0 * (1.0 - own / other),
            Relation::Gain => other / own,
            Relation::Growth => own - other,
        }
    }
}

fn fastest(cores: &[u32], time: impl Fn(u32) -> Option<f64>) -> Option<f64> {
    let times: Option<Vec<(u32, f64)>> = cores
        .iter()
        .map(|cores| Some((*cores, time(*cores)?)))
        .collect();
    let best = times?
        .into_iter()
        .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    Some(f64::from(best.0))
}

impl Published {
    /// Reads a table.
    ///
    /// # Panics
    /// When the table, which is a part of this program, is not right.
    pub fn read(text: &str) -> Published {
        toml::from_str(text)
            .unwrap_or_else(|error| panic!("the table of published values is wrong: {error}"))
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sections.iter().flat_map(|section| &section.rows)
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
        measurements.add("a", "one 30\ntwo 10\ntime 1 9\ntime 2 5\ntime 3 6\n");
        measurements.add("b", "one 40\n");
        measurements
    }

    #[test]
    fn a_value_is_put_together_from_measurements() {
        let value = |keys| row(keys).measured(&measurements());
        assert_eq!(value("case = 'one'"), Some(30.0));
        assert_eq!(value("case = 'one + two'\nless = 3"), Some(37.0));
        assert_eq!(value("case = 'time {}'\nfastest_of = [1, 2, 3]"), Some(2.0));
        let against = |relation| {
            let keys =
                format!("case = 'one'\nagainst = {{ platform = 'b', relation = '{relation}' }}");
            row(&keys).measured(&measurements())
        };
        assert_eq!(against("cut"), Some(25.0));
        assert_eq!(against("gain"), Some(4.0 / 3.0));
        assert_eq!(against("growth"), Some(-10.0));
    }

    #[test]
    fn a_variant_stands_in_the_place_of_its_platform() {
        let mut measurements = measurements();
        measurements.add("a2", "one 15\ntwo 6\n");
        let value = |of, keys| row(keys).measured_on(&Variant { of, name: "a2" }, &measurements);
        assert_eq!(value("a", "case = 'one'"), Some(15.0));
        assert_eq!(value("b", "case = 'one'"), None);
        let against =
            "case = 'one'\nagainst = { platform = 'a', case = 'two', relation = 'growth' }";
        assert_eq!(value("a", against), Some(9.0));
    }

    #[test]
    fn a_missing_measurement_makes_a_missing_value() {
        assert_eq!(row("case = 'three'").measured(&measurements()), None);
        assert_eq!(row("case = 'one + three'").measured(&measurements()), None);
        assert_eq!(
            row("case = 'time {}'\nfastest_of = [1, 4]").measured(&measurements()),
            None
        );
    }
}

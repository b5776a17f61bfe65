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
    /// Whether it is measured there only, not on the variant.
    #[serde(default)]
    pub only: bool,
    /// The case, as the program's line names it; or several with ` + ` between, whose measurements are added. Without one the published
    /// value stands for comparison alone: nothing here measures it.
    pub case: Option<String>,
    /// What has to be built before an experiment can print the case; until then the value is missing.
    pub awaits: Option<String>,
    /// Whether the largest of several cases counts, not their sum.
    #[serde(default)]
    pub largest: bool,
    /// What the measurement holds that does not belong to the value.
    #[serde(default)]
    pub less: f64,
    /// What the measurement is multiplied by.
    #[serde(default = "one")]
    pub scale: f64,
    /// What the measurement is compared with; the value is then that relation.
    pub against: Option<Against>,
    /// Numbers of cores, one of which stands in the case for `{}`; the value is the one with the smallest measurement.
    pub fastest_of: Option<Vec<u32>>,
    /// The least of these numbers counts whose measurement is at most this part above the smallest.
    #[serde(default)]
    pub nearly: f64,
}

fn one() -> f64 {
    1.0
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

/// Platforms that are measured beside published ones: with changed hardware, or another library.
#[derive(Clone, Copy)]
pub struct Variant {
    /// What they are called together.
    pub name: &'static str,
    /// Published platforms, and those in whose places others stand.
    pub platforms: &'static [(&'static str, &'static str)],
}

impl Variant {
    /// What stands in the place of a platform.
    fn replacing(&self, platform: &str) -> Option<&'static str> {
        let pair = self.platforms.iter().find(|(of, _)| *of == platform);
        pair.map(|(_, by)| *by)
    }

    /// Whether it stands in a published one's place.
    pub fn holds(&self, platform: &str) -> bool {
        self.platforms.iter().any(|(_, by)| *by == platform)
    }

    fn replaces<'a>(variant: Option<&Variant>, platform: &'a str) -> &'a str {
        let other = variant.and_then(|variant| variant.replacing(platform));
        other.unwrap_or(platform)
    }
}

impl Row {
    /// The platforms and cases that the value needs, on a variant if one is given.
    pub fn needs(&self, variant: Option<&Variant>) -> Vec<(&str, String)> {
        let Some(case) = &self.case else {
            return Vec::new();
        };
        let mut sums = match &self.fastest_of {
            Some(cores) => cores
                .iter()
                .map(|cores| (&*self.platform, on_cores(case, *cores)))
                .collect(),
            None => vec![(&*self.platform, case.clone())],
        };
        sums.extend(
            self.against
                .iter()
                .map(|against| (&*against.platform, against.case_or(case).to_string())),
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

    /// The same on a variant; None as well if the row is not about a platform that it replaces.
    pub fn measured_on(&self, variant: &Variant, measurements: &Measurements) -> Option<f64> {
        self.concerns(variant)
            .then(|| self.value(measurements, Some(variant)))
            .flatten()
    }

    /// Whether it is measured on a variant too.
    pub fn concerns(&self, variant: &Variant) -> bool {
        variant.replacing(&self.platform).is_some() && !self.only
    }

    fn value(&self, measurements: &Measurements, variant: Option<&Variant>) -> Option<f64> {
        let case = self.case.as_ref()?;
        let find = |platform: &str, cases: &str| -> Option<f64> {
            let platform = Variant::replaces(variant, platform);
            let found = |case: &str| measurements.get(&format!("{platform} {case}"));
            let all: Vec<f64> = cases.split(AND).map(found).collect::<Option<_>>()?;
            Some(if self.largest {
                all.into_iter().fold(f64::NEG_INFINITY, f64::max)
            } else {
                all.into_iter().sum()
            })
        };
        if let Some(cores) = &self.fastest_of {
            let time = |cores| find(&self.platform, &on_cores(case, cores));
            return fastest(cores, self.nearly, time);
        }
        let own = self.scale * (find(&self.platform, case)? - self.less);
        match &self.against {
            None => Some(own),
            Some(against) => {
                let other = self.scale * find(&against.platform, against.case_or(case))?;
                Some(against.relation.of(own, other))
            }
        }
    }
}

fn on_cores(case: &str, cores: u32) -> String {
    case.replace(CORES, &cores.to_string())
}

impl Against {
    fn case_or<'a>(&'a self, case: &'a str) -> &'a str {
        self.case.as_deref().unwrap_or(case)
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

fn fastest(cores: &[u32], nearly: f64, time: impl Fn(u32) -> Option<f64>) -> Option<f64> {
    let times: Vec<f64> = cores
        .iter()
        .map(|cores| time(*cores))
        .collect::<Option<_>>()?;
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    let is_near = |time: &f64| *time <= least * (1.0 + nearly);
    let place = times.iter().position(is_near)?;
    Some(f64::from(cores[place]))
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
        let nearly = "case = 'time {}'\nfastest_of = [1, 3, 2]\nnearly = 0.25";
        assert_eq!(value(nearly), Some(3.0));
        assert_eq!(value("case = 'one + two'\nlargest = true"), Some(30.0));
        assert_eq!(value("case = 'one'\nscale = 0.5"), Some(15.0));
        assert_eq!(value("published = 3"), None);
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
        let value = |platforms, keys| {
            let variant = Variant {
                name: "other",
                platforms,
            };
            row(keys).measured_on(&variant, &measurements)
        };
        let of_a = &[("a", "a2")];
        assert_eq!(value(of_a, "case = 'one'"), Some(15.0));
        assert_eq!(value(&[("b", "a2")], "case = 'one'"), None);
        let against =
            "case = 'one'\nagainst = { platform = 'a', case = 'two', relation = 'growth' }";
        assert_eq!(value(of_a, against), Some(9.0));
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

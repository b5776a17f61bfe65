//! The coverage of a source: every item in its order, with the rows of its published numbers and the files that reproduce it, or the reason
//! why it is not reproduced. Verdicts are counted over all of these published numbers.

use anyhow::{bail, ensure, Result};
use serde::Deserialize;
use toml::Spanned;
use weft_report::table::{left, Table};

use super::file::File;
use super::published::{Published, Row};

/// All items of a source.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// In the order of the source.
    #[serde(rename = "item")]
    items: Vec<Spanned<Item>>,
}

/// Something that a source describes, measures or claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    /// Its place in the source.
    source: String,
    kind: Kind,
    what: String,
    /// The rows of its published numbers; `table-*` is all that begin with `table-`.
    #[serde(default)]
    rows: Vec<String>,
    /// The files and folders that reproduce it.
    #[serde(default)]
    places: Vec<String>,
    /// Why it, or a part of it, is not reproduced.
    missing: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Mechanism,
    Experiment,
    Table,
    Figure,
    Claim,
    #[serde(rename = "future work")]
    FutureWork,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Mechanism => "mechanism",
            Kind::Experiment => "experiment",
            Kind::Table => "table",
            Kind::Figure => "figure",
            Kind::Claim => "claim",
            Kind::FutureWork => "future work",
        }
    }
}

fn is_meant(name: &str, row: &Row) -> bool {
    match name.strip_suffix('*') {
        Some(beginning) => row.id.starts_with(beginning),
        None => row.id == name,
    }
}

impl Item {
    fn names(&self, row: &Row) -> bool {
        self.rows.iter().any(|name| is_meant(name, row))
    }

    /// Returns the rows of its published numbers.
    fn numbers<'a>(&self, published: &'a Published) -> Vec<&'a Row> {
        let rows = published.rows().filter(|row| row.published.is_some());
        rows.filter(|row| self.names(row)).collect()
    }

    fn check(&self, published: &Published) -> Result<()> {
        for name in &self.rows {
            let is_there = published.rows().any(|row| is_meant(name, row));
            ensure!(is_there, "there is no row `{name}`");
        }
        let is_somewhere = !self.rows.is_empty() || !self.places.is_empty();
        ensure!(
            is_somewhere || self.missing.is_some(),
            "an item has `rows`, `places`, or the reason why it is `missing`"
        );
        Ok(())
    }

    fn cells(&self, published: &Published) -> Vec<String> {
        let numbers = self.numbers(published);
        let measured = numbers.iter().filter(|row| row.value.is_some()).count();
        let count = match numbers.len() {
            0 => String::new(),
            all => format!("{measured} of {all}"),
        };
        let places = self.places.iter().map(|place| format!("`{place}`"));
        let places: Vec<String> = places.collect();
        vec![
            self.source.clone(),
            self.kind.name().to_owned(),
            self.what.clone(),
            count,
            places.join(", "),
            self.missing.clone().unwrap_or_default(),
        ]
    }
}

impl Coverage {
    /// Checks that each published number belongs to exactly one item, and that every named row exists.
    ///
    /// # Errors
    /// With the line of what is wrong.
    pub fn check(&self, file: &File, published: &Published, published_file: &File) -> Result<()> {
        for item in &self.items {
            let right = item.as_ref().check(published);
            right.map_err(|wrong| file.error_in(item, &wrong))?;
        }
        for entry in published.entries() {
            let right = self.is_in_one(entry.as_ref());
            right.map_err(|wrong| published_file.error_in(entry, &wrong))?;
        }
        Ok(())
    }

    fn is_in_one(&self, row: &Row) -> Result<()> {
        let items = self.items.iter().filter(|item| item.as_ref().names(row));
        match (row.published, items.count()) {
            (None, _) | (Some(_), 1) => Ok(()),
            (Some(_), 0) => bail!("row `{}`: no item of coverage.toml names it", row.id),
            (Some(_), _) => bail!("row `{}`: several items of coverage.toml name it", row.id),
        }
    }

    /// Returns the items as a table, and the totals.
    pub fn table(&self, published: &Published) -> String {
        let headings = [
            "place in the source",
            "kind",
            "item",
            "numbers measured",
            "here",
            "not reproduced",
        ];
        let mut table = Table::new(headings.map(|heading| left(heading.to_owned())));
        for item in &self.items {
            table.row(item.as_ref().cells(published));
        }
        format!("{}\n{}\n", table.markdown(), self.sum(published))
    }

    fn sum(&self, published: &Published) -> String {
        let numbers = || published.rows().filter(|row| row.published.is_some());
        let measured = numbers().filter(|row| row.value.is_some()).count();
        let with_range = numbers().filter(|row| row.faithful.is_some()).count();
        format!(
            "{} items. Of {} published numbers {measured} are measured, and {with_range} have a range.",
            self.items.len(),
            numbers().count(),
        )
    }

    /// Returns the files and folders that the items name.
    #[cfg(test)]
    pub fn places(&self) -> impl Iterator<Item = &str> {
        let items = self.items.iter();
        items.flat_map(|item| item.as_ref().places.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: &str = "[[section]]\ntitle = 'Table 1'\nrows = [\n\
        { id = 'a-1', what = 'x', unit = 'x', platform = 'p', published = 1, value = '[x]', faithful = [1, 2] },\n\
        { id = 'a-2', what = 'x', unit = 'x', platform = 'p', published = 2, because = 'no hardware' },\n\
        { id = 'own', what = 'x', unit = 'x', platform = 'p', value = '[y]' },\n]\n";

    fn checked(items: &str) -> Result<String> {
        let published: Published = toml::from_str(PUBLISHED)?;
        let coverage: Coverage = toml::from_str(items)?;
        coverage.check(&File::default(), &published, &File::default())?;
        Ok(coverage.table(&published))
    }

    #[test]
    fn every_published_number_is_in_one_item() {
        let item = "[[item]]\nsource = 'table 1'\nkind = 'table'\nwhat = 'x'\n";
        let table = checked(&format!("{item}rows = ['a-*']\nplaces = ['apps']\n")).expect("right");
        assert!(table.contains("| 1 of 2 "), "{table}");
        let sum = "1 items. Of 2 published numbers 1 are measured, and 1 have a range.";
        assert!(table.contains(sum), "{table}");
        for (rows, wrong) in [
            ("rows = ['a-1']", "no item"),
            ("rows = ['a-*', 'b']", "there is no row `b`"),
            ("", "why it is `missing`"),
        ] {
            let error = checked(&format!("{item}{rows}\n")).expect_err("wrong");
            assert!(format!("{error:#}").contains(wrong), "{error:#}");
        }
        let twice = checked(&format!("{item}rows = ['a-*']\n{item}rows = ['a-2']\n"));
        assert!(format!("{:#}", twice.expect_err("wrong")).contains("several items"));
    }
}

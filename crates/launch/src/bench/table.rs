//! The result: medians side by side, with ratios.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::contestants::{RAW, WEFT};
use super::Quantity;

/// All medians.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Ranks that took part.
    pub ranks: usize,
    /// The columns: this library, the peers that are installed, the raw exchange.
    pub columns: Vec<String>,
    /// One row for each quantity.
    pub rows: Vec<Row>,
}

/// One quantity.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// Of how many bytes.
    pub bytes: u64,
    /// Of the values.
    pub unit: &'static str,
    /// Is a larger value better?
    pub more_is_better: bool,
    /// The median of each column that has this quantity.
    pub medians: BTreeMap<String, f64>,
    /// This library's median divided by the better peer's.
    pub to_better_peer: Option<f64>,
    /// This library's median divided by that of the raw exchange.
    pub to_raw: Option<f64>,
}

impl Table {
    pub(super) fn new<'a>(
        ranks: usize,
        names: impl Iterator<Item = &'a str>,
        order: Vec<Quantity>,
        values: &BTreeMap<(Quantity, &str), Vec<f64>>,
    ) -> Table {
        let columns: Vec<String> = names.map(str::to_owned).collect();
        let row = |quantity: Quantity| {
            let medians = columns.iter().filter_map(|column| {
                let series = values.get(&(quantity.clone(), column.as_str()))?;
                Some((column.clone(), median(series)?))
            });
            Row::new(quantity.clone(), medians.collect())
        };
        let rows = order.into_iter().map(row).collect();
        Table {
            ranks,
            columns,
            rows,
        }
    }
}

impl Row {
    fn new((what, bytes): Quantity, medians: BTreeMap<String, f64>) -> Row {
        let (unit, more_is_better) = match what.as_str() {
            "message_rate" | "window_rate" => ("million/s", true),
            "bandwidth" => ("GB/s", true),
            _ => ("ns", false),
        };
        let is_peer = |(name, _): &(&String, &f64)| ![WEFT, RAW].contains(&name.as_str());
        let peers = medians.iter().filter(is_peer).map(|(_, value)| *value);
        let better = peers.reduce(if more_is_better { f64::max } else { f64::min });
        let ours = medians.get(WEFT);
        let ratio = |other: Option<f64>| Some(ours? / other?);
        let (to_better_peer, to_raw) = (ratio(better), ratio(medians.get(RAW).copied()));
        Row {
            what,
            bytes,
            unit,
            more_is_better,
            medians,
            to_better_peer,
            to_raw,
        }
    }
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<16} {:>8}  {:<9}", "what", "bytes", "unit")?;
        let mut columns = self.columns.iter();
        columns.try_for_each(|column| write!(f, " {column:>10}"))?;
        writeln!(f, " {:>9} {:>7}", "weft/best", "weft/raw")?;
        for row in &self.rows {
            let what = row.what.replace('_', " ");
            write!(f, "{what:<16} {:>8}  {:<9}", row.bytes, row.unit)?;
            for column in &self.columns {
                write!(f, " {:>10}", number(row.medians.get(column).copied(), 1))?;
            }
            let (peer, raw) = (number(row.to_better_peer, 2), number(row.to_raw, 2));
            writeln!(f, " {peer:>9} {raw:>7}")?;
        }
        Ok(())
    }
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(what: &str, values: &[(&str, f64)]) -> Row {
        let medians = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect();
        Row::new((what.to_owned(), 8), medians)
    }

    #[test]
    fn the_better_peer_is_the_faster_one() {
        let times = row(
            "half_round_trip",
            &[
                ("weft", 100.0),
                ("mpich", 400.0),
                ("openmpi", 200.0),
                ("raw", 80.0),
            ],
        );
        assert_eq!(
            (times.to_better_peer, times.to_raw),
            (Some(0.5), Some(1.25))
        );
        let rates = row(
            "message_rate",
            &[("weft", 30.0), ("mpich", 5.0), ("openmpi", 10.0)],
        );
        assert_eq!((rates.to_better_peer, rates.to_raw), (Some(3.0), None));
    }

    #[test]
    fn without_peers_there_is_no_ratio() {
        assert_eq!(row("barrier", &[("weft", 100.0)]).to_better_peer, None);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[]), None);
    }
}

//! The data of the run's timeline: time is divided into columns. For each column and location they have the region with the most time, and
//! whether the critical path passes the location. So the size of the picture does not depend on the length of the run.

use super::path::Segment;
use super::stack::Slice;
use std::collections::HashMap;

/// Columns of the picture.
const COLUMNS: u64 = 4096;

/// The picture of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// Ticks in a column.
    pub column: u64,
    /// For each location its runs of columns, in the order of time.
    pub rows: Vec<Vec<Run>>,
    /// Columns over which the critical path leads, in ticks, location by location.
    pub path: Vec<Segment>,
    pub arrows: Vec<Arrow>,
}

/// Columns that show the same region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub columns: u64,
    /// The region; None if the location is in none.
    pub region: Option<u32>,
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: usize,
    pub sent: u64,
    pub to: usize,
    pub received: u64,
    /// Ticks that one side waited for the other.
    pub waited: u64,
}

/// A picture being made.
pub struct TimelineBuilder {
    column: u64,
    end: u64,
    rows: Vec<Row>,
}

#[derive(Clone, Default)]
struct Row {
    runs: Vec<Run>,
    /// The column being filled, and the ticks of each region in it.
    filled: u64,
    shares: HashMap<Option<u32>, u64>,
}

impl TimelineBuilder {
    pub fn new(locations: usize, end: u64) -> TimelineBuilder {
        TimelineBuilder {
            column: end.div_ceil(COLUMNS).max(1),
            end,
            rows: vec![Row::default(); locations],
        }
    }

    pub fn add(&mut self, slice: &Slice) {
        let row = &mut self.rows[slice.location];
        let mut from = slice.from;
        while from < slice.to.min(self.end) {
            let column = from / self.column;
            let to = slice.to.min((column + 1) * self.column);
            row.fill(column, slice.innermost(), to - from);
            from = to;
        }
    }

    /// Returns the columns in which the path is at each location; neighbouring columns are merged.
    fn columns_of(&self, path: &[Segment]) -> Vec<Segment> {
        let mut pieces: Vec<Vec<Segment>> = vec![Vec::new(); self.rows.len()];
        for segment in path {
            let Segment { location, from, to } = *segment;
            let from = from / self.column * self.column;
            let to = to.next_multiple_of(self.column).min(self.end);
            match pieces[location].last_mut() {
                Some(last) if from <= last.to => last.to = to,
                _ => pieces[location].push(Segment { location, from, to }),
            }
        }
        pieces.concat()
    }

    pub fn finish(self, path: &[Segment], arrows: Vec<Arrow>) -> Timeline {
        let path = self.columns_of(path);
        let rows = self.rows.into_iter().map(Row::finish);
        Timeline {
            column: self.column,
            rows: rows.collect(),
            path,
            arrows,
        }
    }
}

impl Row {
    fn fill(&mut self, column: u64, region: Option<u32>, ticks: u64) {
        if column != self.filled {
            self.close();
            self.filled = column;
        }
        *self.shares.entry(region).or_default() += ticks;
    }

    fn close(&mut self) {
        let shares = self.shares.drain();
        let largest = shares.max_by_key(|&(region, ticks)| (ticks, region));
        let Some((region, _)) = largest else {
            return;
        };
        match self.runs.last_mut() {
            Some(last) if last.region == region => last.columns += 1,
            _ => self.runs.push(Run { columns: 1, region }),
        }
    }

    fn finish(mut self) -> Vec<Run> {
        self.close();
        self.runs
    }
}

//! Solves the linear assignment problem: assigns a column to each row, each to one row only, with the least sum of costs.
//!
//! The shortest augmenting path method with potentials (H. W. Kuhn's Hungarian method in the form of J. Edmonds and
//! R. M. Karp): one path for each row, of cost rows x columns.

/// Marks a column without a row.
const FREE: usize = usize::MAX;
/// A length greater than that of any path.
const FAR: i64 = i64::MAX / 4;

/// Returns the least sum. The cost of a pair is `costs[row * columns + column]`; there must be at least as many columns as rows.
pub(super) fn least(costs: &[i64], rows: usize, columns: usize) -> i64 {
    let mut matching = Matching {
        costs,
        columns,
        row_potential: vec![0; rows],
        column_potential: vec![0; columns],
        row_of: vec![FREE; columns],
    };
    (0..rows).for_each(|row| matching.add(row));
    let rows = matching.row_of.iter().enumerate();
    let pairs = rows.filter(|(_, row)| **row != FREE);
    let costs = pairs.map(|(column, row)| costs[row * columns + column]);
    costs.sum()
}

struct Matching<'a> {
    costs: &'a [i64],
    columns: usize,
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    /// The row that each column is assigned to.
    row_of: Vec<usize>,
}

/// The shortest paths from a new row to the columns.
struct Paths {
    /// The length of the path to each column; [`FAR`] if none has been found.
    length: Vec<i64>,
    /// The previous column on the path to each column; [`FREE`] if it is reached directly from the new row.
    before: Vec<usize>,
    done: Vec<bool>,
}

impl Matching<'_> {
    /// Assigns a column to `row`; reassigns other rows where that is cheaper.
    fn add(&mut self, row: usize) {
        let mut paths = Paths {
            length: vec![FAR; self.columns],
            before: vec![FREE; self.columns],
            done: vec![false; self.columns],
        };
        let (mut at_row, mut at_column) = (row, FREE);
        loop {
            let next = self.extend(&mut paths, at_row, at_column);
            self.shift(&mut paths, row, next);
            paths.done[next] = true;
            at_column = next;
            if self.row_of[next] == FREE {
                break;
            }
            at_row = self.row_of[next];
        }
        self.turn(&paths.before, row, at_column);
    }

    /// Extends the paths by the edges of `row`, to which `column` is assigned. Returns the nearest column whose path is not final yet.
    fn extend(&self, paths: &mut Paths, row: usize, column: usize) -> usize {
        let mut nearest = FREE;
        for other in (0..self.columns).filter(|other| !paths.done[*other]) {
            let reduced = self.costs[row * self.columns + other]
                - self.row_potential[row]
                - self.column_potential[other];
            if reduced < paths.length[other] {
                paths.length[other] = reduced;
                paths.before[other] = column;
            }
            if nearest == FREE || paths.length[other] < paths.length[nearest] {
                nearest = other;
            }
        }
        nearest
    }

    /// Changes the potentials so that the path to `next` has reduced cost 0.
    fn shift(&mut self, paths: &mut Paths, row: usize, next: usize) {
        let by = paths.length[next];
        self.row_potential[row] += by;
        for column in 0..self.columns {
            if paths.done[column] {
                self.row_potential[self.row_of[column]] += by;
                self.column_potential[column] -= by;
            } else {
                paths.length[column] -= by;
            }
        }
    }

    /// Reassigns the columns along the path that ends at the free `column`.
    fn turn(&mut self, before: &[usize], row: usize, mut column: usize) {
        while before[column] != FREE {
            self.row_of[column] = self.row_of[before[column]];
            column = before[column];
        }
        self.row_of[column] = row;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the least sum by trying all assignments.
    fn tried(costs: &[i64], columns: usize, row: usize, used: u32) -> i64 {
        if (row + 1) * columns > costs.len() {
            return 0;
        }
        let free = (0..columns).filter(|column| used & (1 << column) == 0);
        let sums = free.map(|column| {
            costs[row * columns + column] + tried(costs, columns, row + 1, used | 1 << column)
        });
        sums.min().unwrap()
    }

    #[test]
    fn nothing_is_less() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let columns = random.usize(1..=6);
            let rows = random.usize(0..=columns);
            let costs: Vec<i64> = (0..rows * columns).map(|_| random.i64(0..20)).collect();
            assert_eq!(
                least(&costs, rows, columns),
                tried(&costs, columns, 0, 0),
                "{costs:?} {columns}"
            );
        }
    }
}

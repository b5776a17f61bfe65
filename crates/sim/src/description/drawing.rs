//! Pictures in characters: boxes, and the fabrics between them.

use super::Range;

/// Columns that a description may fill.
pub const WIDTH: usize = 100;

/// A line of a map of addresses.
pub struct Row {
    /// The addresses.
    pub range: Range,
    /// What answers there.
    pub what: String,
    /// What a load takes.
    pub access: String,
}

/// A fabric between rows of boxes.
pub fn fabric(label: &str) -> String {
    let label = format!("  ==[ {label} ]");
    format!("{label:=<97}")
}

/// Two lines of text in a box.
pub fn boxed(lines: &[String; 2]) -> Vec<String> {
    let width = lines.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let edge = format!("+{}+", "-".repeat(width + 2));
    let inside = lines.iter().map(|line| format!("| {line:<width$} |"));
    let mut rows = vec![edge.clone()];
    rows.extend(inside);
    rows.push(edge);
    rows
}

/// Boxes of equal height next to each other, indented under the fabric.
pub fn side_by_side(boxes: &[Vec<String>]) -> Vec<String> {
    let height = boxes.first().map_or(0, Vec::len);
    let line = |row: usize| {
        let pieces: Vec<&str> = boxes.iter().map(|rows| rows[row].as_str()).collect();
        format!("  {}", pieces.join(" "))
    };
    (0..height).map(line).collect()
}

/// Boxes, as many to a row as the width allows.
pub fn in_rows(boxes: Vec<Vec<String>>) -> Vec<String> {
    let mut rows: Vec<Vec<Vec<String>>> = Vec::new();
    let mut width = WIDTH;
    for drawn in boxes {
        let more = 1 + drawn[0].len();
        if width + more > WIDTH {
            rows.push(Vec::new());
            width = 1;
        }
        width += more;
        if let Some(row) = rows.last_mut() {
            row.push(drawn);
        }
    }
    rows.iter().flat_map(|row| side_by_side(row)).collect()
}

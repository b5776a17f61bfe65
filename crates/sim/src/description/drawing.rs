//! Pictures in characters: boxes, and the interconnects between them.

use super::Range;

/// Maximum width of a description, in columns.
pub const WIDTH: usize = 100;

/// A line of an address map.
pub struct Row {
    /// The addresses.
    pub range: Range,
    /// The component at these addresses.
    pub what: String,
    /// The duration of a load.
    pub access: String,
}

/// Returns the line for an interconnect between rows of boxes.
pub fn fabric(label: &str) -> String {
    let label = format!("  ==[ {label} ]");
    format!("{label:=<97}")
}

/// Returns a box with two lines of text.
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

/// Returns boxes of equal height side by side, indented under the interconnect.
pub fn side_by_side(boxes: &[Vec<String>]) -> Vec<String> {
    let height = boxes.first().map_or(0, Vec::len);
    let line = |row: usize| {
        let pieces: Vec<&str> = boxes.iter().map(|rows| rows[row].as_str()).collect();
        format!("  {}", pieces.join(" "))
    };
    (0..height).map(line).collect()
}

/// Arranges boxes in rows, each as full as the width allows.
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

//! Reduction of a failing program to the pieces that it needs to fail.

/// Removes pieces as long as the rest still fails: halves first, single pieces last (Zeller and Hildebrandt, 2002).
pub fn shrink<T: Clone>(mut pieces: Vec<T>, fails: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut length = pieces.len().div_ceil(2);
    while length > 0 {
        let before = pieces.len();
        pieces = without_runs(pieces, length, &fails);
        if length > 1 || pieces.len() == before {
            length /= 2;
        }
    }
    pieces
}

/// Removes each run of that many pieces that is not needed to fail.
fn without_runs<T: Clone>(
    mut pieces: Vec<T>,
    length: usize,
    fails: impl Fn(&[T]) -> bool,
) -> Vec<T> {
    let mut start = 0;
    while start < pieces.len() {
        let mut fewer = pieces.clone();
        fewer.drain(start..pieces.len().min(start + length));
        if fails(&fewer) {
            pieces = fewer;
        } else {
            start += length;
        }
    }
    pieces
}

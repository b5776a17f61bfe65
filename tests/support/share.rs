//! The share of its cases that a test runs: a few in `make test`, all of them in `make test-long`, which sets `WEFT_LONG`.

/// All of the cases in the long tests, otherwise the first `few`.
pub fn some<T>(cases: impl IntoIterator<Item = T>, few: usize) -> impl Iterator<Item = T> {
    let most = if is_long() { usize::MAX } else { few };
    cases.into_iter().take(most)
}

/// The same, but the first of the few is number `first`, and the last case is followed by the first one. Tests that go through the
/// same cases begin with different ones.
pub fn some_from<T>(mut cases: Vec<T>, first: usize, few: usize) -> impl Iterator<Item = T> {
    let middle = first % cases.len().max(1);
    cases.rotate_left(middle);
    some(cases, few)
}

fn is_long() -> bool {
    std::env::var_os("WEFT_LONG").is_some()
}

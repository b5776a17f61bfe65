//! Formats numbers with units, prefixes and separators.

pub use weft_sim::units::separated;

/// Formats a count: exact with separators up to five digits, then three significant digits with a prefix.
pub fn count(value: u64) -> String {
    match value {
        0..=99_999 => separated(value),
        _ => scaled(value as f64),
    }
}

/// Formats bytes: exact below 10,000, then in binary multiples.
pub fn bytes(value: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if value < 10_000 {
        return format!("{} B", separated(value));
    }
    let mut scaled = value as f64 / 1024.0;
    let mut units = UNITS.iter();
    let mut unit = units.next().expect("there are units");
    // 1023.5 and more would be shown as 1024.
    while scaled >= 1023.5 {
        let Some(next) = units.next() else { break };
        (scaled, unit) = (scaled / 1024.0, next);
    }
    format!("{} {unit}", three_digits(scaled))
}

/// Formats a time, given in seconds, in the unit that suits it.
pub fn seconds(value: f64) -> String {
    let (scale, unit) = match value {
        0.0 => return "0 s".to_owned(),
        v if v >= 0.9995 => (1.0, "s"),
        v if v >= 0.000_999_5 => (1e3, "ms"),
        v if v >= 0.000_000_999_5 => (1e6, "us"),
        _ => (1e9, "ns"),
    };
    format!("{} {unit}", three_digits(value * scale))
}

/// Formats a frequency, given in hertz, in the unit that suits it.
pub fn hertz(value: u64) -> String {
    let (scale, unit) = match value {
        1_000_000_000.. => (1e9, "GHz"),
        1_000_000.. => (1e6, "MHz"),
        1_000.. => (1e3, "kHz"),
        _ => (1.0, "Hz"),
    };
    format!("{} {unit}", value as f64 / scale)
}

/// Formats a part of a whole in percent, without decimals; a part above 0 but below half a percent is `<1`.
pub fn percent(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return "-".to_owned();
    }
    match (part as f64 / whole as f64 * 100.0).round() as u64 {
        0 => "<1".to_owned(),
        100 if part < whole => ">99".to_owned(),
        rounded => rounded.to_string(),
    }
}

/// Formats a number with up to `digits` decimals, without trailing zeros.
pub fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn scaled(value: f64) -> String {
    let (scale, prefix) = match value {
        v if v >= 999.5e9 => (1e12, "T"),
        v if v >= 999.5e6 => (1e9, "G"),
        v if v >= 999.5e3 => (1e6, "M"),
        _ => (1e3, "k"),
    };
    format!("{} {prefix}", three_digits(value / scale))
}

/// Formats a value below 1000 with three significant digits.
fn three_digits(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let shown = [
            0,
            999,
            1_000,
            99_999,
            100_000,
            999_499,
            999_500,
            12_345_678,
            999_500_000,
        ]
        .map(count);
        assert_eq!(
            shown,
            ["0", "999", "1,000", "99,999", "100 k", "999 k", "1.00 M", "12.3 M", "1.00 G"]
        );
    }

    #[test]
    fn sizes() {
        let shown = [0, 9_999, 10_240, 102_400, 1_048_064, 1 << 30].map(bytes);
        assert_eq!(
            shown,
            ["0 B", "9,999 B", "10.0 KiB", "100 KiB", "1.00 MiB", "1.00 GiB"]
        );
    }

    #[test]
    fn times_and_frequencies() {
        let shown = [0.0, 5e-9, 1.5e-6, 0.9994e-3, 0.012_34, 61.5].map(seconds);
        assert_eq!(
            shown,
            ["0 s", "5.00 ns", "1.50 us", "999 us", "12.3 ms", "61.5 s"]
        );
        assert_eq!([32_768, 200_000_000].map(hertz), ["32.768 kHz", "200 MHz"]);
    }

    #[test]
    fn percentages() {
        let shown = [(0, 10), (0, 0), (1, 1000), (5, 10), (999, 1000), (10, 10)]
            .map(|(p, w)| percent(p, w));
        assert_eq!(shown, ["-", "-", "<1", "50", ">99", "100"]);
    }
}

//! Quantities with units: `"256 KiB"`, `"200 MHz"`.

/// A unit, and its size in the base unit.
pub struct Unit {
    /// As it is written.
    pub name: &'static str,
    /// Its size in the base unit, the first of the list.
    pub factor: u64,
}

/// Units of memory sizes.
pub const BYTES: [Unit; 4] = [
    Unit::new("B", 1),
    Unit::new("KiB", 1 << 10),
    Unit::new("MiB", 1 << 20),
    Unit::new("GiB", 1 << 30),
];

/// Units of frequency.
pub const HERTZ: [Unit; 4] = [
    Unit::new("Hz", 1),
    Unit::new("kHz", 1_000),
    Unit::new("MHz", 1_000_000),
    Unit::new("GHz", 1_000_000_000),
];

impl Unit {
    const fn new(name: &'static str, factor: u64) -> Self {
        Unit { name, factor }
    }
}

/// Parses a decimal number followed by one of `units`; returns its value in the base unit. None if it is anything else, or not a whole number of the
/// base unit.
pub fn parse(text: &str, units: &[Unit]) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, name) = text.split_at(end);
    let unit = units.iter().find(|unit| unit.name == name.trim())?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let decimals = u32::try_from(fraction.len()).ok()?;
    let scale = 10_u64.checked_pow(decimals)?;
    let scaled_whole = whole.parse::<u64>().ok()?.checked_mul(scale)?;
    let scaled = scaled_whole.checked_add(fraction.parse().ok()?)?;
    let product = u128::from(scaled) * u128::from(unit.factor);
    let exact = product % u128::from(scale) == 0;
    let value = u64::try_from(product / u128::from(scale)).ok();
    value.filter(|_| exact)
}

/// Formats a number of bytes in the largest unit in which it is a whole number: `256 KiB`.
pub fn bytes(value: u32) -> String {
    written(u64::from(value), &BYTES)
}

/// Formats a frequency in the largest unit in which it is a whole number: `200 MHz`.
pub fn hertz(value: u64) -> String {
    written(value, &HERTZ)
}

fn written(value: u64, units: &[Unit]) -> String {
    let whole = |unit: &&Unit| value % unit.factor == 0 && value >= unit.factor;
    let unit = units.iter().rev().find(whole).unwrap_or(&units[0]);
    format!("{} {}", value / unit.factor, unit.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_exact() {
        assert_eq!(parse("256 KiB", &BYTES), Some(262_144));
        assert_eq!(parse("1MiB", &BYTES), Some(1_048_576));
        assert_eq!(parse("33.25 MHz", &HERTZ), Some(33_250_000));
        assert_eq!(parse("1.5 Hz", &HERTZ), None);
        assert_eq!(parse("1 KB", &BYTES), None);
        assert_eq!(parse("12", &BYTES), None);
        assert_eq!(parse("1.2.3 Hz", &HERTZ), None);
        assert_eq!(parse(".5 kHz", &HERTZ), None);
        assert_eq!(parse("99999999999999999999 Hz", &HERTZ), None);
        assert_eq!(parse("0.00000000000000000001 GHz", &HERTZ), None);
        assert_eq!(parse("18446744073709551615 GiB", &BYTES), None);
    }

    #[test]
    fn quantities_are_written_in_the_largest_whole_unit() {
        assert_eq!(bytes(262_144), "256 KiB");
        assert_eq!(bytes(1500), "1500 B");
        assert_eq!(hertz(200_000_000), "200 MHz");
        assert_eq!(hertz(0), "0 Hz");
    }
}

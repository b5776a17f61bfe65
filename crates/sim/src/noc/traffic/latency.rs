//! Packet latencies, from creation at the source to ejection of the tail flit.

/// A histogram of latencies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Latencies {
    /// For each latency in cycles, the number of packets.
    packets: Vec<u64>,
}

impl Latencies {
    pub(super) fn record(&mut self, cycles: u64) {
        let cycles = cycles as usize;
        if cycles >= self.packets.len() {
            self.packets.resize(cycles + 1, 0);
        }
        self.packets[cycles] += 1;
    }

    /// Returns the number of packets.
    pub fn count(&self) -> u64 {
        self.packets.iter().sum()
    }

    /// Returns the average in cycles; None without packets.
    pub fn average(&self) -> Option<f64> {
        let cycles = |(cycles, &packets): (usize, &u64)| cycles as f64 * packets as f64;
        let sum: f64 = self.packets.iter().enumerate().map(cycles).sum();
        (self.count() > 0).then(|| sum / self.count() as f64)
    }

    /// Returns the least number of cycles within which this share of the packets (above 0, up to 1) has arrived.
    pub fn percentile(&self, share: f64) -> Option<u64> {
        let wanted = (share * self.count() as f64).ceil() as u64;
        let mut arrived = 0;
        let has_arrived = |&packets: &u64| {
            arrived += packets;
            arrived >= wanted && arrived > 0
        };
        let cycles = self.packets.iter().position(has_arrived)?;
        Some(cycles as u64)
    }

    /// Returns the longest latency in cycles.
    pub fn maximum(&self) -> Option<u64> {
        self.packets
            .len()
            .checked_sub(1)
            .map(|cycles| cycles as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_latency_that_no_more_packets_exceed() {
        let mut latencies = Latencies::default();
        (1..=200).for_each(|cycles| latencies.record(cycles));
        assert_eq!(latencies.average(), Some(100.5));
        assert_eq!(latencies.percentile(0.99), Some(198));
        assert_eq!(latencies.percentile(1.0), latencies.maximum());
        assert_eq!(latencies.percentile(1e-9), Some(1));
    }

    #[test]
    fn without_packets_there_is_no_latency() {
        let none = Latencies::default();
        assert_eq!(
            (none.average(), none.percentile(0.99), none.maximum()),
            (None, None, None)
        );
    }
}

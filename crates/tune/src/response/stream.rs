//! The interference of a task with others: its use of the GPP and of its DSP, and the latest time at which its result is fetched.

use super::bus::Slowest;
use crate::demand::burst;
use crate::request::latest_poll;
use crate::schedule::expiry;
use crate::{Nanoseconds, Notification, Request, Scenario, Served, Side};

/// Times in nanoseconds.
pub(super) struct Stream {
    pub dsp: usize,
    /// How often its timer expires: its urgency.
    pub expiry: u64,
    period: u64,
    gathering: u64,
    notification: Notification,
    /// The GPP's times for a request, a poll and a result.
    make: u64,
    look: u64,
    fetch: u64,
    /// The earliest from the timer's expiry until the DSP gets a request, and until that is done.
    arrives: u64,
    done: u64,
    /// The DSP's.
    burst: u64,
    mean: f64,
}

impl Stream {
    pub(super) fn new(scenario: &Scenario, served: &Served, slowest: &Slowest) -> Stream {
        let (kind, choice) = (&scenario.kinds[served.task.kind], served.strategy.choice);
        let constants = &scenario.platform.constants;
        let requests = Request::in_turn(kind, choice, constants);
        let most = |of: &dyn Fn(&Request) -> u64| requests.iter().map(of).max().unwrap_or(0);
        let least = |of: &dyn Fn(&Request) -> u64| requests.iter().map(of).min().unwrap_or(0);
        let on_gpp = |time: Nanoseconds| slowest.of(Side::Gpp, choice.memory, time).0;
        let on_dsp = |time: Nanoseconds| slowest.of(Side::Dsp, choice.memory, time).0;
        let serve =
            |one: &Request| on_dsp(one.service.moving) + one.service.own.0 + on_dsp(one.result);
        let services: Vec<u64> = requests.iter().map(serve).collect();
        let (look, told) = match choice.notification {
            Notification::Interrupt => (0, constants.interrupt.0),
            Notification::Polling(_) => (constants.poll.0 + constants.timer.0, 0),
        };
        Stream {
            dsp: served.dsp,
            expiry: expiry(kind, choice.notification).0,
            period: requests[0].period.0,
            gathering: requests[0].gathering.0,
            notification: choice.notification,
            make: most(&|one| on_gpp(one.begin.moving) + one.begin.own.0),
            look,
            fetch: most(&|one| on_gpp(one.end.moving)) + told,
            arrives: least(&|one| one.begin.time().0),
            done: least(&|one| one.done().0),
            burst: burst(&services),
            mean: services.iter().sum::<u64>() as f64 / services.len() as f64,
        }
    }

    fn polling(&self) -> Option<u64> {
        match self.notification {
            Notification::Interrupt => None,
            Notification::Polling(polling) => Some(polling.0),
        }
    }

    pub(super) fn dsp_part(&self) -> f64 {
        self.mean / self.period as f64
    }

    pub(super) fn gpp_part(&self) -> f64 {
        let looks = self
            .polling()
            .map_or(0.0, |polling| self.look as f64 / polling as f64);
        (self.make + self.fetch) as f64 / self.period as f64 + looks
    }

    /// Returns the GPP's work that can arrive within a time, if results are delayed by up to `put_off`.
    pub(super) fn gpp_work(&self, time: u64, put_off: u64) -> u64 {
        let looks = self.polling().map_or(0, |polling| time.div_ceil(polling));
        self.make * time.div_ceil(self.period)
            + self.fetch * (time + put_off).div_ceil(self.period)
            + self.look * looks
    }

    /// Returns the DSP's work at once, if the GPP takes up to `gpp` for a request.
    pub(super) fn dsp_work(&self, gpp: u64) -> u64 {
        let put_off = gpp.saturating_sub(self.arrives) as f64;
        self.burst + (self.mean * put_off / self.period as f64).ceil() as u64
    }

    /// Returns the longest time from the timer's expiry until the result can be fetched.
    fn seen(&self, gpp: u64, dsp: u64) -> u64 {
        let Some(polling) = self.polling() else {
            return gpp + dsp;
        };
        let [done, period, gathering, every] =
            [gpp + dsp, self.period, self.gathering, polling].map(Nanoseconds);
        // A poll that the GPP delays beyond the next one replaces that one.
        let missed = (gpp.div_ceil(polling) - 1) * polling;
        latest_poll(done, period, gathering, every).0 + missed
    }

    /// Returns how much later than at the earliest a result is fetched (its jitter).
    pub(super) fn put_off(&self, gpp: u64, dsp: u64) -> u64 {
        let look = self.polling().map_or(0, |_| gpp);
        (self.seen(gpp, dsp) + look).saturating_sub(self.done)
    }

    /// Returns the longest time from the first datum of a request until its result has been fetched.
    pub(super) fn latency(&self, gpp: u64, dsp: u64) -> u64 {
        self.gathering + self.seen(gpp, dsp) + gpp
    }
}

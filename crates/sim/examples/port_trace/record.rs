//! A message unit or a controller that keeps what passed its ports in a cycle.

use weft_sim::port::{
    BlockData, Done, NodeMask, Progress, ReceiverPort, RequestWord, Response, ResponseLines,
    TransmitterPort,
};
use weft_sim::Cycle;

/// The part, and what it drove and took in this cycle.
#[derive(Clone)]
pub struct Recorded<T> {
    pub part: T,
    pub lines: ResponseLines,
    pub sampled: Option<usize>,
    /// Whether a node drove REQ towards it; None in a cycle in which it sampled or answered, and did not look at that.
    pub asked: Option<bool>,
    /// The node whose next block it takes without a request.
    pub continued: Option<usize>,
}

impl<T> Recorded<T> {
    pub fn new(part: T) -> Self {
        Recorded {
            part,
            lines: ResponseLines::default(),
            sampled: None,
            asked: None,
            continued: None,
        }
    }
}

impl<T: ReceiverPort> ReceiverPort for Recorded<T> {
    fn respond(&mut self, now: Cycle) -> ResponseLines {
        (self.sampled, self.asked, self.continued) = (None, None, None);
        self.lines = self.part.respond(now);
        self.lines
    }

    fn samples(&self, requesters: NodeMask) -> NodeMask {
        self.part.samples(requesters)
    }

    fn sample(&mut self, source: usize, request: RequestWord, now: Cycle) {
        self.sampled = Some(source);
        self.part.sample(source, request, now);
    }

    fn delivers(&self, now: Cycle) -> Option<usize> {
        self.part.delivers(now)
    }

    fn end_reception(&mut self, now: Cycle, data: &[u8], asked: bool) -> Progress {
        let progress = self.part.end_reception(now, data, asked);
        self.asked = self.lines.answer.is_none().then_some(asked);
        self.continued = progress.continued;
        progress
    }

    fn next_reception(&self, now: Cycle, requesters: NodeMask) -> Cycle {
        self.part.next_reception(now, requesters)
    }

    fn is_at_rest(&self) -> bool {
        self.part.is_at_rest()
    }
}

impl<T: TransmitterPort> TransmitterPort for Recorded<T> {
    fn asks(&self) -> Option<usize> {
        self.part.asks()
    }

    fn request(&self) -> RequestWord {
        self.part.request()
    }

    fn block(&self) -> BlockData {
        self.part.block()
    }

    fn answered(&mut self, response: Response, now: Cycle) -> Option<Done> {
        self.part.answered(response, now)
    }

    fn continue_transfer(&mut self, now: Cycle) {
        self.part.continue_transfer(now);
    }

    fn notified(&mut self, from: usize, now: Cycle) -> bool {
        self.part.notified(from, now)
    }

    fn next_transmission(&self) -> Cycle {
        self.part.next_transmission()
    }

    fn end_transmission(&mut self, now: Cycle) -> Option<Done> {
        self.part.end_transmission(now)
    }
}

//! Writes a trace in a thread of its own, so that the producer of the events does not wait for the file.
//!
//! Events are passed in batches. The number of pending batches is limited: if the file is slower than the producer, the producer waits, and
//! memory stays bounded.

use crate::error::Result;
use crate::event::Event;
use crate::sink::Sink;
use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// Events per batch: few enough that the allocator reuses their memory at once.
const BATCH: usize = 1024;
/// Maximum number of pending batches.
const QUEUE: usize = 32;

/// The producer's end of a trace that a thread writes.
pub struct Background {
    batch: Vec<Event>,
    orders: SyncSender<Order>,
    worker: Option<JoinHandle<Result<()>>>,
}

/// An order to the thread.
enum Order {
    Write(Vec<Event>),
    Finish(u64),
}

impl Background {
    /// Starts the thread, which makes its own sink by `create`.
    ///
    /// # Errors
    /// Those of `create`.
    pub fn begin(
        create: impl FnOnce() -> Result<Box<dyn Sink>> + Send + 'static,
    ) -> Result<Background> {
        let (orders, taken) = sync_channel(QUEUE);
        let (started, start) = sync_channel(1);
        let worker = thread::spawn(move || {
            let sink = create()?;
            let _ = started.send(());
            carry_out(&taken, sink)
        });
        let mut background = Background {
            batch: Vec::with_capacity(BATCH),
            orders,
            worker: Some(worker),
        };
        match start.recv() {
            Ok(()) => Ok(background),
            Err(_) => background.end().map(|()| background),
        }
    }

    fn order(&mut self, order: Order) -> Result<()> {
        match self.orders.send(order) {
            Ok(()) => Ok(()),
            // The channel is closed: the thread has ended, and returns the reason.
            Err(_) => self.end(),
        }
    }

    /// Waits for the end of the thread.
    fn end(&mut self) -> Result<()> {
        let ended = self.worker.take().map(JoinHandle::join);
        match ended {
            Some(Ok(result)) => result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }

    fn hand_over(&mut self) -> Result<()> {
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        self.order(Order::Write(batch))
    }
}

impl Sink for Background {
    fn event(&mut self, event: &Event) -> Result<()> {
        self.batch.push(*event);
        if self.batch.len() == BATCH {
            self.hand_over()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, end: u64) -> Result<()> {
        self.hand_over()?;
        self.order(Order::Finish(end))?;
        self.end()
    }
}

/// Writes until the trace is complete. A trace that the producer abandons is left incomplete.
fn carry_out(orders: &Receiver<Order>, mut sink: Box<dyn Sink>) -> Result<()> {
    for order in orders {
        match order {
            Order::Write(batch) => batch.iter().try_for_each(|event| sink.event(event))?,
            Order::Finish(end) => return sink.finish(end),
        }
    }
    Ok(())
}

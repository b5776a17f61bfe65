//! Model-checks the queue of the shared-memory link: all its executions under the C11 memory model.
//!
//! The steps have the same numbers as in `lib/src/link/shm` (queue.h, queue.c, wait.c, shm.h). The model is smaller where that does not
//! affect the order of accesses: two cells instead of 128, a ring of two payloads, and cells returned one at a time. With a single copy
//! (single.c) all payloads are in one place, the sender's own memory. The model has a full fence in the sender for membarrier(), and for
//! the sender's own fence where membarrier() is not available. It has a lock and a condition variable for the futex. Loom reports an error
//! if two accesses to [`Plain`] memory race, or if all threads wait.

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicU32, Ordering};
use loom::sync::{Condvar, Mutex};
use std::sync::Arc;

const CELLS: u32 = 2;
const MESSAGES: u32 = 3;

/// A non-atomic word: loom checks `access` for races, and `value` holds the content.
#[derive(Default)]
struct Plain {
    access: UnsafeCell<()>,
    value: AtomicU32,
}

impl Plain {
    fn read(&self) -> u32 {
        self.access.with(|_| self.value.load(Ordering::Relaxed))
    }

    fn write(&self, value: u32) {
        self.access
            .with_mut(|_| self.value.store(value, Ordering::Relaxed));
    }
}

#[derive(Default)]
struct Cell {
    number: AtomicU32,
    word: Plain,
}

/// `struct weft_channel`.
#[derive(Default)]
struct Channel {
    cells: [Cell; CELLS as usize],
    ring: [Plain; CELLS as usize],
    returned_cells: AtomicU32,
    returned_bytes: AtomicU32,
}

/// `struct weft_job_rank`, and the kernel's side of its futex.
#[derive(Default)]
struct Rank {
    asleep: AtomicU32,
    kernel: Mutex<()>,
    woken: Condvar,
}

/// The memory orders and fences of the algorithm. Tests weaken one of them to check that the model finds the error.
#[derive(Clone, Copy)]
struct Orders {
    publish: Ordering,
    give_back: Ordering,
    fence: bool,
    single_copy: bool,
}

const AS_WRITTEN: Orders = Orders {
    publish: Ordering::Release,
    give_back: Ordering::Release,
    fence: true,
    single_copy: false,
};

struct Model {
    channel: Channel,
    sender: Rank,
    receiver: Rank,
    orders: Orders,
}

impl Rank {
    fn sleep_unless(&self, orders: Orders, ready: impl Fn() -> bool) {
        self.asleep.store(1, Ordering::SeqCst); // W1
        if orders.fence {
            fence(Ordering::SeqCst); // W2
        }
        if !ready() {
            // W3
            let mut kernel = self.kernel.lock().unwrap();
            while self.asleep.load(Ordering::SeqCst) == 1 {
                kernel = self.woken.wait(kernel).unwrap(); // W4
            }
        }
        self.asleep.store(0, Ordering::SeqCst);
    }

    fn notify(&self, orders: Orders) {
        if orders.fence {
            fence(Ordering::SeqCst); // N1, by the sleeper's membarrier() or the sender's own
        }
        if self.asleep.load(Ordering::Relaxed) != 0 && self.asleep.swap(0, Ordering::SeqCst) != 0 {
            // N2
            let _kernel = self.kernel.lock().unwrap();
            self.woken.notify_one();
        }
    }
}

impl Model {
    /// Sends messages 1 to MESSAGES; the payload of message n is 10 n, its word n.
    fn send_all(&self) {
        let (mut cells_back, mut bytes_back) = (0, 0);
        for number in 1..=MESSAGES {
            let sent = number - 1;
            while sent - cells_back == CELLS || sent - bytes_back == CELLS {
                cells_back = self.channel.returned_cells.load(Ordering::Acquire); // S1
                bytes_back = self.channel.returned_bytes.load(Ordering::Acquire); // S1
                if sent - cells_back == CELLS || sent - bytes_back == CELLS {
                    self.sender.sleep_unless(self.orders, || {
                        self.channel.returned_cells.load(Ordering::Acquire) != cells_back
                            || self.channel.returned_bytes.load(Ordering::Acquire) != bytes_back
                    });
                }
            }
            self.channel.ring[self.place_in_ring(number)].write(10 * number); // S2
            let cell = &self.channel.cells[(sent % CELLS) as usize];
            cell.word.write(number); // S3
            cell.number.store(number, self.orders.publish); // S4
            self.receiver.notify(self.orders);
            if self.orders.single_copy {
                self.wait_for_return_of(number);
            }
        }
    }

    fn wait_for_return_of(&self, number: u32) {
        let is_back = || self.channel.returned_cells.load(Ordering::Acquire) == number; // S1
        while !is_back() {
            self.sender.sleep_unless(self.orders, is_back);
        }
    }

    fn place_in_ring(&self, number: u32) -> usize {
        if self.orders.single_copy {
            0
        } else {
            ((number - 1) % CELLS) as usize
        }
    }

    fn receive_all(&self) {
        for number in 1..=MESSAGES {
            let cell = &self.channel.cells[((number - 1) % CELLS) as usize];
            let is_there = || cell.number.load(Ordering::Acquire) == number; // R1
            while !is_there() {
                self.receiver.sleep_unless(self.orders, is_there);
            }
            assert_eq!(cell.word.read(), number); // R2
            let payload = &self.channel.ring[self.place_in_ring(number)];
            assert_eq!(payload.read(), 10 * number); // R2
            self.channel
                .returned_bytes
                .store(number, self.orders.give_back); // R3
            self.channel
                .returned_cells
                .store(number, self.orders.give_back); // R3
            self.sender.notify(self.orders);
        }
    }
}

// The standard Arc, not loom's: dropping loom's is a step of the model, which is not allowed while a failure unwinds.
#[allow(clippy::arc_with_non_send_sync)]
fn check(orders: Orders) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || {
        let (channel, sender, receiver) = Default::default();
        let model = Arc::new(Model {
            channel,
            sender,
            receiver,
            orders,
        });
        let other = Arc::clone(&model);
        let thread = loom::thread::spawn(move || other.send_all());
        model.receive_all();
        thread.join().unwrap();
    });
}

#[test]
fn every_message_comes_whole_and_nobody_sleeps_for_ever() {
    check(AS_WRITTEN);
}

#[test]
fn a_payload_copied_once_is_read_before_it_is_written_over() {
    check(Orders {
        single_copy: true,
        ..AS_WRITTEN
    });
}

#[test]
#[should_panic]
fn without_release_of_returns_a_payload_copied_once_may_be_written_over() {
    check(Orders {
        give_back: Ordering::Relaxed,
        single_copy: true,
        ..AS_WRITTEN
    });
}

#[test]
#[should_panic]
fn without_release_a_payload_may_come_late() {
    check(Orders {
        publish: Ordering::Relaxed,
        ..AS_WRITTEN
    });
}

#[test]
#[should_panic]
fn without_release_of_returns_a_payload_may_be_overwritten_while_it_is_read() {
    check(Orders {
        give_back: Ordering::Relaxed,
        ..AS_WRITTEN
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn without_the_fence_a_wake_up_may_be_lost() {
    check(Orders {
        fence: false,
        ..AS_WRITTEN
    });
}

//! Frames that are lost, writes without effect, and the cycles in which that is decided.

use super::*;

/// A data frame with this number of octets of payload.
fn data(payload: usize) -> Vec<u8> {
    let mut octets = vec![0xc0, 0x00];
    octets.resize(HEADER + payload, 0);
    octets
}

#[test]
fn one_frame_is_on_the_air_at_a_time() {
    let mut bench = Bench::new();
    // A frame takes 2625 + 20 cycles, and is complete one later.
    for (time, payload) in [(0, 2), (2645, 3), (2646, 2), (10_000, 4), (20_000, 5)] {
        bench.put_on_air(time, &data(payload));
    }
    bench.write(0x000, 1);
    bench.run_until(Cycle(101 + 9000));
    assert_eq!(payloads(&mut bench), [2, 2]);
    // The first symbol goes out 2,000 cycles after that of a frame being received, then 2,000 cycles before that of another.
    bench.run_until(Cycle(101 + 11_999));
    bench.write(0x080, 2);
    bench.write(0x084, 18_000);
    bench.run_until(Cycle(101 + 15_000));
    assert_eq!(bench.read(0x004) & SENT, SENT);
    bench.write(0x080, SEND_AT_TIME | 2);
    bench.run_until(Cycle(101 + 30_000));
    assert_eq!(bench.read(0x040), 0);
}

#[test]
fn a_frame_is_lost_with_the_end_of_its_superframe() {
    let mut bench = Bench::new();
    bench.write(0x014, 4000);
    // Complete in the last cycle of the superframe, and one cycle later.
    for late in [0, 1] {
        bench.put_on_air(4000 - 2646 + late, &data(2));
        bench.write(0x000, 1);
        bench.run_until(bench.now + 5000);
        assert_eq!(payloads(&mut bench), [2][late as usize..]);
        bench.write(0x000, 0);
    }
}

#[test]
fn a_key_is_that_of_the_cycle_in_which_the_security_header_has_come() {
    for late in [0, 1] {
        let mut bench = Bench::new();
        let mut frame = secure_frame(b"payload");
        secure::protect(&mut frame, &KEY);
        bench.put_on_air(0, &frame.octets);
        bench.write(0x000, 1);
        bench.run_until(Cycle(101 + 2625 + 40 - 2 + late));
        bench.now += 1;
        bench.load_key();
        bench.mac.advance(bench.now);
        bench.run_until(Cycle(9000));
        let good = if late == 0 { RECEIVED_GOOD | 7 } else { 0 };
        assert_eq!(bench.read(0x040), RECEIVED_VALID | good);
    }
}

#[test]
fn a_fifth_beacon_is_lost() {
    let mut bench = Bench::new();
    for time in 0..5 {
        bench.put_on_air(10_000 * time, &[0; HEADER + 8]);
    }
    bench.write(0x000, 1);
    while bench.mac.next_event() <= Cycle(60_000) {
        bench.now = bench.mac.next_event();
        bench.mac.advance(bench.now);
    }
    bench.move_data();
    assert_eq!(bench.read(0x034), 4);
}

#[test]
fn what_is_to_be_sent_and_what_is_moved_stays() {
    let mut bench = Bench::new();
    bench.put_on_air(0, &data(8));
    bench.write(0x000, 1);
    bench.run_until(Cycle(5000));
    bench.write(0x0c4, 8);
    bench.write(0x0c8, 1);
    bench.write(0x0c8, 2);
    bench.write(0x048, 1);
    bench.move_data();
    assert!(!bench.mac.mover.is_busy());
    assert_eq!(payloads(&mut bench), [8]);
    bench.write(0x090, 0xc0);
    bench.write(0x1000, 1);
    bench.write(0x080, 4);
    bench.write(0x090, 0);
    bench.write(0x1000, 2);
    bench.write(0x0c8, 2);
    bench.move_data();
    bench.run_until(Cycle(10_000));
    assert_eq!(
        bench.sent()[..14],
        [&[0xc0], &[0; 9][..], &[1, 0, 0, 0]].concat()
    );
}

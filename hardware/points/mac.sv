// What must happen in the MAC unit (docs/contract/mac.md).

// Received frames.
`POINT(mac_receive, plain_frame_comes, there && !is_beacon && !is_secure)
`POINT(mac_receive, secure_frame_is_good, there && is_secure && good)
`POINT(mac_receive, secure_frame_is_forged, there && is_secure && usable && !good)
`POINT(mac_receive, secure_frame_without_key, there && is_secure && !usable)
`POINT(mac_receive, secure_frame_is_too_short, there && is_secure && all < 13'd30)
`POINT(mac_receive, beacon_comes, there && is_beacon)
`POINT(mac_receive, beacon_is_too_long, there && is_beacon && all > 13'(BEACON_OCTETS + 10))
`POINT(mac_receive, frame_is_missed, alive && first_symbol && !hears)
`POINT(mac_receive, superframe_ends_within_a_frame, incoming && ends)
`POINT(mac_receive, sending_ends_a_reception, incoming && sends)

// Sent frames.
`POINT(mac_send, plain_frame_is_sent, sends && !is_beacon && !is_secure)
`POINT(mac_send, secure_frame_is_sent, sends && is_secure && found)
`POINT(mac_send, secure_frame_has_no_key, sends && is_secure && !found)
`POINT(mac_send, beacon_is_sent, sends && is_beacon)
`POINT(mac_send, frame_is_sent_at_its_time, sends && at_time)
`POINT(mac_send, buffer_is_written_while_sending, write_buffer && busy)
`POINT(mac_secure, part_of_the_payload_is_plain, start && offset != '0 && offset != octets)
`POINT(mac_secure, whole_payload_is_plain, start && octets != '0 && offset == octets)
`POINT(mac_secure, payload_is_empty, start && octets == '0)
`POINT(mac_secure, octets_wait_for_the_cipher, engaged && !feeds_headers && queued && !taken)

// Queues of frames and of beacons.
`POINT(mac_queue, frame_finds_no_room, push && !room)
`POINT(mac_queue, frame_takes_the_place_of_another, push && pops && count == N'(FRAMES))
`POINT(mac_queue, nothing_is_taken, pop && count == '0)

// Movements between memory and unit.
`POINT(mac_mover, movement_to_memory, to_memory && asked != '0)
`POINT(mac_mover, movement_from_memory, from_memory && asked != '0)
`POINT(mac_mover, movement_of_nothing, accepts && asked == '0)
`POINT(mac_mover, movement_is_limited, accepts && length[12:0] > {asked, 2'b00})
`POINT(mac_mover, movement_is_ignored, write_move && pending)
`POINT(mac_mover, burst_ends_at_a_boundary, transferred && moved && to_boundary == 11'd256 && index != words)
`POINT(mac_mover, movement_fails, transferred && !moved && !gives_beacon)
`POINT(mac_mover, beacon_cannot_be_moved, transferred && !moved && gives_beacon)
`POINT(mac_mover, beacons_go_first, pending && ahead != '0)

// Superframes.
`POINT(mac_clock, superframe_ends, ends)
`POINT(mac_clock, clock_is_stopped, running && stops)
`POINT(mac_clock, length_changes_within_a_superframe, running && write_length)
`POINT(mac_clock, alarm_rings, alarm != '0)
`POINT(mac_clock, several_alarms_ring, $countones(alarm) > 1)

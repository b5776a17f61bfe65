// What must happen in a core's network interface (docs/contract/switches.md).

`POINT(network_interface, step_waits_for_room, step && !sends_step)
`POINT(network_interface, request_waits_for_room, state == SENDING && !room[channel])
`POINT(network_interface, request_by_circuit_waits_for_a_step, state == SENDING && step && by_circuit && room[channel])
`POINT(network_interface, request_by_best_effort_goes_before_a_step, sends_request && step)
`POINT(network_interface, store_ends_without_an_answer, ends_silently)
`POINT(network_interface, interface_gets_a_credit_as_a_flit_leaves, (sends_step || sends_request) && credit_in[channel])
`POINT(service_registers, write_waits_for_a_step, waits)
`POINT(service_registers, answer_comes_as_the_register_is_read, select && !write && answered && is_command)
`POINT(service_registers, opened_again_after_a_refusal, |opens && states[0] == REFUSED)
`POINT(service_registers, several_circuits_at_exit, exited && states[0] == OPEN && states[1] == OPEN)
`POINT(service_registers, circuit_opens_after_the_exit, exited && answered && !refused)
`POINT(service_registers, priority_above_the_highest, accepts && !is_command && write_data >= 32'(PRIORITIES))

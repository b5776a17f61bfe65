/* What it costs to ask for a service, without load, on core 0: section IV, equations (1) and (2) of the source, which
 * the text at hand has lost. Reports the cycles of a read of the memory between the clusters before a priority is set
 * and behind that, and of opening and closing circuits to that memory and to the scratchpad at the core's switch. */
#include <weft/core.h>
#include <weft/qos.h>
#include <weft/report.h>

#include "../../apps/stopwatch.h"

SIDE uint32_t time_read(const volatile uint32_t *word)
{
    const uint32_t start = before(COUNTER);
    (void)*word;
    return after(COUNTER) - start - 1;
}

SIDE uint32_t time_circuit(uint32_t memory, enum weft_qos_circuit circuit)
{
    const uint32_t start = before(COUNTER);
    weft_qos_open(memory, circuit);
    weft_qos_close(memory);
    return after(COUNTER) - start - 1;
}

int main(void)
{
    const volatile uint32_t *const word = (const volatile uint32_t *)WEFT_SHARED_BASE;
    const uint32_t near = weft_qos_memory(0, 0);
    if (weft_core() != 0) {
        return 0;
    }
    weft_report("read plain", time_read(word));
    weft_qos_set_priority(WEFT_NI_MEMORY_BETWEEN, 7);
    weft_report("read prioritized", time_read(word));
    weft_report("circuit one-way near", time_circuit(near, WEFT_QOS_ONE_WAY));
    weft_report("circuit one-way between", time_circuit(WEFT_NI_MEMORY_BETWEEN, WEFT_QOS_ONE_WAY));
    weft_report("circuit both-ways near", time_circuit(near, WEFT_QOS_BOTH_WAYS));
    weft_report("circuit both-ways between", time_circuit(WEFT_NI_MEMORY_BETWEEN, WEFT_QOS_BOTH_WAYS));
    return 0;
}

// Plays messages on the circuit `ccm`, and compares results, MIC and cycles with what they shall be.
//
//   messages (standard input) --> octets, with pauses --> [ ccm ] --> results, MIC, done: equal, in time?
//
// A message is five words of 32 bits, the lowest octet first: whether it is deciphered, its associated octets, its own, the pauses
// (of 256 cycles, those without an octet), and the cycle after its start in which the next message abandons it, or 0. Then come
// octets: key 16, nonce 13, the associated ones, the message, the results, MIC 8 (crates/sim/examples/ccm_messages.rs).
// At the first difference it tells message, cycle and both values.

#include "Vccm.h"
#include "verilated.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace
{
using Octets = std::vector<uint8_t>;

// What docs/contract/mac.md promises, "Ciphering circuit". The last is with fewer than 12 associated octets.
constexpr unsigned most_until_done = 23, most_for_block = 22, most_for_associated_block = 24, most_until_ready = 12,
                   most_until_ready_with_few = 33, few = 12, block_octets = 16;

struct Message {
    uint32_t is_deciphered, associated, length, pauses, abandoned;
    Octets key, nonce, octets, results, mic;
};

struct Longest {
    unsigned until_done, for_block, for_associated_block, until_ready;
};

bool read(Octets &octets, size_t count)
{
    octets.resize(count);
    return fread(octets.data(), 1, count, stdin) == count;
}

bool read(Message &of)
{
    uint32_t words[5];
    if (fread(words, sizeof words, 1, stdin) != 1)
        return false;
    of.is_deciphered = words[0], of.associated = words[1], of.length = words[2];
    of.pauses = words[3], of.abandoned = words[4];
    bool is_whole = read(of.key, 16) && read(of.nonce, 13) && read(of.octets, of.associated + of.length) &&
                    read(of.results, of.length) && read(of.mic, 8);
    if (!is_whole) {
        printf("the messages end within one\n");
        exit(1);
    }
    return true;
}

// The bench: the circuit, and where it is in a message.
class Bench
{
  public:
    Bench()
    {
        circuit.reset = 1;
        tick();
        circuit.reset = 0;
    }

    void play(const Message &message)
    {
        begin(message);
        for (cycle = 1; !circuit.done && cycle != message.abandoned; cycle++)
            step(message);
        if (circuit.done)
            end(message);
        messages++;
    }

    Longest longest{};
    uint64_t messages = 0, octets = 0, cycles = 0;

  private:
    Vccm circuit;
    std::minstd_rand random;
    unsigned cycle = 0, stalled = 0;
    size_t taken = 0;
    std::vector<unsigned> taken_in;

    void tick()
    {
        circuit.clk = 0;
        circuit.eval();
        circuit.clk = 1;
        circuit.eval();
        cycles++;
    }

    // Key, nonce and lengths hold in the cycle of `start` alone.
    void begin(const Message &message)
    {
        set(circuit.key, message.key);
        set(circuit.nonce, message.nonce);
        circuit.start = 1;
        circuit.decipher = message.is_deciphered;
        circuit.associated = message.associated;
        circuit.message = message.length;
        tick();
        circuit.start = 0;
        circuit.decipher = !message.is_deciphered;
        set(circuit.key, Octets(16, uint8_t(random())));
        set(circuit.nonce, Octets(13, uint8_t(random())));
        circuit.associated = circuit.message = uint16_t(random());
        taken = stalled = 0;
        taken_in.clear();
    }

    template <typename Port> static void set(Port &port, const Octets &octets)
    {
        for (size_t i = 0; i < (octets.size() + 3) / 4; i++)
            port[i] = 0;
        for (size_t i = 0; i < octets.size(); i++)
            port[i / 4] |= uint32_t(octets[i]) << 8 * (i % 4);
    }

    // A cycle: its outputs are compared before the clock's edge.
    void step(const Message &message)
    {
        bool is_left = taken < message.octets.size();
        circuit.octet_valid = is_left && random() / 8 % 256 >= message.pauses;
        circuit.octet = circuit.octet_valid ? message.octets[taken] : uint8_t(random());
        circuit.clk = 0;
        circuit.eval();
        if (circuit.octet_valid && circuit.octet_ready)
            take(message);
        else
            expect("result_valid without an octet", 0, circuit.result_valid);
        stalled = is_left && !circuit.octet_ready ? stalled + 1 : 0;
        longest.until_ready = std::max(longest.until_ready, stalled);
        expect("octet_ready too late", 1,
               stalled <= (message.associated < few ? most_until_ready_with_few : most_until_ready));
        tick();
        if (circuit.done)
            expect("octets taken before done", unsigned(message.octets.size()), unsigned(taken));
        else if (taken == message.octets.size())
            expect("done too late", 1, cycle < taken_in.back() + most_until_done);
    }

    void take(const Message &message)
    {
        bool is_message = taken >= message.associated;
        expect("result_valid", is_message, circuit.result_valid);
        if (is_message)
            expect("result", message.results[taken - message.associated], circuit.result);
        taken_in.push_back(cycle);
        size_t since = is_message ? message.associated : 0;
        if (taken >= since + block_octets && !message.pauses)
            measure(is_message, cycle - taken_in[taken - block_octets]);
        taken++;
        octets++;
    }

    void measure(bool is_message, unsigned span)
    {
        unsigned &most = is_message ? longest.for_block : longest.for_associated_block;
        most = std::max(most, span);
        expect("16 octets in time", 1, span <= (is_message ? most_for_block : most_for_associated_block));
    }

    // MIC and done stay.
    void end(const Message &message)
    {
        longest.until_done = std::max(longest.until_done, cycle - taken_in.back());
        for (unsigned more = unsigned(random() / 8 % 3); more-- > 0;)
            tick();
        expect("done stays", 1, circuit.done);
        for (size_t i = 0; i < message.mic.size(); i++)
            expect("octet of the MIC", message.mic[i], uint8_t(circuit.mic >> 8 * i));
    }

    void expect(const char *what, unsigned right, unsigned got)
    {
        if (right == got)
            return;
        printf("message %llu, cycle %u, octet %zu: %s: %02x expected, %02x is there\n", (unsigned long long)messages,
               cycle, taken, what, right, got);
        exit(1);
    }
};
} // namespace

int main()
{
    Verilated::randReset(2);
    Bench bench;
    for (Message message; read(message);)
        bench.play(message);
    printf("%llu messages, %llu octets in %llu cycles, no difference\n", (unsigned long long)bench.messages,
           (unsigned long long)bench.octets, (unsigned long long)bench.cycles);
    printf("at most %u cycles from the last octet to done, %u for 16 octets (%u of associated ones), %u until ready\n",
           bench.longest.until_done, bench.longest.for_block, bench.longest.for_associated_block,
           bench.longest.until_ready);
    return bench.messages == 0;
}

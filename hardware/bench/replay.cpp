// Replays a trace of a model's ports on its circuit: drives the inputs of each cycle, and compares the outputs before
// the clock's edge.
//
// The trace comes on standard input: a line with the fields, and for each cycle three strings of 32-bit words, the
// inputs, the outputs expected, and which of their bits matter (crates/sim/examples/port_trace/row.rs). At the first
// difference it tells cycle, port and both values.

#include "Vbench.h"
#include "coverage.h"
#include "verilated.h"
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace
{
struct Field {
    std::string name;
    size_t width;
};
using Words = std::vector<uint32_t>;

constexpr size_t least_words = 3;
// The seed of what registers and memories hold at first: anything, so that a missing reset is seen.
constexpr int power_on = 1;

// The fields of one direction, from the first line of the trace.
std::vector<Field> fields_of(const std::string &header, const std::string &direction)
{
    std::vector<Field> fields;
    std::istringstream words(header);
    for (std::string word; words >> word;) {
        size_t first = word.find(':'), second = word.find(':', first + 1);
        if (word.substr(0, first) == direction)
            fields.push_back({word.substr(first + 1, second - first - 1), std::stoul(word.substr(second + 1))});
    }
    return fields;
}

size_t words_of(const std::vector<Field> &fields)
{
    size_t bits = 0;
    for (const Field &field : fields)
        bits += field.width;
    return std::max(least_words, (bits + 31) / 32);
}

bool read(Words &words)
{
    return fread(words.data(), sizeof(uint32_t), words.size(), stdin) == words.size();
}

bool bit(const Words &words, size_t place)
{
    return words[place / 32] >> place % 32 & 1;
}

std::string binary(const Words &words, size_t low, size_t width)
{
    std::string text;
    for (size_t place = low + width; place-- > low;)
        text += bit(words, place) ? '1' : '0';
    return text;
}

// Tells each output that differs, with the inputs of the cycle.
void explain(uint64_t cycle, const std::vector<Field> &outputs, const Words &expected, const Words &care,
             const Words &got, const std::vector<Field> &inputs, const Words &in)
{
    size_t low = 0;
    for (const Field &field : outputs) {
        bool differs = false;
        for (size_t place = low; place < low + field.width; place++)
            differs |= bit(care, place) && bit(expected, place) != bit(got, place);
        if (differs)
            printf("cycle %llu: %s: model %s, circuit %s, compared %s\n", (unsigned long long)cycle, field.name.c_str(),
                   binary(expected, low, field.width).c_str(), binary(got, low, field.width).c_str(),
                   binary(care, low, field.width).c_str());
        low += field.width;
    }
    low = 0;
    for (const Field &field : inputs) {
        printf("  %s = %s\n", field.name.c_str(), binary(in, low, field.width).c_str());
        low += field.width;
    }
}
} // namespace

int main()
{
    Verilated::randReset(2);
    Verilated::randSeed(power_on);
    std::string header;
    for (int c; (c = getchar()) != EOF && c != '\n';)
        header += char(c);
    auto inputs = fields_of(header, "in"), outputs = fields_of(header, "out");
    Words in(words_of(inputs)), expected(words_of(outputs)), care(expected.size()), got(expected.size());
    Vbench circuit;
    uint64_t cycle = 0, bits = 0;
    for (; read(in) && read(expected) && read(care); cycle++) {
        for (size_t i = 0; i < in.size(); i++)
            circuit.in[i] = in[i];
        circuit.clk = 0;
        circuit.eval();
        bool equal = true;
        for (size_t i = 0; i < got.size(); i++) {
            got[i] = circuit.out[i];
            equal &= ((got[i] ^ expected[i]) & care[i]) == 0;
            bits += __builtin_popcount(care[i]);
        }
        if (!equal) {
            explain(cycle, outputs, expected, care, got, inputs, in);
            return 1;
        }
        circuit.clk = 1;
        circuit.eval();
    }
    write_coverage();
    printf("%llu cycles, %llu bits compared, no difference\n", (unsigned long long)cycle, (unsigned long long)bits);
    return cycle == 0;
}

/* AES-128 (FIPS 197) in CCM mode (RFC 3610) with a tag of 8 octets and a nonce of 13, octet by octet. */
#include "aes_ccm.h"
#include <string.h>

#define ROUNDS 10

typedef uint8_t block[16];

/* Multiplication by x in the field of AES. */
static uint8_t twice(uint8_t value)
{
    return (uint8_t)(value << 1 ^ (value >> 7) * 0x1B);
}

static const uint8_t *substitution(void)
{
    static uint8_t table[256];
    if (table[0] != 0) {
        return table;
    }
    uint8_t power = 1;   /* of the generator 3 */
    uint8_t inverse = 1; /* its inverse */
    do {
        power = (uint8_t)(power ^ twice(power));
        inverse = (uint8_t)(inverse ^ inverse << 1); /* division by 3 */
        inverse = (uint8_t)(inverse ^ inverse << 2);
        inverse = (uint8_t)(inverse ^ inverse << 4);
        inverse = (uint8_t)(inverse ^ ((inverse & 0x80) != 0 ? 0x09 : 0));
        const uint32_t spread = inverse * 0x101u; /* rotations are shifts of the value twice side by side */
        table[power] = (uint8_t)(0x63 ^ inverse ^ spread >> 7 ^ spread >> 6 ^ spread >> 5 ^ spread >> 4);
    } while (power != 1);
    table[0] = 0x63;
    return table;
}

/* The key of the next round, in place. */
static void next_key(block key, uint8_t constant)
{
    const uint8_t *const s = substitution();
    for (int i = 0; i < 4; i++) {
        key[i] = (uint8_t)(key[i] ^ s[key[12 + (i + 1) % 4]]);
    }
    key[0] ^= constant;
    for (int i = 4; i < 16; i++) {
        key[i] ^= key[i - 4];
    }
}

static void add(block to, const uint8_t *other)
{
    for (int i = 0; i < 16; i++) {
        to[i] ^= other[i];
    }
}

/* SubBytes and ShiftRows. */
static void substitute_and_shift(block state)
{
    const uint8_t *const s = substitution();
    block before;
    memcpy(before, state, sizeof before);
    for (int i = 0; i < 16; i++) {
        state[i] = s[before[(i + i % 4 * 4) % 16]];
    }
}

static void mix_columns(block state)
{
    for (uint8_t *column = state; column < state + 16; column += 4) {
        const uint8_t first = column[0];
        const uint8_t all = column[0] ^ column[1] ^ column[2] ^ column[3];
        for (int i = 0; i < 4; i++) {
            const uint8_t below = i < 3 ? column[i + 1] : first;
            column[i] = (uint8_t)(column[i] ^ all ^ twice(column[i] ^ below));
        }
    }
}

static void aes(const uint8_t *key, block state)
{
    block round_key;
    uint8_t constant = 1;
    memcpy(round_key, key, sizeof round_key);
    add(state, round_key);
    for (int round = 1; round <= ROUNDS; round++) {
        substitute_and_shift(state);
        if (round < ROUNDS) {
            mix_columns(state);
        }
        next_key(round_key, constant);
        constant = twice(constant);
        add(state, round_key);
    }
}

/* Adds octets to the authentication, the first at `place` of a block, and pads the last block with zeros. */
static void authenticate(const uint8_t *key, block mac, uint32_t place, const uint8_t *data, uint32_t bytes)
{
    for (uint32_t at = 0; at < bytes; at++) {
        mac[(place + at) % 16] ^= data[at];
        if ((place + at) % 16 == 15 || at + 1 == bytes) {
            aes(key, mac);
        }
    }
}

/* Fills in the block that begins the authentication (flags 0x59, a length) or generates key stream (flags 1, a
 * counter). */
static void fill(const struct ccm *ccm, block to, uint8_t flags, uint32_t number)
{
    to[0] = flags;
    memcpy(to + 1, ccm->nonce, NONCE_BYTES);
    to[14] = (uint8_t)(number >> 8);
    to[15] = (uint8_t)number;
}

static void make_tag(const struct ccm *ccm, const uint8_t *data, uint32_t bytes, uint8_t tag[TAG_BYTES])
{
    block mac;
    block stream;
    fill(ccm, mac, 0x59, bytes);
    aes(ccm->key, mac);
    mac[0] ^= (uint8_t)(ccm->associated_bytes >> 8);
    mac[1] ^= (uint8_t)ccm->associated_bytes;
    authenticate(ccm->key, mac, 2, ccm->associated, ccm->associated_bytes);
    authenticate(ccm->key, mac, 0, data, bytes);
    fill(ccm, stream, 1, 0);
    aes(ccm->key, stream);
    for (uint32_t i = 0; i < TAG_BYTES; i++) {
        tag[i] = mac[i] ^ stream[i];
    }
}

static void apply_stream(const struct ccm *ccm, uint8_t *data, uint32_t bytes)
{
    block stream;
    for (uint32_t at = 0; at < bytes; at++) {
        if (at % 16 == 0) {
            fill(ccm, stream, 1, at / 16 + 1);
            aes(ccm->key, stream);
        }
        data[at] ^= stream[at % 16];
    }
}

void ccm_encrypt(const struct ccm *ccm, uint8_t *data, uint32_t bytes, uint8_t tag[TAG_BYTES])
{
    make_tag(ccm, data, bytes, tag);
    apply_stream(ccm, data, bytes);
}

bool ccm_decrypt(const struct ccm *ccm, uint8_t *data, uint32_t bytes, const uint8_t tag[TAG_BYTES])
{
    uint8_t right[TAG_BYTES];
    apply_stream(ccm, data, bytes);
    make_tag(ccm, data, bytes, right);
    return memcmp(tag, right, sizeof right) == 0;
}

bool ccm_is_right(void)
{
    static const uint8_t key[KEY_BYTES] = {0x4b, 0x79, 0xa3, 0xcf, 0xe5, 0x53, 0x23, 0x9d,
                                           0xd7, 0xc1, 0x6d, 0x1c, 0x2d, 0xab, 0x6d, 0x3f};
    static const uint8_t expected[TAG_BYTES] = {0x75, 0x6a, 0x97, 0x51, 0x0c, 0x8c, 0x14, 0x7b};
    uint8_t message[52] = "out-of-bandMIC\x02\x00\x76\x98\x01"; /* and a zero, and 0x30.. and 0x20.. */
    for (uint32_t i = 0; i < 16; i++) {
        message[20 + i] = (uint8_t)(0x30 + i);
        message[36 + i] = (uint8_t)(0x20 + i);
    }
    const struct ccm ccm = {key, {0, 0, 0, 0, 0, 0, 0x76, 0x98, 0x01, 0xbe, 0x00, 0x76, 0x98}, message, sizeof message};
    uint8_t tag[TAG_BYTES];
    ccm_encrypt(&ccm, 0, 0, tag);
    return memcmp(tag, expected, sizeof tag) == 0;
}

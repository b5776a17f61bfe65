/* AES-CCM in software, as secure frames use it: the reference for the MAC hardware. */
#ifndef UWB_AES_CCM_H
#define UWB_AES_CCM_H

#include <stdbool.h>
#include <stdint.h>

#define KEY_BYTES 16u
#define NONCE_BYTES 13u
#define TAG_BYTES 8u /* the MIC */

struct ccm {
    const uint8_t *key;
    uint8_t nonce[NONCE_BYTES];
    const uint8_t *associated; /* octets that are protected but not ciphered, at most 0xFEFF */
    uint32_t associated_bytes;
};

void ccm_encrypt(const struct ccm *ccm, uint8_t *data, uint32_t bytes, uint8_t tag[TAG_BYTES]);
/* Returns whether the tag is right; deciphers in any case. */
bool ccm_decrypt(const struct ccm *ccm, uint8_t *data, uint32_t bytes, const uint8_t tag[TAG_BYTES]);
/* Returns whether this implementation reproduces the published example of Wireless USB 1.0 (A.2). */
bool ccm_is_right(void);

#endif

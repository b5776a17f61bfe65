/* Files of speech, captures of packets, the jitter buffer: says what does not hold, and ends with 1 if something does
 * not. */
#include "../../apps/voip/jitter.h"
#include "../../apps/voip/rtp.h"
#include "../../apps/voip/wav.h"
#include <string.h>

#define FRAME 160u

static int wrong;

static void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        wrong = 1;
    }
}

static void speech_is_read_as_it_was_written(void)
{
    const int16_t written[5] = {0, -1, INT16_MAX, INT16_MIN, 300};
    FILE *file = wav_create("speech.wav", 5);
    check(file != NULL && wav_write(file, written, 5), "a WAV file can be written");
    fclose(file);
    int16_t read[5];
    uint32_t samples = 0;
    file = wav_open("speech.wav", &samples);
    check(file != NULL && samples == 5 && wav_read(file, read, 5), "it can be read");
    check(memcmp(read, written, sizeof read) == 0, "samples are what they were");
    check(!wav_read(file, read, 1), "there is nothing behind the last");
    fclose(file);
}

static struct rtp_packet packet(uint32_t number)
{
    struct rtp_packet packet = {.payload_type = RTP_G726_32,
                                .sequence = (uint16_t)number,
                                .timestamp = number * FRAME,
                                .source = 0xDEADBEEF,
                                .payload_bytes = 80};
    memset(packet.payload, (int)number, packet.payload_bytes);
    return packet;
}

static void packets_are_read_as_they_were_written(void)
{
    uint8_t bytes[RTP_PACKET_BYTES];
    FILE *capture = capture_create("voice.pcap");
    for (uint32_t number = 65534; number < 65538; number++) {
        const struct rtp_packet sent = packet(number);
        const uint32_t count = rtp_pack(&sent, 1, 2, bytes);
        check(count == 120 && capture_write(capture, 20000u * number, bytes, count), "a packet can be written");
    }
    fclose(capture);
    capture = capture_open("voice.pcap");
    struct rtp_packet seen;
    uint64_t when = 0;
    for (uint32_t number = 65534; number < 65538; number++) {
        const struct rtp_packet sent = packet(number);
        const int32_t count = capture_read(capture, &when, bytes);
        check(count == 120 && when == 20000u * number, "a packet can be read");
        check(rtp_unpack(bytes, 120, &seen), "it is one");
        check(seen.sequence == sent.sequence && seen.timestamp == sent.timestamp && seen.source == sent.source,
              "its header is what it was");
        check(seen.payload_type == RTP_G726_32 && seen.payload_bytes == 80 &&
                  memcmp(seen.payload, sent.payload, 80) == 0,
              "its payload is what it was");
    }
    check(capture_read(capture, &when, bytes) == 0, "the capture ends");
    fclose(capture);
    check(!rtp_unpack(bytes, 119, &seen) && !rtp_unpack(bytes, 8, &seen), "a packet that was cut is none");
}

static void damaged_captures_are_refused(void)
{
    uint8_t bytes[RTP_PACKET_BYTES];
    uint64_t when;
    FILE *capture = fopen("voice.pcap", "r+b");
    fseek(capture, 24 + 8, SEEK_SET);
    fputc(0xFF, capture);
    fputc(0xFF, capture);
    fclose(capture);
    capture = capture_open("voice.pcap");
    check(capture_read(capture, &when, bytes) == -1, "a packet that is too long is refused");
    fclose(capture);
}

/* Which packets come before which frame is played, and what is played: numbers, - for none. */
static void jitter(const char *coming[], uint32_t frames, const char *playing)
{
    struct jitter_buffer buffer;
    jitter_begin(&buffer, FRAME, 2);
    char played[32] = "";
    for (uint32_t frame = 0; frame < frames; frame++) {
        for (const char *number = coming[frame]; *number != '\0'; number++) {
            const struct rtp_packet come = packet((uint32_t)(*number - '0'));
            jitter_put(&buffer, &come);
        }
        const struct rtp_packet *now = jitter_take(&buffer);
        played[frame] = now == NULL ? '-' : (char)('0' + now->sequence);
    }
    if (strcmp(played, playing) != 0) {
        fprintf(stderr, "played %s instead of %s\n", played, playing);
        wrong = 1;
    }
}

static void frames_leave_in_order_and_at_their_time(void)
{
    const char *steady[] = {"1", "2", "3", "4", "5", ""};
    jitter(steady, 6, "--1234");
    const char *from_zero[] = {"0", "1", "2", "3", ""}; /* the buffer begins before the timestamp 0 */
    jitter(from_zero, 5, "--012");
    const char *shuffled[] = {"1", "", "32", "54", "", "6", ""};
    jitter(shuffled, 7, "--12345");
    const char *lost[] = {"1", "2", "", "4", "", "", "3"};
    jitter(lost, 7, "--12-4-");
    const char *too_many[] = {"1234", "", "", "", ""};
    jitter(too_many, 5, "--12-");
}

int main(int count, char **arguments)
{
    if (count == 2) {
        uint32_t samples = 0;
        return wav_open(arguments[1], &samples) == NULL ? 2 : 0;
    }
    speech_is_read_as_it_was_written();
    packets_are_read_as_they_were_written();
    damaged_captures_are_refused();
    frames_leave_in_order_and_at_their_time();
    return wrong;
}

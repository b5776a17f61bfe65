/* Matching: order, wildcards, contexts, truncation, and messages to oneself. */
#include "messages.h"
#include "test.h"

static void messages_of_a_rank_keep_their_order(void)
{
    word_comes(0, 0, 5, 100);
    word_comes(0, 0, 5, 101);
    word_comes(0, 0, 5, 102);
    drain();
    CHECK(receive_word(0, 0, 5) == 100);
    CHECK(receive_word(0, 0, WEFT_ANY) == 101);
    CHECK(receive_word(WEFT_ANY, 0, 5) == 102);
}

static void a_tag_chooses_a_later_message(void)
{
    word_comes(0, 0, 1, 11);
    word_comes(0, 0, 2, 22);
    CHECK(receive_word(0, 0, 2) == 22);
    CHECK(receive_word(0, 0, 1) == 11);
}

static void a_source_chooses_among_ranks(void)
{
    word_comes(3, 0, 1, 33);
    word_comes(2, 0, 1, 22);
    CHECK(receive_word(2, 0, 1) == 22);
    CHECK(receive_word(3, 0, 1) == 33);
}

static void any_source_takes_the_oldest(void)
{
    uint32_t word;
    struct weft_request request;
    word_comes(3, 0, 9, 3);
    word_comes(0, 0, 9, 0);
    drain();
    weft_receive(&request, &word, WEFT_ANY, WEFT_ANY, 0, sizeof word);
    CHECK(word == 3 && request.envelope.rank == 3 && request.envelope.tag == 9);
    weft_receive(&request, &word, WEFT_ANY, WEFT_ANY, 0, sizeof word);
    CHECK(word == 0 && request.envelope.rank == 0);
}

static void contexts_do_not_mix(void)
{
    word_comes(0, 1, 5, 111);
    word_comes(0, 0, 5, 100);
    CHECK(receive_word(WEFT_ANY, 0, WEFT_ANY) == 100);
    CHECK(receive_word(WEFT_ANY, 1, WEFT_ANY) == 111);
}

static void the_oldest_receive_takes_a_message(void)
{
    uint32_t first = 0;
    uint32_t second = 0;
    struct weft_request a;
    struct weft_request b;
    const struct weft_envelope want = {WEFT_ANY, WEFT_ANY, 0, sizeof first};
    weft_receive_start(&a, &first, NULL, &want);
    weft_receive_start(&b, &second, NULL, &want);
    word_comes(2, 0, 1, 1);
    word_comes(3, 0, 1, 2);
    weft_wait(&b);
    CHECK(a.phase == WEFT_DONE && first == 1 && second == 2);
}

static void a_receive_without_message_waits(void)
{
    word_comes(0, 0, 1, 1);
    CHECK(HANGS(receive_word(0, 0, 2)));
}

static void a_shorter_message_says_its_length(void)
{
    uint32_t words[4] = {1, 2, 3, 4};
    struct weft_request request;
    word_comes(0, 0, 0, 9);
    weft_receive(&request, words, 0, 0, 0, sizeof words);
    CHECK(request.total == 4 && !weft_is_truncated(&request) && words[0] == 9 && words[1] == 2);
}

static void a_longer_message_is_truncated_and_says_so(void)
{
    uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    _Alignas(4) uint8_t room[8] = {0};
    struct weft_request request;
    comes(0, weft_label(0, 0), bytes, 8);
    weft_receive(&request, room, 0, 0, 0, 5);
    CHECK(weft_is_truncated(&request) && request.total == 5 && request.envelope.length == 8);
    CHECK(room[4] == 5 && room[5] == 0);
    CHECK(HANGS(receive_word(0, 0, 0)));
}

static void an_unaligned_buffer_gets_every_byte(void)
{
    uint8_t room[9] = {0};
    struct weft_request request;
    comes(0, weft_label(0, 0), "abcdefg", 7);
    weft_receive(&request, room + 1, 0, 0, 0, 7);
    CHECK(memcmp(room, "\0abcdefg\0", 9) == 0);
}

static void a_message_without_bytes_is_a_message(void)
{
    struct weft_request request;
    comes(0, weft_label(0, 3), "", 0);
    weft_receive(&request, NULL, 0, 3, 0, 0);
    CHECK(request.total == 0 && !weft_is_truncated(&request) && request.envelope.rank == 0);
}

static void a_large_tag_stands_in_the_payload(void)
{
    const struct {
        struct weft_eager_head head;
        uint32_t word;
    } message = {{1000, 0}, 42};
    word_comes(0, 0, 1000 % 128, 41);
    comes(0, WEFT_LABEL_EAGER, &message, sizeof message);
    CHECK(receive_word(0, 0, 1000) == 42);
}

static void a_large_tag_leaves_the_length_as_it_was(void)
{
    const struct {
        struct weft_eager_head head;
        uint8_t bytes[5];
    } message = {{1000, 0}, {1, 2, 3, 4, 5}};
    uint8_t room[8] = {0};
    struct weft_request request;
    comes(0, WEFT_LABEL_EAGER, &message, sizeof message.head + sizeof message.bytes);
    weft_receive(&request, room, 0, 1000, 0, sizeof room);
    CHECK(request.total == 5 && request.envelope.length == 5 && !weft_is_truncated(&request));
    CHECK(room[4] == 5 && room[5] == 0);
}

static void a_rank_receives_from_itself(void)
{
    const uint32_t word = 5;
    CHECK(weft_send(&word, 1, 0, 2, sizeof word) == 0);
    CHECK(fake.sent_count == 0);
    CHECK(receive_word(1, 2, 0) == 5);
}

static void a_large_message_to_oneself_needs_a_receive(void)
{
    static uint8_t from[500] = {[499] = 7};
    static uint8_t to[500];
    struct weft_request receive;
    struct weft_request send;
    const struct weft_envelope envelope = {1, 0, 0, sizeof from};
    CHECK(weft_send(from, 1, 0, 0, sizeof from) == 1);
    weft_receive_start(&receive, to, NULL, &envelope);
    weft_send_start(&send, from, NULL, &envelope, false);
    CHECK(send.phase == WEFT_DONE && receive.phase == WEFT_DONE && to[499] == 7);
}

static void a_receive_taken_back_leaves_the_message(void)
{
    uint32_t word = 0;
    struct weft_request request;
    const struct weft_envelope want = {0, 0, 0, sizeof word};
    weft_receive_start(&request, &word, NULL, &want);
    CHECK(weft_receive_withdraw(&request));
    word_comes(0, 0, 0, 8);
    drain();
    CHECK(word == 0 && receive_word(0, 0, 0) == 8);
}

int main(void)
{
    RUN(messages_of_a_rank_keep_their_order);
    RUN(a_tag_chooses_a_later_message);
    RUN(a_source_chooses_among_ranks);
    RUN(any_source_takes_the_oldest);
    RUN(contexts_do_not_mix);
    RUN(the_oldest_receive_takes_a_message);
    RUN(a_receive_without_message_waits);
    RUN(a_shorter_message_says_its_length);
    RUN(a_longer_message_is_truncated_and_says_so);
    RUN(an_unaligned_buffer_gets_every_byte);
    RUN(a_message_without_bytes_is_a_message);
    RUN(a_large_tag_stands_in_the_payload);
    RUN(a_large_tag_leaves_the_length_as_it_was);
    RUN(a_rank_receives_from_itself);
    RUN(a_large_message_to_oneself_needs_a_receive);
    RUN(a_receive_taken_back_leaves_the_message);
    return test_result();
}

/* Credit if a rank has room for the messages of only a few peers, here of one (WEFT_EAGER_PEERS). */
#include "messages.h"
#include "test.h"

static void a_first_message_goes_at_once(void)
{
    const uint32_t word = 17;
    CHECK(weft_send(&word, 3, 6, 0, sizeof word) == 0);
    CHECK(fake.sent_count == 1 && last_sent()->label == weft_label(0, 6));
}

/* The second message is copied: the sender may change it before the receiver asks for it. */
static void without_more_credit_the_second_is_announced(void)
{
    uint32_t word = 17;
    send_words(3, 1);
    CHECK(weft_send(&word, 3, 6, 0, sizeof word) == 0);
    CHECK(fake.sent_count == 2 && last_sent()->label == WEFT_LABEL_RTS);
    word = 18;
    cts_comes(3, sizeof word, WEFT_LINK_STREAM);
    drain();
    CHECK(fake.sent_count == 3 && last_sent()->label == WEFT_LABEL_DATA && last_sent()->bytes[0] == 17);
}

static void copies_are_as_many_as_credits(void)
{
    const uint32_t word = 17;
    send_words(3, 1 + WEFT_CREDITS);
    CHECK(fake.sent_count == 1 + WEFT_CREDITS);
    CHECK(HANGS(weft_send(&word, 3, 0, 0, sizeof word)));
}

static void long_messages_wait_for_their_receives(void)
{
    const uint32_t words[WEFT_LINK_BLOCK / 4 + 1] = {1};
    send_words(3, 1);
    CHECK(HANGS(weft_send(words, 3, 0, 0, sizeof words)));
}

/* First messages from more ranks than may have credit. */
static void the_first_message_of_each_rank_is_kept(void)
{
    for (int32_t rank = 0; rank < 4; rank++) {
        if (rank != 1) {
            word_comes(rank, 0, 2, (uint32_t)rank);
        }
    }
    drain();
    CHECK(fake.given[node(0)] == 1 && fake.given[node(2)] == 0 && fake.given[node(3)] == 0);
    CHECK(receive_word(3, 0, 2) == 3 && receive_word(0, 0, 2) == 0 && receive_word(2, 0, 2) == 2);
    CHECK(weft_self()->peers[0].receive_word != 0 && weft_self()->peers[2].receive_word == 0);
}

static void who_announces_is_given_credit_once(void)
{
    rts_comes(3, 0, 1, 4);
    rts_comes(3, 0, 2, 4);
    drain();
    CHECK(fake.given[node(3)] == 1);
}

static void others_are_given_none_when_there_is_no_more_room(void)
{
    rts_comes(3, 0, 1, 4);
    rts_comes(2, 0, 1, 4);
    drain();
    CHECK(fake.given[node(3)] == 1 && fake.given[node(2)] == 0);
}

static void with_a_batch_of_credit_messages_go_at_once(void)
{
    fake.signalled[node(3)] = true;
    send_words(3, WEFT_CREDIT_BATCH + 1);
    CHECK(fake.sent_count == WEFT_CREDIT_BATCH + 1 && last_sent()->label == weft_label(0, 0));
    send_words(3, 1);
    CHECK(last_sent()->label == WEFT_LABEL_RTS);
}

/* The maximum that can arrive before the sender sees that the second batch is used up: the first message, the first
 * batch, and one more. */
static void there_is_room_for_what_credit_allows(void)
{
    rts_comes(3, 0, 1, 4);
    for (uint32_t word = 0; word <= WEFT_CREDIT_BATCH + 1; word++) {
        word_comes(3, 0, 2, word);
    }
    drain();
    struct weft_envelope oldest;
    CHECK(weft_engine_kept(&oldest) == WEFT_CREDIT_BATCH + 3 && oldest.tag == 1);
    for (uint32_t word = 0; word <= WEFT_CREDIT_BATCH + 1; word++) {
        CHECK(receive_word(3, 0, 2) == word);
    }
    CHECK(fake.given[node(3)] == 2);
}

/* A wildcard receive closes all windows; when it ends, those reopen that were open before. */
static void only_who_has_credit_has_a_window(void)
{
    rts_comes(3, 0, 1, 4);
    drain();
    struct weft_message *const message = (struct weft_message *)weft_engine.kept.first;
    weft_message_unlink(message);
    weft_message_free(message);
    CHECK(weft_self()->peers[3].receive_word != 0 && weft_self()->peers[2].receive_word == 0);
    weft_hold_receive_windows(1);
    CHECK(weft_self()->peers[3].receive_word == 0);
    weft_hold_receive_windows(-1);
    CHECK(weft_self()->peers[3].receive_word != 0 && weft_self()->peers[2].receive_word == 0);
}

int main(void)
{
    RUN(a_first_message_goes_at_once);
    RUN(without_more_credit_the_second_is_announced);
    RUN(copies_are_as_many_as_credits);
    RUN(long_messages_wait_for_their_receives);
    RUN(the_first_message_of_each_rank_is_kept);
    RUN(who_announces_is_given_credit_once);
    RUN(others_are_given_none_when_there_is_no_more_room);
    RUN(with_a_batch_of_credit_messages_go_at_once);
    RUN(there_is_room_for_what_credit_allows);
    RUN(only_who_has_credit_has_a_window);
    return test_result();
}

/* The send limit: a sender to a rank below it need not check the window of that rank. */
#include "messages.h"
#include "test.h"

/* Restarts the engine, with each rank on the node of the same number. */
static void start_on_nodes_in_order(void)
{
    static const uint8_t nodes[] = {0, 1, 2, 3};
    test_as_at_first();
    weft_engine_start(1, 4, nodes);
}

static bool all_are_open(void)
{
    return weft_send_limit == 4 && weft_quiet_limit == 4;
}

static void ranks_on_other_nodes_have_none(void)
{
    CHECK(weft_send_limit == 0 && weft_quiet_limit == 0);
}

static void it_is_the_number_of_ranks(void)
{
    start_on_nodes_in_order();
    CHECK(all_are_open());
}

static void one_rank_without_credit_shuts_it(void)
{
    start_on_nodes_in_order();
    send_words(3, WEFT_CREDITS - 1);
    send_words(2, WEFT_CREDITS);
    CHECK(weft_send_limit == 0 && weft_quiet_limit == 0);
    send_words(3, 1);
    fake.signalled[2] = true;
    CHECK(weft_credit_settle(2) && weft_send_limit == 0);
    fake.signalled[3] = true;
    CHECK(weft_credit_settle(3) && all_are_open());
}

static void so_does_this_rank_itself(void)
{
    start_on_nodes_in_order();
    send_words(1, WEFT_CREDITS);
    CHECK(weft_send_limit == 0);
    receive_word(1, 0, 0);
    CHECK(all_are_open());
}

static void so_does_a_refused_message(void)
{
    struct weft_request send;
    const struct weft_envelope envelope = {2, 0, 0, 4};
    start_on_nodes_in_order();
    fake.refusals = 1;
    weft_send_start(&send, "abc", NULL, &envelope, false);
    CHECK(weft_send_limit == 0);
    drain();
    CHECK(send.phase == WEFT_DONE && all_are_open());
}

static void it_is_shut_for_long_messages_while_a_request_is_outstanding(void)
{
    struct weft_request send;
    const struct weft_envelope envelope = {2, 0, 0, 4};
    start_on_nodes_in_order();
    weft_send_start(&send, "abc", NULL, &envelope, true);
    CHECK(weft_send_limit == 4 && weft_quiet_limit == 0);
}

static void it_is_shut_while_the_engine_is_stopped(void)
{
    start_on_nodes_in_order();
    weft_engine_stop();
    CHECK(weft_send_limit == 0 && weft_quiet_limit == 0);
    weft_engine_resume(4);
    CHECK(all_are_open());
}

static void what_this_rank_sent_to_itself_by_the_link_stays_in_order(void)
{
    word_comes(1, 0, 0, 17);
    send_words(1, 1);
    CHECK(receive_word(1, 0, 0) == 17);
    CHECK(receive_word(1, 0, 0) == 0);
}

int main(void)
{
    RUN(ranks_on_other_nodes_have_none);
    RUN(it_is_the_number_of_ranks);
    RUN(one_rank_without_credit_shuts_it);
    RUN(so_does_this_rank_itself);
    RUN(so_does_a_refused_message);
    RUN(it_is_shut_for_long_messages_while_a_request_is_outstanding);
    RUN(it_is_shut_while_the_engine_is_stopped);
    RUN(what_this_rank_sent_to_itself_by_the_link_stays_in_order);
    return test_result();
}

/* Reads messages of SIP. Source: RFC 3261, sections 7 (messages), 8.1.1 (header fields of requests), 18.3 (framing),
 * 20 (header fields), 25 (grammar). */
#include "sip.h"
#include <string.h>

#define VERSION "SIP/2.0"
#define NUMBER_MOST INT32_MAX /* RFC 3261, 8.1.1.5 */
#define FORWARDS_MOST 255u

const char *const sip_methods[SIP_OTHER] = {"INVITE", "ACK", "BYE"};
const char sip_other_version[] = "Version Not Supported";

struct sip_text sip_text(const char *text)
{
    return (struct sip_text){text, (uint32_t)strlen(text)};
}

bool sip_same(struct sip_text one, struct sip_text other)
{
    return one.length == other.length && (one.length == 0 || memcmp(one.at, other.at, one.length) == 0);
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter + 'a' - 'A') : letter;
}

bool sip_is(struct sip_text text, const char *word)
{
    uint32_t i = 0;
    while (i < text.length && word[i] != '\0' && lower(text.at[i]) == lower(word[i])) {
        i++;
    }
    return i == text.length && word[i] == '\0';
}

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

static struct sip_text part(struct sip_text text, uint32_t from, uint32_t to)
{
    return (struct sip_text){text.at + from, to - from};
}

static struct sip_text trimmed(struct sip_text text)
{
    while (text.length > 0 && is_space(text.at[0])) {
        text = part(text, 1, text.length);
    }
    while (text.length > 0 && is_space(text.at[text.length - 1])) {
        text.length--;
    }
    return text;
}

/* Returns the position of a character, or the text's length. */
static uint32_t find(struct sip_text text, char wanted)
{
    const char *const found = text.length > 0 ? memchr(text.at, wanted, text.length) : NULL;
    return found == NULL ? text.length : (uint32_t)(found - text.at);
}

/* Takes the part before a character off the text, and drops the character. */
static struct sip_text take(struct sip_text *text, char until)
{
    const uint32_t at = find(*text, until);
    const struct sip_text taken = part(*text, 0, at);
    *text = part(*text, at < text->length ? at + 1 : at, text->length);
    return taken;
}

static bool number(struct sip_text text, uint32_t most, uint32_t *value)
{
    *value = 0;
    for (uint32_t i = 0; i < text.length; i++) {
        const uint32_t digit = (uint32_t)(text.at[i] - '0');
        if (digit > 9 || *value > (most - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return text.length > 0;
}

bool sip_line(struct sip_text *rest, struct sip_text *line, bool is_body)
{
    if (rest->length == 0) {
        return false;
    }
    uint32_t end = find(*rest, '\n');
    while (!is_body && end + 1 < rest->length && end > 1 && (rest->at[end + 1] == ' ' || rest->at[end + 1] == '\t')) {
        end += 1 + find(part(*rest, end + 1, rest->length), '\n');
    }
    const bool has_end = end < rest->length;
    *line = part(*rest, 0, has_end && end > 0 && rest->at[end - 1] == '\r' ? end - 1 : end);
    *rest = part(*rest, has_end ? end + 1 : end, rest->length);
    return true;
}

static enum sip_method method_of(struct sip_text name)
{
    for (int method = 0; method < SIP_OTHER; method++) {
        if (sip_same(name, sip_text(sip_methods[method]))) {
            return (enum sip_method)method;
        }
    }
    return SIP_OTHER;
}

/* Returns a parameter of a header field, after the address if there is one: `;name=value`. */
static struct sip_text parameter(struct sip_text value, const char *name)
{
    struct sip_text rest = value;
    if (find(rest, '<') < rest.length) {
        take(&rest, '>');
    }
    take(&rest, ';');
    while (rest.length > 0) {
        struct sip_text pair = take(&rest, ';');
        if (sip_is(trimmed(take(&pair, '=')), name)) {
            return trimmed(pair);
        }
    }
    return part(value, value.length, value.length);
}

static const char *read_first_line(struct sip_text line, struct sip_message *message)
{
    const struct sip_text first = take(&line, ' ');
    const struct sip_text second = take(&line, ' ');
    if (sip_is(first, VERSION)) {
        return number(second, 699, &message->status) && message->status >= 100 ? NULL : "Bad Status Line";
    }
    message->method = method_of(first);
    message->uri = second;
    if (first.length == 0 || second.length == 0 || line.length < 4 || memcmp(line.at, "SIP/", 4) != 0) {
        return "Bad Request Line";
    }
    return sip_is(line, VERSION) ? NULL : sip_other_version;
}

static const char *read_cseq(struct sip_text value, struct sip_message *message)
{
    struct sip_text rest = value;
    const bool is_number = number(take(&rest, ' '), NUMBER_MOST, &message->number);
    message->of = method_of(trimmed(rest));
    const bool is_same = message->status != 0 || message->of == message->method;
    return is_number && trimmed(rest).length > 0 && is_same ? NULL : "Bad CSeq";
}

/* Returns where the value of a header field is stored; fields have long and short names. */
static struct sip_text *kept(struct sip_text name, struct sip_message *message)
{
    const struct {
        const char *name, *abbreviation;
        struct sip_text *text;
    } fields[] = {{"Via", "v", &message->via},
                  {"From", "f", &message->from},
                  {"To", "t", &message->to},
                  {"Call-ID", "i", &message->call_id},
                  {"CSeq", "CSeq", &message->cseq},
                  {"Contact", "m", &message->contact},
                  {"Content-Type", "c", &message->content_type}};
    for (uint32_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (sip_is(name, fields[i].name) || sip_is(name, fields[i].abbreviation)) {
            return fields[i].text;
        }
    }
    return NULL;
}

/* Parses a header field; `length` is the value of Content-Length. */
static const char *read_field(struct sip_text line, struct sip_message *message, uint32_t *length)
{
    struct sip_text value = line;
    const struct sip_text name = trimmed(take(&value, ':'));
    if (find(line, ':') == line.length || name.length == 0 || is_space(line.at[0])) {
        return "Bad Header Field";
    }
    value = trimmed(value);
    uint32_t forwards;
    if (sip_is(name, "Max-Forwards") && !number(value, FORWARDS_MOST, &forwards)) {
        return "Bad Max-Forwards";
    }
    if ((sip_is(name, "Content-Length") || sip_is(name, "l")) && !number(value, SIP_BYTES, length)) {
        return "Bad Content-Length";
    }
    struct sip_text *const text = kept(name, message);
    if (text != NULL && text->length > 0 && text != &message->via) {
        return "Header Field Given Twice";
    }
    if (text != NULL && text->length == 0) {
        *text = value;
    }
    return NULL;
}

/* Checks the header fields that every transaction needs. */
static const char *check(struct sip_message *message)
{
    message->branch = parameter(message->via, "branch");
    message->from_tag = parameter(message->from, "tag");
    message->to_tag = parameter(message->to, "tag");
    if (message->via.length < 12 || memcmp(message->via.at, "SIP/2.0/UDP ", 12) != 0 || message->branch.length == 0) {
        return "Bad Via";
    }
    if (message->from.length == 0 || message->from_tag.length == 0) {
        return "Bad From";
    }
    if (message->to.length == 0) {
        return "Bad To";
    }
    if (message->call_id.length == 0) {
        return "Bad Call-ID";
    }
    if (message->status == 0 && message->method == SIP_INVITE && message->contact.length == 0) {
        return "Bad Contact";
    }
    return read_cseq(message->cseq, message);
}

const char *sip_read(const char *bytes, uint32_t count, struct sip_message *message)
{
    struct sip_text rest = {bytes, count};
    struct sip_text line;
    *message = (struct sip_message){.method = SIP_OTHER, .of = SIP_OTHER};
    if (!sip_line(&rest, &line, true)) {
        return "Bad Request Line";
    }
    const char *fault = read_first_line(line, message);
    const struct sip_text all = rest;
    uint32_t length = UINT32_MAX;
    bool has_end = false;
    while (!has_end && sip_line(&rest, &line, false)) {
        message->headers = part(all, 0, all.length - rest.length);
        has_end = line.length == 0;
        const char *const other = has_end ? NULL : read_field(line, message, &length);
        fault = fault == NULL ? other : fault;
    }
    const char *const missing = check(message);
    if (!has_end || (length != UINT32_MAX && length > rest.length)) {
        return "Message Ends Too Early";
    }
    message->body = part(rest, 0, length < rest.length ? length : rest.length);
    return fault == NULL ? missing : fault;
}

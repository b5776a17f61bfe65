/* The left part of figure 2, nodes 0 and 1: node 0 sends lines of text, node 1 answers each in capitals, and node 0
 * prints the answers. The program does not say where the nodes run: before.toml and after.toml do. Other nodes take no
 * part.
 */
#include <ctype.h>
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>

#define PORT 1 /* of the map, for messages */
#define LENGTH 40

enum { READS, RAISES };

static const char lines[][LENGTH] = {
    "the warp is a set of parallel threads;",
    "the weft is what crosses them",
    "and makes a fabric.",
};
#define LINES (sizeof lines / sizeof *lines)

static mcapi_endpoint_t own, other;

static void must(mcapi_status_t status)
{
    if (status != MCAPI_SUCCESS) {
        exit(1);
    }
}

static mcapi_endpoint_t endpoint(mcapi_node_t node)
{
    mcapi_status_t status;
    const mcapi_endpoint_t found = mcapi_endpoint_get(0, node, PORT, MCAPI_TIMEOUT_INFINITE, &status);
    must(status);
    return found;
}

static void send(const char *line)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, line, LENGTH, 0, &status);
    must(status);
}

static void receive(char *line)
{
    mcapi_status_t status;
    size_t size;
    mcapi_msg_recv(own, line, LENGTH, &size, &status);
    must(status);
}

static void read_lines(void)
{
    char line[LENGTH];
    for (size_t i = 0; i < LINES; i++) {
        send(lines[i]);
        receive(line);
        printf("%s\n", line);
    }
}

static void raise_lines(void)
{
    char line[LENGTH];
    for (size_t i = 0; i < LINES; i++) {
        receive(line);
        for (char *letter = line; *letter; letter++) {
            *letter = (char)toupper((unsigned char)*letter);
        }
        send(line);
    }
}

int main(void)
{
    const mcapi_node_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    if (node != READS && node != RAISES) {
        return 0;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status);
    own = endpoint(node);
    other = endpoint(READS + RAISES - node);
    (node == READS ? read_lines : raise_lines)();
    mcapi_finalize(&status);
    return 0;
}

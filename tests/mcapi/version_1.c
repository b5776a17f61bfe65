/* A program with the names and signatures of MCAPI 1: one node that talks to itself. */
#include <mcapi_1.h>

#include <stdio.h>

int main(void)
{
    mcapi_status_t status;
    mcapi_version_t version;
    mcapi_request_t request;
    mcapi_pktchan_send_hndl_t out;
    mcapi_pktchan_recv_hndl_t in;
    mcapi_request_t opening;
    mcapi_request_t *any[1] = {&opening};
    void *packet;
    size_t size;
    mcapi_initialize(0, &version, &status);
    const mcapi_endpoint_t from = mcapi_create_endpoint(1, &status);
    mcapi_create_endpoint(2, &status);
    const mcapi_endpoint_t to = mcapi_get_endpoint(mcapi_get_node_id(&status), 2, &status);
    mcapi_connect_pktchan_i(from, to, &request, &status);
    mcapi_wait(&request, &size, &status, MCAPI_TIMEOUT_INFINITE);
    mcapi_open_pktchan_recv_i(&in, to, &opening, &status);
    mcapi_open_pktchan_send_i(&out, from, &request, &status);
    mcapi_wait(&request, &size, &status, MCAPI_TIMEOUT_INFINITE);
    const mcapi_int_t which = mcapi_wait_any(1, any, &size, &status, MCAPI_TIMEOUT_INFINITE);
    mcapi_pktchan_send(out, "one", 4, &status);
    mcapi_pktchan_recv(in, &packet, &size, &status);
    printf("%d %s %d\n", which, (const char *)packet, status == MCAPI_SUCCESS);
    mcapi_pktchan_free(packet, &status);
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}

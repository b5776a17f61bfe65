/* A message to the DCT accelerator that is no block of 8 x 8 samples. */
#include <mcapi.h>
#include <weft/node.h>

int main(void)
{
    static const char text[] = "not a block";
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), 0, 0, &info, &status);
    if (weft_node() == 0) {
        const mcapi_endpoint_t own = mcapi_endpoint_create(7, &status);
        const mcapi_endpoint_t accelerator = mcapi_endpoint_get(0, 2, 1, MCAPI_TIMEOUT_INFINITE, &status);
        mcapi_msg_send(own, accelerator, text, sizeof text, 0, &status);
    }
    mcapi_finalize(&status);
    return 0;
}

/* Node 1 ends with success, but without mcapi_finalize. */
#include <mcapi.h>
#include <weft/node.h>

int main(void)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    if (weft_node() == 1) {
        return status != MCAPI_SUCCESS;
    }
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}

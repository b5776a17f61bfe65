/* More endpoints than the library has by itself. */
#include <mcapi.h>
#include <stdio.h>

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    mcapi_initialize(0, 0, NULL, NULL, &info, &status);
    for (mcapi_port_t port = 0; port < 40; port++) {
        mcapi_endpoint_create(1000 + port, &status);
        if (status != MCAPI_SUCCESS) {
            printf("%d endpoints\n", (int)port);
            break;
        }
    }
    mcapi_finalize(&status);
    return 0;
}

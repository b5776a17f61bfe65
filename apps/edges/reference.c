/* The filter of edges.c as one loop over the whole picture, for a PC. The results of edges.c must equal it: cc -o
 * reference reference.c && ./reference IN.pgm OUT.pgm
 */
#include "../pgm.h"

int main(int argc, char **argv)
{
    static const int horizontal[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    struct picture in;
    if (argc != 3 || pgm_read(argv[1], 1, &in) != 0) {
        return 1;
    }
    struct picture out = {in.width, in.height, calloc((size_t)in.width, (size_t)in.height)};
    for (int y = 1; y < in.height - 1; y++) {
        for (int x = 1; x < in.width - 1; x++) {
            int gx = 0;
            int gy = 0;
            for (int j = 0; j < 3; j++) {
                for (int i = 0; i < 3; i++) {
                    const int pixel = in.pixels[(y + j - 1) * in.width + x + i - 1];
                    gx += horizontal[j][i] * pixel;
                    gy += horizontal[i][j] * pixel;
                }
            }
            const int sum = abs(gx) + abs(gy);
            out.pixels[y * in.width + x] = (uint8_t)(sum > 255 ? 255 : sum);
        }
    }
    return pgm_write(argv[2], &out) == 0 ? 0 : 1;
}

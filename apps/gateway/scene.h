/* A moving scene to encode: a textured ground that drifts, and a ball that crosses it. */
#ifndef GATEWAY_SCENE_H
#define GATEWAY_SCENE_H

#include "h263.h"

/* Computes a row of macroblocks of a picture, as pixels. */
void scene_row(uint32_t picture, uint32_t row, struct h263_row *values);

#endif

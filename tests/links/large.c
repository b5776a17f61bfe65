#define PADDING 100000
#include "image.h"

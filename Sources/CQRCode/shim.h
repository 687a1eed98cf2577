#pragma once
#include <png.h>
#include <qrencode.h>

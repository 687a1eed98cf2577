#pragma once
#include "library.h"
#include "multi.h"
#include "names.h"
#include "request.h"

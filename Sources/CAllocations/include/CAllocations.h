#pragma once

/// How many times this thread has asked the heap for memory since it began.
unsigned long keiro_allocations(void);

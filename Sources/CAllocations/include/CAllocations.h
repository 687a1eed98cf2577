#pragma once

/// How many times this thread has asked the heap for memory since it began.
unsigned long keiro_allocations(void);

/// How many bytes of the heap the whole process has in use.
unsigned long keiro_allocated_bytes(void);

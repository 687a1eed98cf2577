#pragma once

/// The number of heap allocations by this thread since it began.
unsigned long keiro_allocations(void);

/// The number of heap bytes in use by the whole process.
unsigned long keiro_allocated_bytes(void);

#pragma once

// Swift has no word for the processor's own instruction.
static inline void keiro_prefetch(const void *_Nonnull address) { __builtin_prefetch(address); }

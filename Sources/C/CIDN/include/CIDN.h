#pragma once

#include <stddef.h>

// What Keiro uses of libidn2: the form of a host name that DNS and certificates know. The library is
// loaded for the first name that is not in ASCII.

#pragma clang assume_nonnull begin

enum keiro_idn_result {
  keiro_idn_done,
  /// No browser sends the name, or it has symbols that IDNA 2008 forbids and browsers send.
  keiro_idn_refused,
  /// The library is not installed.
  keiro_idn_missing,
};

/// Converts a name by UTS 46 without transitional processing.
///
/// `ascii` receives the name in lower case with a zero at its end, and is left alone by a failure.
enum keiro_idn_result keiro_idn_ascii(const char *name, char *ascii, size_t size);

#pragma clang assume_nonnull end

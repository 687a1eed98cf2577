#pragma once
// libcurl is loaded when something is asked of others for the first time: most processes never do,
// and loading it costs milliseconds and megabytes.
#include "CCurl.h"

// Each function of libcurl by its own name there, without `curl_`.
#define KEIRO_CURL_FUNCTIONS(DO)                                                                  \
  DO(global_init) DO(easy_init) DO(easy_setopt) DO(easy_perform) DO(easy_getinfo)                 \
  DO(easy_cleanup) DO(easy_strerror) DO(slist_append) DO(slist_free_all) DO(multi_init)           \
  DO(multi_setopt) DO(multi_add_handle) DO(multi_remove_handle) DO(multi_perform) DO(multi_poll)  \
  DO(multi_wakeup) DO(multi_info_read) DO(multi_cleanup)

#define KEIRO_CURL_FIELD(name) __typeof__(curl_##name) *name;
struct keiro_curl {
  KEIRO_CURL_FUNCTIONS(KEIRO_CURL_FIELD)
};
#undef KEIRO_CURL_FIELD

/// The functions, which do not change once they are loaded.
extern struct keiro_curl keiro_curl;

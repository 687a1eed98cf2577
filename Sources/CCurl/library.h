#pragma once
// libcurl is loaded when something is asked of others for the first time: most processes never do,
// and loading it costs milliseconds and megabytes. The prototypes below are of its stable interface
// (soname 4), so that no header of it is needed for building.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/// The functions of the library, which do not change once they are loaded.
struct __attribute__((swift_attr("@Sendable"))) keiro_curl {
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *handle, int option, ...);
  int (*easy_perform)(void *handle);
  int (*easy_getinfo)(void *handle, int info, ...);
  void (*easy_cleanup)(void *handle);
  const char *(*easy_strerror)(int code);
  void *(*slist_append)(void *list, const char *text);
  void (*slist_free_all)(void *list);
  void *(*multi_init)(void);
  int (*multi_setopt)(void *multi, int option, ...);
  int (*multi_add_handle)(void *multi, void *handle);
  int (*multi_remove_handle)(void *multi, void *handle);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_poll)(void *multi, void *fds, unsigned int count, int milliseconds, int *ready);
  int (*multi_wakeup)(void *multi);
  void *(*multi_info_read)(void *multi, int *left);
  int (*multi_cleanup)(void *multi);
};

static inline bool keiro_curl_find(void *library, struct keiro_curl *curl) {
  bool found = true;
#define KEIRO_FIND(field)                                      \
  *(void **)&curl->field = dlsym(library, "curl_" #field); \
  found = found && curl->field
  KEIRO_FIND(global_init);
  KEIRO_FIND(easy_init);
  KEIRO_FIND(easy_setopt);
  KEIRO_FIND(easy_perform);
  KEIRO_FIND(easy_getinfo);
  KEIRO_FIND(easy_cleanup);
  KEIRO_FIND(easy_strerror);
  KEIRO_FIND(slist_append);
  KEIRO_FIND(slist_free_all);
  KEIRO_FIND(multi_init);
  KEIRO_FIND(multi_setopt);
  KEIRO_FIND(multi_add_handle);
  KEIRO_FIND(multi_remove_handle);
  KEIRO_FIND(multi_perform);
  KEIRO_FIND(multi_poll);
  KEIRO_FIND(multi_wakeup);
  KEIRO_FIND(multi_info_read);
  KEIRO_FIND(multi_cleanup);
#undef KEIRO_FIND
  return found;
}

/// Loads the library and its functions; false when it is not there or older than 7.68.
static inline bool keiro_curl_load(struct keiro_curl *curl) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (keiro_curl_find(library, curl) && curl->global_init(3 /* CURL_GLOBAL_ALL */) == 0)
      return true;
    dlclose(library);
  }
  return false;
}

#include "library.h"

#include <dlfcn.h>

struct keiro_curl keiro_curl;

static bool find(void *library) {
#define KEIRO_CURL_FIND(name)                                     \
  *(void **)&keiro_curl.name = dlsym(library, "curl_" #name); \
  if (!keiro_curl.name) return false;
  KEIRO_CURL_FUNCTIONS(KEIRO_CURL_FIND)
#undef KEIRO_CURL_FIND
  return true;
}

bool keiro_curl_load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (find(library) && keiro_curl.global_init(CURL_GLOBAL_ALL) == CURLE_OK) return true;
    dlclose(library);
  }
  return false;
}

const char *keiro_curl_message(CURLcode code) { return keiro_curl.easy_strerror(code); }

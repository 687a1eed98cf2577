#pragma once
#include "library.h"

/// Lists that libcurl reads during a transfer.
struct keiro_curl_lists {
  struct curl_slist *fields;
  struct curl_slist *connect_to;
};

void keiro_curl_free_lists(struct keiro_curl_lists *lists);

// Stands in functions that have `handle` and `code`.
#define KEIRO_SET(option, value) \
  if (code == CURLE_OK) code = keiro_curl.easy_setopt(handle, option, value)

/// Sets everything of a request but how its body is sent and how its connection is kept. Redirects
/// are not followed. Texts are copied; the request and the lists have to live as long as the handle.
CURLcode keiro_curl_prepare(
    CURL *handle, struct keiro_curl_request *request, struct keiro_curl_lists *lists);

/// Lets go of texts and bytes that were lent for the call that begins a transfer: everything that is
/// read later was copied.
void keiro_curl_forget_lent(struct keiro_curl_request *request);

/// Sends the bytes of the request, of which libcurl makes a copy.
CURLcode keiro_curl_copy_body(CURL *handle, const struct keiro_curl_request *request);

/// Every request on a connection of its own, which ends with it.
CURLcode keiro_curl_keep_nothing(CURL *handle);

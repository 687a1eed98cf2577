#pragma once

#include <postgresql/libpq-fe.h>

// What Keiro uses of libpq, PostgreSQL's client library. It is loaded when a store asks for it, so
// that a process without one has neither it nor the libraries behind it in its memory.

// Each function of libpq by its own name there, without `PQ`.
#define KEIRO_PG_FUNCTIONS(DO)                                                                    \
  DO(libVersion) DO(conninfoParse) DO(conninfoFree) DO(freemem) DO(connectdbParams) DO(finish)   \
  DO(status) DO(errorMessage) DO(host) DO(port) DO(hostaddr) DO(sslInUse) DO(socket) DO(serverVersion)    \
  DO(backendPID) DO(parameterStatus) DO(setNoticeReceiver) DO(exec) DO(enterPipelineMode)        \
  DO(exitPipelineMode) DO(pipelineSync) DO(sendPrepare) DO(sendQueryPrepared)                    \
  DO(sendQueryParams) DO(getResult) DO(consumeInput) DO(notifies) DO(putCopyData)                \
  DO(putCopyEnd) DO(resultStatus) DO(resultErrorField) DO(resultErrorMessage) DO(cmdTuples)      \
  DO(ntuples) DO(nfields) DO(getisnull) DO(getlength) DO(getvalue) DO(clear)

/// The functions of libpq, which do not change once they are loaded.
#define KEIRO_PG_FIELD(name) __typeof__(PQ##name) *_Nonnull name;
struct __attribute__((swift_attr("@Sendable"))) keiro_libpq {
  KEIRO_PG_FUNCTIONS(KEIRO_PG_FIELD)
};
#undef KEIRO_PG_FIELD

/// Fields of an error, which libpq has as characters.
enum {
  KEIRO_PG_SQLSTATE = PG_DIAG_SQLSTATE,
  KEIRO_PG_MESSAGE_PRIMARY = PG_DIAG_MESSAGE_PRIMARY,
};

/// Loads `libpq.so.5` and fills the table.
///
/// Returns nil, or what the loader says is wrong; that text stays until the thread loads again.
const char *_Nullable keiro_load_libpq(struct keiro_libpq *_Nonnull table);

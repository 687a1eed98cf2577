#pragma once

#include <stddef.h>

// What Keiro uses of libpq, PostgreSQL's client library. The prototypes are those of libpq-fe.h,
// which have stood since PostgreSQL 14; the library itself is loaded when a store asks for it, so
// that a process without one has neither it nor the libraries behind it in its memory.

#pragma clang assume_nonnull begin

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef struct keiro_notify {
  char *relname;
  int be_pid;
  char *extra;
  struct keiro_notify *_Nullable next;
} PGnotify;

typedef struct {
  /// Nil behind the last option.
  char *_Nullable keyword;
  char *_Nullable envvar;
  char *_Nullable compiled;
  char *_Nullable val;
  char *_Nullable label;
  char *_Nullable dispchar;
  int dispsize;
} PQconninfoOption;

typedef void (*keiro_notice_receiver)(void *_Nullable context, const PGresult *result);

enum {
  KEIRO_PG_CONNECTION_OK = 0,

  KEIRO_PG_COMMAND_OK = 1,
  KEIRO_PG_TUPLES_OK = 2,
  KEIRO_PG_COPY_IN = 4,
  KEIRO_PG_PIPELINE_SYNC = 10,
  KEIRO_PG_PIPELINE_ABORTED = 11,

  /// Fields of an error.
  KEIRO_PG_SQLSTATE = 'C',
  KEIRO_PG_MESSAGE_PRIMARY = 'M',
};

/// The functions of libpq, each under its name there without `PQ`; they do not change once they are
/// loaded.
struct __attribute__((swift_attr("@Sendable"))) keiro_libpq {
  int (*_Nonnull libVersion)(void);
  PQconninfoOption *_Nullable (*_Nonnull conninfoParse)(
      const char *text, char *_Nullable *_Nonnull message);
  void (*_Nonnull conninfoFree)(PQconninfoOption *_Nullable options);
  void (*_Nonnull freemem)(void *_Nullable memory);
  PGconn *_Nullable (*_Nonnull connectdbParams)(
      const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values,
      int expands);
  void (*_Nonnull finish)(PGconn *_Nullable connection);
  int (*_Nonnull status)(const PGconn *connection);
  char *_Nullable (*_Nonnull errorMessage)(const PGconn *connection);
  char *_Nullable (*_Nonnull host)(const PGconn *connection);
  char *_Nullable (*_Nonnull hostaddr)(const PGconn *connection);
  int (*_Nonnull sslInUse)(PGconn *connection);
  int (*_Nonnull socket)(const PGconn *connection);
  int (*_Nonnull serverVersion)(const PGconn *connection);
  int (*_Nonnull backendPID)(const PGconn *connection);
  const char *_Nullable (*_Nonnull parameterStatus)(const PGconn *connection, const char *name);
  keiro_notice_receiver _Nullable (*_Nonnull setNoticeReceiver)(
      PGconn *connection, keiro_notice_receiver receiver, void *_Nullable context);
  PGresult *_Nullable (*_Nonnull exec)(PGconn *connection, const char *sql);
  int (*_Nonnull enterPipelineMode)(PGconn *connection);
  int (*_Nonnull exitPipelineMode)(PGconn *connection);
  int (*_Nonnull pipelineSync)(PGconn *connection);
  int (*_Nonnull sendPrepare)(
      PGconn *connection, const char *name, const char *sql, int count,
      const unsigned *_Nullable types);
  int (*_Nonnull sendQueryPrepared)(
      PGconn *connection, const char *name, int count,
      const char *_Nullable const *_Nullable values, const int *_Nullable lengths,
      const int *_Nullable formats, int resultFormat);
  int (*_Nonnull sendQueryParams)(
      PGconn *connection, const char *sql, int count, const unsigned *_Nullable types,
      const char *_Nullable const *_Nullable values, const int *_Nullable lengths,
      const int *_Nullable formats, int resultFormat);
  PGresult *_Nullable (*_Nonnull getResult)(PGconn *connection);
  int (*_Nonnull consumeInput)(PGconn *connection);
  PGnotify *_Nullable (*_Nonnull notifies)(PGconn *connection);
  int (*_Nonnull putCopyData)(PGconn *connection, const char *bytes, int count);
  int (*_Nonnull putCopyEnd)(PGconn *connection, const char *_Nullable error);
  int (*_Nonnull resultStatus)(const PGresult *result);
  char *_Nullable (*_Nonnull resultErrorField)(const PGresult *result, int field);
  char *_Nullable (*_Nonnull resultErrorMessage)(const PGresult *result);
  char *_Nullable (*_Nonnull cmdTuples)(PGresult *result);
  int (*_Nonnull ntuples)(const PGresult *result);
  int (*_Nonnull nfields)(const PGresult *result);
  int (*_Nonnull getisnull)(const PGresult *result, int row, int column);
  int (*_Nonnull getlength)(const PGresult *result, int row, int column);
  char *_Nonnull (*_Nonnull getvalue)(const PGresult *result, int row, int column);
  void (*_Nonnull clear)(PGresult *_Nullable result);
};

/// Loads `libpq.so.5` and fills the table.
///
/// Returns nil, or what the loader says is wrong; that text stays until the thread loads again.
const char *_Nullable keiro_load_libpq(struct keiro_libpq *table);

#pragma clang assume_nonnull end

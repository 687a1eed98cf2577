#include "CPostgres.h"

#include <dlfcn.h>

// A pointer that `dlsym` gives becomes one to a function by way of its bytes alone.
#define ENTRY(name) {"PQ" #name, offsetof(struct keiro_libpq, name)}

const char *keiro_load_libpq(struct keiro_libpq *table) {
  static const struct {
    const char *name;
    size_t offset;
  } entries[] = {
      ENTRY(libVersion),
      ENTRY(conninfoParse),
      ENTRY(conninfoFree),
      ENTRY(freemem),
      ENTRY(connectdbParams),
      ENTRY(finish),
      ENTRY(status),
      ENTRY(errorMessage),
      ENTRY(host),
      ENTRY(hostaddr),
      ENTRY(sslInUse),
      ENTRY(socket),
      ENTRY(serverVersion),
      ENTRY(backendPID),
      ENTRY(parameterStatus),
      ENTRY(setNoticeReceiver),
      ENTRY(exec),
      ENTRY(enterPipelineMode),
      ENTRY(exitPipelineMode),
      ENTRY(pipelineSync),
      ENTRY(sendPrepare),
      ENTRY(sendQueryPrepared),
      ENTRY(sendQueryParams),
      ENTRY(getResult),
      ENTRY(consumeInput),
      ENTRY(notifies),
      ENTRY(putCopyData),
      ENTRY(putCopyEnd),
      ENTRY(resultStatus),
      ENTRY(resultErrorField),
      ENTRY(resultErrorMessage),
      ENTRY(cmdTuples),
      ENTRY(ntuples),
      ENTRY(nfields),
      ENTRY(getisnull),
      ENTRY(getlength),
      ENTRY(getvalue),
      ENTRY(clear),
  };
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  for (size_t place = 0; place < sizeof entries / sizeof entries[0]; place++) {
    void *function = dlsym(library, entries[place].name);
    if (function == NULL) return dlerror();
    __builtin_memcpy((char *)table + entries[place].offset, &function, sizeof function);
  }
  return NULL;
}

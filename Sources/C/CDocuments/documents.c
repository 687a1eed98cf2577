#include "CDocuments.h"

#ifndef KEIRO_COMMIT
#define KEIRO_COMMIT ""
#endif
const char *const keiro_commit = KEIRO_COMMIT;

// Every clang that comes with Swift 6 knows #embed, in any language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema[] = {
#embed "../../../config/keiro.schema.json"
};
const unsigned char *const keiro_schema = schema;
const unsigned long keiro_schema_bytes = sizeof schema;

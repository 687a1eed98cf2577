#pragma once

// What the program hands out of this repository, exactly as it stands there.

/// The commit that was built, seven hexadecimal digits; empty where nobody knows.
extern const char *const keiro_commit;

/// `config/keiro.schema.json`.
extern const unsigned char *const keiro_schema;
extern const unsigned long keiro_schema_bytes;

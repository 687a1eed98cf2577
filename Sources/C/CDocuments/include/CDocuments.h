#pragma once

// What the program hands out of this repository or reads at its start, exactly as it stands there: an array of bytes takes a
// Swift compiler minutes where #embed takes none.

/// The commit that was built, seven hexadecimal digits; empty where nobody knows.
extern const char *const keiro_commit;

/// Bytes that are there as long as the program runs.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  const unsigned char *bytes;
  unsigned long count;
} keiro_document;

/// `config/keiro.schema.json`.
extern const keiro_document keiro_schema;
/// The documents of the API.
extern const keiro_document keiro_api_schemas;
/// The style sheet, the script and the icon of the dashboard.
extern const keiro_document keiro_dashboard_style;
extern const keiro_document keiro_dashboard_script;
extern const keiro_document keiro_dashboard_icon;
/// The Japanese of English sentences that the sources write as literals.
extern const keiro_document keiro_sentences;
/// The words of the dashboard, its Japanese of English sentences, and the words of the pages for visitors.
extern const keiro_document keiro_dashboard_words;
extern const keiro_document keiro_dashboard_sentences;
extern const keiro_document keiro_page_words;
/// The layout of pages for visitors.
extern const keiro_document keiro_page_style;
/// What `keiro doctor` checks.
extern const keiro_document keiro_checks;
/// The style sheet of banners in pages, without its colours.
extern const keiro_document keiro_banner_style;
/// What the routers of all apps in a language have in common.
extern const keiro_document keiro_router_kotlin;
extern const keiro_document keiro_router_swift;
extern const keiro_document keiro_router_typescript;

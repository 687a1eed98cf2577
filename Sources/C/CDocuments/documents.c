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
const keiro_document keiro_schema = {schema, sizeof schema};

static const unsigned char schemas[] = {
#embed "../../Answers/Management/OpenAPI/schemas.json"
};
const keiro_document keiro_api_schemas = {schemas, sizeof schemas};

static const unsigned char style[] = {
#embed "../../Answers/Dashboard/Assets/dashboard.css"
};
const keiro_document keiro_dashboard_style = {style, sizeof style};

static const unsigned char script[] = {
#embed "../../Answers/Dashboard/Assets/dashboard.js"
};
const keiro_document keiro_dashboard_script = {script, sizeof script};

static const unsigned char icon[] = {
#embed "../../Answers/Dashboard/Assets/icon.svg"
};
const keiro_document keiro_dashboard_icon = {icon, sizeof icon};

static const unsigned char dashboard_words[] = {
#embed "../../Answers/Dashboard/Words/words.txt"
};
const keiro_document keiro_dashboard_words = {dashboard_words, sizeof dashboard_words};

static const unsigned char dashboard_sentences[] = {
#embed "../../Answers/Dashboard/Words/sentences.txt"
};
const keiro_document keiro_dashboard_sentences = {dashboard_sentences, sizeof dashboard_sentences};

static const unsigned char sentences[] = {
#embed "../../Values/Links/Sentences/sentences.txt"
};
const keiro_document keiro_sentences = {sentences, sizeof sentences};

static const unsigned char page_words[] = {
#embed "../../Answers/PublicSite/Pages/words.txt"
};
const keiro_document keiro_page_words = {page_words, sizeof page_words};

static const unsigned char page_style[] = {
#embed "../../Answers/PublicSite/Pages/page.css"
};
const keiro_document keiro_page_style = {page_style, sizeof page_style};
static const unsigned char checks[] = {
#embed "../../Answers/Doctor/Checks/checks.txt"
};
const keiro_document keiro_checks = {checks, sizeof checks};

static const unsigned char banner_style[] = {
#embed "../../Answers/PublicSite/Pages/banner.css"
};
const keiro_document keiro_banner_style = {banner_style, sizeof banner_style};

static const unsigned char router_kotlin[] = {
#embed "../../Answers/Questions/Routers/router.kt"
};
const keiro_document keiro_router_kotlin = {router_kotlin, sizeof router_kotlin};

static const unsigned char router_swift[] = {
#embed "../../Answers/Questions/Routers/router.swift"
};
const keiro_document keiro_router_swift = {router_swift, sizeof router_swift};

static const unsigned char router_typescript[] = {
#embed "../../Answers/Questions/Routers/router.ts"
};
const keiro_document keiro_router_typescript = {router_typescript, sizeof router_typescript};

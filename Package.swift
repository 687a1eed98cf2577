// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The commit that is built, for the output of `keiro version`; the scripts of `deploy/` set it.
/// (Swift's own information about git is cached from one build to the next.)
let commit = Context.environment["KEIRO_COMMIT"]

/// All targets in order. Floors are folders of `Sources` and of `Tests`; a target may only name
/// targets that are listed before it, here and in the list of targets below.
let floors: KeyValuePairs = [
  // Headers and shims of C libraries, each imported by one Swift target, and embedded documents.
  "C": [
    "CSystem", "CMemory", "CSockets", "CSQLite", "CZlib", "COpenSSL", "CQRCode", "CDocuments",
    "CCurl", "CPostgres", "CMaxMind", "CTLS", "CIDN",
  ],
  // Pure code: texts, association files, launches, HTTP messages, links, and the roles of a store.
  "Values": [
    "JSONSyntax", "WebSyntax", "Platforms", "AppAssociation", "AssociationValidation",
    "LaunchRouting", "HTTPCore", "Telemetry", "Links", "LinkStorage", "LinkImport",
  ],
  // For apps; never part of the program.
  "Apps": ["KeiroClient"],
  // One target for each facility of the outside world: system, sockets, cryptography, services.
  "Outside": [
    "System", "Sockets", "Compression", "Cryptography", "TLS", "QRCode", "Countries", "Outgoing",
    "HTTPServer", "ACME", "SignIn",
  ],
  // The engines that store links.
  "Stores": ["SQLStorage", "SQLiteStore", "PostgresStore", "NodeStore"],
  // The sites, and the answers to visitors and callers.
  "Answers": [
    "SiteModel", "Service", "Explaining", "Questions", "Doctor", "Probing", "Deliveries", "Changes",
    "PublicSite", "Management", "Dashboard", "WireCalls",
  ],
  // The wiring of all parts, and the executables.
  "Program": ["KeiroConfiguration", "KeiroCommand", "keiro"],
  // Helpers that tests start or compare with.
  "Support": [
    "RandomCases", "GoldenFiles", "ProgramSupport", "Inflation", "TLSClient", "CertificateSamples",
    "SmallServer", "TroubledServers", "FakeAuthority", "PostgresServer",
    "DirectRequests", "ServiceSupport", "Fuzzing",
  ],
]

func folder(_ name: String) -> String {
  let floor = floors.first { $0.value.contains(name) }?.key ?? "Program"
  return (floor == "Support" ? "Tests/" : "Sources/") + "\(floor)/\(name)"
}

/// A target names every module it imports; `deploy/test` proves it with
/// `--explicit-target-dependency-import-check error`.
func floor(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: folder(name), exclude: exclude,
    resources: resources, swiftSettings: settings)
}

/// Leaves a target unoptimised in release builds, which shortens them: for commands and foreign
/// protocols, which are called one at a time.
func cold(_ target: Target) -> Target {
  target.swiftSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  return target
}

/// Optimises a target for size: for code that waits for a database or a network, and for questions,
/// changes and pages that people and programs request one at a time. Such code is half as large as
/// without any optimisation.
func small(_ target: Target) -> Target {
  target.swiftSettings = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
  return target
}

func library(
  _ name: String, cSettings: [CSetting] = [], linked libraries: [String] = []
) -> Target {
  .target(
    name: name, path: folder(name), cSettings: cSettings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Tests are on the floor of the target that they test.
func tests(
  _ name: String, on floor: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "keiro",
  // The systems of the library products, which deploy/check/adapters verifies.
  platforms: [.iOS(.v13), .macOS(.v12)],
  products: [
    // With the types of URLs and hosts in its interface.
    .library(
      name: "AppAssociation",
      targets: ["AppAssociation", "AssociationValidation", "Platforms", "WebSyntax"]),
    .library(name: "LaunchRouting", targets: ["LaunchRouting", "Platforms"]),
    .library(name: "KeiroClient", targets: ["KeiroClient"]),
    .executable(name: "keiro", targets: ["keiro"]),
  ],
  targets: [
    library("CSystem"),
    .systemLibrary(name: "CMemory", path: folder("CMemory")),
    .systemLibrary(name: "CSockets", path: folder("CSockets")),
    .systemLibrary(
      name: "CSQLite", path: folder("CSQLite"), providers: [.apt(["libsqlite3-dev"])]),
    library("CZlib", linked: ["z"]),
    library("COpenSSL", linked: ["crypto"]),
    library("CQRCode", linked: ["qrencode", "png"]),
    // Files that the program serves or prints.
    library(
      "CDocuments", cSettings: commit.map { [.define("KEIRO_COMMIT", to: "\"\($0)\"")] } ?? []),
    // Loads libcurl for the first outgoing request; not linked.
    library("CCurl"),
    // Loads libpq when a store needs it; not linked.
    library("CPostgres"),
    // Loads libmaxminddb when a configuration names a country database; not linked.
    library("CMaxMind"),
    // Loads libssl when a listener uses TLS; libcrypto is linked.
    library("CTLS", linked: ["crypto"]),
    // Loads libidn2 for the first name of a host that is not in ASCII; not linked.
    library("CIDN"),
    floor("JSONSyntax", []),

    // The syntax of URLs, hosts, names, numbers and dates, each defined once.
    // Apps, which convert few hosts, do without the library.
    floor("WebSyntax", [.byName(name: "CIDN", condition: .when(platforms: [.linux]))]),
    // The behaviour of each version of a system.
    floor("Platforms", ["WebSyntax"]),
    floor("AppAssociation", ["JSONSyntax", "Platforms", "WebSyntax"]),
    // The findings about association files.
    floor("AssociationValidation", ["AppAssociation", "JSONSyntax", "Platforms", "WebSyntax"]),
    floor("LaunchRouting", ["JSONSyntax", "Platforms", "WebSyntax"]),
    // The only target that imports Foundation as a whole: for apps; never part of the program.
    floor("KeiroClient", ["LaunchRouting"]),
    floor("HTTPCore", ["WebSyntax"]),
    floor("Telemetry", ["WebSyntax"]),

    floor(
      "Links", ["CDocuments", "CMemory", "JSONSyntax", "WebSyntax"],
      exclude: ["Sentences/sentences.txt"]),
    floor("LinkStorage", ["JSONSyntax", "Links", "WebSyntax"]),
    floor("LinkImport", ["JSONSyntax", "Links", "WebSyntax"]),
    floor("System", ["CSystem", "WebSyntax"]),
    floor("Sockets", ["CSockets", "System", "WebSyntax"]),
    floor("Compression", ["CZlib"]),
    floor("Cryptography", ["COpenSSL"]),
    floor("TLS", ["CTLS", "Cryptography", "WebSyntax"]),
    floor("QRCode", ["CQRCode", "WebSyntax"]),
    floor("Countries", ["CMaxMind", "WebSyntax"]),
    floor("Outgoing", ["CCurl", "HTTPCore", "System", "WebSyntax"]),

    floor(
      "SiteModel",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links",
        "Platforms", "QRCode", "WebSyntax",
      ]),
    small(floor("SQLStorage", ["JSONSyntax", "LinkStorage", "Links", "System", "WebSyntax"])),
    floor(
      "SQLiteStore",
      ["CSQLite", "LinkStorage", "Links", "SQLStorage", "System", "WebSyntax"],
      resources: [
        .embedInCode("Migrations/V0001_meta.sql"), .embedInCode("Migrations/V0002_links.sql"),
        .embedInCode("Migrations/V0003_launch_ids.sql"),
        .embedInCode("Migrations/V0004_likeness.sql"),
        .embedInCode("Migrations/V0005_likeness.sql"),
        .embedInCode("Migrations/V0006_roles.sql"), .embedInCode("Migrations/V0007_days.sql"),
        .embedInCode("Migrations/V0008_tokens_and_audit.sql"),
        .embedInCode("Migrations/V0009_click_log.sql"),
        .embedInCode("Migrations/V0010_identity.sql"),
        .embedInCode("Migrations/V0011_webhooks.sql"),
        .embedInCode("Migrations/V0012_people.sql"),
        .embedInCode("Migrations/V0013_claims.sql"),
        .embedInCode("Migrations/V0014_checksums.sql"),
        .embedInCode("Migrations/V0015_history.sql"),
        .embedInCode("Migrations/V0016_link_health.sql"),
        .embedInCode("Migrations/V0017_deleted_links.sql"),
        .embedInCode("Migrations/V0018_devices.sql"),
        .embedInCode("Migrations/V0019_ranks.sql"),
        .embedInCode("Migrations/V0020_app_tokens.sql"),
        .embedInCode("Migrations/V0021_unknown_addresses.sql"),
        .embedInCode("Migrations/V0022_bin.sql"),
      ]),
    small(
      floor(
        "PostgresStore",
        ["CPostgres", "LinkStorage", "Links", "SQLStorage", "System", "WebSyntax"],
        resources: [
          .embedInCode("Migrations/V0001_keiro.sql"), .embedInCode("Migrations/V0002_nodes.sql"),
          .embedInCode("Migrations/V0003_webhooks.sql"),
          .embedInCode("Migrations/V0004_shared_values.sql"),
          .embedInCode("Migrations/V0005_people.sql"),
          .embedInCode("Migrations/V0006_claims.sql"),
          .embedInCode("Migrations/V0007_click_parts.sql"),
          .embedInCode("Migrations/V0008_history.sql"),
          .embedInCode("Migrations/V0009_link_health.sql"),
          .embedInCode("Migrations/V0010_deleted_links.sql"),
          .embedInCode("Migrations/V0011_devices.sql"),
          .embedInCode("Migrations/V0012_campaigns.sql"),
          .embedInCode("Migrations/V0013_ranks.sql"),
          .embedInCode("Migrations/V0014_app_tokens.sql"),
          .embedInCode("Migrations/V0015_unknown_addresses.sql"),
          .embedInCode("Migrations/V0016_bin.sql"),
        ])),
    small(
      floor(
        "NodeStore",
        [
          "JSONSyntax", "LinkStorage", "Links", "PostgresStore", "SQLStorage", "SQLiteStore",
          "System", "WebSyntax",
        ])),
    floor("HTTPServer", ["HTTPCore", "Sockets", "System", "TLS", "Telemetry", "WebSyntax"]),

    cold(floor("ACME", ["Cryptography", "JSONSyntax", "Links", "Outgoing"])),

    // The ways in which people sign in: passkeys and identity providers.
    cold(floor("SignIn", ["Cryptography", "JSONSyntax", "WebSyntax"])),

    floor(
      "Service",
      [
        "Cryptography", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "System", "Telemetry",
        "WebSyntax",
      ]),
    floor(
      "Explaining",
      [
        "AppAssociation", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links", "Platforms",
        "SiteModel", "WebSyntax",
      ]),
    small(
      floor(
        "Questions",
        [
          "AppAssociation", "AssociationValidation", "CDocuments", "Cryptography", "Explaining",
          "JSONSyntax", "LaunchRouting",
          "LinkImport", "LinkStorage", "Links", "Platforms", "SiteModel", "WebSyntax",
        ],
        exclude: ["Routers/router.kt", "Routers/router.swift", "Routers/router.ts"])),
    // The checks of deployed hosts, and the requests to them.
    small(
      floor(
        "Doctor",
        [
          "AppAssociation", "AssociationValidation", "CDocuments", "Cryptography", "JSONSyntax",
          "Links", "Questions", "WebSyntax",
        ],
        exclude: ["Checks/checks.txt"])),
    cold(
      floor(
        "Probing",
        [
          "AppAssociation", "AssociationValidation", "CCurl", "Cryptography", "Doctor",
          "LinkStorage", "Links", "Outgoing", "SiteModel", "System", "WebSyntax",
        ])),
    // The delivery of webhooks and pushes.
    small(
      floor(
        "Deliveries",
        [
          "Cryptography", "JSONSyntax", "LaunchRouting", "LinkStorage", "Links", "Outgoing",
          "SiteModel", "Telemetry", "WebSyntax",
        ])),
    // Permissions, and every change, each defined once.
    small(
      floor(
        "Changes",
        [
          "Cryptography", "Deliveries", "JSONSyntax", "LinkImport", "LinkStorage", "Links",
          "Outgoing", "SiteModel", "WebSyntax",
        ])),
    floor(
      "PublicSite",
      [
        "AppAssociation", "CDocuments", "Changes", "Compression", "Cryptography", "Explaining",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkStorage", "Links", "QRCode", "Service",
        "SiteModel", "WebSyntax",
      ],
      exclude: ["Pages/banner.css", "Pages/page.css", "Pages/words.txt"]),
    small(
      floor(
        "Management",
        [
          "AppAssociation", "AssociationValidation", "CDocuments", "Changes", "Compression",
          "Cryptography", "Deliveries", "Doctor",
          "Explaining", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage",
          "Links", "Outgoing",
          "Platforms", "Questions", "Service", "SiteModel", "System", "Telemetry", "WebSyntax",
        ],
        exclude: ["OpenAPI/openapi.json", "OpenAPI/schemas.json"])),

    small(
      floor(
        "Dashboard",
        [
          "AppAssociation", "AssociationValidation", "CDocuments", "Changes", "Compression",
          "Cryptography", "Deliveries",
          "Doctor", "Explaining", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport",
          "LinkStorage", "Links", "Management", "Platforms", "QRCode", "Questions", "Service",
          "SignIn", "SiteModel", "System", "WebSyntax",
        ],
        exclude: ["Assets", "Words/sentences.txt", "Words/words.txt"])),

    // The calls of other services, translated to the same questions and changes.
    cold(
      floor(
        "WireCalls",
        [
          "Changes", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "Management", "Questions",
          "Service", "SiteModel", "WebSyntax",
        ])),

    // The configuration file: read, reviewed and compiled.
    cold(
      floor(
        "KeiroConfiguration",
        [
          "AppAssociation", "AssociationValidation", "Cryptography", "HTTPCore", "HTTPServer",
          "JSONSyntax", "LaunchRouting", "LinkStorage", "Links", "Outgoing", "Platforms",
          "Probing", "PublicSite", "Questions", "Service", "SiteModel", "System", "TLS",
          "WebSyntax",
        ])),

    small(
      floor(
        "KeiroCommand",
        [
          "ACME", "AppAssociation", "AssociationValidation", "CDocuments", "Changes", "Compression",
          "Countries",
          "Cryptography", "Dashboard", "Deliveries", "Doctor", "Explaining",
          "HTTPCore", "HTTPServer", "JSONSyntax", "KeiroConfiguration", "LaunchRouting",
          "LinkImport", "LinkStorage", "Links", "Management", "NodeStore", "Outgoing", "Platforms",
          "PostgresStore", "Probing", "PublicSite", "QRCode", "Questions", "SQLStorage",
          "SQLiteStore", "Service", "SiteModel", "Sockets", "System", "TLS", "Telemetry",
          "WebSyntax", "WireCalls",
        ])),

    .executableTarget(
      name: "keiro", dependencies: ["KeiroCommand", "System"], path: folder("keiro"),
      swiftSettings: settings),

    // The fuzz targets: deploy/check/fuzz runs them on random input, tests on earlier findings.
    floor(
      "Fuzzing",
      [
        "AppAssociation", "AssociationValidation", "Cryptography", "DirectRequests", "Explaining",
        "HTTPCore", "JSONSyntax", "KeiroConfiguration", "LaunchRouting", "LinkImport",
        "LinkStorage", "Links", "Management", "Platforms", "PublicSite", "Questions", "SQLiteStore",
        "Service", "SignIn", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Corpus", "Dictionaries"]),

    // Compares output with golden files, and rewrites them on request.
    floor("GoldenFiles", []),
    // Runs the program in a test, with folders and files of the repository, and validates JSON schemas.
    floor("ProgramSupport", ["GoldenFiles", "JSONSyntax", "KeiroCommand", "Links"]),
    // A TLS client for tests.
    library("TLSClient", linked: ["ssl", "crypto"]),
    // Certificates of all kinds and lengths.
    floor("CertificateSamples", ["TLSClient"]),
    // A small server for tests, and a shell that runs others.
    floor("SmallServer", []),
    // Web servers that misbehave in many ways.
    floor(
      "TroubledServers", ["SmallServer"],
      exclude: ["answers.py", "certificates.py", "faults.py", "servers.py"]),
    // A certificate authority for tests.
    floor("FakeAuthority", ["ACME", "Cryptography", "JSONSyntax", "Outgoing", "TLSClient"]),
    // A PostgreSQL server for the tests of one process.
    floor("PostgresServer", ["SmallServer"]),
    // Repeatable random numbers, and the seed of a run.
    floor("RandomCases", []),
    // Requests to handlers without a connection.
    floor("DirectRequests", ["HTTPCore", "LinkStorage", "Links", "System"]),
    // A service with two sites, a store that can fail, and helpers that examine answers.
    floor(
      "ServiceSupport",
      [
        "AppAssociation", "Cryptography", "DirectRequests", "Doctor", "Explaining", "HTTPCore",
        "JSONSyntax",
        "LaunchRouting", "LinkStorage", "Links", "Management", "Platforms", "SQLStorage",
        "SQLiteStore", "PublicSite", "RandomCases", "Service", "SiteModel", "Telemetry",
        "WebSyntax", "WireCalls",
      ]),
    // Decompresses the output of the code under test.
    floor("Inflation", ["CZlib"]),

    tests("JSONSyntaxTests", on: "Values", ["JSONSyntax"]),
    tests("PlatformsTests", on: "Values", ["GoldenFiles", "Platforms"]),
    tests(
      "AppAssociationTests", on: "Values",
      ["AppAssociation", "GoldenFiles", "JSONSyntax", "Platforms", "RandomCases", "WebSyntax"]),
    tests(
      "AssociationValidationTests", on: "Values",
      [
        "AppAssociation", "AssociationValidation", "GoldenFiles", "JSONSyntax", "Platforms",
        "RandomCases", "WebSyntax",
      ],
      exclude: ["Messages.txt"]),
    tests(
      "LaunchRoutingTests", on: "Values",
      ["GoldenFiles", "LaunchRouting", "JSONSyntax", "Platforms"],
      exclude: ["Evaluation/Launches.txt", "Notifications/Notifications.txt", "Stubs"]),
    tests("KeiroClientTests", on: "Apps", ["KeiroClient", "LaunchRouting", "keiro"]),
    tests("FuzzingTests", on: "Program", ["Fuzzing"]),
    tests("WebSyntaxTests", on: "Values", ["WebSyntax"]),
    tests("HTTPCoreTests", on: "Values", ["HTTPCore", "WebSyntax"]),
    tests("TelemetryTests", on: "Values", ["Telemetry"]),
    tests(
      "LinksTests", on: "Values",
      ["JSONSyntax", "Links", "RandomCases", "WebSyntax"],
      exclude: ["Decisions/Decisions.md", "Visits/UserAgents.md"]),
    tests("LinkStorageTests", on: "Values", ["JSONSyntax", "LinkStorage", "Links"]),
    tests(
      "LinkImportTests", on: "Values",
      [
        "DirectRequests", "GoldenFiles", "HTTPCore", "JSONSyntax", "LinkImport", "LinkStorage",
        "Links", "PublicSite",
        "RandomCases", "SQLiteStore", "Service", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests(
      "CountriesTests", on: "Outside", ["Countries", "WebSyntax"], exclude: ["countries.mmdb"]),
    tests("SystemTests", on: "Outside", ["System"]),
    tests("SocketsTests", on: "Outside", ["Sockets", "System", "TLSClient"]),
    tests("CompressionTests", on: "Outside", ["Compression", "Inflation", "RandomCases"]),
    tests("CryptographyTests", on: "Outside", ["CertificateSamples", "Cryptography"]),
    tests("TLSTests", on: "Outside", ["CertificateSamples", "Cryptography", "TLS"]),
    tests(
      "SignInTests", on: "Outside", ["Cryptography", "JSONSyntax", "SignIn"],
      exclude: ["Vectors.json"]),
    tests("OutgoingTests", on: "Outside", ["Outgoing", "SmallServer", "WebSyntax"]),
    tests(
      "ChangesTests", on: "Answers",
      [
        "AppAssociation", "Changes", "Deliveries", "JSONSyntax", "LinkImport", "LinkStorage",
        "Links", "Outgoing", "RandomCases", "SQLiteStore", "SiteModel", "WebSyntax",
      ]),
    tests(
      "DashboardTests", on: "Answers",
      [
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "Deliveries", "DirectRequests",
        "Doctor",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Management", "Outgoing", "Platforms", "Questions", "SQLiteStore", "Service", "SignIn",
        "SiteModel", "System", "Telemetry", "WebSyntax", "WireCalls",
      ]),
    tests(
      "DeliveriesTests", on: "Answers",
      [
        "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links",
        "SQLStorage", "SQLiteStore", "SiteModel", "Outgoing", "SmallServer", "WebSyntax",
      ]),
    tests(
      "DoctorTests", on: "Answers",
      [
        "AppAssociation", "AssociationValidation", "Cryptography", "Doctor", "GoldenFiles",
        "JSONSyntax", "KeiroCommand", "KeiroConfiguration", "Links", "Outgoing", "Probing",
        "TroubledServers", "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests(
      "ProbingTests", on: "Answers",
      [
        "AppAssociation", "LaunchRouting", "LinkStorage", "Links", "Outgoing", "Platforms",
        "Probing", "SQLiteStore", "SiteModel", "TroubledServers", "WebSyntax",
      ]),
    tests("QRCodeTests", on: "Outside", ["Inflation", "QRCode", "WebSyntax"]),
    tests("ACMETests", on: "Outside", ["ACME", "Cryptography", "FakeAuthority"]),
    tests(
      "LinkStoreTests", on: "Stores",
      [
        "AppAssociation", "Changes", "Deliveries", "JSONSyntax", "LinkImport", "LinkStorage",
        "Links", "NodeStore", "Outgoing", "PostgresServer", "PostgresStore", "RandomCases",
        "SQLStorage", "SQLiteStore", "SiteModel", "System", "WebSyntax",
      ],
      exclude: ["SQLiteStore/Fixtures"]),
    tests(
      "HTTPServerTests", on: "Outside",
      [
        "AppAssociation", "Cryptography", "DirectRequests", "HTTPCore", "HTTPServer",
        "LaunchRouting", "LinkStorage",
        "Links", "Management", "Platforms", "SQLiteStore", "PublicSite", "Service",
        "ServiceSupport", "SiteModel", "Sockets", "System", "TLS", "TLSClient", "Telemetry",
        "WebSyntax", "WireCalls",
      ],
      exclude: ["Conformance/Cases.md"]),
    tests(
      "SiteModelTests", on: "Answers",
      ["AppAssociation", "LaunchRouting", "Links", "SiteModel", "WebSyntax"]),
    tests(
      "ServiceTests", on: "Answers",
      [
        "HTTPCore", "LinkStorage", "Links", "SQLiteStore", "Service", "ServiceSupport",
        "Telemetry", "WebSyntax", "WireCalls",
      ]),
    tests(
      "ExplainingTests", on: "Answers",
      [
        "AppAssociation", "Explaining", "GoldenFiles", "JSONSyntax", "LaunchRouting", "Links",
        "Platforms", "ServiceSupport", "SiteModel",
      ]),
    tests(
      "QuestionsTests", on: "Answers",
      [
        "AppAssociation", "Explaining", "JSONSyntax", "LaunchRouting", "LinkStorage", "Links",
        "Management", "Platforms", "Questions", "RandomCases", "Service", "ServiceSupport",
        "SiteModel",
      ]),
    tests(
      "PublicSiteTests", on: "Answers",
      [
        "AppAssociation", "DirectRequests", "GoldenFiles", "HTTPCore", "Inflation", "JSONSyntax",
        "LaunchRouting", "LinkStorage",
        "Links", "Management", "Platforms", "SQLStorage", "SQLiteStore", "PublicSite", "QRCode",
        "RandomCases",
        "Service",
        "ServiceSupport", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Pages/Golden"]),
    tests(
      "ManagementTests", on: "Answers",
      [
        "AppAssociation", "Cryptography", "Deliveries", "DirectRequests", "GoldenFiles", "HTTPCore",
        "JSONSyntax", "LinkStorage", "Links", "Management", "Outgoing", "ProgramSupport",
        "PublicSite", "Questions", "RandomCases", "SQLiteStore", "Service", "ServiceSupport",
        "SiteModel", "Telemetry", "WebSyntax",
      ]),
    tests(
      "WireCallsTests", on: "Answers",
      [
        "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "Service", "ServiceSupport", "WebSyntax",
        "WireCalls",
      ]),
    tests(
      "PropertyTests", on: "Program",
      [
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "DirectRequests", "Explaining",
        "HTTPCore",
        "JSONSyntax", "KeiroCommand", "KeiroConfiguration", "LaunchRouting", "LinkStorage",
        "Links", "Management", "Platforms", "ProgramSupport", "SQLiteStore",
        "PublicSite", "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel",
        "Telemetry", "WebSyntax",
      ]),
    tests(
      "KeiroConfigurationTests", on: "Program",
      [
        "AppAssociation", "Cryptography", "GoldenFiles", "HTTPCore", "HTTPServer", "JSONSyntax",
        "KeiroConfiguration", "LaunchRouting", "LinkStorage", "Links", "Platforms",
        "ProgramSupport", "RandomCases", "SQLiteStore", "Service", "SiteModel", "System", "TLS",
        "WebSyntax",
      ],
      exclude: ["Golden"]),
    tests(
      "KeiroCommandTests", on: "Program",
      [
        "ACME", "AppAssociation", "CertificateSamples", "Compression", "Countries",
        "Cryptography", "Doctor", "Explaining", "FakeAuthority", "GoldenFiles", "HTTPCore",
        "HTTPServer",
        "JSONSyntax", "KeiroCommand", "KeiroConfiguration", "LaunchRouting", "LinkImport",
        "LinkStorage", "Links", "Management", "Outgoing", "Platforms", "PostgresServer",
        "PostgresStore", "ProgramSupport", "Questions", "RandomCases", "SQLStorage", "SQLiteStore",
        "Service",
        "SiteModel", "SmallServer", "System", "TLS", "TLSClient", "Telemetry", "TroubledServers",
        "WebSyntax", "WireCalls",
      ],
      exclude: [
        "Associations/Golden", "CommandLine/Fixtures", "CommandLine/Golden",
        "Documents/documents.txt", "Sessions/Golden",
      ]),
  ]
)

/// Checks that no target depends on a later one.
let order = floors.flatMap { $0.value }
for target in package.targets where !target.isTest {
  let place = order.firstIndex(of: target.name) ?? 0
  for case .byNameItem(let name, _) in target.dependencies {
    precondition(
      order.firstIndex(of: name).map { $0 < place } ?? false,
      "\(target.name) may not stand on \(name): see the floors")
  }
}

/// Restricts the build to some test targets, named with commas between them, and to their
/// dependencies, for builds that take long.
if let names = Context.environment["KEIRO_TEST_TARGETS"] {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var kept: Set<String> = []
  var found = names.split(separator: ",").map(String.init)
  while let name = found.popLast() {
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let name, _) in targets[name]?.dependencies ?? [] { found.append(name) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}

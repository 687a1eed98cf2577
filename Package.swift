// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A target names every module it imports; `deploy/test` proves it with
/// `--explicit-target-dependency-import-check error`. Floors are listed from the ground up: a
/// target may only name targets above its own line.
func floor(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings)
}

let package = Package(
  name: "keiro",
  // Of the library products; deploy/adapters holds them to it.
  platforms: [.iOS(.v13), .macOS(.v12)],
  products: [
    .library(name: "AppAssociation", targets: ["AppAssociation"]),
    .library(name: "LaunchRouting", targets: ["LaunchRouting"]),
    .library(name: "KeiroClient", targets: ["KeiroClient"]),
    .executable(name: "keiro", targets: ["keiro"]),
    .executable(name: "keiro-bench", targets: ["keiro-bench"]),
  ],
  targets: [
    // Floor 0: C libraries, each imported by exactly one Swift target; dates and JSON as values.
    .systemLibrary(name: "CSystem"),
    .systemLibrary(name: "CSockets"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CQRCode", providers: [.apt(["libqrencode-dev", "libpng-dev"])]),
    .target(name: "CAllocations"),
    // Loads libpq when a store asks for it: nothing is linked.
    .target(name: "CPostgres"),
    // Loads libmaxminddb when a configuration names a database: nothing is linked.
    .target(name: "CMaxMind"),
    // Loads libssl when a listener speaks TLS; libcrypto is linked.
    .target(name: "CTLS", linkerSettings: [.linkedLibrary("crypto")]),
    floor("CivilTime", []),
    floor("JSONSyntax", []),

    // Floor 1: values. URL parts, names and numbers stand in WebSyntax once.
    floor("WebSyntax", []),
    floor("AppAssociation", ["JSONSyntax", "WebSyntax"]),
    floor("LaunchRouting", ["JSONSyntax"]),
    // The only target with all of Foundation: for apps, and never part of the program.
    floor("KeiroClient", ["LaunchRouting"]),
    floor("HTTPCore", ["CivilTime", "WebSyntax"]),
    floor("Telemetry", ["CivilTime", "WebSyntax"]),

    // Floor 2: the domain, and one target for each thing of the outside.
    floor("Links", ["AppAssociation", "CivilTime", "JSONSyntax", "WebSyntax"]),
    floor("LinkStorage", ["AppAssociation", "JSONSyntax", "Links", "WebSyntax"]),
    floor("LinkImport", ["AppAssociation", "JSONSyntax", "LinkStorage", "Links", "WebSyntax"]),
    floor("System", ["CSystem"]),
    floor("Sockets", ["CSockets", "System", "WebSyntax"]),
    floor("Compression", ["CZlib"]),
    floor("Cryptography", ["COpenSSL"]),
    floor("TLS", ["CTLS", "Cryptography", "WebSyntax"]),
    floor("QRCode", ["CQRCode"]),
    floor("Countries", ["CMaxMind", "WebSyntax"]),
    floor("Outgoing", ["AppAssociation", "CCurl", "System", "WebSyntax"]),

    // Floor 3: the sites as values, the engines of the store, the server.
    floor(
      "SiteModel",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links",
        "WebSyntax",
      ]),
    floor("MemoryStore", ["LinkStorage", "Links"]),
    floor(
      "SQLiteStore", ["AppAssociation", "CSQLite", "LinkStorage", "Links", "System"],
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
      ]),
    floor(
      "PostgresStore", ["AppAssociation", "CPostgres", "LinkStorage", "Links", "System"],
      resources: [
        .embedInCode("Migrations/V0001_keiro.sql"), .embedInCode("Migrations/V0002_nodes.sql"),
        .embedInCode("Migrations/V0003_webhooks.sql"),
        .embedInCode("Migrations/V0004_shared_values.sql"),
        .embedInCode("Migrations/V0005_people.sql"),
        .embedInCode("Migrations/V0006_claims.sql"),
        .embedInCode("Migrations/V0007_click_parts.sql"),
      ]),
    floor(
      "NodeStore",
      ["JSONSyntax", "LinkStorage", "Links", "PostgresStore", "SQLiteStore", "System"]),
    floor("HTTPServer", ["HTTPCore", "Sockets", "System", "TLS", "Telemetry", "WebSyntax"]),

    floor(
      "ACME", ["CivilTime", "Cryptography", "JSONSyntax", "Links", "WebSyntax"]),

    // How people say who they are.
    floor("WebAuthn", ["Cryptography", "JSONSyntax"]),
    floor("OpenID", ["Cryptography", "JSONSyntax", "WebSyntax"]),

    // Floor 4: what is answered to whom.
    floor(
      "Service",
      [
        "Cryptography", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "System", "Telemetry",
        "WebSyntax",
      ]),
    floor(
      "Explaining",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links",
        "SiteModel", "WebSyntax",
      ]),
    floor(
      "Questions",
      [
        "AppAssociation", "Cryptography", "Explaining", "JSONSyntax", "LaunchRouting",
        "LinkImport", "LinkStorage", "Links", "SiteModel", "WebSyntax",
      ]),
    // The checks of deployed hosts, and the questions to them.
    floor(
      "Doctor",
      [
        "AppAssociation", "Cryptography", "JSONSyntax", "Links", "Questions", "WebSyntax",
      ]),
    floor(
      "Probing",
      [
        "AppAssociation", "Cryptography", "Doctor", "Links", "Outgoing", "SiteModel", "WebSyntax",
      ]),
    // What is sent to others: webhooks and pushes.
    floor(
      "Deliveries",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkStorage",
        "Links", "Outgoing", "SiteModel", "Telemetry", "WebSyntax",
      ]),
    // What somebody may change, and each change once.
    floor(
      "Changes",
      [
        "AppAssociation", "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links",
        "Outgoing", "SiteModel", "WebSyntax",
      ]),
    floor(
      "PublicSite",
      [
        "AppAssociation", "Compression", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax",
        "LaunchRouting", "LinkStorage", "Links", "QRCode", "Service", "SiteModel", "Telemetry",
        "WebSyntax",
      ]),
    floor(
      "Management",
      [
        "AppAssociation", "Changes", "Cryptography", "Deliveries", "Doctor", "Explaining",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links", "Outgoing",
        "Questions", "Service", "SiteModel", "Telemetry", "WebSyntax",
      ],
      resources: [.embedInCode("OpenAPI/openapi.json")]),

    floor(
      "Dashboard",
      [
        "AppAssociation", "Changes", "Compression", "Cryptography", "Deliveries", "Doctor",
        "Explaining", "HTTPCore", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "Management",
        "OpenID", "QRCode", "Questions", "Service", "SiteModel", "System", "WebAuthn", "WebSyntax",
      ],
      resources: [
        .embedInCode("Assets/dashboard.css"), .embedInCode("Assets/dashboard.js"),
        .embedInCode("Assets/icon.svg"),
      ]),

    // Floor 5: the one place where everything is wired.
    floor(
      "KeiroCommand",
      [
        "ACME", "AppAssociation", "Changes", "Compression", "Countries", "Cryptography",
        "Dashboard", "Deliveries", "Doctor", "Explaining",
        "HTTPCore", "HTTPServer", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage",
        "Links", "Management", "MemoryStore", "NodeStore", "Outgoing", "PostgresStore", "Probing",
        "PublicSite", "QRCode", "Questions", "SQLiteStore", "Service", "SiteModel", "Sockets",
        "System", "TLS", "Telemetry",
        "WebSyntax",
      ]),

    // Floor 6: executables.
    .executableTarget(
      name: "keiro", dependencies: ["KeiroCommand", "System"], swiftSettings: settings),
    .executableTarget(
      name: "keiro-bench",
      dependencies: [
        "AppAssociation", "CAllocations", "HTTPCore", "LaunchRouting", "LinkImport", "LinkStorage",
        "Links", "MemoryStore", "NodeStore", "PostgresStore", "PublicSite", "SQLiteStore",
        "Service",
        "SiteModel", "System", "Telemetry", "WebSyntax",
      ],
      swiftSettings: settings),

    // Fed with made-up input by deploy/fuzz, and with what that found by the tests.
    .target(
      name: "Fuzzing",
      dependencies: [
        "AppAssociation", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkImport", "LinkStorage", "Links", "Management", "MemoryStore",
        "OpenID", "PublicSite", "Questions", "Service", "SiteModel", "Telemetry", "WebAuthn",
        "WebSyntax",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus", "Dictionaries"], swiftSettings: settings),

    // Compares output with golden files, and writes them on demand.
    .target(name: "GoldenFiles", path: "Tests/GoldenFiles", swiftSettings: settings),
    // A client of TLS, as far as tests need one.
    .target(
      name: "TLSClient", path: "Tests/TLSClient",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    // Certificates of all kinds and lengths.
    .target(
      name: "CertificateSamples", dependencies: ["TLSClient"], path: "Tests/CertificateSamples",
      swiftSettings: settings),
    // Web servers in all kinds of trouble.
    .target(
      name: "TroubledServers", path: "Tests/TroubledServers",
      exclude: ["answers.py", "certificates.py", "faults.py", "servers.py"],
      swiftSettings: settings),
    // Another server, as far as tests need one.
    .target(name: "SmallServer", path: "Tests/SmallServer", swiftSettings: settings),
    // A PostgreSQL for the tests of one process.
    .target(name: "PostgresServer", path: "Tests/PostgresServer", swiftSettings: settings),
    // A database of countries for tests.
    .target(name: "CountryFile", path: "Tests/CountryFile", swiftSettings: settings),
    // Decompresses the output of the code under test.
    .target(
      name: "Inflation", dependencies: ["CZlib"], path: "Tests/Inflation", swiftSettings: settings),

    tests("CivilTimeTests", ["CivilTime"]),
    tests("JSONSyntaxTests", ["JSONSyntax"]),
    tests(
      "AppAssociationTests", ["AppAssociation", "GoldenFiles", "JSONSyntax"],
      exclude: ["Validation/Messages.txt"]),
    tests(
      "LaunchRoutingTests", ["GoldenFiles", "LaunchRouting", "JSONSyntax"], exclude: ["Stubs"]),
    tests("KeiroClientTests", ["KeiroClient", "LaunchRouting", "keiro"]),
    tests("FuzzingTests", ["Fuzzing"]),
    tests("WebSyntaxTests", ["WebSyntax"]),
    tests("HTTPCoreTests", ["HTTPCore", "WebSyntax"]),
    tests("TelemetryTests", ["Telemetry"]),
    tests("LinksTests", ["AppAssociation", "JSONSyntax", "LinkStorage", "Links"]),
    tests(
      "LinkImportTests",
      ["AppAssociation", "GoldenFiles", "JSONSyntax", "LinkImport", "LinkStorage", "Links"],
      exclude: ["Fixtures", "Golden"]),
    tests("CountriesTests", ["Countries", "CountryFile", "WebSyntax"]),
    tests("SystemTests", ["System"]),
    tests("SocketsTests", ["Sockets", "System"]),
    tests("CompressionTests", ["Compression", "Inflation"]),
    tests("CryptographyTests", ["CertificateSamples", "Cryptography"]),
    tests("TLSTests", ["CertificateSamples", "Cryptography", "TLS"]),
    tests("OutgoingTests", ["Outgoing", "SmallServer", "WebSyntax"]),
    tests(
      "ChangesTests",
      [
        "AppAssociation", "Changes", "Deliveries", "JSONSyntax", "LinkStorage", "Links",
        "MemoryStore", "Outgoing", "SiteModel",
      ]),
    tests(
      "DashboardTests",
      [
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "Deliveries", "Doctor",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Management",
        "MemoryStore", "OpenID", "Outgoing", "Questions", "Service", "SiteModel", "System",
        "Telemetry",
        "WebAuthn", "WebSyntax",
      ]),
    tests(
      "DeliveriesTests",
      [
        "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links", "MemoryStore",
        "Outgoing", "SmallServer", "WebSyntax",
      ]),
    tests(
      "DoctorTests",
      [
        "AppAssociation", "Cryptography", "Doctor", "GoldenFiles", "JSONSyntax", "KeiroCommand",
        "Links", "Management", "Outgoing", "Probing", "TroubledServers", "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests("QRCodeTests", ["Inflation", "QRCode"]),
    tests("ACMETests", ["ACME", "Cryptography", "JSONSyntax", "TLSClient"]),
    tests(
      "SQLiteStoreTests",
      [
        "AppAssociation", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "MemoryStore",
        "NodeStore",
        "PostgresServer", "PostgresStore", "SQLiteStore",
      ],
      exclude: ["Fixtures"]),
    tests(
      "HTTPServerTests",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "HTTPServer", "LaunchRouting", "LinkStorage",
        "Links", "Management", "MemoryStore", "PublicSite", "Service", "SiteModel", "Sockets",
        "System", "TLS", "TLSClient", "Telemetry", "WebSyntax",
      ]),
    tests(
      "ServiceTests",
      [
        "AppAssociation", "Compression", "Cryptography", "Doctor", "Explaining", "GoldenFiles",
        "HTTPCore",
        "Inflation", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Management", "MemoryStore", "PublicSite", "Questions", "SQLiteStore", "Service",
        "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Pages/Golden"]),
    tests(
      "PropertyTests",
      [
        "AppAssociation", "Changes", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax",
        "KeiroCommand", "LaunchRouting", "LinkStorage", "Links", "Management", "MemoryStore",
        "PublicSite", "SQLiteStore", "Service", "SiteModel", "Telemetry", "WebSyntax",
      ]),
    tests(
      "KeiroCommandTests",
      [
        "AppAssociation", "CertificateSamples", "Countries", "CountryFile", "Cryptography",
        "Explaining", "GoldenFiles", "HTTPCore", "HTTPServer",
        "JSONSyntax", "KeiroCommand", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Outgoing", "PostgresServer", "PostgresStore", "Questions", "SQLiteStore", "Service",
        "SiteModel", "SmallServer", "System", "TLS", "TLSClient", "WebSyntax",
      ],
      exclude: ["CommandLine/Fixtures", "CommandLine/Golden", "Explanations/Golden"]),
  ]
)

/// Some of the tests alone, for a build that takes long: their names with commas between, and with
/// them what they are made of.
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

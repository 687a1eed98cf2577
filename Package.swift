// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The commit that is built, as the version tells it: the scripts of `deploy/` know it. (What Swift
/// itself knows of git it remembers from one build to the next.)
let commit = Context.environment["KEIRO_COMMIT"]

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
  // Of the library products; deploy/check/adapters holds them to it.
  platforms: [.iOS(.v13), .macOS(.v12)],
  products: [
    // With the types of URLs and hosts, which it takes and gives.
    .library(name: "AppAssociation", targets: ["AppAssociation", "WebSyntax"]),
    .library(name: "LaunchRouting", targets: ["LaunchRouting"]),
    .library(name: "KeiroClient", targets: ["KeiroClient"]),
    .executable(name: "keiro", targets: ["keiro"]),
    .executable(name: "keiro-bench", targets: ["keiro-bench"]),
  ],
  targets: [
    // Floor 0: C libraries, each imported by exactly one Swift target; JSON as values.
    .systemLibrary(name: "CSystem"),
    .systemLibrary(name: "CSockets"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("crypto")]),
    .target(
      name: "CQRCode", linkerSettings: [.linkedLibrary("qrencode"), .linkedLibrary("png")]),
    .target(name: "CAllocations"),
    // Files that the program hands out.
    .target(
      name: "CDocuments",
      cSettings: commit.map { [.define("KEIRO_COMMIT", to: "\"\($0)\"")] } ?? []),
    // Loads libcurl when something is asked of others: nothing is linked.
    .target(name: "CCurl"),
    // Loads libpq when a store asks for it: nothing is linked.
    .target(name: "CPostgres"),
    // Loads libmaxminddb when a configuration names a database: nothing is linked.
    .target(name: "CMaxMind"),
    // Loads libssl when a listener speaks TLS; libcrypto is linked.
    .target(name: "CTLS", linkerSettings: [.linkedLibrary("crypto")]),
    floor("JSONSyntax", []),

    // Floor 1: values. URLs, hosts, names, numbers and dates stand in WebSyntax once.
    floor("WebSyntax", []),
    floor("AppAssociation", ["JSONSyntax", "WebSyntax"]),
    floor("LaunchRouting", ["JSONSyntax"]),
    // The only target with all of Foundation: for apps, and never part of the program.
    floor("KeiroClient", ["LaunchRouting"]),
    floor("HTTPCore", ["WebSyntax"]),
    floor("Telemetry", ["WebSyntax"]),

    // Floor 2: the domain, and one target for each thing of the outside.
    floor("Links", ["JSONSyntax", "WebSyntax"]),
    floor("LinkStorage", ["JSONSyntax", "Links", "WebSyntax"]),
    floor("LinkImport", ["JSONSyntax", "LinkStorage", "Links", "WebSyntax"]),
    floor("System", ["CSystem"]),
    floor("Sockets", ["CSockets", "System", "WebSyntax"]),
    floor("Compression", ["CZlib"]),
    floor("Cryptography", ["COpenSSL"]),
    floor("TLS", ["CTLS", "Cryptography", "WebSyntax"]),
    floor("QRCode", ["CQRCode"]),
    floor("Countries", ["CMaxMind", "WebSyntax"]),
    floor("Outgoing", ["CCurl", "System", "WebSyntax"]),

    // Floor 3: the sites as values, the engines of the store, the server.
    floor(
      "SiteModel",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links",
        "WebSyntax",
      ]),
    floor("SQLStorage", ["LinkStorage", "Links", "WebSyntax"]),
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
      ]),
    floor(
      "PostgresStore", ["CPostgres", "LinkStorage", "Links", "SQLStorage", "System"],
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
      [
        "JSONSyntax", "LinkStorage", "Links", "PostgresStore", "SQLStorage", "SQLiteStore",
        "System",
      ]),
    floor("HTTPServer", ["HTTPCore", "Sockets", "System", "TLS", "Telemetry", "WebSyntax"]),

    floor(
      "ACME", ["Cryptography", "JSONSyntax", "Links", "WebSyntax"]),

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
        "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkStorage", "Links",
        "Outgoing", "SiteModel", "Telemetry", "WebSyntax",
      ]),
    // What somebody may change, and each change once.
    floor(
      "Changes",
      [
        "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links", "Outgoing", "SiteModel",
        "WebSyntax",
      ]),
    floor(
      "PublicSite",
      [
        "AppAssociation", "Compression", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax",
        "LaunchRouting", "LinkStorage", "Links", "QRCode", "Service", "SiteModel", "WebSyntax",
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
        "Explaining", "HTTPCore", "JSONSyntax", "LinkImport", "LinkStorage", "Links",
        "Management", "OpenID", "QRCode", "Questions", "Service", "SiteModel", "System",
        "WebAuthn", "WebSyntax",
      ],
      resources: [
        .embedInCode("Assets/dashboard.css"), .embedInCode("Assets/dashboard.js"),
        .embedInCode("Assets/icon.svg"),
      ]),

    // Floor 5: the one place where everything is wired.
    floor(
      "KeiroCommand",
      [
        "ACME", "AppAssociation", "CDocuments", "Changes", "Compression", "Countries",
        "Cryptography", "Dashboard", "Deliveries", "Doctor", "Explaining",
        "HTTPCore", "HTTPServer", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage",
        "Links", "Management", "NodeStore", "Outgoing", "PostgresStore", "Probing",
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
        "AppAssociation", "CAllocations", "HTTPCore", "LaunchRouting", "LinkImport",
        "LinkStorage", "Links", "SQLiteStore", "NodeStore", "PostgresStore", "PublicSite",
        "Service", "SiteModel", "System", "Telemetry", "WebSyntax",
      ],
      swiftSettings: settings),

    // Fed with made-up input by deploy/check/fuzz, and with what that found by the tests.
    .target(
      name: "Fuzzing",
      dependencies: [
        "AppAssociation", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkImport", "LinkStorage", "Links", "Management", "SQLiteStore",
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
    // An authority for certificates, as far as tests need one.
    .target(
      name: "FakeAuthority", dependencies: ["ACME", "Cryptography", "JSONSyntax", "TLSClient"],
      path: "Tests/FakeAuthority", swiftSettings: settings),
    // A PostgreSQL for the tests of one process.
    .target(name: "PostgresServer", path: "Tests/PostgresServer", swiftSettings: settings),
    // A database of countries for tests.
    .target(name: "CountryFile", path: "Tests/CountryFile", swiftSettings: settings),
    // Random numbers that can be repeated, and where those of a run begin.
    .target(name: "RandomCases", path: "Tests/RandomCases", swiftSettings: settings),
    // The service with two sites, a store that fails, and what its answers are looked at with.
    .target(
      name: "ServiceSupport",
      dependencies: [
        "AppAssociation", "Cryptography", "Doctor", "Explaining", "HTTPCore", "JSONSyntax",
        "LaunchRouting", "LinkStorage", "Links", "Management", "SQLStorage", "SQLiteStore",
        "PublicSite", "RandomCases", "Service", "SiteModel", "Telemetry", "WebSyntax",
      ],
      path: "Tests/ServiceSupport", swiftSettings: settings),
    // Decompresses the output of the code under test.
    .target(
      name: "Inflation", dependencies: ["CZlib"], path: "Tests/Inflation", swiftSettings: settings),

    tests("JSONSyntaxTests", ["JSONSyntax"]),
    tests(
      "AppAssociationTests",
      ["AppAssociation", "GoldenFiles", "JSONSyntax", "RandomCases", "WebSyntax"],
      exclude: ["Validation/Messages.txt"]),
    tests(
      "LaunchRoutingTests", ["GoldenFiles", "LaunchRouting", "JSONSyntax"], exclude: ["Stubs"]),
    tests("KeiroClientTests", ["KeiroClient", "LaunchRouting", "keiro"]),
    tests("FuzzingTests", ["Fuzzing"]),
    tests("WebSyntaxTests", ["WebSyntax"]),
    tests("HTTPCoreTests", ["HTTPCore", "WebSyntax"]),
    tests("TelemetryTests", ["Telemetry"]),
    tests("LinksTests", ["JSONSyntax", "LinkStorage", "Links", "WebSyntax"]),
    tests(
      "LinkImportTests",
      [
        "GoldenFiles", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "RandomCases",
        "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests("CountriesTests", ["Countries", "CountryFile", "WebSyntax"]),
    tests("SystemTests", ["System"]),
    tests("SocketsTests", ["Sockets", "System"]),
    tests("CompressionTests", ["Compression", "Inflation", "RandomCases"]),
    tests("CryptographyTests", ["CertificateSamples", "Cryptography"]),
    tests("TLSTests", ["CertificateSamples", "Cryptography", "TLS"]),
    tests("OutgoingTests", ["Outgoing", "SmallServer", "WebSyntax"]),
    tests(
      "ChangesTests",
      [
        "AppAssociation", "Changes", "Deliveries", "JSONSyntax", "LinkStorage", "Links",
        "SQLiteStore", "Outgoing", "SiteModel", "WebSyntax",
      ]),
    tests(
      "DashboardTests",
      [
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "Deliveries", "Doctor",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Management", "OpenID", "Outgoing", "Questions", "SQLiteStore", "Service",
        "SiteModel", "System", "Telemetry",
        "WebAuthn", "WebSyntax",
      ]),
    tests(
      "DeliveriesTests",
      [
        "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links", "SQLiteStore",
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
    tests("ACMETests", ["ACME", "Cryptography", "FakeAuthority"]),
    tests(
      "LinkStoreTests",
      [
        "AppAssociation", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "NodeStore",
        "PostgresServer", "PostgresStore", "SQLStorage", "SQLiteStore", "WebSyntax",
      ],
      exclude: ["Fixtures"]),
    tests(
      "HTTPServerTests",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "HTTPServer", "LaunchRouting", "LinkStorage",
        "Links", "Management", "SQLiteStore", "PublicSite", "Service", "SiteModel", "Sockets",
        "System", "TLS", "TLSClient", "Telemetry", "WebSyntax",
      ]),
    tests(
      "SiteModelTests", ["AppAssociation", "LaunchRouting", "Links", "SiteModel", "WebSyntax"]),
    tests(
      "ServiceTests",
      [
        "HTTPCore", "LinkStorage", "Links", "SQLiteStore", "Service", "ServiceSupport",
        "Telemetry", "WebSyntax",
      ]),
    tests(
      "ExplainingTests",
      [
        "AppAssociation", "Explaining", "GoldenFiles", "LaunchRouting", "Links", "ServiceSupport",
        "SiteModel",
      ]),
    tests(
      "QuestionsTests",
      [
        "AppAssociation", "Explaining", "JSONSyntax", "LaunchRouting", "Links", "Management",
        "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel",
      ]),
    tests(
      "PublicSiteTests",
      [
        "AppAssociation", "GoldenFiles", "HTTPCore", "Inflation", "LaunchRouting", "LinkStorage",
        "Links", "Management", "SQLiteStore", "PublicSite", "QRCode", "RandomCases", "Service",
        "ServiceSupport", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Pages/Golden"]),
    tests(
      "ManagementTests",
      [
        "AppAssociation", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "Management",
        "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel", "Telemetry",
        "WebSyntax",
      ]),
    tests(
      "PropertyTests",
      [
        "AppAssociation", "Changes", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax",
        "KeiroCommand", "LaunchRouting", "LinkStorage", "Links", "Management", "SQLiteStore",
        "PublicSite", "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel",
        "Telemetry", "WebSyntax",
      ]),
    tests(
      "KeiroCommandTests",
      [
        "ACME", "AppAssociation", "CertificateSamples", "Countries", "CountryFile",
        "Cryptography", "Explaining", "FakeAuthority", "GoldenFiles", "HTTPCore", "HTTPServer",
        "JSONSyntax", "KeiroCommand", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Outgoing", "PostgresServer", "PostgresStore", "Questions", "SQLiteStore", "Service",
        "SiteModel", "SmallServer", "System", "TLS", "TLSClient", "Telemetry", "WebSyntax",
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

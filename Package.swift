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

/// The house from the ground up: floors are folders of `Sources` and of `Tests`, and within a floor as
/// below a target may only name targets that stand before it.
let floors: KeyValuePairs = [
  // Headers and shims of C libraries, each imported by one Swift target, and embedded documents.
  "C": [
    "CSystem", "CSockets", "CSQLite", "CZlib", "COpenSSL", "CQRCode", "CAllocations", "CDocuments",
    "CCurl", "CPostgres", "CMaxMind", "CTLS",
  ],
  // Pure: texts, association files, launches, messages of HTTP, links and the roles of a store.
  "Values": [
    "JSONSyntax", "WebSyntax", "Platforms", "AppAssociation", "LaunchRouting", "HTTPCore",
    "Telemetry", "Links", "LinkStorage", "LinkImport",
  ],
  // For apps, and never part of the program.
  "Apps": ["KeiroClient"],
  // One target for each thing of the outside: the system, sockets, cryptography, other services.
  "Outside": [
    "System", "Sockets", "Compression", "Cryptography", "TLS", "QRCode", "Countries", "Outgoing",
    "HTTPServer", "ACME", "WebAuthn", "OpenID",
  ],
  // The engines that keep links.
  "Stores": ["SQLStorage", "SQLiteStore", "PostgresStore", "NodeStore"],
  // The sites, and what is answered to whom.
  "Answers": [
    "SiteModel", "Service", "Explaining", "Questions", "Doctor", "Probing", "Deliveries", "Changes",
    "PublicSite", "Management", "Dashboard", "WireCalls",
  ],
  // The one place where everything is wired, and the executables.
  "Program": ["KeiroCommand", "keiro", "keiro-bench"],
  // What tests start and compare with.
  "Support": [
    "RandomCases", "GoldenFiles", "Inflation", "TLSClient", "CertificateSamples", "TroubledServers",
    "SmallServer", "FakeAuthority", "PostgresServer", "CountryFile", "ServiceSupport", "Fuzzing",
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

/// Leaves a target as it is written when the program is optimised: what people wait for once, at a page
/// or a command, does not keep every build waiting. Whatever a visit, a count or an import goes through is
/// optimised, and so are the libraries.
func cold(_ target: Target) -> Target {
  target.swiftSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  return target
}

/// Optimises a target for its size: what waits for a database or a network anyway, and questions and
/// changes that people and programs ask for one at a time.
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

/// Tests stand on the floor of what they test.
func tests(
  _ name: String, on floor: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "keiro",
  // Of the library products; deploy/check/adapters holds them to it.
  platforms: [.iOS(.v13), .macOS(.v12)],
  products: [
    // With the types of URLs and hosts, which it takes and gives.
    .library(name: "AppAssociation", targets: ["AppAssociation", "Platforms", "WebSyntax"]),
    .library(name: "LaunchRouting", targets: ["LaunchRouting", "Platforms"]),
    .library(name: "KeiroClient", targets: ["KeiroClient"]),
    .executable(name: "keiro", targets: ["keiro"]),
    .executable(name: "keiro-bench", targets: ["keiro-bench"]),
  ],
  targets: [
    library("CSystem"),
    .systemLibrary(name: "CSockets", path: folder("CSockets")),
    .systemLibrary(
      name: "CSQLite", path: folder("CSQLite"), providers: [.apt(["libsqlite3-dev"])]),
    library("CZlib", linked: ["z"]),
    library("COpenSSL", linked: ["crypto"]),
    library("CQRCode", linked: ["qrencode", "png"]),
    library("CAllocations"),
    // Files that the program hands out.
    library(
      "CDocuments", cSettings: commit.map { [.define("KEIRO_COMMIT", to: "\"\($0)\"")] } ?? []),
    // Loads libcurl when something is asked of others: nothing is linked.
    library("CCurl"),
    // Loads libpq when a store asks for it: nothing is linked.
    library("CPostgres"),
    // Loads libmaxminddb when a configuration names a database: nothing is linked.
    library("CMaxMind"),
    // Loads libssl when a listener speaks TLS; libcrypto is linked.
    library("CTLS", linked: ["crypto"]),
    floor("JSONSyntax", []),

    // URLs, hosts, names, numbers and dates stand in WebSyntax once.
    floor("WebSyntax", []),
    // Which version of a system does what.
    floor("Platforms", ["WebSyntax"]),
    floor("AppAssociation", ["JSONSyntax", "Platforms", "WebSyntax"]),
    floor("LaunchRouting", ["JSONSyntax", "Platforms"]),
    // The only target with all of Foundation: for apps, and never part of the program.
    floor("KeiroClient", ["LaunchRouting"]),
    floor("HTTPCore", ["WebSyntax"]),
    floor("Telemetry", ["WebSyntax"]),

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

    floor(
      "SiteModel",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "Links",
        "Platforms", "WebSyntax",
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
        .embedInCode("Migrations/V0015_history.sql"),
        .embedInCode("Migrations/V0016_link_health.sql"),
        .embedInCode("Migrations/V0017_deleted_links.sql"),
        .embedInCode("Migrations/V0018_devices.sql"),
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
        ])),
    small(
      floor(
        "NodeStore",
        [
          "JSONSyntax", "LinkStorage", "Links", "PostgresStore", "SQLStorage", "SQLiteStore",
          "System", "WebSyntax",
        ])),
    floor("HTTPServer", ["HTTPCore", "Sockets", "System", "TLS", "Telemetry", "WebSyntax"]),

    cold(
      floor(
        "ACME", ["Cryptography", "JSONSyntax", "Links", "WebSyntax"])),

    // How people say who they are.
    cold(floor("WebAuthn", ["Cryptography", "JSONSyntax"])),
    cold(floor("OpenID", ["Cryptography", "JSONSyntax", "WebSyntax"])),

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
        "Platforms", "SiteModel", "WebSyntax",
      ]),
    small(
      floor(
        "Questions",
        [
          "AppAssociation", "Cryptography", "Explaining", "JSONSyntax", "LaunchRouting",
          "LinkImport", "LinkStorage", "Links", "Platforms", "SiteModel", "WebSyntax",
        ])),
    // The checks of deployed hosts, and the questions to them.
    cold(
      floor(
        "Doctor",
        [
          "AppAssociation", "Cryptography", "JSONSyntax", "Links", "Questions", "WebSyntax",
        ])),
    cold(
      floor(
        "Probing",
        [
          "AppAssociation", "Cryptography", "Doctor", "LinkStorage", "Links", "Outgoing",
          "SiteModel", "WebSyntax",
        ])),
    // What is sent to others: webhooks and pushes.
    small(
      floor(
        "Deliveries",
        [
          "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkStorage", "Links",
          "Outgoing", "SiteModel", "Telemetry", "WebSyntax",
        ])),
    // What somebody may change, and each change once.
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
        "AppAssociation", "Compression", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax",
        "LaunchRouting", "LinkStorage", "Links", "QRCode", "Service", "SiteModel", "WebSyntax",
      ]),
    small(
      floor(
        "Management",
        [
          "AppAssociation", "CDocuments", "Changes", "Cryptography", "Deliveries", "Doctor",
          "Explaining", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage",
          "Links", "Outgoing",
          "Platforms", "Questions", "Service", "SiteModel", "Telemetry", "WebSyntax",
        ],
        exclude: ["OpenAPI/openapi.json"])),

    cold(
      floor(
        "Dashboard",
        [
          "AppAssociation", "CDocuments", "Changes", "Compression", "Cryptography", "Deliveries",
          "Doctor", "Explaining", "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport",
          "LinkStorage", "Links", "Management", "OpenID", "Platforms", "QRCode", "Questions",
          "Service", "SiteModel", "System", "WebAuthn", "WebSyntax",
        ],
        exclude: ["Assets"])),

    // The calls of other services, translated to the same questions and changes.
    cold(
      floor(
        "WireCalls",
        [
          "Changes", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "Management", "Questions",
          "Service", "SiteModel", "WebSyntax",
        ])),

    cold(
      floor(
        "KeiroCommand",
        [
          "ACME", "AppAssociation", "CDocuments", "Changes", "Compression", "Countries",
          "Cryptography", "Dashboard", "Deliveries", "Doctor", "Explaining",
          "HTTPCore", "HTTPServer", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage",
          "Links", "Management", "NodeStore", "Outgoing", "Platforms", "PostgresStore", "Probing",
          "PublicSite", "QRCode", "Questions", "SQLiteStore", "Service", "SiteModel", "Sockets",
          "System", "TLS", "Telemetry",
          "WebSyntax", "WireCalls",
        ])),

    .executableTarget(
      name: "keiro", dependencies: ["KeiroCommand", "System"], path: folder("keiro"),
      swiftSettings: settings),
    .executableTarget(
      name: "keiro-bench",
      dependencies: [
        "AppAssociation", "CAllocations", "HTTPCore", "LaunchRouting", "LinkImport",
        "LinkStorage", "Links", "Platforms", "SQLiteStore", "NodeStore", "PostgresStore",
        "PublicSite",
        "Service", "SiteModel", "System", "Telemetry", "WebSyntax",
      ],
      path: folder("keiro-bench"), swiftSettings: settings),

    // Fed with made-up input by deploy/check/fuzz, and with what that found by the tests.
    floor(
      "Fuzzing",
      [
        "AppAssociation", "Cryptography", "Explaining", "HTTPCore", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkImport", "LinkStorage", "Links", "Management", "Platforms",
        "SQLiteStore",
        "OpenID", "PublicSite", "Questions", "Service", "SiteModel", "Telemetry", "WebAuthn",
        "WebSyntax",
      ],
      exclude: ["Corpus", "Dictionaries"]),

    // Compares output with golden files, and writes them on demand.
    floor("GoldenFiles", []),
    // A client of TLS, as far as tests need one.
    library("TLSClient", linked: ["ssl", "crypto"]),
    // Certificates of all kinds and lengths.
    floor("CertificateSamples", ["TLSClient"]),
    // Web servers in all kinds of trouble.
    floor(
      "TroubledServers", [],
      exclude: ["answers.py", "certificates.py", "faults.py", "servers.py"]),
    // Another server, as far as tests need one.
    floor("SmallServer", []),
    // An authority for certificates, as far as tests need one.
    floor("FakeAuthority", ["ACME", "Cryptography", "JSONSyntax", "TLSClient"]),
    // A PostgreSQL for the tests of one process.
    floor("PostgresServer", []),
    // A database of countries for tests.
    floor("CountryFile", []),
    // Random numbers that can be repeated, and where those of a run begin.
    floor("RandomCases", []),
    // The service with two sites, a store that fails, and what its answers are looked at with.
    floor(
      "ServiceSupport",
      [
        "AppAssociation", "Cryptography", "Doctor", "Explaining", "HTTPCore", "JSONSyntax",
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
      ["AppAssociation", "GoldenFiles", "JSONSyntax", "Platforms", "RandomCases", "WebSyntax"],
      exclude: ["Validation/Messages.txt"]),
    tests(
      "LaunchRoutingTests", on: "Values",
      ["GoldenFiles", "LaunchRouting", "JSONSyntax", "Platforms"],
      exclude: ["Stubs"]),
    tests("KeiroClientTests", on: "Apps", ["KeiroClient", "LaunchRouting", "keiro"]),
    tests("FuzzingTests", on: "Program", ["Fuzzing"]),
    tests("WebSyntaxTests", on: "Values", ["WebSyntax"]),
    tests("HTTPCoreTests", on: "Values", ["HTTPCore", "WebSyntax"]),
    tests("TelemetryTests", on: "Values", ["Telemetry"]),
    tests(
      "LinksTests", on: "Values",
      ["JSONSyntax", "LinkStorage", "Links", "RandomCases", "WebSyntax"]),
    tests(
      "LinkImportTests", on: "Values",
      [
        "GoldenFiles", "HTTPCore", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "PublicSite",
        "RandomCases", "SQLiteStore", "Service", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests("CountriesTests", on: "Outside", ["Countries", "CountryFile", "WebSyntax"]),
    tests("SystemTests", on: "Outside", ["System"]),
    tests("SocketsTests", on: "Outside", ["Sockets", "System", "TLSClient"]),
    tests("CompressionTests", on: "Outside", ["Compression", "Inflation", "RandomCases"]),
    tests("CryptographyTests", on: "Outside", ["CertificateSamples", "Cryptography"]),
    tests("TLSTests", on: "Outside", ["CertificateSamples", "Cryptography", "TLS"]),
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
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "Deliveries", "Doctor",
        "HTTPCore", "JSONSyntax", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Management", "OpenID", "Outgoing", "Platforms", "Questions", "SQLiteStore", "Service",
        "SiteModel", "System", "Telemetry",
        "WebAuthn", "WebSyntax", "WireCalls",
      ]),
    tests(
      "DeliveriesTests", on: "Answers",
      [
        "Cryptography", "Deliveries", "JSONSyntax", "LinkStorage", "Links", "SQLiteStore",
        "Outgoing", "SmallServer", "WebSyntax",
      ]),
    tests(
      "DoctorTests", on: "Answers",
      [
        "AppAssociation", "Cryptography", "Doctor", "GoldenFiles", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkStorage", "Links", "Management", "Outgoing", "Platforms", "Probing",
        "SQLiteStore", "SiteModel", "TroubledServers", "WebSyntax",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests("QRCodeTests", on: "Outside", ["Inflation", "QRCode"]),
    tests("ACMETests", on: "Outside", ["ACME", "Cryptography", "FakeAuthority"]),
    tests(
      "LinkStoreTests", on: "Stores",
      [
        "AppAssociation", "JSONSyntax", "LinkImport", "LinkStorage", "Links", "NodeStore",
        "PostgresServer", "PostgresStore", "RandomCases", "SQLStorage", "SQLiteStore", "WebSyntax",
      ],
      exclude: ["Fixtures"]),
    tests(
      "HTTPServerTests", on: "Outside",
      [
        "AppAssociation", "Cryptography", "HTTPCore", "HTTPServer", "LaunchRouting", "LinkStorage",
        "Links", "Management", "Platforms", "SQLiteStore", "PublicSite", "Service", "SiteModel",
        "Sockets",
        "System", "TLS", "TLSClient", "Telemetry", "WebSyntax",
      ]),
    tests(
      "SiteModelTests", on: "Answers",
      ["AppAssociation", "LaunchRouting", "Links", "SiteModel", "WebSyntax"]),
    tests(
      "ServiceTests", on: "Answers",
      [
        "HTTPCore", "LinkStorage", "Links", "SQLiteStore", "Service", "ServiceSupport",
        "Telemetry", "WebSyntax",
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
        "AppAssociation", "Explaining", "JSONSyntax", "LaunchRouting", "Links", "Management",
        "Platforms", "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel",
      ]),
    tests(
      "PublicSiteTests", on: "Answers",
      [
        "AppAssociation", "GoldenFiles", "HTTPCore", "Inflation", "LaunchRouting", "LinkStorage",
        "Links", "Management", "Platforms", "SQLiteStore", "PublicSite", "QRCode", "RandomCases",
        "Service",
        "ServiceSupport", "SiteModel", "Telemetry", "WebSyntax",
      ],
      exclude: ["Pages/Golden"]),
    tests(
      "ManagementTests", on: "Answers",
      [
        "AppAssociation", "HTTPCore", "JSONSyntax", "LinkStorage", "Links", "Management",
        "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel", "Telemetry",
        "WebSyntax",
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
        "AppAssociation", "Changes", "Cryptography", "Dashboard", "Explaining", "HTTPCore",
        "JSONSyntax", "KeiroCommand", "LaunchRouting", "LinkStorage", "Links", "Management",
        "Platforms", "SQLiteStore",
        "PublicSite", "Questions", "RandomCases", "Service", "ServiceSupport", "SiteModel",
        "Telemetry", "WebSyntax",
      ]),
    tests(
      "KeiroCommandTests", on: "Program",
      [
        "ACME", "AppAssociation", "CertificateSamples", "Compression", "Countries", "CountryFile",
        "Cryptography", "Doctor", "Explaining", "FakeAuthority", "GoldenFiles", "HTTPCore",
        "HTTPServer",
        "JSONSyntax", "KeiroCommand", "LaunchRouting", "LinkImport", "LinkStorage", "Links",
        "Outgoing", "Platforms", "PostgresServer", "PostgresStore", "Questions", "SQLStorage",
        "SQLiteStore", "Service", "SiteModel", "SmallServer", "System", "TLS", "TLSClient",
        "Telemetry", "WebSyntax",
        "WireCalls",
      ],
      exclude: ["CommandLine/Fixtures", "CommandLine/Golden", "Explanations/Golden"]),
  ]
)

/// Nothing stands on what comes after it.
let order = floors.flatMap { $0.value }
for target in package.targets where !target.isTest {
  let place = order.firstIndex(of: target.name) ?? 0
  for case .byNameItem(let name, _) in target.dependencies {
    precondition(
      order.firstIndex(of: name).map { $0 < place } ?? false,
      "\(target.name) may not stand on \(name): see the floors")
  }
}

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

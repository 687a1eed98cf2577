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
  products: [
    .library(name: "AppAssociation", targets: ["AppAssociation"]),
    .library(name: "LaunchRouting", targets: ["LaunchRouting"]),
    .executable(name: "keiro", targets: ["keiro"]),
    .executable(name: "keiro-bench", targets: ["keiro-bench"]),
  ],
  targets: [
    // Floor 0: C libraries, each imported by exactly one Swift target; dates and JSON as values.
    .systemLibrary(name: "CSystem"),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CQRCode", providers: [.apt(["libqrencode-dev", "libpng-dev"])]),
    .target(name: "CAllocations"),
    floor("CivilTime", []),
    floor("JSONSyntax", []),

    // Floor 1: values.
    floor("AppAssociation", ["JSONSyntax"]),
    floor("LaunchRouting", ["JSONSyntax"]),
    floor("HTTPCore", ["CivilTime"]),
    floor("Telemetry", ["CivilTime"]),

    // Floor 2: the domain, and one target for each thing of the outside.
    floor("ShortLinks", ["AppAssociation", "CivilTime", "JSONSyntax"]),
    floor("Sockets", ["CSystem"]),
    floor("Compression", ["CZlib"]),
    floor("Cryptography", ["COpenSSL"]),
    floor("QRCode", ["CQRCode"]),

    // Floor 3: the joints.
    floor("MemoryStore", ["ShortLinks"]),
    floor(
      "SQLiteStore", ["CSQLite", "JSONSyntax", "ShortLinks"],
      resources: [
        .embedInCode("Migrations/V0001_meta.sql"), .embedInCode("Migrations/V0002_links.sql"),
        .embedInCode("Migrations/V0003_launch_ids.sql"),
        .embedInCode("Migrations/V0004_likeness.sql"),
      ]),
    floor("HTTPServer", ["HTTPCore", "Sockets", "Telemetry"]),
    floor(
      "LinkService",
      [
        "AppAssociation", "Compression", "Cryptography", "HTTPCore", "JSONSyntax", "LaunchRouting",
        "QRCode", "ShortLinks", "Telemetry",
      ],
      resources: [.embedInCode("Management/OpenAPI/openapi.json")]),

    // Floor 4: the one place where everything is wired.
    floor(
      "KeiroCommand",
      [
        "AppAssociation", "Compression", "Cryptography", "HTTPCore", "HTTPServer", "JSONSyntax",
        "LaunchRouting", "LinkService", "MemoryStore", "QRCode", "SQLiteStore", "ShortLinks",
        "Sockets", "Telemetry",
      ]),

    // Floor 5: executables.
    .executableTarget(name: "keiro", dependencies: ["KeiroCommand"], swiftSettings: settings),
    .executableTarget(
      name: "keiro-bench",
      dependencies: [
        "AppAssociation", "CAllocations", "HTTPCore", "LaunchRouting", "LinkService", "MemoryStore",
        "SQLiteStore", "ShortLinks", "Telemetry",
      ],
      swiftSettings: settings),

    // Fed with made-up input by deploy/fuzz, and with what that found by the tests.
    .target(
      name: "Fuzzing",
      dependencies: [
        "AppAssociation", "Cryptography", "HTTPCore", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkService", "MemoryStore", "ShortLinks", "Telemetry",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus", "Dictionaries"], swiftSettings: settings),

    // Compares what the code makes with files, and writes them on demand.
    .target(name: "GoldenFiles", path: "Tests/GoldenFiles", swiftSettings: settings),
    // Inflates what the code under test compresses.
    .target(
      name: "Inflation", dependencies: ["CZlib"], path: "Tests/Inflation", swiftSettings: settings),

    tests("CivilTimeTests", ["CivilTime"]),
    tests("JSONSyntaxTests", ["JSONSyntax"]),
    tests(
      "AppAssociationTests", ["AppAssociation", "GoldenFiles", "JSONSyntax"],
      exclude: ["Validation/Messages.txt"]),
    tests(
      "LaunchRoutingTests", ["GoldenFiles", "LaunchRouting", "JSONSyntax"], exclude: ["Stubs"]),
    tests("FuzzingTests", ["Fuzzing"]),
    tests("HTTPCoreTests", ["HTTPCore"]),
    tests("TelemetryTests", ["Telemetry"]),
    tests("ShortLinksTests", ["AppAssociation", "JSONSyntax", "ShortLinks"]),
    tests("SocketsTests", ["Sockets"]),
    tests("CompressionTests", ["Compression", "Inflation"]),
    tests("CryptographyTests", ["Cryptography"]),
    tests("QRCodeTests", ["Inflation", "QRCode"]),
    tests(
      "SQLiteStoreTests", ["AppAssociation", "MemoryStore", "SQLiteStore", "ShortLinks"]),
    tests("HTTPServerTests", ["HTTPCore", "HTTPServer", "Sockets", "Telemetry"]),
    tests(
      "LinkServiceTests",
      [
        "AppAssociation", "Compression", "Cryptography", "GoldenFiles", "HTTPCore", "Inflation",
        "JSONSyntax", "LaunchRouting", "LinkService", "MemoryStore", "SQLiteStore", "ShortLinks",
        "Telemetry",
      ],
      exclude: ["Pages/Golden"]),
    tests(
      "KeiroCommandTests",
      [
        "AppAssociation", "Cryptography", "GoldenFiles", "HTTPCore", "JSONSyntax", "KeiroCommand",
        "LaunchRouting", "LinkService", "SQLiteStore", "ShortLinks",
      ],
      exclude: ["CommandLine/Fixtures", "CommandLine/Golden", "Explanations/Golden"]),
  ]
)

import FoundationEssentials
import KeiroCommand
import ProgramSupport
import Testing

/// `keiro generate`, and its comparison with the files of an app.
struct GenerateCommandTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(
      """
      {
        "store": { "memory": true },
        "apps": {
          "shop": {
            "name": "Shop",
            "apple": {
              "appIDs": ["A1B2C3D4E5.com.example.shop"],
              "appClipIDs": ["A1B2C3D4E5.com.example.shop.Clip"]
            },
            "android": {
              "packageName": "com.example.shop",
              "sha256CertFingerprints": ["\(Array(repeating: "1A", count: 32).joined(separator: ":"))"]
            }
          },
          "other": { "name": "Other", "apple": { "appIDs": ["A1B2C3D4E5.com.example.other"] } }
        },
        "sites": [
          {
            "hosts": ["links.example.com"], "alternateHost": "open.example.com",
            "routes": [
              { "/": "/product/help", "exclude": true },
              { "/": "/product/{id}", "app": "shop" },
              { "/": "/a--b/*", "?": { "lang": "??" }, "app": "shop" },
              { "/": "/", "app": "other" }
            ],
            "shortLinks": { "prefix": "/s/", "app": "shop", "longLinks": "off" },
            "webcredentials": ["shop"]
          },
          {
            "hosts": ["*.example.net"], "routes": [{ "/": "/v1.0", "app": "shop" }],
            "appclips": ["shop"]
          }
        ]
      }
      """, to: "keiro.json")
  }

  private func run(_ words: String...) -> (code: ExitCode, output: String, error: String) {
    let recorder = ConsoleRecorder()
    let code = recorder.run(["generate"] + words, environment: ["KEIRO_CONFIG": configuration])
    return (code, recorder.output, recorder.error)
  }

  @Test func `entitlements are read from a binary list, too, and in the mode for development`()
    throws
  {
    let domains = [
      "applinks:links.example.com?mode=developer", "applinks:open.example.com",
      "applinks:*.example.net", "webcredentials:links.example.com",
      "webcredentials:open.example.com",
    ]
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let file = folder.path + "/app.entitlements"
    try encoder.encode(["com.apple.developer.associated-domains": domains])
      .write(to: URL(filePath: file))
    #expect(run("entitlements", "--app", "shop", "--check", file).code == .done)
  }
}

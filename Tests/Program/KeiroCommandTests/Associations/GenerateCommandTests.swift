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

  private let head = """
    <intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.DEFAULT" />
        <category android:name="android.intent.category.BROWSABLE" />
        <data android:scheme="https" />
    """

  @Test func `the filters of an app have the hosts and the paths of its routes`() {
    let result = run("android-manifest", "--app", "shop")
    #expect(result.code == .done && result.error == "")
    #expect(
      result.output == """
        <!-- Made by 'keiro generate android-manifest' from the routes of 'shop',
             for API level 24 and newer. Its place is the <activity> that opens links. -->
        <!-- Wider than the routes, before Android 15, which reads assetlinks.json for the rest:
             - '/s/*.qr' is for the browser
             - '/s/*+' is for the browser
             - '/product/help' is for the browser
             - '/a- -b/*' opens with a certain query, which a manifest cannot ask for -->
        \(head)
            <data android:host="links.example.com" />
            <data android:host="open.example.com" />
            <data android:pathPattern="/s/..*" />
            <data android:pathPattern="/product/..*" />
            <data android:path="/a--b" />
            <data android:pathPrefix="/a--b/" />
        </intent-filter>
        <!-- Android verifies '*.example.net' at 'example.net', and takes hosts of any depth. -->
        \(head)
            <data android:host="*.example.net" />
            <data android:path="/v1.0" />
            <data android:path="/v1.0/" />
        </intent-filter>

        """)
  }

  @Test func `the domains of an app are those of all services, alternate hosts included`() {
    let result = run("entitlements", "--app", "shop", "--json")
    #expect(result.code == .done)
    for domain in [
      "applinks:links.example.com", "applinks:open.example.com", "applinks:*.example.net",
      "webcredentials:links.example.com", "webcredentials:open.example.com",
    ] { #expect(result.output.contains("\"\(domain)\"")) }
    // App Clips know no wildcards.
    #expect(!result.output.contains("appclips:"))
  }

  @Test(arguments: ["android-manifest", "entitlements"])
  func `what is generated is what is expected, and nothing else is`(_ kind: String) throws {
    let file = folder.path + "/generated"
    #expect(run(kind, "--app", "shop", "--output", file).output == "wrote \(file)\n")
    let same = run(kind, "--app", "shop", "--check", file)
    #expect(same.code == .done)
    #expect(same.output == "\(file) declares what the configuration says\n")
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    try Data(text.replacing("open.example.com", with: "new.example.com").utf8)
      .write(to: URL(filePath: file))
    let other = run(kind, "--app", "shop", "--check", file)
    #expect(other.code == .negative)
    let lines = other.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("\(file) lacks ") && $0.contains("open.example.com") })
    #expect(
      lines.contains {
        $0.contains("new.example.com") && $0.hasSuffix(", but the configuration has not")
      })
    #expect(lines.allSatisfy { $0.contains("new.example.com") || $0.contains("open.example.com") })
    let document = run(kind, "--app", "shop", "--check", file, "--json")
    #expect(document.code == .negative && document.output.contains("\"isSame\": false"))
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

  @Test func `an app that cannot be meant is named with those that can`() throws {
    for (words, text) in [
      (["entitlements"], "expected one of shop, other"),
      (["entitlements", "--app", "shpo"], "did you mean 'shop'?"),
      (["android-manifest", "--app", "other"], "expected apps.other.android"),
    ] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(["generate"] + words, environment: ["KEIRO_CONFIG": configuration])
      #expect(code == .negative && recorder.error.contains(text))
    }
    let bomb = try folder.write("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", to: "bomb.xml")
    for kind in ["android-manifest", "entitlements"] {
      let refused = run(kind, "--app", "shop", "--check", bomb)
      #expect(refused.code == .negative && refused.error.contains("cannot be compared"))
    }
  }
}

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

  private func run(_ words: String...) -> CommandResult {
    keiro(["generate"] + words, environment: ["KEIRO_CONFIG": configuration])
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

  @Test func `an entry of entitlements that no system takes is told with what is right`() throws {
    let domains = [
      "applinks:links.example.com?mode=develop", "applinks:open.example.com?mode=",
      "applinks:*.example.net?x=1", "webcredentials:links.example.com?mode=managed",
      "webcredentials:open.example.com?mode=developer+managed",
    ]
    let list = domains.map { "<string>\($0)</string>" }.joined()
    let key = "com.apple.developer.associated-domains"
    let result = run(
      "entitlements", "--app", "shop", "--check",
      try folder.write(
        "<plist><dict><key>\(key)</key><array>\(list)</array></dict></plist>", to: "e.entitlements")
    )
    let modes = "write ?mode=developer, ?mode=managed or ?mode=developer+managed, or no mode"
    #expect(result.code == .negative)
    #expect(
      result.output.replacing(folder.path + "/", with: "") == """
        e.entitlements: 'applinks:links.example.com?mode=develop' has the mode 'develop', which does \
        not exist: \(modes)
        e.entitlements: 'applinks:open.example.com?mode=' has the mode '', which does not exist: \
        \(modes)
        e.entitlements: 'applinks:*.example.net?x=1' has '?x=1' behind the host, which is no mode: \
        write applinks:*.example.net, or ?mode=developer behind it

        """)
  }

  @Test func `an output that cannot be written is named as it was typed`() throws {
    let path = folder.path + "/none/Route.swift"
    let result = run("swift", "--app", "shop", "--output", path)
    #expect(result.code == .environmentFailed && !result.error.contains(".new"))
    #expect(
      result.error.contains(
        "the folder '\(folder.path)/none' does not exist: expected one that Keiro may write to"))
    let taken = run("swift", "--app", "shop", "--output", folder.path)
    #expect(taken.error.contains("'\(folder.path)' is a folder: expected a file"))
  }

  @Test func `an output that is a link stays one`() throws {
    let (link, file) = (folder.path + "/link", try folder.write("old", to: "Route.swift"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(run("swift", "--app", "shop", "--output", link).code == .done)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(run("swift", "--app", "shop", "--check", file).code == .done)
    // One that leads nowhere yet, by way of another.
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: "second")
    try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: "new.swift")
    #expect(run("swift", "--app", "shop", "--output", first).code == .done)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: first) == "second")
    #expect(run("swift", "--app", "shop", "--check", folder.path + "/new.swift").code == .done)
    let printed = run("swift", "--app", "shop", "--output", "-")
    #expect(printed.output == run("swift", "--app", "shop").output)
  }

  @Test(arguments: [
    ("<plist><dict><key>a</key>", "line 1: the end of the document inside <dict>"),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>",
      "declarations in a document type"
    ),
    ("<dict/>", "expected entitlements as a property list"), ("", "expected entitlements"),
    ("bplist00", "expected entitlements"),
  ])
  func `entitlements that cannot be read are an error`(_ text: String, _ message: String) throws {
    let result = run(
      "entitlements", "--app", "shop", "--check", try folder.write(text, to: "app.entitlements"))
    #expect(result.code == .negative && result.error.contains(message), "\(result.error)")
  }

  @Test func `a manifest is compared by what it takes, with everything else in it`() throws {
    func filter(_ data: String) -> String {
      """
      <intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/>
      <category android:name="android.intent.category.BROWSABLE"/>
      <data android:scheme="https"/>\(data)</intent-filter>
      """
    }
    func check(_ further: String, in first: String = "") throws -> (ExitCode, String) {
      let manifest = """
        <?xml version="1.0" encoding="utf-8"?>
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
        <activity android:name=".Main"><intent-filter>
        <action android:name="android.intent.action.MAIN"/></intent-filter>
        <intent-filter><action android:name="android.intent.action.VIEW"/>
        <data android:scheme="shop"/></intent-filter></activity>
        <activity-alias android:name=".Links">
        \(filter(
          """
          <data android:host="open.example.com" android:pathPattern="/product/..*"/>
          <data android:host="links.example.com"/>
          <data android:path="/a--b"/><data android:pathPattern="/a--b/.*"/>\(first)
          """))\(filter(
          """
          <data android:pathPrefix="/s/"/><data android:host="links.example.com"/>
          <data android:host="open.example.com"/>
          """))</activity-alias>
        <activity>\(filter(
          """
          <data android:host="*.example.net"/>
          <data android:path="/v1.0/"/><data android:path="/v1.0"/>
          """))\(further)</activity></application></manifest>
        """
      let result = run(
        "android-manifest", "--app", "shop", "--check", try folder.write(manifest, to: "m.xml"))
      return (result.code, result.output.replacing(folder.path + "/", with: ""))
    }
    // The prefix takes the bare '/s/', too.
    let wider = """
      m.xml has links.example.com: pathPrefix '/s/', but the configuration has not
      m.xml has open.example.com: pathPrefix '/s/', but the configuration has not

      """
    let usual = try check("")
    #expect(usual.0 == .negative && usual.1 == wider)
    let found = try check(
      filter(#"<data android:host="new.example.com" android:path="/a"/>"#),
      in: #"<data android:path="/a--b/c"/>"#)
    #expect(found.0 == .negative)
    #expect(
      found.1 == wider + "m.xml has new.example.com: path '/a', but the configuration has not\n")
  }

  @Test func `from API level 35 on, a manifest says what routes exclude`() throws {
    let words = ["android-manifest", "--app", "shop", "--min-sdk", "35"]
    let recorder = ConsoleRecorder()
    func run(_ further: String...) -> ExitCode {
      recorder.run(["generate"] + words + further, environment: ["KEIRO_CONFIG": configuration])
    }
    #expect(run() == .done)
    let text = recorder.output
    #expect(
      text.contains(
        """
            <uri-relative-filter-group android:allow="false">
                <data android:pathPrefix="/s/" />
                <data android:pathSuffix=".qr" />
            </uri-relative-filter-group>
        """))
    #expect(text.contains("<data android:path=\"/product/help\" />"))
    #expect(!text.contains("is for the browser"))
    let new = try folder.write(text, to: "new.xml")
    #expect(run("--check", new) == .done)
    // Paths beside no groups take the excluded ones as well.
    let old = try folder.write(
      self.run("android-manifest", "--app", "shop").output, to: "old.xml")
    #expect(run("--check", old) == .negative)
    #expect(recorder.output.contains("old.xml has links.example.com: pathPattern '/s/..*'"))
  }
}

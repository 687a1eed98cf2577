import JSONSyntax
import Links
import ProgramSupport
import Service
import SiteModel
import System
import Testing
import WebSyntax

@testable import KeiroConfiguration

/// Files that a configuration refers to, and the reading of the configuration itself.
struct ConfigurationFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func site(_ members: String) throws -> SiteDefinition {
    try KeiroConfigurationTests.site(members, folder: folder.path)
  }

  private func siteProblems(_ members: String) -> [String] {
    problems(siteText(members), folder: folder.path)
  }

  @Test func `reads the site's own association files`() throws {
    try folder.write("{ }", to: "aasa")
    try folder.write("[]", to: "assetlinks.json")
    let site = try site(#""documents": { "apple": "aasa", "android": "./assetlinks.json" }"#)
    #expect(site.ownAppleDocument == Array("{ }".utf8))
    #expect(site.ownAndroidDocument == Array("[]".utf8))
  }

  @Test func `takes a signed association file as it is`() throws {
    try folder.write([0x30, 0x82, 0x00], to: "aasa")
    let members = #""documents": { "apple": "aasa" }"#
    #expect(try site(members).ownAppleDocument == [0x30, 0x82, 0x00])
    let warnings = try configuration(siteText(members), folder: folder.path).warnings
    #expect(
      warnings.map(\.message).contains("the file is signed, which nothing since iOS 9 needs"))
    #expect(siteProblems(#""documents": { "android": "aasa" }"#).count == 1)
  }

  @Test func `refuses an association file that is larger than Apple's systems read`() throws {
    try folder.write("{\"a\": \"" + String(repeating: "x", count: 131_072) + "\"}", to: "aasa")
    #expect(
      siteProblems(#""documents": { "apple": "aasa" }"#) == [
        "sites[0].documents.apple: the file has 131081 bytes: expected at most 131072"
      ])
  }

  @Test func `says where an association file stops being one`() throws {
    try folder.write("{\n  \"applinks\": {},\n}", to: "a.json")
    try folder.write("{}", to: "b.json")
    #expect(
      siteProblems(#""documents": { "apple": "a.json", "android": "b.json" }"#) == [
        "sites[0].documents.apple: a.json:2:17: unexpected comma before the closing bracket",
        "sites[0].documents.android: 'b.json' holds an object: expected an array",
      ])
  }

  @Test func `finds the folder of well-known files beside the configuration`() throws {
    try folder.createFolder("well-known")
    try folder.write("x", to: "file")
    let path = folder.path
    #expect(try site(#""wellKnown": "well-known/""#).wellKnownFolder == path + "/well-known/")
    #expect(
      siteProblems(#""wellKnown": "file""#) == [
        "sites[0].wellKnown: there is no folder 'file' (\(path)/file): expected one that exists"
      ])
  }

  @Test func `braces for which there is no value are escaped`() throws {
    let site = try site(
      "\"root\": \"https://e.example/{} ü\", \"notFound\": \"https://ü.example/{1}\"")
    #expect(site.root == "https://e.example/%7B%7D%20%C3%BC")
  }

  @Test func `reads the site's own robots.txt, which nothing else may be`() throws {
    try folder.write("User-agent: *\n", to: "robots.txt")
    try folder.write([0xFF], to: "latin")
    #expect(try site(#""robots": "robots.txt""#).ownRobots == Array("User-agent: *\n".utf8))
    #expect(siteProblems(#""robots": "latin""#) == ["sites[0].robots: 'latin' is not UTF-8"])
    for taken in [
      #""routes": [{ "/": "/robots.txt", "exclude": true }]"#,
      #""shortLinks": { "prefix": "/", "links": { "robots.txt": "https://x.example/" } }"#,
    ] {
      #expect(
        siteProblems(#""robots": "robots.txt", \#(taken)"#) == [
          "sites[0].robots: a route or a link has '/robots.txt' too: expected one of them"
        ])
    }
  }

  @Test func `reads who may use a site's passkeys, and where they are kept`() throws {
    let site = try site(
      """
      "webauthn": { "origins": ["https://B.example", "https://c.example:443/", "https://d.example:8443"] },
      "passkeys": { "manage": "https://x.example/passkeys" },
      "changePassword": "/account/password"
      """)
    #expect(
      site.webAuthnOrigins == ["https://b.example", "https://c.example", "https://d.example:8443"])
    #expect(site.passkeys == PasskeyEndpoints(manage: "https://x.example/passkeys"))
    #expect(site.changePassword == "/account/password")
  }

  @Test func `hosts and addresses have one form, that of browsers`() throws {
    let read = try configuration(
      """
      { "dashboard": { "origin": "HTTPS://Keiro.EXAMPLE:443/" },
        "server": { "compatibleOrigins": ["http://[::1]:3000", "https://Bücher.example."] },
        "sites": [ { "hosts": ["EXAMPLE.com", "127.1"], "alternateHost": "Open.EXAMPLE.com",
          "destinationHosts": ["Bücher.EXAMPLE"], "changePassword": "HTTPS://EXAMPLE.com/A?B",
          "shortLinks": { "links": { "x": "HTTPS://Bücher.EXAMPLE/A?B" } } } ] }
      """)
    let site = read.service.sites[0]
    #expect(read.dashboard.origin == "https://keiro.example")
    #expect(
      read.server.compatibleOrigins == ["http://[::1]:3000", "https://xn--bcher-kva.example"])
    #expect(site.hosts.map(\.description) == ["example.com", "127.0.0.1"])
    #expect(site.alternateHost?.description == "open.example.com")
    #expect(site.changePassword == "https://example.com/A?B")
    #expect(site.shortLinks?.links.map(\.url) == ["https://xn--bcher-kva.example/A?B"])
  }

  @Test func `reads the identifier of an app of HarmonyOS`() throws {
    let text = #"{ "apps": { "a": { "harmony": { "appIdentifier": "5765880207853775505" } } } }"#
    let app = try configuration(text).service.apps[0]
    #expect(app.harmony?.appIdentifier == "5765880207853775505")
  }

  @Test func `Shlink's addresses of pictures are those of its calls`() throws {
    for (services, isAnswered) in [(#"["shlink"]"#, true), (#"["yourls", "bitly"]"#, false)] {
      let text = """
        { "server": { "compatible": \(services) }, "sites": [
          { "hosts": ["a.example"], "shortLinks": { "index": false } }, { "hosts": ["b.example"] } ] }
        """
      let sites = try configuration(text, folder: "/srv").service.sites
      #expect(sites[0].shortLinks?.answersShlink == isAnswered)
      #expect(sites[0].shortLinks?.isIndexed == false && sites[1].shortLinks == nil)
    }
  }

  @Test func `a link may be its destination alone`() throws {
    let links = try site(
      #""shortLinks": { "links": { "a": "https://x.example/", "b": { "url": "https://x.example/" } } }"#
    ).shortLinks?.links
    #expect(links?.map(\.slug) == ["a", "b"])
    #expect(links?.map(\.url) == ["https://x.example/", "https://x.example/"])
  }

  @Test func `loads a file and remembers its name`() throws {
    let file = try folder.write(#"{"store": {"sqlite": "a.db"}}"#, to: "k.json")
    let loaded = try ConfigurationLoader.load(path: file)
    #expect(loaded.file == file)
    #expect(loaded.configuration.store == .sqlite(folder.path + "/a.db"))
  }

  @Test func `finds the same problems among thousands of links as among a few`() {
    let faulty = #"""
      "A": { "url": "https://x.example" }, "a": { "url": "https://x.example" },
      "A": { "url": "https://x.example" }, "b": { "url": "none" }, "B": { "url": "https://x.example" },
      "b": 1, "c d": {}, "E\u0301": { "url": "https://x.example" }, "\u00e9": { "url": "https://x.example" },
      "é": { "urll": "https://x.example" }, "f": { "url": "https://x.example", "status": 1 },
      """#
    let good = (0..<2000).map { #""l\#($0)": { "url": "https://x.example/\#($0)" }"# }
    func found(_ good: [String]) -> [String] {
      let links = faulty + good.joined(separator: ",")
      let text = siteText(#""shortLinks": { "caseSensitive": false, "links": { \#(links) } }"#)
      return located(text).map { "\($0.position.map { "\($0)" } ?? "")\($0.path): \($0.message)" }
    }
    let few = found(Array(good.prefix(1)))
    #expect(found(good) == few)
    #expect(few.count == 10, "\(few)")
    #expect(
      few.contains { $0.hasSuffix("'B' and 'b' are the same slug here: expected one of them") })
  }

  @Test func `reads a name once among thousands of links`() throws {
    let links = (0..<2000).map { #""l\#($0 % 1999)": { "url": "https://x.example/\#($0)" }"# }
    let text = siteText(#""shortLinks": { "links": { \#(links.joined(separator: ",")) } }"#)
    #expect(
      problems(text) == [
        "sites[0].shortLinks.links.l0: this name is already used in the object: expected it once"
      ])
  }

  @Test func `refuses what is no file of a bounded size`() throws {
    let file = try folder.write("12345", to: "f")
    #expect(try readFile(file, limit: 5) == Array("12345".utf8))
    for (path, message) in [
      (file, "the file is larger than 4 bytes"), (folder.path, "is a directory"),
      (folder.path + "/g", "no such file or directory"), ("a\0b", "the name holds a NUL"),
    ] {
      #expect(throws: FileReadError(message: message)) { try readFile(path, limit: 4) }
    }
  }

  @Test(arguments: [
    ("/etc/keiro/keiro.json", "a", "/etc/keiro/a"),
    ("/keiro.json", "a", "/a"),
    ("/etc/keiro.json", "./a/b", "/etc/a/b"),
    ("/etc/keiro.json", "/b", "/b"),
    ("/etc/keiro.json", ".", "/etc"),
    ("/etc/keiro.json", "../a", "/etc/../a"),
  ])
  func `relative paths start at the folder of the configuration`(
    file: String, path: String, resolved: String
  ) {
    #expect(ConfigurationFolder(ofFile: file).resolve(path) == resolved)
  }

  @Test func `the folder of a relative file is absolute`() {
    #expect(ConfigurationFolder(ofFile: "keiro.json").path.hasPrefix("/"))
    #expect(ConfigurationFolder(ofFile: "./config/keiro.json").path.hasSuffix("/config"))
    #expect(!ConfigurationFolder(ofFile: "./config/keiro.json").path.contains("/./"))
  }
}

struct ConfigurationPlaceTests {
  @Test(arguments: [
    (["keiro.json", "config/keiro.json", "/etc/keiro/keiro.json"], "keiro.json"),
    (["config/keiro.json", "/etc/keiro/keiro.json"], "config/keiro.json"),
    (["/etc/keiro/keiro.json"], "/etc/keiro/keiro.json"), ([], "keiro.json"),
  ])
  func `is the first file that there is`(_ files: [String], _ path: String) {
    #expect(ConfigurationPlace.path(where: files.contains) == path)
  }

  @Test func `people read the paths in their order`() {
    #expect(
      ConfigurationPlace.sentence == "./keiro.json, config/keiro.json or /etc/keiro/keiro.json")
  }
}

struct SecretReaderTests {
  private func read(_ text: String, _ folder: TemporaryFolder) throws -> (String?, [String]) {
    let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
    let state = ReadingState(folder: ConfigurationFolder(path: folder.path))
    return (ValueKind.secret.read(collector.root, state), collector.problems.map(\.message))
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
    ("secret\n\n", "secret\n"), (" secret ", " secret "),
  ])
  func `a secret may stand in a file, less one newline`(content: String, secret: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "secret.txt")
    let (text, problems) = try read(#"{"file": "secret.txt"}"#, folder)
    #expect(text == secret)
    #expect(problems == [])
  }

  @Test func `a secret may stand in the configuration`() throws {
    let (text, problems) = try read(#""secret""#, TemporaryFolder())
    #expect(text == "secret")
    #expect(problems == [])
  }

  @Test(arguments: [
    ("5", "found a number: expected a string or {\"file\": \"<path>\"}"),
    ("\"\"", "the text is empty: expected at least one character"),
    ("{}", "'file' is missing: expected it here"),
    (#"{"fil": "a", "file": "ok"}"#, "unknown key: did you mean 'file'?"),
    (#"{"file": 1}"#, "found a number: expected a string"),
    (#"{"file": "none"}"#, "cannot read 'none': no such file or directory"),
    (#"{"file": "empty"}"#, "'empty' is empty: expected a secret"),
    (#"{"file": "latin"}"#, "'latin' is not UTF-8"),
  ])
  func `says why there is no secret`(text: String, problem: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\n", to: "empty")
    try folder.write([0xE9], to: "latin")
    try folder.write("x", to: "ok")
    #expect(try read(text, folder).1 == [problem])
  }
}

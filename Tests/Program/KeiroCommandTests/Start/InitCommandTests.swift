import AppAssociation
import Glibc
import JSONSyntax
import KeiroConfiguration
import ProgramSupport
import SiteModel
import Testing
import WebSyntax

@testable import KeiroCommand

struct InitCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) -> CommandResult { keiro(["init"] + arguments) }

  @Test(arguments: [
    [], ["--host", "www.example.com"],
    ["--host", "www.example.com", "--host", "*.example.org", "--app", "Ein Käse-Laden"],
    [
      "--host", "www.example.com", "--app", "Shop", "--app-id", "A1B2C3D4E5.com.example.shop",
      "--app-store-id", "123456789", "--package", "com.example.shop", "--fingerprint",
      Array(repeating: "ab", count: 32).joined(separator: ":"),
    ],
    ["--app", "Shop", "--app-id", "A1B2C3D4E5.com.example.shop"],
    ["--host", "a.example.com", "--host", "b.example.com", "--open-host", "open.example.com"],
  ])
  func `what it writes is a configuration`(options: [String]) throws {
    let made = run([folder.path] + options)
    #expect(made.code == .done, "\(made.error)")
    let loaded = try ConfigurationLoader.load(path: folder.path + "/keiro.json")
    let hosts = loaded.configuration.service.sites[0].hosts.map(\.description)
    let asked = zip(options, options.dropFirst()).filter { $0.0 == "--host" }.map(\.1)
    #expect(hosts == (asked.isEmpty ? ["localhost"] : asked))
    let file = try repositoryFile("config/keiro.schema.json")
    #expect(try folder.bytes("keiro.schema.json") == file)
    let schema = JSONSchema(root: try JSONDocument(parsing: file).root)
    #expect(schema.violations(try JSONDocument(parsing: folder.bytes("keiro.json")).root) == [])
  }

  @Test func `fields of an app and a host for buttons are where the configuration has them`() throws
  {
    _ = run([
      folder.path, "--host", "kissa.jp", "--open-host", "open.kissa.jp", "--app", "My Kissa",
      "--app-id", "K7Q2M9XW4T.jp.kissa.app", "--app-store-id", "42", "--package", "jp.kissa.app",
      "--fingerprint", Array(repeating: "ab", count: 32).joined(separator: ":"),
    ])
    let service = try ConfigurationLoader.load(path: folder.path + "/keiro.json")
      .configuration.service
    let (app, site) = (service.apps[0], service.sites[0])
    #expect(app.key == "my-kissa" && app.name == "My Kissa")
    #expect(app.apple?.appIDs.map(\.description) == ["K7Q2M9XW4T.jp.kissa.app"])
    #expect(app.apple?.appStoreID == "42")
    #expect(app.android?.packageName == "jp.kissa.app")
    #expect(app.android?.sha256CertFingerprints.count == 1)
    #expect(site.alternateHost?.name == "open.kissa.jp" && site.shortLinks?.app == 0)
    #expect(
      site.destinationHosts?.map(\.description)
        == ["kissa.jp", "open.kissa.jp", "apps.apple.com", "play.google.com"])
  }

  @Test func `an app for Android alone is at fault nowhere, and its sample shows Android's file`()
    throws
  {
    _ = run([
      folder.path, "--app", "Kissa", "--package", "jp.kissa.app", "--fingerprint",
      Array(repeating: "5c", count: 32).joined(separator: ":"),
    ])
    let file = folder.path + "/keiro.json"
    for system in [[], ["--ios", "17"], ["--android", "16"], ["--harmony", "5"]] {
      let survey = keiro(["explain", "--all", "--config", file] + system)
      #expect(survey.code == .done, "\(system): \(survey)")
    }
    let sample = String(decoding: try folder.bytes("keiro.json"), as: UTF8.self)
    #expect(sample.contains("/.well-known/assetlinks.json"))
    #expect(!sample.contains("apple-app-site-association"))
    let readme = String(decoding: try folder.bytes("README.md"), as: UTF8.self)
    #expect(readme.contains("--host localhost --kind android\n"))
    // An app whose identifiers are still to come is for no system yet.
    let bare = try TemporaryFolder()
    _ = run([bare.path, "--app", "Kissa"])
    let plain = String(decoding: try bare.bytes("README.md"), as: UTF8.self)
    #expect(!plain.contains("--kind android"))
  }

  @Test func `a sample that nobody has changed gives way, and its store stays`() throws {
    _ = run([folder.path])
    let sample = String(decoding: try folder.bytes("keiro.json"), as: UTF8.self)
      .replacing("\"keiro.schema.json\"", with: "\"/usr/share/keiro/keiro.schema.json\"")
      .replacing("\"keiro.db\"", with: "\"/var/lib/keiro/keiro.db\"")
    let package = try TemporaryFolder()
    let file = try package.write(sample, to: "keiro.json")
    #expect(run([package.path]).code == .negative)
    let made = run([package.path, "--host", "kissa.jp"])
    #expect(made.code == .done, "\(made.error)")
    #expect(made.output.contains("wrote \(file) in place of the sample\n"))
    #expect(!made.output.contains("keiro.schema.json"))
    let text = String(decoding: try package.bytes("keiro.json"), as: UTF8.self)
    #expect(text.contains("/usr/share/keiro/keiro.schema.json"))
    #expect(text.contains("/var/lib/keiro/keiro.db"))
    #expect(text.contains("kissa.jp"))
    // What it has written is nobody's sample.
    #expect(run([package.path, "--host", "kissa.jp"]).code == .negative)
    #expect(run([folder.path, "--host", "kissa.jp"]).code == .done)
  }

  @Test func `names the file that cannot be written`() throws {
    _ = run([folder.path])
    let other = try TemporaryFolder()
    _ = try other.write(try folder.bytes("keiro.json"), to: "keiro.json")
    try other.createFolder("keiro.schema.json")
    let made = run([other.path, "--host", "kissa.jp"])
    #expect(made.code == .environmentFailed)
    let schema = other.path + "/keiro.schema.json"
    #expect(made.error.hasPrefix("keiro init: cannot write '\(schema)': "), "\(made.error)")
  }

  /// A limit such as that of `ulimit -f`.
  @Test func `a file that may not become so large ends no process`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 5000, rlim_max: rlim_t.max)
      guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(2) }
      let made = keiro(["init", try TemporaryFolder().path])
      #expect(made.code == .environmentFailed)
      #expect(made.error.hasPrefix("keiro init: cannot write "), "\(made.error)")
    }
  }

  @Test func `names what is in the way of the next contents`() throws {
    _ = run([folder.path])
    try folder.createFolder("keiro.json.new")
    let path = folder.path + "/keiro.json"
    #expect(
      run([folder.path, "--host", "kissa.jp"]).error
        == "keiro init: cannot write '\(path)': '\(path).new' is in the way: expected nothing of that "
        + "name beside it\n")
  }

  @Test func `a sample that somebody has changed stays as it is`() throws {
    _ = run([folder.path])
    let changed = String(decoding: try folder.bytes("keiro.json"), as: UTF8.self)
      .replacing("Red shoes", with: "Blue shoes")
    let file = try folder.write(changed, to: "keiro.json")
    let made = run([folder.path, "--host", "kissa.jp"])
    #expect(made.code == .negative)
    #expect(made.error.hasPrefix("keiro init: '\(file)' is there already: "))
    #expect(try folder.bytes("keiro.json") == Array(changed.utf8))
  }

  @Test(arguments: ["keiro.json", "keiro.schema.json", "README.md"])
  func `overwrites nothing, and then writes nothing`(name: String) throws {
    let file = try folder.write("mine", to: name)
    let made = run([folder.path])
    #expect(made.code == .negative)
    #expect(
      made.error
        == "keiro init: '\(file)' is there already: expected a folder without it\n")
    #expect(try folder.bytes(name) == Array("mine".utf8))
    for other in ["keiro.json", "keiro.schema.json", "README.md"] where other != name {
      #expect(throws: (any Error).self) { try folder.bytes(other) }
    }
  }

  @Test func `the configuration of the repository has the same sample`() throws {
    let shipped = try JSONDocument(parsing: repositoryFile("config/keiro.json")).root
    let text = FirstConfiguration(hosts: [], app: nil).json.pretty
    let sample = try JSONDocument(parsing: Array(text.utf8)).root
    let site = shipped.member("sites")?.array?.first {
      $0.member("hosts")?.array?.first?.string == "localhost"
    }
    #expect(
      site.map { JSONOutput($0) } == sample.member("sites")?.array?.first.map { JSONOutput($0) })
    #expect(
      shipped.member("apps")?.member("sample-shop").map { JSONOutput($0) }
        == sample.member("apps")?.member("sample-shop").map { JSONOutput($0) })
  }

  @Test func `what to type next names a host that a visitor may ask for`() throws {
    let made = run([folder.path, "--host", "*.example.com"])
    #expect(made.output.contains("Host: www.example.com'"), "\(made.output)")
    let readme = String(decoding: try folder.bytes("README.md"), as: UTF8.self)
    #expect(readme.contains("--host www.example.com ") && !readme.contains("*."))
  }

  @Test func `what a shell would split is quoted in what to type next`() throws {
    let made = run([folder.path + "/it's here"])
    #expect(made.output.contains("--config '\(folder.path)/it'\\''s here/keiro.json'"))
  }
}

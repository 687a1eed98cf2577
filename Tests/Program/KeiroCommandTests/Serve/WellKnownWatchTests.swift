import Countries
import FoundationEssentials
import Glibc
import ProgramSupport
import SiteModel
import Testing
import WebSyntax

@testable import KeiroCommand
@testable import KeiroConfiguration

@Suite struct WellKnownWatchTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/wk"
    try folder.createFolder("wk/acme-challenge")
    try folder.write("Contact", to: "wk/security.txt")
  }

  @Test func `sees files come, change and go`() throws {
    var watch = WellKnownWatch(folders: [nil, path])
    try folder.write("token", to: "wk/acme-challenge/t")
    var seen = [watch.hasChanged(), watch.hasChanged()]
    #expect(watch.files(1).map(\.name) == ["security.txt", "acme-challenge/t"])
    try folder.write("another", to: "wk/acme-challenge/t")
    seen.append(watch.hasChanged())
    #expect(watch.files(1).last?.bytes == Array("another".utf8))
    try FileManager.default.removeItem(atPath: path)
    seen.append(watch.hasChanged())
    #expect(watch.files(1).isEmpty && watch.files(0).isEmpty)
    #expect(seen == [true, false, true, true])
  }

  @Test func `serves neither hidden files nor links nor pipes nor large files`() throws {
    try folder.write("key", to: "secret")
    try folder.createFolder("wk/.git")
    for name in ["wk/.git/config", "wk/.env", "wk/acme-challenge/.hidden"] {
      try folder.write("x", to: name)
    }
    #expect(symlink(folder.path + "/secret", path + "/link") == 0)
    #expect(symlink(folder.path, path + "/up") == 0)
    #expect(mkfifo(path + "/pipe", 0o600) == 0)
    try folder.write("", to: "wk/large")
    #expect(truncate(path + "/large", 3 << 30) == 0)
    try folder.write("", to: "wk/limit")
    #expect(truncate(path + "/limit", 1 << 20) == 0)
    let watch = WellKnownWatch(folders: [path])
    #expect(watch.files(0).map(\.name) == ["limit", "security.txt"])
    // The folder itself may be a link.
    #expect(symlink(path, folder.path + "/linked") == 0)
    let linked = WellKnownWatch(folders: [folder.path + "/linked"])
    #expect(linked.files(0).map(\.name) == ["limit", "security.txt"])
  }

  @Test func `keeps the files of a folder that cannot be read at the moment`() throws {
    var watch = WellKnownWatch(folders: [path])
    try FileManager.default.removeItem(atPath: path)
    // Neither missing nor forbidden: listing it fails like without descriptors.
    try folder.write("", to: "wk")
    let hasChanged = watch.hasChanged()
    #expect(!hasChanged)
    #expect(watch.files(0).map(\.name) == ["security.txt"])
    // A reload does not forget them either.
    let reloaded = WellKnownWatch(folders: [nil, path], before: watch)
    #expect(reloaded.files(1).map(\.name) == ["security.txt"])
    #expect(WellKnownWatch(folders: [path]).files(0).isEmpty)
  }
}

struct AccessLogTests {
  @Test func `a reload is refused where the file cannot be opened anew`() throws {
    let folder = try TemporaryFolder()
    try folder.createFolder("log")
    let file = try folder.write(
      #"{ "server": { "accessLog": "log/access" }, "store": { "memory": true } }"#, to: "k.json")
    let configuration = try CompiledConfiguration(path: file)
    let log = AccessLog()
    try log.prepare(configuration)()
    #expect(throws: Never.self) { try log.prepare(configuration)() }
    #expect(rename("\(folder.path)/log", "\(folder.path)/old") == 0)
    #expect(throws: ServiceFailure.self) { _ = try log.prepare(configuration) }
  }
}

struct CountryWatchTests {
  private let japan = IPAddress(v4: 0xC000_0201)
  private let sample: [UInt8]

  init() throws { sample = try repositoryFile("Tests/Outside/CountriesTests/countries.mmdb") }

  @Test func `a start without the database that the configuration names is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: CountryDatabaseError.self) { try CountryWatch("\(folder.path)/missing.mmdb") }
    try folder.write(Array("x".utf8), to: "broken.mmdb")
    #expect(throws: CountryDatabaseError.self) { try CountryWatch("\(folder.path)/broken.mmdb") }
    #expect(try CountryWatch(nil).database == nil)
  }

  @Test func `check says what keeps a start from finding its database`() throws {
    let folder = try TemporaryFolder()
    try folder.write(sample, to: "good.mmdb")
    try folder.write(Array("x".utf8), to: "broken.mmdb")
    func check(_ name: String) throws -> CommandResult {
      let file = try folder.write(
        "{ \"server\": { \"geoDatabase\": \"\(name)\" }, \"sites\": [ { \"hosts\": [\"x.example\"] } ] }",
        to: "k.json")
      return keiro(["check", "--config", file])
    }
    #expect(try check("good.mmdb").code == .done)
    let missing = try check("missing.mmdb")
    #expect(missing.code == .negative)
    #expect(
      missing.error.hasPrefix(
        "\(folder.path)/k.json:1:30: server.geoDatabase: the database of countries "
          + "'\(folder.path)/missing.mmdb' cannot be used: "))
    #expect(try check("broken.mmdb").code == .negative)
  }

  @Test func `a file that changes is read again, and a broken one leaves the old at work`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/countries.mmdb"
    try folder.write(sample, to: "countries.mmdb")
    var watch = try CountryWatch(path)
    #expect(watch.database?.country(of: japan) == "JP")
    #expect(watch.refresh() == .success(false))
    // As long as the file before, and perhaps as old, yet another file, as an update leaves it.
    let next = try folder.write(sample.replacing("JP".utf8, with: "FR".utf8), to: "next.mmdb")
    #expect(rename(next, path) == 0)
    #expect(watch.refresh() == .success(true))
    #expect(watch.database?.country(of: japan) == "FR")
    try folder.write(Array("broken".utf8), to: "countries.mmdb")
    guard case .failure = watch.refresh() else {
      Issue.record("a broken database was taken")
      return
    }
    #expect(watch.database?.country(of: japan) == "FR")
    #expect(watch.refresh() == .success(false))
    try FileManager.default.removeItem(atPath: path)
    guard case .failure = watch.refresh() else {
      Issue.record("a missing database was taken")
      return
    }
    #expect(watch.database?.country(of: japan) == "FR")
  }
}

import Countries
import FoundationEssentials
import ProgramSupport
import Testing
import WebSyntax

@testable import KeiroCommand

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
    func check(_ name: String) throws -> (code: ExitCode, output: String) {
      let file = try folder.write(
        "{ \"server\": { \"geoDatabase\": \"\(name)\" }, \"sites\": [ { \"hosts\": [\"x.example\"] } ] }",
        to: "k.json")
      let recorder = ConsoleRecorder()
      let code = recorder.run(["check", "--config", file])
      return (code, recorder.error)
    }
    #expect(try check("good.mmdb").code == .done)
    let missing = try check("missing.mmdb")
    #expect(missing.code == .negative)
    #expect(
      missing.output.hasPrefix(
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
    try folder.write(
      sample.replacing("JP".utf8, with: "FR".utf8), to: "countries.mmdb")
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

import KeiroCommand
import ProgramSupport
import Testing

/// What is reported about internationalised names stands in `check` and `explain`, and both forms of
/// a name are one host.
struct InternationalHostTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      #"""
      { "apps": { "a": { "apple": { "appIDs": ["94VJUJ8B7P.jp.asajikan.www"] } } },
        "sites": [ { "hosts": ["xn--bcher-kva.asajikan.jp", "asajikan.jp"],
          "routes": [ { "/": "/p/{id}", "app": "a", "screen": "p" } ] } ] }
      """#, to: "keiro.json")
  }

  private func run(_ words: String...) -> CommandResult {
    var result = keiro(words + ["--config", file])
    // Notes are wrapped.
    result.output = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return result
  }

  @Test func `check names the host`() {
    let result = run("check")
    #expect(result.code == .done)
    #expect(
      result.error.contains("'xn--bcher-kva.asajikan.jp': the host is an internationalised name"))
    #expect(!result.error.contains("'asajikan.jp': the host"))
  }

  @Test(arguments: ["xn--bcher-kva.asajikan.jp", "bücher.asajikan.jp"])
  func `explain notes it for both forms of the name`(_ host: String) {
    let newer = run("explain", "https://\(host)/p/1", "--ios", "17")
    #expect(newer.output.contains("opens a at p"), "\(newer)")
    #expect(newer.output.contains("iOS 16 and later do not fetch"), "\(newer)")
    let older = run("explain", "https://\(host)/p/1", "--ios", "15")
    #expect(!older.output.contains("iOS 16 and later do not fetch"))
  }
}

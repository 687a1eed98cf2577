import LinkStorage
import Links
import ProgramSupport
import SQLiteStore
import Testing

@testable import KeiroCommand

/// The same content twice: in a local store for commands, and in that of a running server.
final class RemotePair {
  private let here: TemporaryFolder
  private let configuration: String
  let there: RunningFixture
  /// The URL of the running server's management listener.
  let url: String
  /// Random words that are equivalent on both sides.
  private var masks: Set<String> = []

  static let start = Timestamp(secondsSinceEpoch: Int(RunningFixture.start))

  init() throws {
    here = try TemporaryFolder()
    configuration = try here.write(Self.text(here), to: "keiro.json")
    there = try RunningFixture(Self.text)
    try there.service.start(hearsSignals: false)
    let mark = "keiro: management on "
    let line = there.lines.first { $0.contains(mark) }
    let address = try #require(line?.split(separator: mark).last, "\(there.lines)")
    url = "http://" + address
  }

  private static func text(_ folder: TemporaryFolder) -> String {
    """
    { "server": { "listen": ["unix:\(folder.path)/public"], "management": ["127.0.0.1:0"] },
      "store": { "sqlite": "\(folder.path)/keiro.db" },
      "dashboard": { "origin": "https://keiro.a.example" },
      "sites": [
        { "hosts": ["a.example", "www.a.example"], "destinationHosts": ["e.example", "a.example"],
          "shortLinks": { "prefix": "/s/", "links": {
            "fixed": { "url": "https://e.example/fixed", "name": "Fixed" } } } },
        { "hosts": ["b.example"], "destinationHosts": ["e.example"],
          "shortLinks": { "prefix": "/" } } ] }
    """
  }

  /// Runs the same command on both stores.
  func prepare(_ arguments: [String]) {
    for path in [configuration, there.folder.path + "/keiro.json"] {
      _ = ConsoleRecorder().run(
        arguments, environment: ["KEIRO_CONFIG": path], now: Self.start)
    }
  }

  /// A token of the running server; the local store gets an equivalent one.
  func token(_ scopes: [String], host: String? = nil) -> String {
    let arguments =
      ["tokens", "create", "--name", "probe"] + scopes.flatMap { ["--scope", $0] }
      + (host.map { ["--host", $0] } ?? [])
    let texts = [configuration, there.folder.path + "/keiro.json"].map { path in
      String(
        keiro(arguments, environment: ["KEIRO_CONFIG": path], now: Self.start).output.dropLast())
    }
    return texts[1]
  }

  var hereEnvironment: [String: String] { ["KEIRO_CONFIG": configuration] }

  func thereEnvironment(_ token: String) -> [String: String] {
    ["KEIRO_SERVER": url, "KEIRO_TOKEN": token]
  }

  func runHere(_ arguments: [String]) throws -> CommandResult {
    try run(arguments, hereEnvironment, here.path)
  }

  func runThere(_ arguments: [String], token: String) throws -> CommandResult {
    try run(arguments, thereEnvironment(token), there.folder.path)
  }

  /// Runs a command, with the identifiers of its side in place of placeholders such as `{webhook}`.
  private func run(
    _ arguments: [String], _ environment: [String: String], _ folder: String
  ) throws -> CommandResult {
    let ids = try identifiers(folder)
    let arguments = arguments.map { argument in
      argument.replacing("{webhook}", with: ids.webhooks.last ?? "")
        .replacing("{token}", with: ids.tokens.last ?? "")
        .replacing("{folder}", with: here.path)
    }
    let result = keiro(arguments, environment: environment, now: Self.start)
    let after = try identifiers(folder)
    masks.formUnion(ids.all + after.all)
    return CommandResult(
      code: result.code, output: masked(result.output), error: masked(result.error))
  }

  private struct Identifiers {
    let tokens: [String]
    let webhooks: [String]
    let people: [String]

    var all: [String] { tokens + webhooks + people }
  }

  private func identifiers(_ folder: String) throws -> Identifiers {
    let store: any LinkStore = try SQLiteStore(path: folder + "/keiro.db")
    defer { store.close() }
    return try Identifiers(
      tokens: store.tokens().map(\.id), webhooks: store.webhooks().map(\.id),
      people: store.people().map(\.id))
  }

  /// The output without random values and authors of changes, which differ between the sides.
  private func masked(_ text: String) -> String {
    var text = text.replacing(here.path, with: "FOLDER")
      .replacing(there.folder.path, with: "FOLDER")
    for mask in masks { text = text.replacing(mask, with: "ID") }
    text.replace(/"actor": ?\{[^}]*\}/, with: "\"actor\": {}")
    text.replace(/(command-line \(user \d+\)|token ID \(probe\))/, with: "ACTOR")
    // A server records the uses of tokens only once in a while.
    text.replace(/\((never used|used [^)]*)\)/, with: "(USED)")
    text.replace(/"usedAt": (null|"[^"]*")/, with: "\"usedAt\": \"USED\"")
    text.replace(/keiro_[A-Za-z0-9_-]+/, with: "TOKEN")
    text.replace(/whsec_[A-Za-z0-9+\/=]+/, with: "SECRET")
    text.replace(/\$scrypt\$[A-Za-z0-9+\/=,$]+/, with: "HASH")
    text.replace(/code=[A-Za-z0-9_-]+/, with: "CODE")
    return text
  }

  /// Writes a file that commands on both sides can name as `{folder}`.
  func write(_ text: String, to name: String) throws {
    try here.write(text, to: name)
  }
}

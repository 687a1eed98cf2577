import Foundation

/// A separate Keiro for a test: the program itself, on a port chosen by the system.
final class RunningKeiro {
  let base: String
  let management: String
  let token: String
  /// A token that an app makes links with.
  let appToken: String
  private let process = Process()
  private let folder: URL

  struct Failure: Error {
    let message: String
  }

  /// - Parameter link: The fields of the short link `x`, as JSON.
  init(link: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "keiro-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let configuration = """
      { "server": { "listen": ["127.0.0.1:0"], "management": ["127.0.0.1:0"], "accessLog": null },
        "store": { "sqlite": "keiro.db" },
        "apps": { "shop": { "name": "Shop", "apple": { "appIDs": ["AAAAAAAAAA.com.example.shop"],
          "appStoreID": "42" } } },
        "sites": [ { "hosts": ["127.0.0.1", "a.example"], "destinationHosts": ["a.example"],
          "routes": [ { "/": "/item/{id}", "app": "shop", "screen": "item" } ],
          "shortLinks": { "deferred": ["referrer", "paste", "code"], "links": { "x": \(link) } } } ] }
      """
    let file = folder.appending(path: "keiro.json")
    try Data(configuration.utf8).write(to: file)
    let program = try Self.program()
    token = try Self.token(program, file, ["--scope", "stats:read"])
    appToken = try Self.token(
      program, file, ["--scope", "links:create", "--host", "a.example", "--per-hour", "2"])
    process.executableURL = program
    process.arguments = ["serve", "--config", file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    var text = ""
    while !text.contains("management on") {
      let part = errors.fileHandleForReading.availableData
      guard !part.isEmpty else { throw Failure(message: text) }
      text += String(decoding: part, as: UTF8.self)
    }
    func address(behind mark: String) throws -> String {
      guard let start = text.range(of: mark) else { throw Failure(message: text) }
      return "http://" + text[start.upperBound...].prefix { !$0.isWhitespace }
    }
    base = try address(behind: "serving on ")
    management = try address(behind: "management on ")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of the program, which is next to the tests.
  private static func program() throws -> URL {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = tests.deletingLastPathComponent().appending(path: "keiro")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Failure(message: "\(program.path) is not built")
    }
    return program
  }

  private static func token(
    _ program: URL, _ file: URL, _ options: [String]
  ) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = ["tokens", "create", "--config", file.path] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    guard
      let token = text.split(whereSeparator: \.isWhitespace).first(where: {
        $0.hasPrefix("keiro_")
      })
    else { throw Failure(message: text) }
    return String(token)
  }
}

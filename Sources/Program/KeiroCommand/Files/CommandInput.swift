import System
import WebSyntax

/// The document that a command reads: a file, or standard input for `-`.
struct CommandInput {
  let path: String

  /// The size limit in bytes, far above any real document, so that a wrong path cannot exhaust
  /// memory.
  static let sizeLimit = 16 << 20

  var name: String { path == "-" ? "standard input" : path }

  func bytes(
    _ console: Console? = nil, limit: Int = sizeLimit
  ) throws(FileReadError) -> [UInt8] {
    if let documents = console?.documents { return documents[path] ?? [] }
    return path == "-" ? try readStandardInput(limit: limit) : try readFile(path, limit: limit)
  }

  /// Why a file cannot be read, with the next step for a path that is an address.
  static func reason(_ path: String, _ error: FileReadError) -> String {
    guard !fileExists(path), let host = host(in: path) else { return error.message }
    return "\(error.message): expected a file; for what a host serves: keiro doctor \(host)"
  }

  private static func host(in text: String) -> String? {
    if let url = WebURL(text) { return HostPattern(url.host)?.description }
    let name = text.prefix { $0 != "/" && $0 != ":" }
    guard let dot = name.lastIndex(of: "."), !documentEndings.contains(name[dot...].lowercased())
    else { return nil }
    return HostPattern(String(name))?.description
  }

  private static let documentEndings: Set = [
    ".json", ".ndjson", ".csv", ".tsv", ".txt", ".log", ".gz", ".sql", ".aasa", ".p7m", ".swift",
  ]

  func read(_ console: Console, limit: Int = sizeLimit) throws(CommandFailure) -> [UInt8] {
    try CommandFailure.reading(path, try bytes(console, limit: limit))
  }
}

extension CommandFailure {
  static func unwritable(_ path: String, _ error: SystemError) -> CommandFailure {
    let obstacle =
      FileObstacle.toWriting(path) ?? FileObstacle.toMaking(in: FileObstacle.folder(of: path))
    // The next contents of a file are made beside it, under a name that nobody has chosen.
    let isInTheWay = error.operation == "create" && error.subject != path
    let aside =
      isInTheWay && fileExists(error.subject) && !error.isLocked
      ? "'\(error.subject)' is in the way: expected nothing of that name beside it" : nil
    return unwritable(path, obstacle ?? aside ?? "\(error.operation): \(error.reason)")
  }

  private static func unwritable(_ path: String, _ obstacle: String) -> CommandFailure {
    .environment("file-unwritable", "cannot write '\(path)': \(obstacle)")
  }

  /// What is read of a file, with an error as the failure that names the file.
  static func reading<Value>(
    _ path: String, _ read: @autoclosure () throws(FileReadError) -> Value
  ) throws(CommandFailure) -> Value {
    try rethrown(read()) { error in
      CommandFailure.environment(
        "file-unreadable", "cannot read '\(path)': \(CommandInput.reason(path, error))")
    }
  }

  /// Writes a file, or its next contents, with an error as the failure that names what stands in the way.
  /// A link stays and leads to the new contents; a device or a pipe is not replaced by a file.
  static func writing(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    if fileExists(path), let there = try? FilePieces(path: path), there.size == nil {
      throw unwritable(path, "it is a device or a pipe: expected the path of a file")
    }
    try rethrown(FileReplacement.replace(resolvedPath(path), by: bytes, mode: 0o644)) {
      unwritable(path, $0)
    }
  }
}

/// What some work gives, whose error is thrown as another one.
func rethrown<Value, Failure: Error, Told: Error>(
  _ work: @autoclosure () throws(Failure) -> Value, as told: (Failure) -> Told
) throws(Told) -> Value {
  do throws(Failure) {
    return try work()
  } catch {
    throw told(error)
  }
}

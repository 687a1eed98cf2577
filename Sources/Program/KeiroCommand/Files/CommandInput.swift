import System

/// The document that a command reads: a file, or standard input for `-`.
struct CommandInput {
  /// The path as given on the command line.
  let path: String

  /// The size limit in bytes, far above any real document, so that a wrong path cannot exhaust
  /// memory.
  static let sizeLimit = 16 << 20

  /// The name of the input in messages.
  var name: String { path == "-" ? "standard input" : path }

  func bytes(
    _ console: Console, limit: Int = sizeLimit
  ) throws(FileReadError) -> [UInt8] {
    if let documents = console.documents { return documents[path] ?? [] }
    return path == "-" ? try readStandardInput(limit: limit) : try readFile(path, limit: limit)
  }

  /// The contents; nil if they cannot be read, which is reported.
  func read(_ console: Console, limit: Int = sizeLimit) -> [UInt8]? {
    do throws(FileReadError) {
      return try bytes(console, limit: limit)
    } catch {
      _ = console.report(ImportCommand.unreadable(path, error))
      return nil
    }
  }
}

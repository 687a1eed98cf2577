import System

/// A document that a command reads: a file, or standard input for `-`.
struct CommandInput {
  /// The path as given on the command line.
  let path: String

  /// Far above every document in use, so that a mistaken path cannot exhaust the memory.
  private static let sizeLimit = 16 << 20

  /// The name in messages.
  var name: String { path == "-" ? "standard input" : path }

  func bytes() throws(FileReadError) -> [UInt8] {
    path == "-"
      ? try readStandardInput(limit: Self.sizeLimit)
      : try readFile(path, limit: Self.sizeLimit)
  }

  /// The bytes, or nil after an error message.
  func read(_ console: Console) -> [UInt8]? {
    do throws(FileReadError) {
      return try bytes()
    } catch {
      console.complain("keiro: cannot read '\(path)': \(error.message)")
      return nil
    }
  }
}

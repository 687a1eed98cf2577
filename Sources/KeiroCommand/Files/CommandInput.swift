/// The one document that a command reads: a file, or standard input where `-` stands.
struct CommandInput {
  /// As it was named.
  let path: String

  /// More is taken for another file.
  private static let sizeLimit = 16 << 20

  /// How messages name it.
  var name: String { path == "-" ? "standard input" : path }

  /// The bytes, or nil after a complaint.
  func read(_ console: Console) -> [UInt8]? {
    do throws(FileReadError) {
      return path == "-"
        ? try readStandardInput(limit: Self.sizeLimit)
        : try readFile(path, limit: Self.sizeLimit)
    } catch {
      console.complain("keiro: cannot read '\(path)': \(error.message)")
      return nil
    }
  }
}

import System

/// The base folder of a configuration's relative paths.
struct ConfigurationFolder: Equatable, Sendable {
  /// Absolute, without a slash at its end unless it is the root.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// The folder of a file whose path is relative to the working directory.
  init(ofFile file: String) {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) }
    if file.hasPrefix("/") {
      path = folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    } else {
      path = ConfigurationFolder(path: Process.workingDirectory ?? ".").resolve(folder ?? ".")
    }
  }

  func resolve(_ relative: String) -> String {
    if relative.hasPrefix("/") { return relative }
    var rest = relative[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    if rest.isEmpty || rest == "." { return path }
    return (path == "/" ? "" : path) + "/" + rest
  }
}

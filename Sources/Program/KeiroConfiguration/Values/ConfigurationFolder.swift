import System

/// The folder at which a configuration's relative paths start.
struct ConfigurationFolder: Equatable, Sendable {
  /// An absolute path, without a trailing slash unless it is the root.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// The folder of a file; a relative path is resolved against the working directory.
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

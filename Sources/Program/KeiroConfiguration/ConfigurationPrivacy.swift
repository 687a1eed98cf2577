import System

extension Configuration {
  /// Warnings about files that contain secrets and are readable by every user of the machine: the
  /// store, keys, files of secrets, and the configuration itself if it contains any.
  func openFiles(_ state: ReadingState, file: String) -> [ConfigurationProblem] {
    var warnings: [ConfigurationProblem] = []
    func warn(_ path: String, _ name: String, _ contents: String) {
      warnings.append(
        .init(
          .warning, path: path,
          message: "every user of this machine may read '\(name)', which holds \(contents): "
            + "expected no rights for others, as chmod o= takes them away"))
    }
    if let (path, key) = store.file, FilePrivacy.isOpenToAll(path) {
      warn(key, path, "hashes of passwords and tokens")
    }
    for (index, files) in (server.tls?.certificates ?? []).enumerated()
    where FilePrivacy.isOpenToAll(files.key) {
      warn("server.tls.certificates[\(index)].key", files.key, "a private key")
    }
    for (name, path) in state.secretFiles where FilePrivacy.isOpenToAll(state.folder.resolve(name))
    {
      warn(path, name, "a secret")
    }
    if let path = state.inlineSecret, FilePrivacy.isOpenToAll(file) {
      warn(path, file, "this secret")
    }
    return warnings
  }
}

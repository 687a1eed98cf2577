import JSONSyntax
import System

extension Configuration {
  /// Warnings about files that contain secrets and are readable by every user of the machine: the
  /// store, password files, and the configuration itself if it contains passwords.
  func openFiles(
    _ document: JSONDocument, folder: ConfigurationFolder, file: String
  ) -> [ConfigurationProblem] {
    var warnings: [ConfigurationProblem] = []
    func warn(_ path: String, _ name: String, _ contents: String) {
      warnings.append(
        .init(
          .warning, path: path,
          message: "every user of this machine may read '\(name)', which holds \(contents): "
            + "expected no rights for others, as chmod o= takes them away"))
    }
    if case .sqlite(let path) = store, FilePrivacy.isOpenToAll(path) {
      warn("store.sqlite", path, "hashes of passwords and tokens")
    }
    if case .postgres(let settings) = store, FilePrivacy.isOpenToAll(settings.copy) {
      warn("store.copy", settings.copy, "hashes of passwords and tokens")
    }
    for (index, files) in (server.tls?.certificates ?? []).enumerated()
    where FilePrivacy.isOpenToAll(files.key) {
      warn("server.tls.certificates[\(index)].key", files.key, "a private key")
    }
    let passwords = Self.passwords(document)
    for (path, node) in passwords {
      guard let name = node.member("file")?.string,
        FilePrivacy.isOpenToAll(folder.resolve(name))
      else { continue }
      warn(jsonPath(path, member: "file"), name, "a password")
    }
    if let inline = passwords.first(where: { $0.node.member("file") == nil }),
      FilePrivacy.isOpenToAll(file)
    {
      warn(inline.path, file, "this password")
    }
    return warnings
  }

  private static func passwords(_ document: JSONDocument) -> [(path: String, node: JSONNode)] {
    var passwords: [(path: String, node: JSONNode)] = []
    for (number, site) in (document.root.member("sites")?.array ?? []).enumerated() {
      site.member("shortLinks")?.member("links")?.forEachMember { link in
        if let node = link.node.member("password") {
          let path = jsonPath("sites[\(number)].shortLinks.links", member: link.name)
          passwords.append((jsonPath(path, member: "password"), node))
        }
        return true
      }
    }
    return passwords
  }
}

import JSONSyntax
import Links
import Service

/// Reads the password of a link: the password itself, `{"file": …}` with the path of a file that
/// contains it, or `{"hash": …}` as found in exports.
struct PasswordReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField) -> PasswordHash? {
    guard field.node.object != nil else { return hash(field, PasswordHasher.clearText(field)) }
    let hash = field.object { object -> PasswordHash? in
      let file = object.optional("file")
      let hash = object.optional("hash")
      switch (file, hash) {
      case (.some, .some): field.report("both 'file' and 'hash' stand here: expected one of them")
      case (.some, nil): return self.hash(field, SecretReader(folder: folder).read(field))
      case (nil, .some(let hash)): return hash.text(Self.fault).map(PasswordHash.init)
      case (nil, nil): field.report("the object is empty: expected 'file' or 'hash'")
      }
      return nil
    }
    return hash ?? nil
  }

  private static func fault(_ hash: String) -> String? {
    if PasswordHash(hash) == .withheld {
      return "'withheld' stands for a hash that an export left out: expected the hash"
    }
    return PasswordHasher.scrypt.fault(PasswordHash(hash)).map { "the hash is refused: \($0)" }
  }

  private func hash(_ field: JSONField, _ password: String?) -> PasswordHash? {
    guard let password else { return nil }
    guard let hash = PasswordHasher.scrypt.hash(password) else {
      field.report("the password could not be hashed")
      return nil
    }
    return hash
  }
}

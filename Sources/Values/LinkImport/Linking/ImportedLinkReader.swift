import JSONSyntax
import Links

/// Reads the link of a row and, separately, the password that is still to be hashed: hashing is
/// slow on purpose, so it is skipped for links that already have that password.
struct ImportedLinkReader {
  private let reader: LinkReader
  private let slot = Slot()

  init(takesPasswords: Bool) {
    let slot = slot
    reader = LinkReader(setter: .importing) { field in
      guard takesPasswords, field.node.string != nil else { return LinkReader.exportedHash(field) }
      slot.password = PasswordHasher.clearText(field)
      return nil
    }
  }

  func link(_ field: JSONField) -> (ShortLink?, password: String?) {
    slot.password = nil
    let link = reader.link(field)
    return (link, slot.password)
  }

  /// The password that the reader found; used by one import only.
  private final class Slot {
    var password: String?
  }
}

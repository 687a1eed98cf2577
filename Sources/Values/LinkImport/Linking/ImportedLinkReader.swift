import JSONSyntax
import Links

/// Reads the link of a row, and beside it the password that is still to be hashed: that takes long
/// on purpose, so it is not done for links that have it already.
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

  /// What the reader found on its way; used by one import alone.
  private final class Slot {
    var password: String?
  }
}

package import JSONSyntax

/// How passwords are hashed and compared: the domain itself knows no cryptography.
package struct PasswordHasher: Sendable {
  /// Nil when it cannot be done, as for want of memory.
  package let hash: @Sendable (String) -> PasswordHash?
  /// Whether a password is the one that was hashed; takes as long for a wrong one.
  package let verify: @Sendable (String, PasswordHash) -> Bool

  /// What is wrong with a hash that somebody else has made, as a sentence's end; nil for a good one.
  package let fault: @Sendable (PasswordHash) -> String?

  package init(
    hash: @escaping @Sendable (String) -> PasswordHash?,
    verify: @escaping @Sendable (String, PasswordHash) -> Bool,
    fault: @escaping @Sendable (PasswordHash) -> String?
  ) {
    self.hash = hash
    self.verify = verify
    self.fault = fault
  }

  /// Reads the field `password`: the password itself, or `{"hash": …}` as exports have it. For
  /// `LinkReader.password`.
  package func read(_ field: JSONField) -> PasswordHash? {
    guard field.node.string != nil else {
      guard let hash = LinkReader.hashOnly(field) else { return nil }
      guard let fault = fault(hash) else { return hash }
      field.report(LinkFault.hashRefused(fault))
      return nil
    }
    guard let text = Self.clearText(field) else { return nil }
    guard let hash = hash(text) else {
      field.report(LinkFault.passwordNotHashed)
      return nil
    }
    return hash
  }

  /// A password as people type it.
  package static func clearText(_ field: JSONField) -> String? {
    guard let text = field.plainText(limit: 1024) else { return nil }
    guard !text.isEmpty else {
      field.report(LinkFault.emptyPassword)
      return nil
    }
    return text
  }
}
